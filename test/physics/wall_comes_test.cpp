/// A wall that comes with a phase where a grain is: what it presses into it is booked.
#include <cmath>
#include <numbers>

#include "physics/small_scene.h"
#include "scree/case/case.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

/// A gate that is at x = 0.0095 in the second half of the run, and a ball of radius 0.01 at 0.
Simulation gated(const std::string& method, const std::string& more) {
  return Simulation(read_case_text(fmt::format(R"(
[run]
method = "{}"
time_step = 1e-6
overlap_limit = 0.5
{}
[domain]
lo = [-1, -1, -1]
hi = [1, 1, 1]
[material.glass]
density = 2500
young = 1e7
poisson = 0.25
[law]
normal = "linear"
tangential = "cundall-strack"
[[pair]]
materials = ["*", "*"]
restitution = 1
stiffness = 1e4
friction = 0.5
[[bodies]]
material = "glass"
list = [{{x = [0, 0, 0], radius = 0.01}}]
[[phase]]
name = "free"
duration = 1e-4
[[phase]]
name = "pressed"
duration = 1e-4
[[wall]]
name = "gate"
material = "glass"
shape = "plane"
point = [0.0095, 0, 0]
normal = [-1, 0, 0]
phases = ["pressed"]
)",
                                               method, more),
                                   "gate.toml"));
}

}  // namespace

TEST_CASE("a wall that comes into a grain gives it the energy of its spring, and says so") {
  for (const std::string method : {"smooth", "dae"}) {
    CAPTURE(method);
    Simulation sim = gated(method, "");
    const Real before = balance(energy_now(sim.scene(), sim.state()), sim.state());
    while (!sim.finished()) REQUIRE_FALSE(sim.advance().any());
    const Real spring = 0.5 * 1e4 * 5e-4 * 5e-4;  // k overlap^2 / 2
    CHECK(sim.state().ledger.emitted == doctest::Approx(spring).epsilon(1e-9));
    const Real after = balance(energy_now(sim.scene(), sim.state()), sim.state());
    CHECK(std::fabs(after - before) < 1e-3 * spring);
    // The spring sets it in motion: v = (overlap w) sin(w t), w^2 = k/m.
    const Real mass = 2500 * 4.0 / 3 * std::numbers::pi * 1e-6;
    const Real part = std::sin(std::sqrt(1e4 / mass) * 1e-4);
    CHECK(energy_now(sim.scene(), sim.state()).kinetic() ==
          doctest::Approx(spring * part * part).epsilon(0.02));
  }
}
