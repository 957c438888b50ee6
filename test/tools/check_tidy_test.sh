#!/usr/bin/env bash
# tools/check_tidy chooses the sources that changed and those through which changed headers are seen,
# each once, and fails with every finding once. A script stands in for clang-tidy.
set -euo pipefail
root=$(dirname "$(readlink -f "$0")")/../..
tree=$(readlink -f "$(mktemp -d)")
trap 'rm -rf "$tree"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0

# expect STATUS TEXT SOURCES ARGUMENTS...: what the script says, and which sources it looks at
expect() {
  local status=0 said looked want=$1 text=$2 sources=$3
  shift 3
  : >"$tree/looked"
  said=$(cd / && PATH="$tree/bin:$PATH" "$tree/repo/tools/check_tidy" "$@" 2>&1) || status=$?
  looked=$(sort "$tree/looked" | tr '\n' ' ')
  if [[ $status != "$want" || $said != *"$text"* || $looked != "$sources" ]]; then
    printf 'check_tidy %s: expected status %s, "%s" and looks at "%s", got status %s, "%s" and:\n%s\n' \
      "$*" "$want" "$text" "$sources" "$status" "$looked" "$said"
    failures=$((failures + 1))
  fi
}

add() {
  mkdir -p "$tree/repo/$(dirname "$1")"
  printf '%b' "$2" >"$tree/repo/$1"
}

commit() {
  git -C "$tree/repo" add -A
  git -C "$tree/repo" -c user.name=test -c user.email=test@example.org commit -qm "$1"
}

# Finds something in every source that says so, and the same in a header.
mkdir -p "$tree/bin"
cat >"$tree/bin/clang-tidy" <<'STUB'
#!/usr/bin/env bash
file=${!#}
echo "$file" >>"$(dirname "$0")/../looked"
grep -q wrong "$file" || exit 0
printf '%s:1:1: error: wrong [a-check]\n  wrong\n' "$PWD/$file" "$PWD/src/scree/law/seen.h"
exit 1
STUB
chmod +x "$tree/bin/clang-tidy"

git init -q "$tree/repo"
mkdir "$tree/repo/tools"
cp "$root/tools/check_tidy" "$tree/repo/tools/"
add .gitignore '/build/\n'
add CMakeLists.txt 'cmake_minimum_required(VERSION 3.22)\nproject(small CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)\nfile(GLOB_RECURSE sources src/*.cpp app/*.cpp)
add_library(one STATIC ${sources})\nadd_library(two STATIC ${sources})\n'
add src/scree/law/own.h '\n'
add src/scree/law/own.cpp '#include "scree/law/own.h"\n'
add src/scree/law/seen.h '#include "scree/law/deep.h"\n'
add src/scree/law/deep.h '\n'
add src/scree/law/other.cpp '#include "scree/law/seen.h"\nint other;\n'
add app/main.cpp '#include "scree/law/seen.h"\nint main() {}\n'
commit first

expect 0 "0 files in order" ""
expect 0 "3 files in order" "app/main.cpp src/scree/law/other.cpp src/scree/law/own.cpp " --all
expect 1 "" "" src/scree/law/gone.cpp
expect 2 "there is no commit nothing" "" --since nothing

# What is not committed counts; headers are seen through their own source or another, also from afar.
add src/scree/law/own.h 'int own();\n'
expect 0 "1 files in order" "src/scree/law/own.cpp "
add src/scree/law/deep.h 'int deep();\n'
expect 0 "2 files in order" "app/main.cpp src/scree/law/own.cpp "
commit second
expect 0 "2 files in order" "app/main.cpp src/scree/law/own.cpp "
expect 0 "0 files in order" "" --since HEAD
expect 0 " s, 2 more left out" "" --minutes 0

# What only moved does not count.
git -C "$tree/repo" mv src/scree/law/other.cpp app/moved.cpp
commit third
expect 0 "0 files in order" "" --since HEAD~1

# Findings: all of them, each once.
add src/scree/law/own.cpp 'wrong\n'
add app/moved.cpp 'wrong\n'
expect 1 "app/moved.cpp:1:1: error: wrong" "app/moved.cpp src/scree/law/own.cpp " --since HEAD
expect 1 "3 findings in 2 of 2 files" "app/moved.cpp src/scree/law/own.cpp " --since HEAD
exit $((failures > 0))
