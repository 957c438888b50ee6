/// Contacts that stick do not move at all.
#include <fmt/format.h>

#include <cmath>

#include "physics/small_scene.h"
#include "scree/base/error.h"
#include "scree/observe/energy.h"
#include "scree/observe/friction.h"

using namespace scree;

namespace {

/// Four touching spheres on a rough floor, one on three, turning freely.
std::string tetrahedron(Real friction, const std::string& more = "") {
  const Real r = 0.01, a = 2 * r / std::sqrt(3.0), h = std::sqrt(8.0 / 3.0) * r;
  return fmt::format(R"(
[run]
method = "dae"
duration = 0.5
[domain]
lo = [-0.2, -0.2, -0.1]
hi = [0.2, 0.2, 0.2]
[gravity]
vector = [0, 0, -9.81]
[material.steel]
density = 7800
young = 1e8
poisson = 0.3
[law]
tension = false
rolling = "constant"
[[pair]]
materials = ["*", "*"]
restitution = 0.3
friction = {}
rolling_friction = 0.02
{}
[[wall]]
name = "floor"
material = "steel"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
[[bodies]]
material = "steel"
list = [
  {{x = [{:.17g}, 0, {}], radius = {}}},
  {{x = [{:.17g}, {}, {}], radius = {}}},
  {{x = [{:.17g}, {}, {}], radius = {}}},
  {{x = [0, 0, {:.17g}], radius = {}}},
]
)",
                     friction, more, a, r, r, -a / 2, r, r, r, -a / 2, -r, r, r, r + h, r);
}

}  // namespace

TEST_CASE("four spheres piled up stand still, every sticking contact without any slip") {
  Simulation sim(read_case_text(tetrahedron(0.5), "pile.toml"));
  while (!sim.finished()) {
    REQUIRE_FALSE(sim.advance().any());
    if (sim.state().clock.step % 50 == 0) {
      Real fastest = 0;
      for (const Motion8& m : sim.state().grains.motion) fastest = std::max(fastest, norm(m.v));
      CHECK(measure_friction(sim.scene(), sim.state()).stick_speed <=
            8 * 2.3e-16 * std::max<Real>(1, fastest));
    }
  }
  const FrictionNow now = measure_friction(sim.scene(), sim.state());
  CHECK(now.sticking >= 6);
  CHECK(now.slipping == 0);
  for (Index r = 0; r < 4; ++r) CHECK(norm(sim.state().grains.motion[r].v) < 1e-9);
  Simulation loose(read_case_text(tetrahedron(0.02), "pile.toml"));
  while (!loose.finished()) REQUIRE_FALSE(loose.advance().any());
  Real top = 0;
  for (const Place& p : loose.state().grains.place) top = std::max(top, p.z);
  CHECK(top < 0.02);  // it has fallen between the others
}

TEST_CASE("a grain stays on a shaken plate while friction can hold it, and slips when it cannot") {
  // a w^2 against mu g = 4.9 m/s^2.
  for (const auto& [amplitude, holds] : {std::pair{0.9e-3, true}, {1.5e-3, false}}) {
    const Case c = read_case_text(fmt::format(R"(
[run]
method = "dae"
duration = 0.5
[domain]
lo = [-0.2, -0.2, -0.1]
hi = [0.2, 0.2, 0.2]
[gravity]
vector = [0, 0, -9.81]
[material.steel]
density = 7800
young = 1e8
poisson = 0.3
[[pair]]
materials = ["*", "*"]
restitution = 0.3
friction = 0.5
[[wall]]
name = "plate"
material = "steel"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
motion = [{{kind = "oscillate", direction = [1, 0, 0], amplitude = {}, frequency = 10}}]
[[bodies]]
material = "steel"
turns = false
list = [{{x = [0, 0, 0.009999], v = [{}, 0, 0], radius = 0.01}}]
)",
                                              amplitude, 2 * kPi * 10 * amplitude),
                                  "plate.toml");
    Simulation sim(c);
    Real slip = 0;
    while (!sim.finished()) {
      REQUIRE_FALSE(sim.advance().any());
      if (sim.state().clock.time() > 0.1)
        slip = std::max(slip, std::fabs(sim.state().grains.place[0].x - sim.state().walls[0].x.x));
    }
    CHECK(holds == (slip < 3e-5));
  }
}

TEST_CASE("different friction at rest and in motion: it starts late and then accelerates at once") {
  const auto run = [](Real tilt) {
    const Case c = read_case_text(fmt::format(R"(
[run]
method = "dae"
planar = true
duration = 0.2
[domain]
lo = [-1, -0.1]
hi = [1, 0.2]
[gravity]
vector = [{}, -10]
[material.steel]
density = 7800
[law]
normal = "linear"
tangential = "cundall-strack"
[[pair]]
materials = ["*", "*"]
stiffness = 1e6
restitution = 0.3
friction = 0.3
static_friction = 0.5
[[wall]]
name = "floor"
material = "steel"
shape = "plane"
point = [0, 0]
normal = [0, 1]
[[bodies]]
material = "steel"
turns = false
list = [{{x = [0, 0.00997549575], radius = 0.01}}]
)",
                                              tilt),
                                  "slope.toml");
    Simulation sim(c);
    while (!sim.finished()) REQUIRE_FALSE(sim.advance().any());
    return sim.state().grains.motion[0].v.x / 0.2;
  };
  CHECK(run(4.9) == 0);
  CHECK(run(5.1) == doctest::Approx(5.1 - 3).epsilon(0.02));
}

// By Galilei: a pendulum whose pivot goes at constant velocity moves as one at rest, seen from the
// pivot. What the pivot does to it is the work of a prescribed body.
TEST_CASE("a pendulum on a pivot that moves is the pendulum at rest, and its pivot does the work") {
  const auto pendulum = [](Real speed, const std::string& joint) {
    return Simulation(
        read_case_text(fmt::format(R"(
[run]
method = "dae"
duration = 2
time_step = 0.001
[domain]
lo = [-3, -3, -3]
hi = [6, 3, 3]
[gravity]
vector = [0, 0, -10]
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
list = [{{x = [0.8, 0, -0.6], v = [{0}, 0, 0], radius = 0.1}}]
[[bodies]]
material = "bob"
prescribed = true
list = [{{x = [0, 0, 0], radius = 0.1}}]
{2}
[[joint]]
body = 0
to = 1
{1}
)",
                                   speed, joint,
                                   speed == 0 ? std::string()
                                              : fmt::format("motion = [{{kind = \"translate\", "
                                                            "velocity = [{}, 0, 0]}}]",
                                                            speed)),
                       "pendulum.toml"));
  };
  for (const std::string joint :
       {"kind = \"rod\"", "kind = \"spring\"\nstiffness = 5\ndamping = 0.1\nlength = 1"}) {
    CAPTURE(joint);
    Simulation rest = pendulum(0, joint), moving = pendulum(1.5, joint);
    const auto place = [](const Simulation& sim) {
      return position(sim.state().grains.place[row_of(sim.state(), 0)]);
    };
    ClosingMemory books_open;
    closing_error(energy_now(moving.scene(), moving.state()), moving.state(), books_open);
    Real largest = 0;
    while (!rest.finished()) {
      REQUIRE_FALSE(rest.advance().any());
      REQUIRE_FALSE(moving.advance().any());
      const Vec3 seen = place(moving) - Vec3{1.5 * moving.state().clock.time(), 0, 0};
      largest = std::max(largest, norm(seen - place(rest)));
    }
    CHECK(largest < 1e-9);
    const EnergyNow end = energy_now(moving.scene(), moving.state());
    const Real work = moving.state().ledger.prescribed;
    CHECK(std::fabs(work) > 0.1 * end.kinetic());
    CHECK(std::fabs(closing_error(end, moving.state(), books_open)) < 1e-5);
    CHECK(moving.state().groups[1].work == doctest::Approx(work).epsilon(1e-12));
  }
}

// A bob hangs from a pivot that goes up and down: the rod carries m (g + a).
TEST_CASE("a rod feels how its pivot accelerates") {
  Simulation sim(read_case_text(R"(
[run]
method = "dae"
duration = 0.6
time_step = 1e-4
[domain]
lo = [-3, -3, -3]
hi = [3, 3, 3]
[gravity]
vector = [0, 0, -10]
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
list = [{x = [0, 0, -1], v = [0, 0, 0.5], radius = 0.1}]
[[bodies]]
material = "bob"
prescribed = true
list = [{x = [0, 0, 0], radius = 0.1}]
motion = [{kind = "expression", z = "sin(10*t)*0.05"}]
[[joint]]
body = 0
to = 1
)",
                                "pivot.toml"));
  const Real mass = 1 / sim.state().grains.motion[row_of(sim.state(), 0)].inv_mass;
  while (!sim.finished()) {
    REQUIRE_FALSE(sim.advance().any());
    const Real time = sim.state().clock.time();
    const Real carried = mass * (10 - 5 * std::sin(10 * time));
    CHECK(sim.state().groups[1].force.z == doctest::Approx(-carried).epsilon(2e-3));
  }
}

TEST_CASE("a start that contradicts a rod is refused, by place and by speed") {
  const auto text = [](const std::string& body, const std::string& more) {
    return fmt::format(R"(
[run]
method = "dae"
duration = 1
time_step = 0.01
[dae]
integrator = "rk4"
{}
[domain]
lo = [-3, -3, -3]
hi = [3, 3, 3]
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
list = [{{{}, radius = 0.1}}]
[[joint]]
body = 0
length = 1
)",
                       more, body);
  };
  const auto build = [&](const std::string& body, const std::string& more = "") {
    Simulation sim(read_case_text(text(body, more), "rod.toml"));
  };
  build("x = [1, 0, 0], v = [0, 1, 0]");
  CHECK_THROWS_AS(build("x = [1.1, 0, 0]"), CaseError);
  CHECK_THROWS_AS(build("x = [1, 0, 0], v = [0.1, 1, 0]"), CaseError);
  build("x = [1, 0, 0], v = [0.1, 1, 0]", "force_start = true");
}
