/// A case that begins where an earlier run of it ended goes on as the uninterrupted run would.
#include <algorithm>

#include "parity/continued.h"

using namespace scree;

namespace {

/// Beads that oscillate, held down by others that are pressed, discs between them; a floor that
/// shakes.
const std::string kCell = R"(
[run]
duration = 0.04
planar = true
overlap_limit = 0.4
time_step = 1e-5
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
rolling = "spring"
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
spacing = 0.0042
jitter = 0.9
count = 120
region = {kind = "box", lo = [0, 0.006, 0], hi = [0.1, 0.05, 0]}
[[bodies]]
source = "explicit"
material = "steel"
label = "ells"
shape = "ell"
list = [{x = [0.03, 0.06], w = [0, 0, 20]}, {x = [0.07, 0.06], v = [0.2, -1]}]
[[bodies]]
source = "explicit"
material = "steel"
label = "beads"
prescribed = true
motion = [{kind = "oscillate", direction = [1, 0, 0], amplitude = 0.002, frequency = 50}]
list = [{x = [0.02, 0.003], radius = 0.002}, {x = [0.05, 0.003], radius = 0.002}]
[[wall]]
name = "floor"
material = "steel"
shape = "plane"
point = [0, 0, 0]
normal = [0, 1, 0]
[[wall]]
name = "lid"
material = "steel"
shape = "plane"
point = [0, 0.075, 0]
normal = [0, -1, 0]
motion = [{kind = "servo", direction = [0, -1, 0], force = 200, gain = 1e-3, max_speed = 1}]
)" + kOutput;

}  // namespace

TEST_CASE(
    "a case continued from a run of itself goes on as one run: planar, clumps, beads, servo") {
  const Continued c(kCell, "duration = 0.04", "duration = 0.02");
  CHECK(c.parts.wall_contacts.size() > 5);
  CHECK(c.parts.walls[1].x.y < 0);
  CHECK(c.parts.clock.step == 2000);
  check_same_bodies(c.whole, c.parts);
}

TEST_CASE("a case continued from a run of itself goes on as one run: partial slip, periodic") {
  // Gravity follows the time of the run, which begins anew: here it is constant.
  const std::string scene =
      swapped(swapped(kPeriodicScene, "[run]", "[run]\ntime_step = 1e-5"),
              "oscillation = [{amplitude = [50, 20, 0], frequency = 60}]", "vector = [20, 0, 0]");
  const std::string line = scene.substr(scene.find("duration = "));
  const std::string duration = line.substr(0, line.find('\n'));
  const Continued c(swapped(scene, duration, "duration = 0.012"), "duration = 0.012",
                    "duration = 0.006");
  check_same_bodies(c.whole, c.parts);
}

TEST_CASE("a case continued from a run of itself goes on as one run: wet by films") {
  const std::string liquid = "[liquid]\nsurface_tension = 2\ncontact_angle = 0.3\ncontent = 0.05\n";
  const Continued c(kCell + liquid, "duration = 0.04", "duration = 0.02");
  CHECK(std::count_if(c.parts.pairs.bridge.begin(), c.parts.pairs.bridge.end(),
                      [](Real v) { return v > 0; }) > 20);
  check_same_bodies(c.whole, c.parts);
}

TEST_CASE("a case continued from a run of itself goes on as one run: boxes on each other") {
  const std::string scene = scene_text("bricks");
  const std::string line = scene.substr(scene.find("duration = "));
  const std::string duration = line.substr(0, line.find('\n'));
  const Continued c(swapped(scene, duration, "duration = 0.2"), "duration = 0.2", "duration = 0.1");
  CHECK(std::count_if(c.parts.point_contacts.begin(), c.parts.point_contacts.end(),
                      [](const PointContact& p) { return p.p_n > 0; }) > 3);
  check_same_bodies(c.whole, c.parts);
}

TEST_CASE("a continued case may have other parameters, laws and walls") {
  const Continued c(kCell, "duration = 0.04", "duration = 0.02");
  std::string text = swapped(kCell, "rolling = \"spring\"", "rolling = \"none\"");
  text = swapped(text, "friction = 0.3", "friction = 0.1");
  text = swapped(text, "name = \"floor\"", "name = \"ground\"");
  text = swapped(text, "duration = 0.04", "duration = 0.01");
  const State end = c.run(c.from("first", text), "other");
  CHECK(end.pairs.roll.empty());
  CHECK(end.clock.step == 1000);
  CHECK(end.bodies.size() == 2);
  CHECK(end.walls[1].x.y < 0);
}

TEST_CASE("a continued case may begin with a later phase") {
  const std::string phases =
      "[[phase]]\nname = \"settle\"\nduration = 0.005\n"
      "[[phase]]\nname = \"shake\"\nduration = 0.003\n";
  const Continued c(kCell, "duration = 0.04", "duration = 0.02");
  const std::string text = c.from("first", swapped(kCell, "duration = 0.04\n", "") + phases);
  const State all = c.run(text, "all");
  CHECK(all.clock.step == 800);
  const State end = c.run(swapped(text, "[run]", "[run]\nfirst_phase = \"shake\""), "later");
  CHECK(end.clock.step == 300);
  CHECK(end.phase == 2);
  const std::string message = message_of<CaseError>([&] {
    read_case_text(swapped(text, "[run]", "[run]\nfirst_phase = \"shale\""), "scene.toml");
  });
  CHECK(contains(message, "there is no phase \"shale\", did you mean \"shake\"?"));
}

TEST_CASE("motions that would jump are refused; after whole periods clocks may begin anew") {
  const Continued c(kCell, "duration = 0.04", "duration = 0.02");
  const std::string slower = swapped(kCell, "frequency = 50", "frequency = 31");
  const auto start = [&](const std::string& text) {
    return message_of<CaseError>(
        [&] { Simulation sim(read_case_text(c.from("first", text), "scene.toml"), load_runs()); });
  };
  const std::string message = start(slower);
  CHECK(contains(message, "prescribed body"));
  CHECK(contains(message, "would jump by"));
  CHECK(contains(message, "run.clocks = \"restart\""));
  CHECK(start(swapped(slower, "[run]", "[run]\nclocks = \"restart\"")) == "");
}

TEST_CASE("runs that do not fit together are refused with the reason") {
  const Continued c(kCell, "duration = 0.04", "duration = 0.02");
  const auto refused = [&](const std::string& from, const std::string& to, const std::string& why) {
    const std::string text = c.from("first", swapped(kCell, from, to));
    const std::string message = message_of<CaseError>(
        [&] { Simulation sim(read_case_text(text, "scene.toml"), load_runs()); });
    INFO(message);
    CHECK(contains(message, "run.from: "));
    CHECK(contains(message, why));
  };
  refused("hi = [0.1, 0.1]", "hi = [0.12, 0.1]", "periodic along x in another way");
  refused("label = \"beads\"", "label = \"pearls\"", "labelled \"pearls\" here and \"beads\"");
  refused("density = 7800", "density = 2500", "material.steel.density is 7800");
  const std::string none = swapped(kCell, "[run]", "[run]\nfrom = \"nowhere\"");
  CHECK(contains(message_of<CaseError>(
                     [&] { Simulation sim(read_case_text(none, "scene.toml"), load_runs()); }),
                 "nowhere holds no checkpoint.h5"));
}
