# What the commands of a page run among: bash, started in an empty folder with $MOCK_PORT.

set -eo pipefail
declare -A servers
trap 'kill "${servers[@]}" 2>/dev/null || true' EXIT
# A server runs until the page ends or another takes its port; its address is what it prints.
serve() {
  local port=$MOCK_PORT line='' fd
  if [[ "$*" =~ --port\ ([0-9]+) ]]; then port=${BASH_REMATCH[1]}; else set -- "$@" --port "$port"; fi
  if [ -n "${servers[$port]}" ]; then kill "${servers[$port]}"; wait "${servers[$port]}" || true; fi
  exec {fd}< <(exec "$@" 2>&1)
  servers[$port]=$!
  until [[ "$line" == *http://* ]]; do read -r line <&"$fd" || { echo "It ended: $*"; return 1; }; done
  cat <&"$fd" > /dev/null &
}

npx() { "$@"; }
cost-contract() { case $1 in mock) serve cost-contract "$@" ;; *) command cost-contract "$@" ;; esac; }
prism() { serve prism "$@"; }

# Each answer ends its line. One that is asked for by name may be a failure, no other may.
curl() {
  local fail=--fail-with-body
  case "$*" in *'Prefer: code='*) fail=--no-fail-with-body ;; esac
  command curl --silent --show-error $fail --write-out '\n' "$@"
}
