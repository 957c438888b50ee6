#!/usr/bin/env bash
# tools/race in a small repository of its own: which programs it builds, and what it asks of them.
# Launcher, cmake and valgrind are played by stubs.
set -euo pipefail
root=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0

# expect STATUS PART... -- COMMAND...: exit status, and parts of what it says
expect() {
  local wanted=$1 status=0 part parts=()
  shift
  while [[ $1 != -- ]]; do parts+=("$1"); shift; done
  shift
  said=$("$@" 2>&1) || status=$?
  [[ $status == "$wanted" ]] || { echo "$*: expected status $wanted, got $status: $said"; failures=$((failures + 1)); }
  for part in "${parts[@]}"; do
    [[ $said == *"$part"* ]] || { echo "$*: \"$part\" is not in \"$said\""; failures=$((failures + 1)); }
  done
}

# program FOLDER NAME: what stands on stdin, as a program
program() { mkdir -p "$1" && cat >"$1/$2" && chmod +x "$1/$2"; }

home="$work/check out"
mkdir -p "$home/tools" "$work/bin"
cp "$root/tools/race" "$root/tools/worktree.sh" "$home/tools/"
cd "$home"
printf '/build/\n' >.gitignore
# Says what is asked of it, and which commit it is.
program . scree <<'S'
#!/usr/bin/env bash
[[ ! ${BREAK:-} || $0 != *"$BREAK"* ]] || exit 1
[[ $1 == list ]] || { echo "old:" "${@@Q}"; }
S
git init --quiet .
git add scree .gitignore
git -c user.name=a -c user.email=b commit --quiet --no-gpg-sign -m "old"
sed -i 's/old:/new:/' scree
git -c user.name=a -c user.email=b commit --quiet --no-gpg-sign -am "new"

# Where there is no valgrind: the usual commands by their own folder.
for name in bash git dirname readlink cat grep mkdir rm sed; do ln -s "$(type -P $name)" "$work/bin/$name"; done
without=(env "PATH=$work/bin")
against="'--against' '$home/build/same/tree/build/release/scree'"

expect 0 "no instructions are counted" "new: 'bench' 'bed' $against '--sizes' '10k'" -- \
  "${without[@]}" tools/race HEAD~1 bed -- --sizes 10k
[[ $said != *drum* && $said != *--instructions* ]] || { echo "only the bed: $said"; failures=$((failures + 1)); }
grep -q old: build/same/tree/scree || { echo "the worktree is not the commit"; failures=$((failures + 1)); }
expect 0 "'bed'" "'drum'" "'pile'" "'shear-cell'" "'heap-dae'" -- "${without[@]}" tools/race
grep -q new: build/same/tree/scree || { echo "by default it is HEAD"; failures=$((failures + 1)); }

# With it both are built once more, and all of cmake's words are kept.
program "$work/bin" valgrind </dev/null
program "$work/bin" cmake <<'S'
#!/usr/bin/env bash
[[ $1 != --build || ! ${BREAK_V3:-} ]] || { echo "odd instruction"; exit 1; }
echo "cmake $*"
S
expect 0 "'--instructions' '$home/build/v3/scree,$home/build/same/tree/build/v3/scree'" -- \
  "${without[@]}" bash -c 'mkdir -p build/same/tree/build && tools/race pile'
grep -q "SCREE_ARCH=x86-64-v3" build/v3.log build/same/tree/build/v3.log ||
  { echo "not built for x86-64-v3"; failures=$((failures + 1)); }
expect 2 "the build for x86-64-v3 failed" "v3.log" -- "${without[@]}" BREAK_V3=1 tools/race pile

# What cannot be raced.
expect 2 "there is no commit 'nowhere'" -- tools/race nowhere
expect 2 "there is no benchmark 'memory' with a duel" "shear-cell" -- tools/race HEAD memory
expect 2 "unknown option --sizes" "stand after --" -- tools/race --sizes 10k
expect 2 "this tree does not build" -- env BREAK="$home/scree" tools/race
expect 2 "does not build" -- env BREAK=build/same/tree tools/race
expect 0 "usage: tools/race" -- tools/race --help
exit $((failures > 0))
