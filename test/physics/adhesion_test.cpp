#include <cmath>

#include "physics/small_scene.h"
#include "scree/law/contact.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

Contact sticky(Real gamma) {
  Contact c{.normal = "jkr", .tangential = "none", .young = 1e7};
  c.more = fmt::format("surface_energy = {}\n", gamma);
  return c;
}

}  // namespace

TEST_CASE("a JKR contact pulls with at most 3 pi gamma R: 3/2 pi w R for the work of adhesion w") {
  PairLaw law{};
  law.modulus = 5e6;
  for (const Real gamma : {0.01, 0.1, 1.0}) {
    law.surface_energy = gamma;
    const Real radius = 0.01, parting = jkr_parting_overlap(law, radius);
    Real pull = 0;
    for (int k = 1; k <= 20000; ++k) {
      const Real overlap = parting * (1 - k / 10000.0);  // from parting to pressed
      pull = std::fmin(pull, jkr_spring(law, overlap, radius).force);
    }
    CHECK(-pull == doctest::Approx(3 * kPi * gamma * radius).epsilon(1e-4));
    // At zero overlap the contact already pulls with 8/9 of that.
    CHECK(-jkr_spring(law, 0.0, radius).force ==
          doctest::Approx(8.0 / 3 * kPi * gamma * radius).epsilon(1e-9));
  }
}

TEST_CASE("an adhesive sphere sticks when slow, and loses a fixed energy when fast") {
  const Real radius = 0.01, gamma = 0.5, mass = 2500 * 4 * kPi / 3 * std::pow(radius, 3);
  const auto leaving_energy = [&](Real speed) {
    Simulation sim(
        small_case(sticky(gamma), {{{0, 0, radius + 1e-7}, {0, 0, -speed}}}, 5e-7, kFloor));
    run_for(sim, 8e-3);
    const bool free = sim.state().wall_contacts.size() == 0;
    const Real v = sim.state().grains.motion[0].v.z;
    return free ? 0.5 * mass * v * v : 0.0;
  };
  CHECK(leaving_energy(0.005) == 0);
  const Real fast = 0.5 * mass * 1.0 - leaving_energy(1),
             faster = 0.5 * mass * 4.0 - leaving_energy(2);
  CHECK(fast > 0);
  CHECK(faster == doctest::Approx(fast).epsilon(2e-2));
}

TEST_CASE("the books of an adhesive impact close") {
  Simulation sim(small_case(sticky(0.5), {{{0, 0, 0.0100001}, {0, 0, -1}}}, 5e-7, kFloor));
  const Real before = balance(energy_now(sim.scene(), sim.state()), sim.state());
  run_for(sim, 8e-3);
  CHECK(sim.state().ledger.contacts.adhesion != 0);
  const Real after = balance(energy_now(sim.scene(), sim.state()), sim.state());
  CHECK(std::fabs(after - before) < 1e-3 * before);
}
