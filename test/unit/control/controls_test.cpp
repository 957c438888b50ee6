/// Controls at work in a running simulation.
#include "scree/control/controls.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "scree/base/error.h"
#include "scree/run/simulation.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// A box of 0.1 m with glass, gravity downwards; `rest` brings everything else.
Case box(const std::string& rest, const std::string& run = "duration = 10") {
  return read_case_text("[run]\noverlap_limit = 0.3\n" + run + R"(
[domain]
lo = [0, 0, -0.01]
hi = [0.1, 0.1, 0.1]
[gravity]
vector = [0, 0, -9.81]
[material.glass]
density = 2500
young = 5e6
poisson = 0.25
[law]
rolling = "constant"
[[pair]]
materials = ["*", "*"]
restitution = 0.3
friction = 0.5
rolling_friction = 0.1
)" + rest,
                        "box.toml");
}

const std::string kFloor =
    "[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\nshape = \"plane\"\npoint = [0, 0, 0]\n"
    "normal = [0, 0, 1]\n";

std::string ball(const std::string& x, const std::string& more = "") {
  return "[[bodies]]\nmaterial = \"glass\"\nlist = [{x = " + x + ", radius = 0.005" + more + "}]\n";
}

std::string emitter(const std::string& more, const std::string& hi = "[0.09, 0.09, 0.09]") {
  return "[[emitter]]\nname = \"spout\"\nmaterial = \"glass\"\n"
         "region = {kind = \"box\", lo = [0.01, 0.01, 0.06], hi = " +
         hi + "}\nsizes = {kind = \"uniform\", min = 0.002, max = 0.003}\n" + more;
}

void run_to(Simulation& sim, Real time) {
  while (sim.state().clock.time() < time && !sim.finished()) {
    const Stop stop = sim.advance();
    REQUIRE_MESSAGE(!stop.any(), stop.message);
  }
}

}  // namespace

TEST_CASE("a grain at rest on the floor with constant rolling friction stays at rest") {
  Simulation sim(box(ball("[0.05, 0.05, 0.004999]") + kFloor));
  run_to(sim, 0.05);
  CHECK(norm(sim.state().grains.motion[0].v) < 1e-3);
  CHECK(sim.state().walls[0].force.z ==
        doctest::Approx(-9.81 / sim.state().grains.motion[0].inv_mass).epsilon(0.01));
}

TEST_CASE("a belt drags a grain along until it moves with the belt") {
  Simulation sim(box(ball("[0.02, 0.05, 0.005]") + kFloor +
                     "motion = [{kind = \"belt\", velocity = [0.1, 0, 0]}]\n"));
  run_to(sim, 0.4);
  CHECK(sim.state().walls[0].x == Vec3{0, 0, 0});
  CHECK(sim.state().grains.motion[0].v.x == doctest::Approx(0.1).epsilon(0.01));
  CHECK(sim.state().grains.motion[0].v.y == doctest::Approx(0));
}

TEST_CASE("a belt that points out of its surface does not push, whatever the method") {
  for (const std::string method : {"smooth", "dae", "nonsmooth"}) {
    CAPTURE(method);
    const std::string run = "duration = 10\nmethod = \"" + method + "\"\ntime_step = 2e-5";
    const std::string scene = ball("[0.05, 0.05, 0.00499]") + kFloor;
    Simulation still(box(scene, run));
    Simulation belt(box(scene + "motion = [{kind = \"belt\", velocity = [0, 0, 0.3]}]\n", run));
    run_to(still, 0.02);
    run_to(belt, 0.02);
    const Place &a = still.state().grains.place[0], &b = belt.state().grains.place[0];
    CHECK(norm(position(a) - position(b)) < 1e-12);
    CHECK(belt.state().walls[0].work == doctest::Approx(0));
  }
}

TEST_CASE("a servo presses with the force asked for") {
  Simulation sim(box(ball("[0.05, 0.05, 0.005]") + kFloor + R"(
[[wall]]
name = "lid"
material = "glass"
shape = "plane"
point = [0, 0, 0.0105]
normal = [0, 0, -1]
motion = [{kind = "servo", direction = [0, 0, -1], force = 0.5, gain = 0.05, max_speed = 0.1}]
)"));
  run_to(sim, 0.5);
  const Real weight = 9.81 / sim.state().grains.motion[0].inv_mass;
  CHECK(sim.state().walls[1].force.z == doctest::Approx(0.5).epsilon(1e-3));
  CHECK(sim.state().walls[0].force.z == doctest::Approx(-0.5 - weight).epsilon(1e-3));
  CHECK(sim.state().walls[1].x.z < 0);
}

TEST_CASE("a wall that vanishes with its phase lets the grain fall") {
  Simulation sim(box(ball("[0.05, 0.05, 0.055]") +
                         "[[wall]]\nname = \"shelf\"\nmaterial = \"glass\"\nshape = \"plane\"\n"
                         "point = [0, 0, 0.05]\nnormal = [0, 0, 1]\nphases = [\"wait\"]\n" +
                         "[[phase]]\nname = \"wait\"\nduration = 0.05\n"
                         "[[phase]]\nname = \"fall\"\nduration = 0.05\n",
                     ""));
  run_to(sim, 0.0499);
  CHECK(sim.state().grains.place[0].z > 0.0549);
  run_to(sim, 0.0999);
  CHECK(sim.state().grains.place[0].z ==
        doctest::Approx(0.055 - 0.5 * 9.81 * 0.05 * 0.05).epsilon(0.01));
}

TEST_CASE("prescribed grains follow their motion and push the others") {
  Simulation sim(
      box("[[bodies]]\nmaterial = \"glass\"\nprescribed = true\n"
          "list = [{x = [0.02, 0.05, 0.005], radius = 0.005}]\n"
          "motion = [{kind = \"translate\", velocity = [0.2, 0, 0]}]\n" +
          ball("[0.04, 0.05, 0.005]") + kFloor));
  run_to(sim, 0.2);
  const Grains& g = sim.state().grains;
  CHECK(g.id[1] == 0);  // prescribed rows come last
  CHECK(g.place[1].x == doctest::Approx(0.06).epsilon(1e-3));
  CHECK(g.place[0].x > 0.0699);
  CHECK(g.place[1].z == 0.005);
}

TEST_CASE("an emitter pours at its rate, up to its total") {
  Simulation number(box(emitter("number_rate = 500\ntotal_number = 40\n") + kFloor));
  run_to(number, 0.04);
  CHECK(number.controls().emitted(number.state())[0].number == doctest::Approx(20).epsilon(0.06));
  run_to(number, 0.15);
  CHECK(number.controls().emitted(number.state())[0].number == 40);
  CHECK(number.state().grains.size() == 40);

  Simulation mass(box(emitter("mass_rate = 0.1\nstop = 0.1\n") + kFloor));
  run_to(mass, 0.15);
  const FlowCount flow = mass.controls().emitted(mass.state())[0];
  const Real one = 2500 * 4 * kPi / 3 * std::pow(0.003, 3);
  CHECK(flow.mass == doctest::Approx(0.01).epsilon(one / 0.01));
  Real weight = 0;
  for (const Motion8& m : mass.state().grains.motion) weight += 1 / m.inv_mass;
  CHECK(weight == doctest::Approx(flow.mass));
  CHECK(flow.blocked == 0);
}

TEST_CASE("in the plane, a disc that pours is a line, and nothing leaves the plane") {
  Simulation sim(read_case_text(R"(
[run]
duration = 10
planar = true
thickness = 0.01
[domain]
lo = [0, 0]
hi = [0.1, 0.1]
[material.glass]
density = 2500
young = 5e6
poisson = 0.25
[[pair]]
materials = ["*", "*"]
restitution = 0.3
[[emitter]]
name = "slit"
material = "glass"
region = {kind = "disc", center = [0.05, 0.08, 0], axis = [0, 1, 0], radius = 0.04}
number_rate = 500
velocity = [0, -1, 0]
sizes = {kind = "fixed", radius = 0.002}
)",
                                "slit.toml"));
  run_to(sim, 0.03);
  const Grains& g = sim.state().grains;
  CHECK(g.size() > 10);
  Real lo = 1, hi = 0;
  for (Index r = 0; r < g.size(); ++r) {
    CHECK(g.place[r].z == 0);
    lo = std::min(lo, g.place[r].x), hi = std::max(hi, g.place[r].x);
  }
  CHECK(lo > 0.012);
  CHECK(hi < 0.088);
  CHECK(hi - lo > 0.03);
}

TEST_CASE("poured bodies do not overlap each other or what is there") {
  Simulation sim(
      box(emitter("number_rate = 5000\ntotal_number = 100\nvelocity = [0, 0, -1]\n") + kFloor));
  Index before = 0;
  while (sim.state().clock.time() < 0.05) {
    const Stop stop = sim.advance();
    REQUIRE_MESSAGE(!stop.any(), stop.message);
    const Grains& g = sim.state().grains;
    if (g.size() == before) continue;
    before = g.size();
    for (Index i = 0; i < g.size(); ++i)
      for (Index j = i + 1; j < g.size(); ++j)
        if (g.id[i] + 5 > g.size() || g.id[j] + 5 > g.size())  // one of them is new
          REQUIRE(norm(position(g.place[i]) - position(g.place[j])) >
                  0.99 * (g.place[i].r + g.place[j].r));
  }
  CHECK(before == 100);
}

TEST_CASE("an emitter without room says that it was blocked, and pours no less small grains") {
  // The mouth is hardly larger than a grain and nothing leaves it: no gravity.
  Simulation sim(read_case_text(box(emitter("number_rate = 1000\n", "[0.017, 0.017, 0.067]")).text,
                                "box.toml", {"gravity.vector=[0,0,0]"}));
  run_to(sim, 0.1);
  const FlowCount flow = sim.controls().emitted(sim.state())[0];
  CHECK(flow.number >= 1);
  CHECK(flow.number < 10);
  CHECK(flow.blocked > 10);
}

TEST_CASE("outlets count what leaves, by number and mass") {
  Simulation sim(box(ball("[0.09, 0.05, 0.05]", ", v = [1, 0, 0]") + ball("[0.05, 0.02, 0.03]") +
                     ball("[0.05, 0.08, 0.005]") + kFloor +
                     "[[outlet]]\nname = \"right\"\nface = \"xhi\"\n[[outlet]]\nname = \"pit\"\n"
                     "region = {kind = \"sphere\", center = [0.05, 0.02, 0], radius = 0.02}\n"));
  run_to(sim, 0.1);
  const auto flows = sim.controls().removed(sim.state());
  const Real mass = 2500 * 4 * kPi / 3 * std::pow(0.005, 3);
  CHECK(flows[0].number == 1);
  CHECK(flows[1].number == 1);
  CHECK(flows[0].mass == doctest::Approx(mass));
  CHECK(sim.state().grains.size() == 1);
  CHECK(sim.state().grains.id[0] == 2);
}

TEST_CASE("a body that leaves otherwise stops the run, by name and with a remedy") {
  Simulation sim(box(ball("[0.05, 0.05, 0.05]") + ball("[0.09, 0.05, 0.05]", ", v = [1, 0, 0]")));
  Stop stop;
  while (!stop.any() && sim.state().clock.time() < 0.1) stop = sim.advance();
  CHECK(stop.trouble == Trouble::kLost);
  CHECK(stop.message.find("body 1 left the domain through xhi") != std::string::npos);
  CHECK(stop.message.find("[[outlet]]") != std::string::npos);
}

TEST_CASE("a body that leaves is noticed also while others are poured all the time") {
  // No gravity: nothing else moves, so only the pouring makes the lists anew.
  Simulation sim(read_case_text(
      box(ball("[0.0995, 0.05, 0.02]", ", v = [0.02, 0, 0]") + emitter("number_rate = 5000\n"))
          .text,
      "box.toml", {"gravity.vector=[0,0,0]"}));
  Stop stop;
  while (!stop.any() && sim.state().clock.time() < 0.05) stop = sim.advance();
  CHECK(stop.trouble == Trouble::kLost);
  CHECK(stop.message.find("body 0 left") != std::string::npos);
  CHECK(sim.state().clock.time() < 0.03);  // 0.5 mm at 20 mm/s, and one look at the emitter
}

TEST_CASE("an emitter beside a periodic boundary sees the grains behind it") {
  // A ball at rest sticks out of the far side, into the mouth; no gravity.
  const std::string mouth =
      "[[emitter]]\nname = \"spout\"\nmaterial = \"glass\"\nnumber_rate = 20000\n"
      "region = {kind = \"box\", lo = [0, 0.04, 0.04], hi = [0.012, 0.06, 0.06]}\n"
      "sizes = {kind = \"fixed\", radius = 0.001}\n";
  Simulation sim(read_case_text(box(ball("[0.099, 0.05, 0.05]") + mouth).text, "box.toml",
                                {"gravity.vector=[0,0,0]", "domain.periodic=[true,false,false]"}));
  run_to(sim, 0.01);
  const Grains& g = sim.state().grains;
  CHECK(g.size() > 50);
  Real nearest = 1;
  Index big = 0;
  for (Index r = 0; r < g.size(); ++r)
    if (g.place[r].r > 0.002) big = r;
  for (Index r = 0; r < g.size(); ++r)
    if (r != big)
      nearest = std::min(nearest, norm(sim.scene().domain.cell.nearest(position(g.place[r]) -
                                                                       position(g.place[big]))));
  CHECK(nearest > 0.0059);
  CHECK(nearest < 0.0075);
  CHECK(norm(g.motion[big].v) < 1e-6);
}

TEST_CASE("an overlap beyond the limit stops the run and names both bodies") {
  Simulation sim(box(ball("[0.03, 0.05, 0.05]", ", v = [20, 0, 0]") + ball("[0.06, 0.05, 0.05]") +
                         ball("[0.06, 0.09, 0.05]"),
                     "duration = 1\n"));
  Stop stop;
  while (!stop.any() && sim.state().clock.time() < 0.1) stop = sim.advance();
  CHECK(stop.trouble == Trouble::kOverlap);
  CHECK(stop.message.find("body 0") != std::string::npos);
  CHECK(stop.message.find("body 1") != std::string::npos);
  CHECK(stop.message.find("run.overlap_limit") != std::string::npos);
}

TEST_CASE("an overlap with a wall names the wall") {
  Simulation sim(box(ball("[0.03, 0.05, 0.03]", ", v = [0, 0, -30]") + kFloor));
  Stop stop;
  while (!stop.any() && sim.state().clock.time() < 0.1) stop = sim.advance();
  CHECK(stop.trouble == Trouble::kOverlap);
  CHECK(stop.message.find("wall \"floor\"") != std::string::npos);
}

TEST_CASE("a number that is none stops the run and names the body") {
  Simulation sim(box(ball("[0.03, 0.05, 0.05]") + ball("[0.06, 0.05, 0.05]")));
  REQUIRE_FALSE(sim.advance().any());
  sim.state().grains.motion[1].v.y = NAN;
  const Id id = sim.state().grains.id[1];
  const Stop stop = sim.advance();
  CHECK(stop.trouble == Trouble::kNotFinite);
  CHECK(stop.message.find(fmt::format("body {}", id)) != std::string::npos);
}

namespace {

std::string lid(const std::string& formula) {
  return "[[wall]]\nname = \"lid\"\nmaterial = \"glass\"\nshape = \"plane\"\n"
         "point = [0, 0, 0.08]\nnormal = [0, 0, -1]\n"
         "motion = [{kind = \"translate\", velocity = [1e-3, 0, 0]}, {kind = \"expression\", z = \"" +
         formula + "\"}]\n";
}

}  // namespace

TEST_CASE("a formula that is not finite is named with its motion and time, again and again") {
  const std::string root = "1e-3*sqrt(0.01 - t)";
  for (const std::string method : {"smooth", "dae", "nonsmooth"}) {
    CAPTURE(method);
    Simulation sim(box(ball("[0.05, 0.05, 0.05]") + kFloor + lid(root),
                       "duration = 1\ntime_step = 2e-5\nmethod = \"" + method + "\""));
    for (int again = 0; again < 2; ++again) {  // what a resumed run meets
      Stop stop;
      while (!stop.any() && sim.state().clock.time() < 0.02) stop = sim.advance();
      CHECK(stop.trouble == Trouble::kNotFinite);
      CHECK(contains(stop.message, "wall \"lid\", motion 2: the "));
      CHECK(contains(stop.message, "z = \"" + root + "\" is "));
      CHECK(contains(stop.message, "at t = 0.01"));
      CHECK(sim.state().clock.time() == doctest::Approx(0.01).epsilon(0.003));
      CHECK(std::isfinite(norm(sim.state().walls[1].x) + norm(sim.state().walls[1].v)));
    }
  }
}

TEST_CASE(
    "a formula of place names the body whose place it does not fit, and the start is checked") {
  const std::string beads =
      "[[bodies]]\nmaterial = \"glass\"\nprescribed = true\n"
      "list = [{x = [0.08, 0.05, 0.05], radius = 0.005}, {x = [0.02, 0.05, 0.05], radius = 0.005}]\n"
      "motion = [{kind = \"expression\", y = \"1e-3*sqrt(x - 2*t)\"}]\n";
  Simulation sim(box(beads, "duration = 1\ntime_step = 1e-4"));
  Stop stop;
  while (!stop.any() && sim.state().clock.time() < 0.05) stop = sim.advance();
  CHECK(contains(stop.message, "prescribed body 1, motion 1: "));
  CHECK(sim.state().clock.time() == doctest::Approx(0.01).epsilon(0.02));
  const std::string message = message_of<CaseError>(
      [] { Simulation start(box(ball("[0.05, 0.05, 0.05]") + lid("1e-3*log(t)"))); });
  CHECK(contains(message, "at the start: box.toml:"));
  CHECK(contains(message, "the value of z = \"1e-3*log(t)\" is -inf at t = 0 s"));
  // The root begins at zero, but with no finite speed.
  CHECK(contains(message_of<CaseError>([] {
                   Simulation start(box(ball("[0.05, 0.05, 0.05]") + lid("1e-3*sqrt(t)")));
                 }),
                 "the rate of change of z = "));
}
