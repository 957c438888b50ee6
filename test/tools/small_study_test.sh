#!/usr/bin/env bash
# The small study of cases/wet-shear: every part of the large one, on a cell of 110 grains.
# SCREE_PROGRAM names the program; ctest sets it.
set -euo pipefail
scree=${SCREE_PROGRAM:?name the program to test}
root=$(dirname "$(readlink -f "$0")")/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { printf '%s\n' "$1"; failures=$((failures + 1)); }
# column NAME BLOCK: its values in the rows of a block; a header is "name" or "name [unit]"
column() {
  awk -F, -v name="$1" -v block="$2" '
    NR == 1 { for (k = 1; k <= NF; k++) { sub(/ \[.*/, "", $k); at[$k] = k }; if (!(name in at)) exit 1; next }
    $at["block"] == block { print $at[name] }' "$work/out/results.csv"
}
# all BLOCK NAME CONDITION: does it hold of every value x?
all() {
  local values
  values=$(column "$2" "$1") && [[ -n $values ]] || { fail "no column $2 of $1"; return; }
  awk "{ x = \$1 } !($3) { exit 1 }" <<<"$values" || fail "$1: $2 should hold $3, got $values"
}

"$scree" sweep "$root/cases/wet-shear/small-study.toml" --out "$work/out" >"$work/said" 2>&1 ||
  fail "the sweep failed: $(tail -5 "$work/said")"
[[ $(column status dry | grep -c done) == 6 ]] || fail "not all dry runs are done"
[[ $(column status wet | grep -c done) == 6 ]] || fail "not all wet runs are done"
[[ $(column status held) == done ]] || fail "the run from the end of another is not done"
for block in dry wet held; do
  all "$block" open 'x < 3e-3 && x > -3e-3'  # the books close in every cycle
  all "$block" E_diss 'x > 0'
done
all dry E_bb 'x == 0'  # no liquid, no ruptures
all wet E_bb 'x > 0'
for file in figures/dissipation.svg figures/bridges-over-angle.svg fits.csv summary.csv; do
  [[ -s $work/out/$file ]] || fail "$file was not written"
done
# Five times the pressure costs more, dry and wet, for either seed.
for block in dry wet; do
  paste -d' ' <(column P $block) <(column E_diss $block) | awk '
    $1 == 0.06 && (most == "" || $2 > most) { most = $2 }
    $1 == 0.3 && (least == "" || $2 < least) { least = $2 }
    END { exit !(most > 0 && least > most) }' || fail "$block: no more is lost at P = 0.3 than at 0.06"
done
[[ $failures == 0 ]] && echo "small study: all checks passed"
exit $((failures > 0))
