#!/usr/bin/env bash
# Installs packages of Debian that some tests need, where they are missing. A package whose program is
# there already is left alone.
# Usage: install-debian-packages.sh PACKAGE[=PROGRAM,...]...   any one of the programs will do
set -euo pipefail

missing=()
for entry in "$@"; do
  programs=${entry#*=}
  # `command` names those it finds and fails for the others, so what it says is what counts.
  [ -n "$(command -v ${programs//,/ })" ] || missing+=("${entry%%=*}")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
