/// A bed of strongly damped grains comes to rest at the step that is chosen, and the bound on the
/// step is where it says it is.
#include <cmath>

#include "physics/small_scene.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

std::string bed(Real restitution) {
  return fmt::format(R"(
[run]
duration = 1
[domain]
lo = [0, 0, -0.01]
hi = [0.0177, 0.0177, 0.1]
periodic = [true, true, false]
[gravity]
vector = [0, 0, -9.81]
[material.glass]
density = 2500
[law]
normal = "linear"
tangential = "cundall-strack"
[[pair]]
materials = ["*", "*"]
stiffness = 2e4
restitution = {}
friction = 0.5
[[bodies]]
source = "lattice"
material = "glass"
count = 80
region = {{kind = "box", lo = [0, 0, 0.002], hi = [0.0177, 0.0177, 0.03]}}
sizes = {{kind = "uniform", min = 1.8e-3, max = 2.2e-3}}
spacing = 0.0044
jitter = 0.1
[[wall]]
name = "floor"
material = "glass"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
)",
                     restitution);
}

struct Settled {
  Real closing, per_grain;  // kinetic energy per grain [J]
};

/// The bed 0.4 s after it began to fall; `part` of the damping time is the step,
/// zero: the chosen one.
Settled settle(Real restitution, Real part) {
  std::vector<std::string> sets;
  if (part > 0) {
    const Simulation probe(read_case_text(bed(restitution), "bed.toml"));
    sets = {fmt::format("run.time_step={:.4g}", part * probe.scales().damping),
            "run.force_time_step=true"};
  }
  Simulation sim(read_case_text(bed(restitution), "bed.toml", sets));
  ClosingMemory memory;
  const auto closing = [&] {
    return closing_error(energy_now(sim.scene(), sim.state()), sim.state(), memory);
  };
  closing();
  Real last = 0;
  while (sim.state().clock.time() < 0.4) {
    for (int k = 0; k < 500; ++k) sim.advance();
    last = closing();
  }
  return {std::fabs(last), energy_now(sim.scene(), sim.state()).kinetic() / 80};
}

}  // namespace

TEST_CASE("a bed of strong dashpots comes to rest and its ledger closes at the chosen step") {
  for (const Real restitution : {0.2, 0.5}) {
    CAPTURE(restitution);
    const Settled s = settle(restitution, 0);
    CHECK(s.closing < 0.01);
    // A grain would fall a thousandth of its radius with this.
    CHECK(s.per_grain < 1e-3 * 2e-3 * 9.81 * 2500 * 4 * kPi / 3 * 8e-9);
  }
}

TEST_CASE(
    "well above the damping time the dashpots of a bed drive it: the bound is no mere caution") {
  CHECK(settle(0.2, 2).closing > 0.05);
}
