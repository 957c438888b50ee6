#!/usr/bin/env bash
# tools/mutants in a small repository of its own: what is caught, what passes, what cannot be tried;
# and the patches of this tree still apply to it.
set -euo pipefail
root=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0

# expect STATUS PART... -- COMMAND...: exit status, and parts of what it says
expect() {
  local wanted=$1 status=0 said part parts=()
  shift
  while [[ $1 != -- ]]; do parts+=("$1"); shift; done
  shift
  said=$("$@" 2>&1) || status=$?
  [[ $status == "$wanted" ]] || { echo "$*: expected status $wanted, got $status: $said"; failures=$((failures + 1)); }
  for part in "${parts[@]}"; do
    [[ $said == *"$part"* ]] || { echo "$*: \"$part\" is not in \"$said\""; failures=$((failures + 1)); }
  done
}

# patch NAME HEADER...: one that changes the answer, below these lines
patch() {
  local name=$1
  shift
  printf '%s\n' "$@" 'diff --git a/answer b/answer' '--- a/answer' '+++ b/answer' '@@ -1 +1 @@' '-42' '+41' \
    >"test/mutants/$name.patch"
}

cd "$work"
mkdir -p tools test/mutants
cp "$root/tools/mutants" "$root/tools/worktree.sh" tools/
echo 42 >answer
printf '/build/\n' >.gitignore
git init --quiet .
git add answer .gitignore
git -c user.name=a -c user.email=b commit --quiet --no-gpg-sign -m "answer"

expect 2 "there is no patch" -- tools/mutants
patch noticed '# wrong: one too few' '# caught-by: grep -q 42 answer'
expect 0 "caught" "noticed: one too few" -- tools/mutants
expect 0 "noticed: one too few" "grep -q 42 answer" -- tools/mutants --list
[[ ! -e build/mutants && $(git worktree list | wc -l) == 1 ]] || { echo "the worktree stays"; failures=1; }
patch missed '# wrong: one too few' '# caught-by: grep -q 4 answer'
expect 1 "PASSES   missed: one too few" "caught   noticed" "grep -q 4 answer" -- tools/mutants
expect 0 "caught" -- tools/mutants noticed --keep
[[ -e build/mutants/answer && $(<build/mutants/answer) == 42 ]] || { echo "--keep leaves a clean tree"; failures=1; }
expect 0 "caught" -- tools/mutants noticed

# A command that fails anyway, or for another reason, catches nothing.
patch always '# wrong: one too few' '# caught-by: grep -q 43 answer'
expect 2 "BROKEN   always" "ends with 1 without the mutant" -- tools/mutants always
patch absent '# wrong: one too few' '# caught-by: if grep -q 42 answer; then exit 0; else exit 2; fi'
expect 2 "BROKEN   absent" "ends with 2" -- tools/mutants absent
patch stale '# wrong: one too few' '# caught-by: grep -q 42 answer'
sed -i 's/^-42/-40/' test/mutants/stale.patch
expect 2 "BROKEN   stale" "does not apply" -- tools/mutants stale
expect 2 "stale does not apply" -- tools/mutants --check
patch silent '# caught-by: true'
expect 2 '"# wrong:' -- tools/mutants silent
patch silent '# wrong: one too few'
expect 2 "does not name a command" -- tools/mutants silent
expect 2 "there is no" -- tools/mutants other
expect 2 "unknown option --frce" -- tools/mutants --frce

# Those of this tree, unless it is one that has a mutant in it.
[[ ${SCREE_TRYING_MUTANTS:-} ]] || expect 0 -- "$root/tools/mutants" --check
exit $((failures > 0))
