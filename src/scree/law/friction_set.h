#pragma once
/// The sets that impulses of a contact must stay in, and the nearest points of them: one text for
/// the lanes of a sweep, for single contacts and for every other solver.
///
/// Coulomb: |p_t| <= mu p_n, p_n >= 0. Rolling and twisting resistance bound the couple likewise.
#include "scree/base/vec3.h"

namespace scree {

/// The nearest point of the disc of this radius around zero.
template <class N>
SCREE_FN Vec3T<N> into_disc(const Vec3T<N>& p, N radius) {
  const N size2 = norm2(p);
  const N scale = radius * inverse_root(max(size2, N(1e-300)));
  return select(size2 > radius * radius, scale, N(1)) * p;
}

/// The nearest couple whose part across n is at most `rolling` and whose part about n at most
/// `twisting`.
template <class N>
SCREE_FN Vec3T<N> into_couple_bounds(const Vec3T<N>& q, const Vec3T<N>& n, N rolling, N twisting) {
  const N about = dot(q, n);
  return into_disc(q - about * n, rolling) + max(min(about, twisting), -twisting) * n;
}

/// An impulse in the axes n, t1, t2 of its contact, its tangential part brought back to what its
/// normal part bounds.
SCREE_FN Vec3 into_friction(const Vec3& r, Real friction) {
  const Vec3 t = into_disc(Vec3{0, r.y, r.z}, friction * r.x);
  return {r.x, t.y, t.z};
}

/// The nearest point of the cone |y_t| <= mu y_n, y in the axes of its contact.
SCREE_CALL Vec3 onto_cone(const Vec3& y, Real mu) {
  const Real n = y.x, t = std::hypot(y.y, y.z);
  if (t <= mu * n || (t == 0 && n > 0)) return y;
  if (n <= -mu * t || t == 0) return {0, 0, 0};
  const Real m = (n + mu * t) / (1 + mu * mu);
  return {m, y.y * (mu * m / t), y.z * (mu * m / t)};
}

}  // namespace scree
