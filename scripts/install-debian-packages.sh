#!/usr/bin/env bash
# Installs the Debian packages that some tests need. Skips a package if one of its programs is already installed.
# Usage: install-debian-packages.sh PACKAGE[=PROGRAM,...]...
set -euo pipefail

missing=()
for entry in "$@"; do
  programs=${entry#*=}
  # `command` fails if one of the programs is missing, so its output is checked instead.
  [ -n "$(command -v ${programs//,/ })" ] || missing+=("${entry%%=*}")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
