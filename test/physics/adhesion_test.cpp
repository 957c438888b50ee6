#include <cmath>

#include "physics/small_scene.h"
#include "scree/law/contact.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

Contact sticky(Real gamma) {
  Contact c{.normal = "jkr", .tangential = "none", .young = 1e7};
  c.more = {{"surface_energy", gamma}};
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
        small_case(sticky(gamma), {{{0, 0, radius + 1e-8}, {0, 0, -speed}}}, 2e-7, kFloor));
    run_for(sim, 8e-3);
    const bool free = sim.state().wall_contacts.size() == 0;
    const Real v = sim.state().grains.motion[0].v.z;
    return free ? 0.5 * mass * v * v : 0.0;
  };
  CHECK(leaving_energy(0.005) == 0);
  // It forms at zero overlap, a^(3/2) = c R, and parts at a quarter of that; the energy of JKR
  // (Johnson, Kendall & Roberts 1971) there less the one here is gone, whatever the speed.
  const Real modulus = 1e7 / (2 * (1 - 0.25 * 0.25)), c = 2 * std::sqrt(kPi * gamma / modulus);
  const auto energy = [&](Real a) {
    return 8.0 / 15 * modulus * std::pow(a, 5) / (radius * radius) -
           8.0 / 3 * std::sqrt(kPi * gamma * modulus) * std::pow(a, 3.5) / radius +
           2 * kPi * gamma * a * a;
  };
  const auto a = [&](Real part) { return std::pow(part * c * radius, 2.0 / 3); };
  const Real lost = energy(a(0.25)) - energy(a(1));
  CHECK(lost > 0);
  for (const Real speed : {0.1, 0.2}) {
    CAPTURE(speed);
    CHECK(0.5 * mass * speed * speed - leaving_energy(speed) ==
          doctest::Approx(lost).epsilon(1e-2).scale(0));
  }
}

TEST_CASE("the books of an adhesive impact close") {
  Simulation sim(small_case(sticky(0.5), {{{0, 0, 0.0100001}, {0, 0, -1}}}, 5e-7, kFloor));
  const Real before = balance(energy_now(sim.scene(), sim.state()), sim.state());
  run_for(sim, 8e-3);
  CHECK(sim.state().ledger.adhesion != 0);
  const Real after = balance(energy_now(sim.scene(), sim.state()), sim.state());
  CHECK(std::fabs(after - before) < 1e-3 * before);
}
