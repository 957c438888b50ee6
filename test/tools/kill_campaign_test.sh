#!/usr/bin/env bash
# Ten of each kind of test/kills/campaign; the whole of it is run by hand.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
"$here/../kills/campaign" --kills 10 --calls 10 --errors 10 --disks 10 --seed 7
