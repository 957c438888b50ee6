#!/usr/bin/env bash
# Forty broken inputs, the same ones each time; more by hand with broken_inputs.sh --count 400.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
"$here/broken_inputs.sh" --count 40 --seed 1 --keep "$kept"
