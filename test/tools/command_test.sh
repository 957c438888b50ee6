#!/usr/bin/env bash
# The scree command from outside: exit codes, messages, and runs that are stopped in every way.
# SCREE_PROGRAM names the program; ctest sets it.
set -euo pipefail
root=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
scree=${SCREE_PROGRAM:?name the program to test}
work=$(mktemp -d)
trap 'umount "$work/small" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0
export OMP_NUM_THREADS=1

fail() { printf '%s\n' "$1"; failures=$((failures + 1)); }
check() { # WHAT ACTUAL EXPECTED
  [[ $2 == "$3" ]] || fail "$1: expected \"$3\", got \"$2\""
}
# expect STATUS PART... -- COMMAND...: exit status, and parts of what it says on stderr and stdout
expect() {
  local wanted=$1 status=0 said part parts=()
  shift
  while [[ $1 != -- ]]; do parts+=("$1"); shift; done
  shift
  said=$("$@" 2>&1) || status=$?
  [[ $status == "$wanted" ]] || fail "$*: expected status $wanted, got $status: $said"
  for part in "${parts[@]}"; do
    [[ $said == *"$part"* ]] || fail "$*: \"$part\" is not in \"$said\""
  done
}
hash_of() { grep -o '"state_hash": "[0-9a-f]*"' "$1/summary.json"; }
same_run() { # WHAT FOLDER: is it the run in whole?
  check "$1: state" "$(hash_of "$2")" "$(hash_of whole)"
  cmp -s whole/series.csv "$2/series.csv" || fail "$1: series.csv differs"
}
# wait_for FILE BYTES PID: until a run has come so far
wait_for() {
  while kill -0 "$3" 2>/dev/null && [[ ! -f $1 || $(stat -c %s "$1") -lt $2 ]]; do sleep 0.02; done
}

cd "$work"
cat >case.toml <<'C'
title = "grains fall on a floor"
[run]
duration = 0.25
time_step = 1e-5
checkpoint_interval = 0.1
[domain]
lo = [0, 0, -0.1]
hi = [0.1, 0.1, 0.2]
periodic = [true, true, false]
[gravity]
vector = [0, 0, -9.81]
[material.glass]
density = 2500
young = 2e7
poisson = 0.25
[[pair]]
materials = ["*", "*"]
restitution = 0.5
friction = 0.5
[[bodies]]
source = "lattice"
material = "glass"
count = 100
jitter = 0.5
spacing = 0.014
region = {kind = "box", lo = [0, 0, 0.002], hi = [0.1, 0.1, 0.1]}
sizes = {kind = "fixed", radius = 0.005}
[[wall]]
name = "floor"
material = "glass"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
[output]
series_interval = 1e-3
frame_interval = 1
plots = false
picture = {width = 64}
C

# A run, its files, and no second one in the same place.
expect 0 "grains fall on a floor" "state hash" "energy ledger closes" -- "$scree" run case.toml --out whole
for file in series.csv summary.json run.json case.toml checkpoint.h5 final.png frames.pvd; do
  [[ -s whole/$file ]] || fail "a run leaves $file"
done
expect 2 "already holds a run" "--force" "--out" "scree resume whole" -- "$scree" run case.toml --out whole
expect 0 "is already finished" "--until" -- "$scree" resume whole
cp -r whole forced
expect 0 -- "$scree" run case.toml --out forced --force
same_run "--force runs again" forced
expect 0 "threads/series.csv, threads/frames.pvd" -- "$scree" run case.toml --out threads --threads 2
same_run "two threads" threads

# Stopped by SIGTERM and SIGINT, then resumed, from another folder.
for signal in TERM:143 INT:130; do
  folder=stopped-${signal%:*}
  (trap - INT; exec "$scree" run case.toml --out "$folder") >log 2>&1 & pid=$!
  wait_for "$folder/series.csv" 20000 $pid
  kill -"${signal%:*}" $pid || fail "the run was over before it was stopped"
  status=0
  wait $pid || status=$?
  check "$signal: exit code" "$status" "${signal#*:}"
  grep -q "scree resume $folder" log || fail "$signal: it tells how to go on: $(cat log)"
  [[ $(hash_of "$folder") != "$(hash_of whole)" ]] || fail "$signal: stopped before the end"
  expect 0 "done" -- env -C / "$scree" resume "$work/$folder"
  same_run "$signal and resume" "$folder"
done

# Killed between two checkpoints: the tables are cut back to the last one.
"$scree" run case.toml --out killed >/dev/null 2>&1 & pid=$!
wait_for killed/series.csv 30000 $pid
kill -KILL $pid || fail "the run was over before it was killed"
wait $pid 2>/dev/null || true
expect 0 "done" -- "$scree" resume killed
same_run "kill -9 and resume" killed
expect 0 "time 0.26 s" -- "$scree" resume killed --until 0.26

# Broken checkpoints.
broken() { # NAME PARTS...: resume must refuse the checkpoint now in bad/
  local name=$1
  shift
  expect 2 "checkpoint.h5" "$@" -- "$scree" resume bad
}
fresh() { rm -rf bad && cp -r whole bad; }
size=$(stat -c %s whole/checkpoint.h5)
fresh; truncate -s $((size / 2)) bad/checkpoint.h5
broken truncated "is truncated" "use an earlier checkpoint"
fresh; : >bad/checkpoint.h5
broken empty "is empty"
fresh; cp whole/final.png bad/checkpoint.h5
broken foreign "is not a checkpoint of Scree"
fresh; printf 'X' | dd of=bad/checkpoint.h5 bs=1 seek=$((size - 2000)) conv=notrunc status=none
broken flipped "has changed since it was written"
fresh; sed -i '1s/format [0-9]*/format 999/' bad/checkpoint.h5
broken newer "newer Scree" "update this program"
fresh; rm bad/checkpoint.h5
broken missing "holds no checkpoint.h5"
expect 2 "nowhere" -- "$scree" resume nowhere

# Broken meshes: file, line or byte, remedy.
mesh() { # NAME PARTS...: a wall made of this mesh, whose bytes come on stdin
  local name=$1
  shift
  cat >"$name"
  { cat case.toml; printf '[[wall]]\nname = "part"\nmaterial = "glass"\nshape = "mesh"\nfile = "%s"\n' "$name"; } >mesh.toml
  expect 2 "$name" "$@" -- "$scree" run mesh.toml --out mesh
  [[ ! -e mesh ]] || fail "$name: nothing is written"
}
printf 'v 0 0 0\nv 1 0 0\nv 0 1 zero\nf 1 2 3\n' | mesh word.obj ":3:" "'zero' is not a number"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n' | mesh range.obj ":4:" "7"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n' | mesh short.obj ":4:" "at least three corners"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' | mesh points.obj "no triangles"
printf '' | mesh empty.stl "empty"
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n' | mesh cut.stl "the file ends here"
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 nan 0\nendloop\nendfacet\nendsolid\n' | mesh nan.stl ":6:" "must be finite"
{ head -c 80 /dev/zero; printf '\x05\0\0\0'; head -c 120 /dev/zero; } | mesh short-binary.stl "byte" "triangles"
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' | mesh line.obj "no usable triangle"
printf 'mesh' | mesh drawing.step ".stl"

# Broken cases: file, line, key, remedy; nothing is written.
refuse() { # STATUS PARTS... -- ARGUMENTS of run
  expect "$@" --out refused
  [[ ! -e refused ]] || { fail "nothing is written: $*"; rm -rf refused; }
}
for file in "$root"/test/formats/broken/case-*.toml; do
  refuse 2 "$(basename "$file")" -- "$scree" run "$file"
done
sed 's/^radius.*//; s/density = 2500/density = -2500/' case.toml >negative.toml
refuse 2 "negative.toml:13:" "density" -- "$scree" run negative.toml
refuse 2 "run.time_step" "too large" "Use at most" "run.force_time_step" -- "$scree" run case.toml --set run.time_step=0.1
refuse 2 "run.time_step" -- "$scree" run case.toml --set run.time_step=-1
refuse 2 "duraton" "duration" -- "$scree" run case.toml --set run.duraton=1
sed 's/^vector.*/table = [[0, 0, 0, -9.81], [1, nan, 0, -9]]/' case.toml >nan.toml
refuse 2 "nan.toml:11:" "gravity.table" -- "$scree" run nan.toml
refuse 2 "absent.toml" -- "$scree" run absent.toml
for threads in 0 -1 1000000 nan; do
  for verb in "run case.toml --out none" "resume whole" "check case.toml" "verify ."; do
    # shellcheck disable=SC2086 # a verb and its words
    expect 2 "--threads" -- "$scree" $verb --threads "$threads"
  done
done
for until in nan inf 0 -1 soon; do expect 2 "--until" "no time" -- "$scree" resume whole --until "$until"; done
expect 2 "steps: more than can be counted" -- "$scree" resume whole --until 1e18
[[ ! -e none ]] || fail "a run that was refused wrote something"
expect 2 "there is no verb 'rnu'" "run" -- "$scree" rnu case.toml
expect 2 "scree run has no option '--frce'" "did you mean '--force'?" -- "$scree" run case.toml --frce
expect 2 "did you mean '--threads'?" -- "$scree" check case.toml --thread=2

# Help, by verb and by option.
expect 0 "run a case" "sweep" -- "$scree" help
expect 0 "--threads" "--set" -- "$scree" help run
expect 2 "there is no verb 'rnu' (did you mean 'run'?)" -- "$scree" help rnu

# What users write reaches no terminal as it is.
escape=$'\e[31m'
visible='\x1b[31m'
cp case.toml "red$escape.toml"
expect 2 "run.x$visible: unknown key" -- "$scree" run case.toml --set "run.x$escape=1"
expect 2 "absent$visible.toml" -- "$scree" run "absent$escape.toml"
expect 2 "a name must not contain '\x1b'" -- "$scree" run case.toml --set "wall.floor.name=a$escape"
sed "s/^title.*/title = \"fall\\\\u001b[31m\\\\nred\"/" case.toml >title.toml
expect 0 "title.toml: fall$visible\\nred" -- "$scree" check title.toml
said=$("$scree" run "red$escape.toml" --set run.duration=1e-3 --set "title=$escape" 2>&1)
[[ $said != *"$escape"* ]] || fail "an escape sequence got through: $said"

# check names the unit of every number.
expect 0 " m/s" " s (given)" "at most, to 0.25 s" " MB" -- "$scree" check case.toml
said=$("$scree" check case.toml --set run.dimensionless=true)
[[ $said != *" m/s"* && $said == *"to 0.25"$'\n'* ]] || fail "a case without units: $said"

# Numerical trouble: exit 3, both bodies named, a checkpoint is there.
sed 's/^count = 100/count = 100\nvelocity = [0, 0, -60]/; s/time_step = 1e-5/time_step = 1e-6/' case.toml >fast.toml
expect 3 "overlap of body" 'wall "floor"' "run.overlap_limit" -- "$scree" run fast.toml --out fast
[[ -s fast/checkpoint.h5 ]] || fail "trouble leaves a checkpoint"
# It stands before the fault: resume says what happened, meets it again, and can change it.
expect 3 "this run stopped: overlap of body" "--set KEY=VALUE" "overlap of body" -- "$scree" resume fast
expect 2 "material.glass.young" "cannot change in the middle of a run" -- "$scree" resume fast --set material.glass.young=1e9
expect 0 "this run stopped" "done:" -- "$scree" resume fast --set run.overlap_limit=3 --set run.duration=2e-4
sed 's/^shape = "plane"/shape = "plane"\nphases = ["late"]/; s/^duration.*//' case.toml >lost.toml
printf '[[phase]]\nname = "early"\nduration = 0.2\n[[phase]]\nname = "late"\nduration = 0.1\n' >>lost.toml
expect 3 "left the domain through zlo" "[[outlet]]" -- "$scree" run lost.toml --out lost

# Two writers, two signals in a row, words that nobody can read, a limit on the size of files.
"$scree" run case.toml --set run.duration=100 --out busy >busy.log 2>&1 &
job=$!
wait_for busy/series.csv 3000 $job
expect 2 "another scree (process $job) is at work in busy" -- "$scree" resume busy
expect 2 "another scree (process $job) is at work in busy" -- "$scree" run case.toml --out busy --force
kill -TERM $job; sleep 0.05  # signals that wait together are delivered in the order of their numbers
for signal in TERM INT TERM; do kill -$signal $job 2>/dev/null || true; done
status=0; wait $job || status=$?
check "two signals: status" $status 143
grep -q '"end": "interrupted"' busy/summary.json || fail "two signals: the run did not end in order"
expect 0 -- bash -c '"$1" run case.toml --set run.duration=0.01 --out dumb >/dev/full 2>/dev/full' - "$scree"
grep -q '"end": "done"' dumb/summary.json || fail "a full stdout and stderr ended a run"
expect 2 -- bash -c '"$1" run absent.toml >/dev/full 2>/dev/full' - "$scree"
expect 2 "size limit" -- bash -c 'ulimit -f 20; "$1" run case.toml --out narrow 2>&1' - "$scree"

# Folders that cannot be written, and a full disk, are noticed before the run.
touch occupied
expect 2 "occupied" -- "$scree" run case.toml --out occupied/run
if [[ $EUID -eq 0 ]] && mkdir small && mount -t tmpfs -o size=200k tmpfs small 2>/dev/null; then
  expect 2 "small" "free" -- "$scree" run case.toml --out small/run
  umount small
else
  echo "skipped: a full disk (needs the right to mount a small tmpfs)"
fi
if [[ $EUID -eq 0 ]]; then
  mkdir locked && chmod 555 locked && chmod 755 "$work"
  if setpriv --reuid=65534 --clear-groups test -x "$scree"; then
    expect 2 "locked" -- setpriv --reuid=65534 --clear-groups "$scree" run case.toml --out locked/run
  else
    echo "skipped: an unwritable folder (others cannot start the program here)"
  fi
else
  mkdir locked && chmod 555 locked
  expect 2 "locked" -- "$scree" run case.toml --out locked/run
fi
exit $((failures > 0))
