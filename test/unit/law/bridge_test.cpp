#include "scree/law/bridge.h"

#include <doctest/doctest.h>

#include <initializer_list>

#include "scree/base/pack.h"
#include "scree/law/mixing.h"
#include "scree/law/restitution.h"

using namespace scree;

namespace {

/// A bridge as published: water between glass beads of 1 mm and its relatives.
struct Sample {
  Real pull, radius, volume;
};
const Sample kSamples[] = {{0.44, 5e-4, 9.25e-13}, {2.4e-4, 0.5, 7.4e-3}, {0.1, 2, 0.3}};

/// Integral of the force over the gap by Simpson's rule.
Real work(const Sample& b, Real from, Real to) {
  const int n = 4000;
  const Real h = (to - from) / n;
  Real sum = 0;
  for (int k = 0; k <= n; ++k)
    sum += (k == 0 || k == n ? 1
            : k % 2          ? 4
                             : 2) *
           bridge_force(b.pull, b.radius, b.volume, from + k * h);
  return sum * h / 3;
}

}  // namespace

TEST_CASE("a bridge pulls with 2 pi R sigma cos(theta) at touch and on while the grains overlap") {
  for (const Sample& b : kSamples)
    for (const Real gap : {0.0, -1e-6, -0.3 * b.radius})
      CHECK(bridge_force(b.pull, b.radius, b.volume, gap) ==
            doctest::Approx(b.pull * b.radius).epsilon(1e-14));
}

TEST_CASE("the force of a stretched bridge is Willett's fit") {
  for (const Sample& b : kSamples)
    for (const Real gap : {0.01 * b.radius, 0.1 * b.radius, 0.4 * b.radius}) {
      const Real s = gap * std::sqrt(b.radius / b.volume);
      CHECK(bridge_force(b.pull, b.radius, b.volume, gap) ==
            doctest::Approx(b.pull * b.radius / (1 + 1.05 * s + 2.5 * s * s)).epsilon(1e-14));
    }
}

TEST_CASE("the energy of a bridge is the work of its force, stretched and pressed") {
  for (const Sample& b : kSamples)
    for (const Real gap : {1e-4 * b.radius, 0.1 * b.radius, 0.5 * b.radius, -0.2 * b.radius}) {
      const Real expected = work(b, 0, gap);
      CHECK(bridge_energy(b.pull, b.radius, b.volume, gap) ==
            doctest::Approx(expected).epsilon(1e-11));
    }
  CHECK(bridge_energy(1, 1, 1, 0) == 0);
}

TEST_CASE("rupture energy and distance of the published bridges") {
  // Bridges with d = 1, V = 7.4e-3, theta = 12 degrees, per unit of surface tension.
  const Real angle = 12 * kPi / 180, pull = 2 * kPi * std::cos(angle);
  const auto energy = [&](Real volume, Real gap) { return bridge_energy(pull, 0.5, volume, gap); };
  CHECK(energy(7.4e-3, 0.05) == doctest::Approx(0.11705).epsilon(1e-4));
  CHECK(energy(7.4e-3, 0.2237) == doctest::Approx(0.23786).epsilon(1e-4));
  CHECK(energy(7.4e-5, 0.0468) == doctest::Approx(0.02723).epsilon(1e-3));
  CHECK(willett_rupture(angle, 0.5, 7.4e-3) == doctest::Approx(0.2237).epsilon(1e-3));
  CHECK(willett_rupture(angle, 0.5, 7.4e-5) == doctest::Approx(0.0468).epsilon(1e-3));
}

TEST_CASE("a sphere on a plate is pulled twice as hard as two like spheres") {
  const Real r = 1e-3;
  const Real pair = bridge_radius(0.0, r * r / (r + r)), plate = bridge_radius(0.0, r);
  CHECK(pair == doctest::Approx(r));
  CHECK(plate == doctest::Approx(2 * r));
  CHECK(bridge_radius(0.5, r) == 0.5);  // a given diameter stands for all
}

TEST_CASE("eight bridges in lanes are eight bridges one by one, to the bit") {
  Pack volume, gap;
  for (int l = 0; l < kLanes; ++l) {
    volume.v[l] = 7.4e-3 * (l + 1);
    gap.v[l] = 0.04 * (l - 2);
  }
  const Pack force = bridge_force(Pack(2.4e-4), Pack(0.5), volume, gap);
  for (int l = 0; l < kLanes; ++l) CHECK(force[l] == bridge_force(2.4e-4, 0.5, volume[l], gap[l]));
}

TEST_CASE("twelve neighbours and a thirteenth cannot ask for more film than there is") {
  CHECK(12 * facing_share(1, 1) < 1);
  CHECK(facing_share(1, 1) == doctest::Approx(0.5 * (1 - std::sqrt(0.75))));
  CHECK(facing_share(1, 0.01) < 1e-3);  // a crumb covers little of a large grain
  CHECK(facing_share(0.01, 1) < 0.5);   // and gives at most the half that it turns to it
}

TEST_CASE("restitution one half is a dashpot of 1.354 reduced masses per contact time") {
  // Units of the contact: k_n = pi^2/2, m* = 1/2, contact time of the undamped contact 1.
  const LawChoice choice{NormalLaw::kLinear, TangentialLaw::kCundallStrack, RollingLaw::kNone,
                         TwistingLaw::kNone, true};
  PairInput pair;
  pair.restitution = 0.5;
  pair.stiffness = kPi * kPi / 2;
  pair.tangential_damping = 1;
  const PairLaw law = mix(choice, {}, {}, pair);
  const Real m = 0.5, dashpot = law.damping * std::sqrt(m * law.stiffness);
  CHECK(dashpot / m == doctest::Approx(1.354).epsilon(5e-4));
  CHECK(law.tangential_damping * dashpot == dashpot);  // eta_t = eta_n
}
