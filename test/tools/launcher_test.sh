#!/usr/bin/env bash
# The launcher builds when it must and only then. Compiler, cmake and packages are played by stubs
# that keep a diary, so that this takes no time and touches nothing on the machine.
set -euo pipefail
root=$(dirname "$(readlink -f "$0")")/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0

home="$work/check out"
mkdir -p "$home"/{src,app,cmake,test} "$work/bin" "$work/else where"
cp "$root/scree" "$home/scree"
touch "$home"/{CMakeLists.txt,CMakePresets.json,src/a.cpp}
export DIARY="$work/diary" PATH="$work/bin:$PATH"
unset SCREE_ARCH SCREE_WERROR CI CXX CXXFLAGS

# stub NAME: a program that notes its name in the diary and runs what stands on stdin
stub() {
  { printf '#!/usr/bin/env bash\necho %s >>"$DIARY"\n' "$1"; cat; } >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}
stub dpkg-query <<'S'
for name in "$@"; do [[ $name == -* ]] || echo "$name ${PACKAGES:-installed}"; done
S
stub apt-get <<'S'
S
stub sudo <<'S'
exit 1
S
stub cmake <<'S'
mkdir -p build/release && touch build/release/build.ninja
S
stub ninja <<'S'
[[ ${BREAK:-} ]] && { printf '[1/2] Building x\nFAILED: x.o\nc++ x\nx.cpp:3: error: odd\n'; exit 1; }
sleep "${SLOW:-0}"
folder=$2
printf '[1/1] Building x\n'
printf '#!/usr/bin/env bash\nprintf "<%%s>" "$SCREE_HOME" "$@"\nexit ${CODE:-0}\n' >"$folder/scree"
chmod +x "$folder/scree"
S

diary() { if [[ -f $DIARY ]]; then grep -cx "$1" "$DIARY" || true; else echo 0; fi; }
fresh() { rm -f "$DIARY"; }
check() { # WHAT ACTUAL EXPECTED
  if [[ $2 != "$3" ]]; then
    printf '%s: expected "%s", got "%s"\n' "$1" "$3" "$2"
    failures=$((failures + 1))
  fi
}
check_says() { # WHAT TEXT PART
  if [[ $2 != *"$3"* ]]; then
    printf '%s: "%s" is not in "%s"\n' "$1" "$3" "$2"
    failures=$((failures + 1))
  fi
}

cd "$work/else where"
check "help needs no build" "$("$home/scree" --help | head -n 1)" "usage: ./scree VERB [ARGUMENTS]"
check "help test needs no build" "$("$home/scree" help test | head -n 1)" \
  "usage: ./scree test [--all] [--sanitize[=thread]] [--filter TEXT]"
check "help needs no build" "$(diary ninja)" 0

said=$("$home/scree" run "a case" --set x=1 2>/dev/null)
check "arguments pass unchanged" "$said" "<$home><run><a case><--set><x=1>"
check "the first start configures" "$(diary cmake)" 1
check "the first start builds" "$(diary ninja)" 1

fresh
ln -s "$home/scree" "$work/link"
check "a symlink finds its way home" "$("$work/link" list)" "<$home><list>"
check "nothing to do: no ninja" "$(diary ninja)" 0
check "nothing to do: no cmake" "$(diary cmake)" 0
check "nothing to do: no package query" "$(diary dpkg-query)" 0

status=0
CODE=3 "$home/scree" run x >/dev/null || status=$?
check "the program's exit code is ours" "$status" 3

sleep 0.02
touch "$home/src/a.cpp"
"$home/scree" list >/dev/null 2>&1
check "a changed source is built" "$(diary ninja)" 1
check "but not configured anew" "$(diary cmake)" 0
fresh
sleep 0.02
touch -d '1 hour ago' "$home/src/a.cpp"
"$home/scree" list >/dev/null 2>&1
check "an older file put in place is noticed" "$(diary ninja)" 1
fresh
sleep 0.02
rm "$home/src/a.cpp"
"$home/scree" list >/dev/null 2>&1
check "a removed source is noticed" "$(diary ninja)" 1

fresh
SCREE_ARCH=x86-64-v2 "$home/scree" list >/dev/null 2>&1
check "other flags make the folder anew" "$(diary cmake)" 1
fresh
sed -i 's/^flags.*/flags of another processor/' "$home/build/release/".{identity,stamp-app}
SCREE_ARCH=x86-64-v2 "$home/scree" list >/dev/null 2>&1
check "another processor makes the folder anew" "$(diary cmake)" 1
fresh
mv "$home" "$work/moved"
SCREE_ARCH=x86-64-v2 "$work/moved/scree" list >/dev/null 2>&1
check "a moved checkout makes the folder anew" "$(diary cmake)" 1
mv "$work/moved" "$home"

fresh
export SLOW=0.3
"$home/scree" list >/dev/null 2>&1 &
"$home/scree" list >/dev/null 2>&1
wait
check "two starts at once build once" "$(diary ninja)" 1
unset SLOW

status=0
touch "$home/src/b.cpp"
said=$(BREAK=1 "$home/scree" list 2>&1) || status=$?
check "a failed build stops" "$status" 2
check_says "a failed build shows the error" "$said" "x.cpp:3: error: odd"
check_says "a failed build names its log" "$said" "build/release/build.log"
fresh
"$home/scree" list >/dev/null 2>&1
check "a failed build is tried again" "$(diary ninja)" 1
check "a failed build is not started from nothing" "$(diary cmake)" 0

fresh
touch "$home/src/c.cpp"
said=$(PACKAGES=absent "$home/scree" --no-install list 2>&1)
check_says "--no-install says what is missing" "$said" "continuing without g++ cmake"
check_says "--no-install continues" "$said" "<list>"
check "--no-install installs nothing" "$(diary apt-get)" 0

status=0
said=$("$home/scree" install gadget 2>&1) || status=$?
check "an unknown part is refused" "$status" 2
check_says "an unknown part: the parts are named" "$said" "peers"

if [[ $EUID -eq 0 ]]; then
  fresh
  touch "$home/src/d.cpp"
  PACKAGES=absent "$home/scree" list >/dev/null 2>&1
  check "root installs without sudo" "$(diary sudo)-$(diary apt-get)" "0-2"
  chmod -R a+rwX "$work"
  touch "$home/src/e.cpp"
  fresh
  status=0
  said=$(PACKAGES=absent setpriv --reuid=65534 --clear-groups "$home/scree" list 2>&1 </dev/null) || status=$?
  check "without rights it stops" "$status" 2
  check_says "without rights it tells the line" "$said" "apt-get install -y --no-install-recommends g++ cmake"
  check "without rights it builds nothing" "$(diary ninja)" 0
fi
exit $((failures > 0))
