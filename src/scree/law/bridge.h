#pragma once
/// Liquid bridges between wet grains: the force of a pendular bridge, what it stores, how far it
/// stretches, and how much liquid it takes from the films of the grains (docs/theory/bridges.md).
///
/// A bridge exists or does not: it forms at touch, holds up to its rupture distance, and pulls on
/// in between whether the grains touch or not. Whoever keeps the memory decides that; here are the
/// numbers.
#include <cmath>

#include "scree/base/number.h"

namespace scree {

/// Bridges of one pair of materials.
struct BridgeLaw {
  Real pull = 0;     // 2 pi sigma cos(theta): force at touch over R [N/m]; zero: no bridges
  Real radius = 0;   // R of every bridge [m]; zero: of the pair, see bridge_radius()
  Real angle = 0;    // contact angle theta [rad]
  Real volume = 0;   // of every bridge [m^3]; zero: the films feed it
  Real rupture = 0;  // rupture distance [m]; zero: Willett's, see willett_rupture()
  Real share = 0;    // of its film a grain gives to a bridge [-]; zero: the part that faces the
                     // partner, see facing_share()
};

constexpr Real kBridgeLinear = 1.05, kBridgeSquare = 2.5;  // of the force, Willett et al. 2000
constexpr Real kBridgeDiscriminant = 4 * kBridgeSquare - kBridgeLinear * kBridgeLinear;  // 8.8975

/// R of a bridge: the harmonic mean 2 R_i R_j/(R_i + R_j) = 2 R* of the two radii (Derjaguin; used
/// with this force by Willett et al. 2000). A plane is a sphere without end: R = 2 R_i, and the
/// pull at touch becomes 4 pi R_i sigma cos(theta), the known result for a sphere on a plate.
template <class N>
SCREE_FN N bridge_radius(N reference, N r_star) {
  return select(reference > N(0), reference, N(2) * r_star);
}

/// Willett et al. 2000: F = 2 pi R sigma cos(theta)/(1 + 1.05 s + 2.5 s^2), s = S sqrt(R/V), with
/// S the gap; while the grains overlap the force at S = 0 acts on. Positive pulls together [N].
/// Written with one root and one division. The volume must be positive.
template <class N>
SCREE_FN N bridge_force(N pull, N radius, N volume, N gap) {
  const N s = max(gap, N(0)), rv = radius * volume;
  return pull * rv / (volume + s * (N(kBridgeLinear) * sqrt(rv) + N(kBridgeSquare) * s * radius));
}

/// Energy of a bridge, zero at touch: the integral of the force over the gap. In closed form for
/// S > 0, pull R S (negative) while the grains overlap [J].
SCREE_CALL Real bridge_energy(Real pull, Real radius, Real volume, Real gap) {
  if (gap <= 0) return pull * radius * gap;
  const Real length = std::sqrt(volume / radius), root = std::sqrt(kBridgeDiscriminant);
  const Real s = gap / length;
  // atan b - atan a in one arctangent: no digits are lost for small gaps.
  const Real a = kBridgeLinear / root, b = (2 * kBridgeSquare * s + kBridgeLinear) / root;
  return 2 / root * pull * radius * length * std::atan((b - a) / (1 + a * b));
}

/// Willett et al. 2000, eq. 15: S_c = R (1 + theta/2) (V*^(1/3) + V*^(2/3)/10), V* = V/R^3 [m].
SCREE_CALL Real willett_rupture(Real angle, Real radius, Real volume) {
  const Real w = std::cbrt(volume);
  return (1 + 0.5 * angle) * (w + 0.1 * w * w / radius);
}

/// Rupture distance of a bridge [m].
SCREE_CALL Real rupture_distance(const BridgeLaw& law, Real radius, Real volume) {
  return law.rupture > 0 ? law.rupture : willett_rupture(law.angle, radius, volume);
}

/// Part of the surface of sphere i inside the cone that touches sphere j: the liquid there goes
/// into their bridge (Shi & McCarthy 2008). The cones of spheres that touch i and do not overlap
/// each other share nothing, so a grain never gives more than it has. A wall counts as the mirror
/// image of the grain: r_j = r_i.
SCREE_CALL Real facing_share(Real r_i, Real r_j) {
  const Real sine = r_j / (r_i + r_j);
  return 0.5 * (1 - std::sqrt(1 - sine * sine));
}

}  // namespace scree
