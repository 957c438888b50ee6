#!/usr/bin/env bash
# The library as other programs see it: examples/hello against an installed one, and in a tree that
# adds this one (there only its own object is compiled: the library is the one that was built). No flag
# of ours reaches either. SCREE_PROGRAM names the program; the library lies beside it.
set -euo pipefail
root=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
build=$(dirname "$(readlink -f "${SCREE_PROGRAM:?name the program to test}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0
export OMP_NUM_THREADS=1

fail() { printf '%s\n' "$1"; failures=$((failures + 1)); }
# quietly COMMAND...: its output only if it fails
quietly() { "$@" >"$work/said" 2>&1 || { cat "$work/said"; fail "failed: $*"; }; }
# own_flags_only FOLDER: what hello is compiled with
own_flags_only() {
  local command
  command=$(ninja -C "$1" -t commands CMakeFiles/hello.dir/hello.cpp.o | tail -n 1)
  for flag in -march -fopenmp -ffast -fno- "$root/src" eigen toml; do
    [[ $command != *"$flag"* ]] || fail "hello is compiled with $flag: $command"
  done
}

# Every header stands for itself.
for header in "$root"/include/scree/*.h; do
  printf '#include "scree/%s"\n' "$(basename "$header")" >"$work/one.cpp"
  quietly g++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I "$root/include" "$work/one.cpp"
done

quietly cmake --install "$build" --prefix "$work/prefix" --component library
[[ -f $work/prefix/share/doc/scree/LICENSE ]] || fail "the licence is not installed"
for header in "$root"/include/scree/*.h; do
  cmp -s "$header" "$work/prefix/include/scree/$(basename "$header")" || fail "$header is not installed"
done
quietly cmake -S "$root/examples/hello" -B "$work/found" -G Ninja -D CMAKE_PREFIX_PATH="$work/prefix"
own_flags_only "$work/found"
quietly cmake --build "$work/found"
said=$("$work/found/hello") || fail "hello ended with status $?: $said"
[[ $said == *"lost in dashpots"* && $said != *nan* ]] || fail "hello said: $said"

quietly cmake -S "$root/examples/hello" -B "$work/added" -G Ninja -D SCREE_SOURCE="$root"
own_flags_only "$work/added"
quietly ninja -C "$work/added" CMakeFiles/hello.dir/hello.cpp.o
[[ $(ninja -C "$work/added" -t commands hello | tail -n 1) == *libscree.a* ]] || fail "an added tree is not linked"
ninja -C "$work/added" -t targets all | grep -q '^test_' && fail "an added tree brings its tests"

((failures == 0)) || { echo "$failures failures"; exit 1; }
echo "the library is found, added and used"
