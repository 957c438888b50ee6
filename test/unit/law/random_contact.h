#pragma once
/// Contacts between grains of a few millimetres, with every number drawn at random.
#include <doctest/doctest.h>

#include <vector>

#include "scree/base/random.h"
#include "scree/law/contact.h"

namespace scree {

/// Every combination of laws that runs in lanes.
inline std::vector<LawChoice> all_choices() {
  std::vector<LawChoice> out;
  for (const auto normal : {NormalLaw::kHertz, NormalLaw::kLinear, NormalLaw::kJkr})
    for (const auto tangential : {TangentialLaw::kNone, TangentialLaw::kMindlin,
                                  TangentialLaw::kMindlinRescaled, TangentialLaw::kCundallStrack})
      for (const auto rolling : {RollingLaw::kNone, RollingLaw::kSpring, RollingLaw::kConstant})
        for (const auto twisting : {TwistingLaw::kNone, TwistingLaw::kSpring})
          for (const bool tension : {false, true})
            out.push_back({normal, tangential, rolling, twisting, tension});
  return out;
}

inline Vec3 random_vector(Random& random, Real size) {
  return size * Vec3{random.normal(), random.normal(), random.normal()};
}
inline Vec3 random_direction(Random& random) { return normalized(random_vector(random, 1)); }

inline PairLaw random_law(Random& random) {
  PairLaw law{};
  law.modulus = random.uniform(1e6, 1e8);
  law.shear = law.modulus * random.uniform(0.1, 0.3);
  law.stiffness = random.uniform(1e3, 1e5);
  law.tangential_ratio = random.uniform(0.2, 1);
  law.damping = random.uniform(0, 1.5);
  law.tangential_damping = random.uniform(0, 1);
  law.friction = random.uniform(0, 0.8);
  law.rolling_friction = random.uniform(0, 0.3);
  law.rolling_stiffness = random.uniform(0.1, 1);
  law.rolling_damping = random.uniform(0, 0.5);
  law.twisting_friction = random.uniform(0, 0.3);
  law.twisting_stiffness = random.uniform(0.1, 1);
  law.twisting_damping = random.uniform(0, 0.5);
  law.surface_energy = random.uniform(0.01, 1);
  return law;
}

/// One in three apart.
inline ContactIn<Real> random_contact(Random& random) {
  ContactIn<Real> in;
  in.overlap = random.uniform(-2e-5, 4e-5);
  in.n = random_direction(random);
  in.v = random_vector(random, 0.1);
  in.spin = random_vector(random, 30);
  in.radius = random.uniform(1e-3, 3e-3);
  in.mass = random.uniform(1e-5, 1e-4);
  return in;
}

/// What a contact may remember: one in three is new and remembers nothing.
inline ContactMemory<Real> random_memory(Random& random) {
  if (random.uniform() < 1.0 / 3) return {{0, 0, 0}, 0, {0, 0, 0}, 0};
  return {random_vector(random, 1e-6), random.uniform(1e-5, 3e-4), random_vector(random, 1e-6),
          1e-3 * random.normal()};
}

}  // namespace scree
