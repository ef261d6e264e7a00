# Environment for the commands of a page. Sourced by bash in an empty folder, with $MOCK_PORT, $RECEIVER_PORT and $OWN_PORT.

set -eo pipefail
declare -A servers
trap 'leave $?' EXIT
# Stops the servers. After a failure, prints what they wrote.
leave() {
  kill "${servers[@]}" 2>/dev/null || true
  [ "$1" = 0 ] || tail --lines 20 server-*.log >&2 2> /dev/null || true
}
# Starts a server, which runs until the page ends or another server uses its port; waits for the URL that it prints.
serve() {
  local port=$MOCK_PORT line='' fd
  if [[ "$*" =~ --port\ ([0-9]+) ]]; then port=${BASH_REMATCH[1]}; else set -- "$@" --port "$port"; fi
  if [ -n "${servers[$port]}" ]; then kill "${servers[$port]}"; wait "${servers[$port]}" || true; fi
  exec {fd}< <(exec "$@" 2>&1)
  servers[$port]=$!
  until [[ "$line" == *http://* ]]; do read -r line <&"$fd" || { echo "Exited early: $*"; return 1; }; done
  cat <&"$fd" >> "server-$port.log" &
  disown # so that %1 is the first job of the page
}

npx() {
  case $1 in
    @stoplight/prism-cli@*) serve prism "${@:2}" ;;
    *) "$@" ;;
  esac
}
cloud-cost-contract() { cost-contract "$@"; }
cost-contract() {
  case $1 in
    # The programs of a page send only parameters that operations have.
    mock) serve cost-contract "$@" --strict-query ;;
    proxy) watch "$@" ;;
    *) command cost-contract "$@" ;;
  esac
}

# Runs statements as DuckDB's own program does, on the export that a reader has.
duckdb() {
  mkdir exports && command cost-contract data export --start 2026-06-01 --out exports/bill.parquet
  env node --input-type=module --eval "
    import { DuckDBInstance } from '@duckdb/node-api';
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run(process.argv[1]);
  " -- "$2"
}

# Replaces a frontend's own tests.
frontend() {
  local page
  for page in '' '&page=2' '&page=3'; do
    command curl --silent --show-error --fail --retry 50 --retry-delay 0 --retry-connrefused --retry-max-time 20 \
      --header 'Authorization: Bearer key-of-a-caller' --output /dev/null "$1/api/v1/commitments?page_size=5$page"
  done
}
npm() { [ "$*" = 'run test:e2e' ] && frontend "$API_URL"; }
# Runs the proxy in front of a faulty server, and expects exit code 1 when it is stopped.
watch() {
  local status=0
  node_modules/.bin/cost-contract "$@" &
  servers[$3]=$!
  frontend "http://127.0.0.1:$3"
  kill "${servers[$3]}"; wait "${servers[$3]}" || status=$?; unset "servers[$3]"
  [ "$status" = 1 ] || { echo "The proxy exited with $status"; return 1; }
}

# A program must exit with 0; a server runs until it is replaced or the page ends, as does a receiver of webhooks.
node() {
  if [ "$1" = server.mjs ]; then serve env node "$1" --port "$OWN_PORT"; return; fi
  if [ "$1" != receiver.mjs ]; then timeout 60 node "$1"; return; fi
  env node "$1" &
  servers[$RECEIVER_PORT]=$!
  disown
  [ "$(post_unsigned)" = 401 ]
}
# Starts a receiver and expects 401 for an unsigned request.
try_receiver() {
  local status
  env WEBHOOK_SECRET=whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ= node "$1" &
  servers[$RECEIVER_PORT]=$!
  status=$(post_unsigned)
  kill "${servers[$RECEIVER_PORT]}"; wait "${servers[$RECEIVER_PORT]}" || true; unset "servers[$RECEIVER_PORT]"
  [ "$status" = 401 ] || { echo "$1 responded with $status to an unsigned request"; return 1; }
}
post_unsigned() {
  command curl --silent --retry 50 --retry-delay 0 --retry-connrefused --retry-max-time 20 \
    --output /dev/null --write-out '%{http_code}' --data '{}' "http://127.0.0.1:$RECEIVER_PORT/hooks"
}

# Adds a line break to each response. Only requests with `Prefer`, or with an error in the page, may fail.
curl() {
  local fail=--fail-with-body
  case "$may_fail$*" in 1*|*'Prefer: code='*|*'-o /dev/null'*) fail=--no-fail-with-body ;; esac
  command curl --silent --show-error $fail --write-out '\n' "$@"
}
