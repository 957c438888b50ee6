#!/usr/bin/env bash
# Studies from outside: run whole, interrupted, killed, changed, with a run that fails.
# SCREE_PROGRAM names the program; ctest sets it.
set -euo pipefail
scree=${SCREE_PROGRAM:?name the program to test}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0

fail() { printf '%s\n' "$1"; failures=$((failures + 1)); }
check() { # WHAT ACTUAL EXPECTED
  [[ $2 == "$3" ]] || fail "$1: expected \"$3\", got \"$2\""
}
# expect STATUS PART... -- COMMAND...: exit status, and parts of what it says on stderr and stdout
expect() {
  local wanted=$1 status=0 part parts=()
  shift
  while [[ $1 != -- ]]; do parts+=("$1"); shift; done
  shift
  said=$("$@" 2>&1) || status=$?
  [[ $status == "$wanted" ]] || fail "$*: expected status $wanted, got $status: $said"
  for part in "${parts[@]}"; do
    [[ $said == *"$part"* ]] || fail "$*: \"$part\" is not in \"$said\""
  done
}
same() { cmp -s "$2" "$3" || fail "$1: $3 differs from $2: $(diff "$2" "$3" | head -4)"; }
# wait_for FILE BYTES PID: until a run has come so far
wait_for() {
  while kill -0 "$3" 2>/dev/null && [[ ! -f $1 || $(stat -c %s "$1") -lt $2 ]]; do sleep 0.02; done
}

cd "$work"
mkdir fall
cat >fall/case.toml <<'C'
title = "grains fall on a floor"
[run]
duration = 0.4
time_step = 1e-5
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
count = 40
jitter = 0.5
velocity = [0.3, 0, 0]
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
cat >study.toml <<'S'
title = "friction of falling grains"
name = "friction"
[constants]
half = 0.5
[grid]
run.seed = [1, 2]
[[runs]]
name = "rough"
case = "fall"
set = ["pair.friction={half*mu}"]
grid = {mu = [0.2, 0.8]}
[[runs]]
name = "longer"
case = "fall"
after = "rough"
grid = {mu = 0.8}
set = ["bodies={{from=\"{after}\"}}", "pair.friction={half*mu}", "run.duration=0.02"]
[[result]]
name = "slid"
unit = "J"
formula = "last(lost_sliding)"
[[result]]
name = "share"
formula = "slid / (slid + last(lost_normal_dashpot))"
[[figure]]
name = "sliding"
title = "Energy lost by sliding"
x = "mu"
y = "slid"
fit = "line"
runs = "rough"
[[figure]]
name = "in-time"
kind = "curves"
x = "time"
y = "lost_sliding"
only = {"run.seed" = 1}
S

# Listed, and nothing is written.
expect 0 "new      rough/mu=0.2/seed=1" "pair.friction=0.4  run.seed=2" "6 runs of ./study.toml" \
  'bodies={from="whole/runs/rough/mu=0.8/seed=2"}' -- "$scree" sweep . --dry-run --out whole
[[ ! -e whole ]] || fail "--dry-run writes nothing"
expect 2 "there is no folder whole" -- "$scree" sweep . --table --out whole

# Run whole; called again there is nothing to do.
expect 0 "friction of falling grains" "6 runs, 0 done before" "6 of 6 runs done" \
  -- "$scree" sweep study.toml --out whole
check "rows of results.csv" "$(wc -l <whole/results.csv)" 7
check "header" "$(head -1 whole/results.csv)" "run,block,mu,run.seed,status,slid [J],share"
check "all are done" "$(cut -d, -f5 whole/results.csv | grep -c '^done$')" 6
for file in figures/sliding.svg figures/in-time.svg fits.csv timings.csv runs/rough/mu=0.2/seed=1/series.csv; do
  [[ -s whole/$file ]] || fail "a study leaves $file"
done
[[ $(grep -c '^sliding,rough,4,' whole/fits.csv) == 1 ]] || fail "fits.csv: $(cat whole/fits.csv)"
cp whole/results.csv first.csv
expect 0 "6 done before" -- "$scree" sweep study.toml --out whole
check "nothing is run twice" "$(cut -d, -f4 whole/timings.csv | sort -u | tr '\n' ' ')" "1 processes "
rm whole/results.csv
expect 0 "6 of 6 runs are done" -- "$scree" sweep study.toml --out whole --table
same "--table" first.csv whole/results.csv

# One study stopped in every way: SIGTERM, kill -9, a lost checkpoint, SIGINT. Continued to its end it
# has the same table to the last byte.
sweep_in_background() { # LOG
  (trap - INT; exec "$scree" sweep study.toml --jobs 2 --out stopped) >"$1" 2>&1 & pid=$!
}
stop() { # SIGNAL STATUS LOG
  kill -"$1" $pid || fail "the study was over before it was stopped: $(cat "$3")"
  status=0
  wait $pid 2>/dev/null || status=$?
  check "$1: exit code" "$status" "$2"
}
run1=stopped/runs/rough/mu=0.2/seed=1 run2=stopped/runs/rough/mu=0.2/seed=2
sweep_in_background log-term
wait_for $run1/series.csv 3000 $pid
wait_for $run2/series.csv 3000 $pid
stop TERM 143 log-term
grep -q "continue with: scree sweep study.toml --out stopped" log-term || fail "TERM: $(cat log-term)"
grep -q unfinished stopped/results.csv || fail "stopped before the end"
expect 0 "resume   rough" -- "$scree" sweep study.toml --out stopped --dry-run
expect 2 "at work in stopped" -- flock stopped/.lock "$scree" sweep study.toml --out stopped

rm -f $run1/summary.json
size=$(stat -c %s $run1/series.csv)
sweep_in_background log-kill
wait_for $run1/series.csv $((size + 1000)) $pid
stop KILL 137 log-kill
for _ in $(seq 100); do [[ -s $run1/summary.json ]] && break; sleep 0.05; done
grep -q '"end": "interrupted"' $run1/summary.json || fail "runs end with their sweep: $(cat $run1/log.txt)"

: >$run2/checkpoint.h5
sweep_in_background log-int
wait_for stopped/runs/rough/mu=0.8/seed=1/series.csv 3000 $pid
stop INT 130 log-int
grep -q "will be resumed: rough/mu=0.2/seed=1" log-int || fail "INT: $(cat log-int)"
grep -q "seed=2 cannot be resumed and starts again: .*is empty" log-int || fail "INT: $(cat log-int)"

expect 0 "6 of 6 runs done" -- "$scree" sweep study.toml --out stopped
same "stopped and continued" whole/results.csv stopped/results.csv
same "stopped and continued" whole/fits.csv stopped/fits.csv

# A changed study: only what changed is made again.
sed 's/half = 0.5/half = 0.5\nfloor = 1/; s/grid = {mu = \[0.2, 0.8\]}/grid = {mu = [0.8, 0.3]}/' study.toml >changed.toml
expect 0 "6 runs, 4 done before" "rough/mu=0.3/seed=1 took" -- "$scree" sweep changed.toml --out whole
[[ $said != *"mu=0.8/seed=1 took"* ]] || fail "what did not change is kept: $said"
sed -i 's/formula = "last(lost_sliding)"/formula = "2*last(lost_sliding)"/' changed.toml
expect 0 "6 done before" -- "$scree" sweep changed.toml --out whole
sed -i 's/set = \["pair.friction={half\*mu}"\]/set = ["pair.friction={half*mu}", "pair.restitution={mu}"]/' changed.toml
expect 0 "4 runs changed and will be made again" "longer/mu=0.8/seed=2 took" -- "$scree" sweep changed.toml --out whole

# One run fails: it is named, the others are done.
cat >failing.toml <<'S'
[[runs]]
name = "speed"
case = "fall"
grid = {w = [0, -60, -0.1]}
set = ["bodies.velocity=[0, 0, {w}]", "run.time_step=1e-6", "run.duration=0.002"]
[[runs]]
name = "next"
case = "fall"
after = "speed"
grid = {w = [-60, -0.1]}
set = ["bodies={{from=\"{after}\"}}", "run.duration={0.002+0*w}"]
[[result]]
name = "rows"
formula = "count(time)"
S
expect 3 "speed/w=-60 FAILED: overlap of body" "3 of 5 runs done, 2 failed" "log.txt" \
  "next/w=-60 FAILED: it starts from speed/w=-60" -- "$scree" sweep failing.toml --out failing
check "failed" "$(grep -c ',failed,$' failing/results.csv)" 2
check "done" "$(grep -c ',done,[0-9]' failing/results.csv)" 3
expect 3 "1 run failed and will be tried again: speed/w=-60" "2 failed" -- "$scree" sweep failing.toml --out failing
sed 's/-60/-0.2/g' failing.toml >mended.toml
expect 0 "5 of 5 runs done" -- "$scree" sweep mended.toml --out failing

# A result that cannot be computed is told, and the table has the rest.
sed 's/formula = "count(time)"/formula = "sum(where(time, time > 9))"/' mended.toml >empty.toml
expect 2 "warning: empty.toml:" "result.rows" "selects nothing" -- "$scree" sweep empty.toml --out failing

# Bad studies: file, line, key, remedy; nothing is written.
refuse() { # PARTS... -- FILE
  local parts=()
  while [[ $1 != -- ]]; do parts+=("$1"); shift; done
  expect 2 "${parts[@]}" -- "$scree" sweep "$2" --out refused
  [[ ! -e refused ]] || { fail "nothing is written: $2"; rm -rf refused; }
}
sed 's/after = "rough"/after = "tough"/' study.toml >bad.toml
refuse "bad.toml:12:" "runs.longer: after" '"tough"' "rough" -- bad.toml
sed 's/mu = \[0.2, 0.8\]/mu = []/' study.toml >bad.toml
refuse "bad.toml:11:" "grid.mu" "at least one value" -- bad.toml
sed 's/pair.friction={half/pair.fricton={half/' study.toml >bad.toml
refuse "bad.toml:7:" "rough/mu=0.2/seed=1" "fricton" "friction" -- bad.toml
sed 's/last(lost_sliding)/last(lost_slidng)/' study.toml >bad.toml
refuse "bad.toml:18:" "result.slid" "did you mean 'lost_sliding'" -- bad.toml
refuse "absent.toml" -- absent.toml
expect 2 "--jobs" -- "$scree" sweep study.toml --jobs 0

exit $((failures > 0))
