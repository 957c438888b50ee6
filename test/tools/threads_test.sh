#!/usr/bin/env bash
# Two threads on one core, and on cores that other programs use: slower than one thread, but within
# bounds. SCREE_PROGRAM names the program; ctest sets it.
set -euo pipefail
scree=${SCREE_PROGRAM:?name the program to test}
work=$(mktemp -d)
busy=()
trap 'kill "${busy[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0
# ctest sets these for the other tests.
unset OMP_NUM_THREADS OMP_WAIT_POLICY GOMP_SPINCOUNT

fail() { printf '%s\n' "$1"; failures=$((failures + 1)); }

cd "$work"
cat >case.toml <<'C'
title = "a bed"
[run]
duration = 0.02
[domain]
lo = [0, 0, 0]
hi = [0.2, 0.2, 0.6]
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
count = 10000
jitter = 0.3
spacing = 0.0102
region = {kind = "box", lo = [0, 0, 0.006], hi = [0.2, 0.2, 0.59]}
sizes = {kind = "fixed", radius = 0.005}
[output]
series_interval = 1
frame_interval = 1
plots = false
picture = {width = 64}
C

# took THREADS COMMAND...: milliseconds of a run, started by this command
took() {
  local threads=$1 began
  shift
  began=$(date +%s%N)
  timeout 100 "$@" "$scree" run case.toml --out run --force --threads "$threads" >log 2>&1 ||
    { cat log >&2; echo "the run failed" >&2; }
  echo $((($(date +%s%N) - began) / 1000000))
}
# at_most FACTOR WHAT COMMAND...: two threads against one; the machine may be busy, so three tries
at_most() {
  local factor=$1 what=$2 one two
  shift 2
  for _ in 1 2 3; do
    one=$(took 1 "$@")
    two=$(took 2 "$@")
    if ((two < factor * one)); then return; fi
  done
  fail "$what: two threads take $two ms where one takes $one ms"
}

if ! command -v taskset >/dev/null; then echo "skipped: there is no taskset"; exit 0; fi
mapfile -t cores < <(taskset -cp $$ | sed 's/.*: //' | tr , '\n' | while IFS=- read -r a b; do seq "$a" "${b:-$a}"; done)
at_most 4 "on one core" taskset -c "${cores[0]}"

# By itself it uses what the mask leaves.
said=$(taskset -c "${cores[0]}" "$scree" check case.toml)
[[ $said == *"on 1 thread of this machine"* ]] || fail "one core, one thread: $said"

if ((${#cores[@]} > 1)); then
  pair=${cores[0]},${cores[1]}
  for _ in 1 2; do
    taskset -c "$pair" bash -c 'while :; do :; done' & busy+=($!)
  done
  at_most 6 "on cores that others use" taskset -c "$pair"
else
  echo "skipped: cores that others use (there is one only)"
fi
exit $((failures > 0))
