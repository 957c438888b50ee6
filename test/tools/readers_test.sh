#!/usr/bin/env bash
# What a run writes is read by the programs it is meant for: the dump by LAMMPS, frames by VTK,
# checkpoints by h5py, tables by pandas (./scree install readers). A reader that is not installed is
# skipped with a word. SCREE_PROGRAM names the program; ctest sets it.
set -euo pipefail
scree=${SCREE_PROGRAM:?name the program to test}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0
export OMP_NUM_THREADS=1

fail() { printf '%s\n' "$1"; failures=$((failures + 1)); }
skip() { printf 'skipped: %s (./scree install readers)\n' "$1"; }

cd "$work"
cat >case.toml <<'C'
title = "three grains fly"
[run]
duration = 0.1
time_step = 1e-4
[domain]
lo = [0, 0, 0]
hi = [1, 2, 3]
periodic = [true, false, false]
[gravity]
vector = [0, 0, 0]
[material.glass]
density = 2500
young = 2e7
poisson = 0.25
[[pair]]
materials = ["*", "*"]
restitution = 0.5
friction = 0.5
[[bodies]]
source = "explicit"
material = "glass"
list = [
  {x = [0.25, 0.5, 1], radius = 0.01, v = [0, 0, 1]},
  {x = [0.5, 0.5, 1], radius = 0.02, v = [0, 2, 0]},
  {x = [0.75, 0.5, 1], radius = 0.04, v = [0.5, 0, 0]},
]
[[wall]]
name = "floor"
material = "glass"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
[[observe]]
kind = "momentum"
[output]
series_interval = 0.01
frame_interval = 0.05
lammps_dump = true
plots = false
picture = {width = 64}
C
"$scree" run case.toml --out run >log 2>&1 || { cat log; exit 1; }

# Packages of the system belong to its own python, whichever comes first in the path.
python_with() { # MODULE: prints a python that has it
  local python
  for python in python3 /usr/bin/python3; do
    if "$python" -c "import $1" 2>/dev/null; then printf '%s\n' "$python"; return; fi
  done
}
# read_by MODULE WHAT: runs the script on stdin, which fails by an assertion
read_by() {
  local python script
  script=$(cat)
  python=$(python_with "$1")
  if [[ -z $python ]]; then skip "$2, there is no module $1"; return; fi
  "$python" -c "$script" || fail "$2: not what the run wrote"
}

# After 0.1 s body 1 is at (0.5, 0.7, 1), body 0 at (0.25, 0.5, 1.1), body 2 at (0.8, 0.5, 1).
if command -v lmp >/dev/null; then
  cat >in.lmp <<'L'
units si
atom_style atomic
boundary p f f
region all block 0 1 0 1 0 1
create_box 1 all
pair_style zero 0.1
pair_coeff * *
mass 1 1
read_dump run/dump.lammpstrj 1000 x y z vx vy vz box yes add yes
run 0 post no
print "READ $(count(all)) bodies step $(step) box $(zhi) side $(bound(all,ymax):%.9g) speed $(3*vcm(all,y))"
L
  lmp -in in.lmp -log none >lmp.out 2>&1 ||
    { grep ERROR lmp.out; fail "LAMMPS does not read the dump"; }
  grep -q "^READ 3 bodies step 1000 box 3 side 0.7 speed 2" lmp.out ||
    fail "LAMMPS: not what the run wrote: $(grep READ lmp.out)"
else
  skip "the dump, there is no lmp"
fi

read_by vtkmodules.vtkIOXML "frames by VTK" <<'P'
import xml.etree.ElementTree
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

def read(name):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName("run/" + name)
    reader.Update()
    return reader.GetOutput()

sets = list(xml.etree.ElementTree.parse("run/frames.pvd").iter("DataSet"))
bodies = [s for s in sets if s.get("name") == "bodies"]
assert [round(float(s.get("timestep")), 9) for s in bodies] == [0, 0.05, 0.1], bodies
assert len(sets) == 6, sets
last = read(bodies[-1].get("file"))
assert last.GetNumberOfPoints() == 3
assert all(abs(a - b) < 1e-12 for a, b in zip(last.GetPoint(1), (0.5, 0.7, 1))), last.GetPoint(1)
data = last.GetPointData()
assert data.GetArray("radius").GetValue(2) == 0.04
assert data.GetArray("id").GetValue(2) == 2
assert data.GetArray("velocity").GetTuple3(1) == (0, 2, 0)
walls = read([s for s in sets if s.get("name") == "walls"][-1].get("file"))
assert walls.GetNumberOfCells() > 0
assert walls.GetFieldData().GetAbstractArray("wall_names").GetValue(0) == "floor"
P

read_by h5py "checkpoint by h5py" <<'P'
import json
import h5py

with h5py.File("run/checkpoint.h5", "r") as f:
    assert f["step"][()] == 1000 and abs(f["time"][()] - 0.1) < 1e-12
    place = {i: list(p) for i, p in zip(f["grains/id"][()], f["grains/place"][()])}
    assert all(abs(a - b) < 1e-12 for a, b in zip(place[0], (0.25, 0.5, 1.1, 0.01))), place
    assert f["grains/place"].attrs["columns"] == b"x y z radius"
    assert f["grains/place"].attrs["units"] == b"m, m, m, m"
    note = json.loads(f["note"][()])
summary = json.load(open("run/summary.json"))
assert format(note["state_hash"], "016x") == summary["state_hash"], (note["state_hash"], summary)
P

read_by pandas "series by pandas" <<'P'
import pandas

rows = pandas.read_csv("run/series.csv")
assert len(rows) == 11, len(rows)
time = next(c for c in rows if c.split(" ")[0] == "time")
assert all(abs(t - 0.01 * k) < 1e-9 for k, t in enumerate(rows[time])), rows[time]
mass = 2500 * 4 / 3 * 3.141592653589793 * 0.01**3
energy = 0.5 * mass * (1 + 8 * 4 + 64 * 0.25)
kinetic = next(c for c in rows if c.startswith("kinetic"))
assert all(abs(e / energy - 1) < 1e-9 for e in rows[kinetic]), (energy, rows[kinetic])
P
exit $((failures > 0))
