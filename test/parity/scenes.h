#pragma once
/// Scenes that between them use everything that evolves, and what parity tests do with them.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>

#include "scree/run/session.h"
#include "unit/io/scratch_folder.h"

namespace scree {

/// What every scene shares; results are few and small, so that tests are quick.
inline const std::string kOutput = R"(
[output]
series_interval = 1e-3
frame_interval = 10
plots = false
picture = {width = 64}
)";

/// Spheres, clumps and prescribed grains; rolling and twisting springs; a floor that shakes, a
/// belt, a servo, a wall that vanishes, a turning mesh; emitter, outlet; phases by time and by
/// condition.
inline std::string machine_scene(const std::string& mesh, int singles = 150, int clumps = 20) {
  return R"(
[run]
seed = 3
overlap_limit = 0.6  # the swinging spheres pinch grains against the floor
[domain]
lo = [0, 0, -0.02]
hi = [0.12, 0.05, 0.2]
periodic = [false, true, false]
[gravity]
vector = [0, 0, -9.81]
axis = [0, 1, 0]
rate = 0.5
[material.glass]
density = 2500
young = 5e6
poisson = 0.25
[material.rubber]
density = 1200
young = 3e6
poisson = 0.4
[law]
rolling = "spring"
twisting = "spring"
[[pair]]
materials = ["*", "*"]
restitution = 0.6
friction = 0.5
rolling_friction = 0.1
twisting_friction = 0.1
[clump.peanut]
spheres = [[-0.002, 0, 0, 0.003], [0.002, 0, 0, 0.003], [0.002, 0.002, 0, 0.002]]
[[bodies]]
source = "lattice"
material = "glass"
count = )" +
         std::to_string(singles) +
         R"(
region = {kind = "box", lo = [0.01, 0, 0.025], hi = [0.09, 0.05, 0.08]}
sizes = {kind = "uniform", min = 0.0025, max = 0.0035}
spacing = 0.0075
jitter = 0.9
[[bodies]]
source = "lattice"
material = "rubber"
shape = "peanut"
label = "nut"
count = )" +
         std::to_string(clumps) +
         R"(
region = {kind = "box", lo = [0.01, 0, 0.085], hi = [0.09, 0.05, 0.12]}
spacing = 0.0125
jitter = 0.5
orientation = "random"
[[bodies]]
source = "explicit"
material = "glass"
prescribed = true
list = [{x = [0.03, 0.02, 0.012], radius = 0.006}, {x = [0.05, 0.02, 0.012], radius = 0.006}]
motion = [{kind = "swing", axis = [0, 1, 0], center = [0.04, 0.02, 0.012], amplitude = 0.5, frequency = 10}]
[[emitter]]
name = "spout"
region = {kind = "box", lo = [0.01, 0.005, 0.14], hi = [0.05, 0.045, 0.16]}
number_rate = 800
total_number = 60
material = "rubber"
label = "poured"
sizes = {kind = "normal", mean = 0.003, deviation = 0.0003}
velocity = [0, 0, -0.5]
[[outlet]]
name = "side"
face = "xhi"
[[outlet]]
name = "drain"
region = {kind = "box", lo = [0.09, 0, -0.02], hi = [0.12, 0.05, 0.004]}
phases = ["stir", "late"]
[[wall]]
name = "floor"
material = "rubber"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
motion = [
  {kind = "oscillate", direction = [0, 0, 1], amplitude = 0.0005, frequency = 40},
  {kind = "belt", velocity = [0.2, 0, 0], phases = ["stir"]},
]
[[wall]]
name = "left"
material = "glass"
shape = "plane"
point = [0.004, 0, 0]
normal = [1, 0, 0]
motion = [{kind = "servo", direction = [1, 0, 0], force = 2, gain = 0.02, max_speed = 0.05, smoothing = 0.002, phases = ["stir"]}]
[[wall]]
name = "gate"
material = "glass"
shape = "plane"
point = [0.098, 0, 0]
normal = [-1, 0, 0]
phases = ["settle"]
[[wall]]
name = "paddle"
material = "glass"
shape = "mesh"
file = ")" +
         mesh + R"("
motion = [{kind = "rotate", axis = [0, 1, 0], center = [0.07, 0, 0.012], rate = 5}]
[[phase]]
name = "settle"
until = {quantity = "kinetic_energy", below = 1, hold = 0.004, min = 0.03, at_most = 0.08}
[[phase]]
name = "stir"
duration = 0.06
[[phase]]
name = "late"
duration = 0.02
gravity = {table = [[0, 0, 0, -9.81], [1, 2, 0, -5]]}
[[observe]]
kind = "wall"
wall = "left"
[[observe]]
kind = "flux"
name = "past"
point = [0.05, 0, 0]
normal = [1, 0, 0]
[[observe]]
kind = "group"
label = "nut"
[[observe]]
kind = "profile"
name = "speed"
axis = [0, 0, 1]
bins = 5
interval = 0.005
)" + kOutput;
}

/// A paddle of two triangles, turned by `machine_scene`.
inline const std::string kPaddle =
    "v 0.062 0.01 0.012\nv 0.078 0.01 0.012\nv 0.078 0.04 0.013\nv 0.062 0.04 0.011\n"
    "f 1 2 3\nf 1 3 4\n";

/// A dense cloud in a box periodic along all axes, with partial slip, shaken by gravity.
inline const std::string kPeriodicScene = R"(
[run]
duration = 0.05
overlap_limit = 0.4
[domain]
lo = [-0.02, -0.02, -0.02]
hi = [0.02, 0.02, 0.02]
periodic = [true, true, true]
[gravity]
oscillation = [{amplitude = [50, 20, 0], frequency = 60}]
[material.glass]
density = 2500
young = 5e6
poisson = 0.25
[law]
tangential = "mindlin-deresiewicz"
[[pair]]
materials = ["*", "*"]
restitution = 0.8
friction = 0.4
[[bodies]]
source = "lattice"
material = "glass"
sizes = {kind = "uniform", min = 0.0012, max = 0.0024}
spacing = 0.005
jitter = 1
count = 250
velocity = [0.3, 0.2, 0.1]
[[bodies]]
source = "explicit"
material = "glass"
prescribed = true
list = [{x = [0.0005, 0, 0.0185], radius = 0.0013}]
motion = [{kind = "translate", velocity = [0.4, 0, 0]}]
)" + kOutput;

/// Discs with adhesion of nothing but a linear law, constant rolling torque, in a shaken box.
inline const std::string kPlanarScene = R"(
[run]
duration = 0.05
planar = true
overlap_limit = 0.4
[domain]
lo = [0, 0]
hi = [0.1, 0.1]
periodic = [true, false]
[gravity]
vector = [0, -9.81]
[material.steel]
density = 7800
[law]
normal = "linear"
tangential = "cundall-strack"
rolling = "constant"
[[pair]]
materials = ["*", "*"]
restitution = 0.5
friction = 0.3
stiffness = 2e5
rolling_friction = 0.05
[clump.ell]
spheres = [[0, 0, 0, 0.002], [0.003, 0, 0, 0.002], [0.003, 0.003, 0, 0.002]]
[[bodies]]
source = "lattice"
material = "steel"
sizes = {kind = "fixed", radius = 0.002}
spacing = 0.0045
jitter = 0.9
count = 150
region = {kind = "box", lo = [0, 0, 0], hi = [0.1, 0.05, 0]}
[[bodies]]
source = "explicit"
material = "steel"
shape = "ell"
list = [{x = [0.03, 0.06], w = [0, 0, 20]}, {x = [0.07, 0.07], v = [0.2, -1]}]
[[wall]]
name = "floor"
material = "steel"
shape = "plane"
point = [0, 0, 0]
normal = [0, 1, 0]
motion = [{kind = "oscillate", direction = [0, 1, 0], amplitude = 0.001, frequency = 30}]
)" + kOutput;

/// Sticky grains, so that the lists reach beyond the touching distance.
inline const std::string kStickyScene = [] {
  std::string text = kPeriodicScene;
  const auto swap = [&text](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  swap("[law]\ntangential = \"mindlin-deresiewicz\"",
       "[law]\nnormal = \"jkr\"\ntangential = \"mindlin\"\nrolling = \"constant\"");
  swap("friction = 0.4", "friction = 0.4\nsurface_energy = 0.05\nrolling_friction = 0.1");
  return text;
}();

/// The planar scene, wet by films: bridges across the periodic boundary, with clumps and a floor.
inline const std::string kWetScene = kPlanarScene + R"(
[liquid]
surface_tension = 2
contact_angle = 0.3
content = 0.05
)";

/// Static friction as a constraint: a planar heap that slides and sticks on a floor that shakes,
/// with prescribed grains.
inline const std::string kHeldScene = R"(
[run]
method = "dae"
planar = true
duration = 0.06
overlap_limit = 0.4
[domain]
lo = [0, -0.02]
hi = [0.12, 0.3]
periodic = [true, false]
[gravity]
vector = [1, -9.81]
[material.glass]
density = 2500
[law]
normal = "linear"
tangential = "cundall-strack"
[[pair]]
materials = ["*", "*"]
stiffness = 2e5
restitution = 0.4
friction = 0.4
static_friction = 0.5
[[bodies]]
source = "lattice"
material = "glass"
count = 80
sizes = {kind = "uniform", min = 0.003, max = 0.004}
region = {kind = "box", lo = [0, 0.005], hi = [0.12, 0.1]}
jitter = 0.5
[[bodies]]
material = "glass"
prescribed = true
list = [{x = [0.03, 0], radius = 0.004}, {x = [0.09, 0], radius = 0.004}]
motion = [{kind = "oscillate", direction = [1, 0], amplitude = 0.001, frequency = 20}]
[[wall]]
name = "floor"
material = "glass"
shape = "plane"
point = [0, 0]
normal = [0, 1]
motion = [{kind = "oscillate", direction = [1, 0], amplitude = 0.001, frequency = 30}]
)" + kOutput;

/// Rigid contacts with all that has a tensor of inertia: clumps, a paddle that a motor turns, a
/// box that falls among the grains, another that hangs on a compliant joint.
inline const std::string kMachineScene = R"(
[run]
method = "nonsmooth"
seed = 5
time_step = 2e-3
duration = 0.5
overlap_limit = 2
[nonsmooth]
iterations = 30
tolerance = 1e-4
[domain]
lo = [0, 0, -0.02]
hi = [0.1, 0.06, 0.3]
[gravity]
vector = [0.5, 0, -9.81]
[material.glass]
density = 2500
[law]
normal = "linear"
tangential = "cundall-strack"
rolling = "constant"
[[pair]]
materials = ["*", "*"]
restitution = 0.4
friction = 0.4
rolling_friction = 0.05
[clump.peanut]
spheres = [[-0.002, 0, 0, 0.003], [0.002, 0, 0, 0.0035]]
[[bodies]]
source = "lattice"
material = "glass"
count = 100
sizes = {kind = "uniform", min = 0.003, max = 0.004}
region = {kind = "box", lo = [0, 0, 0.04], hi = [0.1, 0.06, 0.1]}
jitter = 0.5
[[bodies]]
source = "lattice"
material = "glass"
shape = "peanut"
orientation = "random"
count = 60
region = {kind = "box", lo = [0, 0, 0.1], hi = [0.1, 0.06, 0.16]}
[[wall]]
name = "tray"
material = "glass"
shape = "box"
lo = [0, 0, 0]
hi = [0.1, 0.06, 0.3]
[[wall]]
name = "paddle"
material = "glass"
shape = "box"
side = "outside"
lo = [0.02, 0.02, 0.01]
hi = [0.08, 0.04, 0.02]
mass = 0.05
[[wall]]
name = "brick"
material = "glass"
shape = "box"
side = "outside"
lo = [0.02, 0.02, 0.2]
hi = [0.05, 0.04, 0.22]
mass = 0.03
spin = [3, 20, 1]
[[wall]]
name = "pendant"
material = "glass"
shape = "box"
side = "outside"
lo = [0.07, 0.02, 0.18]
hi = [0.09, 0.04, 0.2]
mass = 0.02
velocity = [-0.3, 0, 0]
[[joint]]
kind = "hinge"
part = "paddle"
at = [0.05, 0.03, 0.015]
axis = [0, 0, 1]
motor_speed = 6
motor_force = 0.2
[[joint]]
kind = "distance"
part = "pendant"
at = [0.08, 0.03, 0.2]
to_at = [0.08, 0.03, 0.25]
compliance = 1e-4
damping_time = 0.01
[[observe]]
kind = "joint"
joint = "0"
)" + kOutput;

/// Rigid contacts: a heap with rolling friction that is poured between prescribed grains onto a
/// floor that shakes and a belt, in large steps.
inline const std::string kRigidScene = R"(
[run]
method = "nonsmooth"
seed = 5
time_step = 2e-3
duration = 0.6
overlap_limit = 2
[nonsmooth]
iterations = 30
tolerance = 1e-3
[domain]
lo = [0, 0, -0.02]
hi = [0.1, 0.06, 0.3]
periodic = [false, true, false]
[gravity]
vector = [0.5, 0, -9.81]
[material.glass]
density = 2500
[law]
normal = "linear"
tangential = "cundall-strack"
rolling = "constant"
twisting = "spring"
[[pair]]
materials = ["*", "*"]
restitution = 0.4
friction = 0.4
rolling_friction = 0.05
twisting_friction = 0.05
[[bodies]]
source = "lattice"
material = "glass"
count = 300
sizes = {kind = "uniform", min = 0.003, max = 0.004}
region = {kind = "box", lo = [0, 0, 0.01], hi = [0.1, 0.06, 0.2]}
jitter = 0.5
[[bodies]]
material = "glass"
prescribed = true
list = [{x = [0.03, 0.03, 0], radius = 0.004}, {x = [0.07, 0.03, 0], radius = 0.004}]
motion = [{kind = "oscillate", direction = [1, 0, 0], amplitude = 0.001, frequency = 5}]
[[wall]]
name = "floor"
material = "glass"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
motion = [{kind = "oscillate", direction = [0, 0, 1], amplitude = 0.001, frequency = 5}]
[[wall]]
name = "left"
material = "glass"
shape = "plane"
point = [0, 0, 0]
normal = [1, 0, 0]
motion = [{kind = "belt", velocity = [0, 0.1, 0]}]
[[wall]]
name = "right"
material = "glass"
shape = "plane"
point = [0.1, 0, 0]
normal = [-1, 0, 0]
)" + kOutput;

/// A pendulum by Gear's method, whose past is part of the state.
inline const std::string kPendulumScene = R"(
[run]
method = "dae"
planar = true
dimensionless = true
duration = 4
time_step = 0.01
[dae]
integrator = "gear5"
[domain]
lo = [-3, -3]
hi = [3, 3]
[gravity]
vector = [0, -9.81]
[material.bob]
density = 10
[law]
normal = "linear"
tangential = "none"
[[pair]]
materials = ["*", "*"]
stiffness = 1
restitution = 1
[[bodies]]
material = "bob"
list = [{x = [1, 0], radius = 0.1}, {x = [2, 0], radius = 0.1}]
[[joint]]
body = 0
[[joint]]
body = 1
to = 0
[output]
series_interval = 0.01
frame_interval = 10
plots = false
picture = {width = 64}
)";

/// A scratch folder with the paddle, and the cases made from the texts above.
struct Scenes {
  ScratchFolder folder;

  Scenes() { put_file(folder / "paddle.obj", kPaddle); }
  Case machine(int singles = 150, int clumps = 20) const {
    return read_case_text(machine_scene("paddle.obj", singles, clumps),
                          (folder / "machine.toml").string());
  }
  static Case of(const std::string& text) { return read_case_text(text, "scene.toml"); }
};

inline void advance(Simulation& sim, long steps) {
  for (long k = 0; k < steps && !sim.finished(); ++k) {
    const Stop stop = sim.advance();
    REQUIRE_MESSAGE(!stop.any(), stop.message);
  }
}

/// Every table a run wrote, by name.
inline std::map<std::string, std::string> tables_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> out;
  for (const auto& e : std::filesystem::directory_iterator(folder))
    if (e.path().extension() == ".csv") out[e.path().filename().string()] = file_bytes(e.path());
  return out;
}

/// A run in a folder, stopped after each of `stops` steps and taken up again.
struct FolderRun {
  RunSummary summary;
  std::map<std::string, std::string> tables;

  FolderRun(const Case& c, const std::filesystem::path& folder, std::vector<long> stops = {}) {
    long done = 0;
    auto session = std::make_unique<Session>(c, folder, false);
    for (const long stop : stops) {
      summary = session->run([&](const Simulation&) { return ++done < stop; });
      REQUIRE(summary.end == RunEnd::kInterrupted);
      REQUIRE(summary.steps == stop);
      session.reset();  // one writer at a time
      session = std::make_unique<Session>(folder);
    }
    summary = session->run([](const Simulation&) { return true; });
    REQUIRE_MESSAGE(summary.end == RunEnd::kDone, summary.message);
    tables = tables_in(folder);
  }
};

}  // namespace scree
