#include "scree/law/normal.h"

#include <cmath>

#include "unit/law/random_contact.h"

using namespace scree;

TEST_CASE("a Hertz contact of radius 10 mm and 1 GPa at 10 um: k = 4/3 E* sqrt(R d), F = k d") {
  PairLaw law{};
  law.modulus = 1e9;
  const NormalSpring<Real> s = hertz_spring(law, 1e-5, 1e-2);
  CHECK(s.a == doctest::Approx(3.1622776601683795e-4));
  CHECK(s.force == doctest::Approx(4.216370213557839));
}

TEST_CASE("the force of every normal spring is the slope of its energy") {
  Random random{11, 0};
  for (const NormalLaw kind : {NormalLaw::kHertz, NormalLaw::kLinear, NormalLaw::kJkr})
    for (int k = 0; k < 200; ++k) {
      const PairLaw law = random_law(random);
      const Real radius = random.uniform(1e-3, 3e-3), d = random.uniform(5e-6, 5e-5), h = 1e-4 * d;
      const Real slope =
          (normal_energy(kind, law, d + h, radius) - normal_energy(kind, law, d - h, radius)) /
          (2 * h);
      const Real force = normal_spring(kind, law, d, radius).force;
      const Real scale = normal_spring(NormalLaw::kHertz, law, d, radius).force + std::fabs(force);
      CHECK(std::fabs(slope - force) < 1e-6 * scale);
    }
}

TEST_CASE("the contact radius of JKR solves d = a^2/R - 2 sqrt(pi g a/E*), pulled or pressed") {
  Random random{12, 0};
  for (int k = 0; k < 1000; ++k) {
    const PairLaw law = random_law(random);
    const Real radius = random.uniform(1e-4, 1e-2);
    const Real part = jkr_parting_overlap(law, radius);
    const Real d = random.uniform(0.99 * part, 20 * std::fabs(part));
    const Real a = jkr_radius(law, d, radius);
    const Real pressed = a * a / radius;
    const Real pulled = 2 * std::sqrt(kPi * law.surface_energy * a / law.modulus);
    CHECK(std::fabs(pressed - pulled - d) < 1e-10 * (pressed + pulled));
  }
}

TEST_CASE("the largest pull of a JKR contact is 3 pi g R, whatever its stiffness") {
  for (const Real modulus : {1e6, 1e8, 1e10}) {
    PairLaw law{};
    law.modulus = modulus;
    law.surface_energy = 0.1;
    const Real radius = 2e-3, part = jkr_parting_overlap(law, radius);
    Real pull = 0;
    for (int k = 0; k <= 4000; ++k) {
      const Real d = part * (1 - k / 2000.0);
      pull = std::fmin(pull, jkr_spring(law, d, radius).force);
    }
    CHECK(-pull == doctest::Approx(3 * kPi * 0.1 * radius).epsilon(1e-5));
  }
}

TEST_CASE("a JKR contact touches at zero overlap with a pull of 8/9 of the largest") {
  PairLaw law{};
  law.modulus = 1e7;
  law.surface_energy = 0.2;
  CHECK(-jkr_spring(law, 0.0, 1e-3).force ==
        doctest::Approx(8.0 / 9.0 * 3 * kPi * 0.2 * 1e-3).epsilon(1e-9));
}

TEST_CASE("without surface energy JKR is Hertz") {
  PairLaw law{};
  law.modulus = 1e7;
  const NormalSpring<Real> jkr = jkr_spring(law, 1e-5, 1e-3), hertz = hertz_spring(law, 1e-5, 1e-3);
  CHECK(jkr.a == doctest::Approx(hertz.a).epsilon(1e-9));
  CHECK(jkr.force == doctest::Approx(hertz.force).epsilon(1e-9));
}
