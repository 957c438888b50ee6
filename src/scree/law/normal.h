#pragma once
/// Normal laws: force of the spring, stored energy and the stiffness that scales the dashpot.
#include "scree/law/pair_law.h"

namespace scree {

template <class N>
struct NormalSpring {
  N a;          // contact radius [m]; for the linear law the overlap itself, used as a flag
  N force;      // positive pushes apart [N]
  N stiffness;  // k in the dashpot coefficient beta sqrt(m k) [N/m]
};

/// F = k d.
template <class N>
SCREE_FN NormalSpring<N> linear_spring(const PairLawT<N>& law, N overlap) {
  return {overlap, law.stiffness * overlap, law.stiffness};
}

/// Hertz: a = sqrt(R d), k = 4/3 E* a, F = k d  (Johnson, Contact Mechanics 1985, eq. 4.22-4.23).
/// With the dashpot beta sqrt(m k) v restitution does not depend on speed (Tsuji et al. 1992).
template <class N>
SCREE_FN NormalSpring<N> hertz_spring(const PairLawT<N>& law, N overlap, N radius) {
  const N a = root(radius * max(overlap, N(0)));
  const N k = N(4.0 / 3.0) * law.modulus * a;
  return {a, k * overlap, k};
}

/// Cube root by Newton, for t >= 0; starts above the root for t < 1, then falls onto it.
template <class N>
SCREE_FN N cube_root(N t) {
  N r = sqrt(sqrt(t)) + N(1e-100);
  for (int k = 0; k < 40; ++k) r = (N(2.0) * r + t / (r * r)) / N(3.0);
  return r;
}

/// Contact radius of JKR at a given overlap: the largest root of  d = a^2/R - 2 sqrt(pi g a/E*).
/// In s = sqrt(a) this is s^4/R - c s = d with c = 2 sqrt(pi g/E*), convex for s > 0: Newton from
/// above falls monotonically onto the largest root.
template <class N>
SCREE_FN N jkr_radius(const PairLawT<N>& law, N overlap, N radius) {
  const N c = N(2.0) * sqrt(N(kPi) * law.surface_energy / law.modulus);
  const N hertz = sqrt(radius * max(overlap, N(0)));  // a of Hertz; s^2 of the start
  N s = sqrt(hertz) + cube_root(c * radius);          // (p+q)^4 >= p^4 + q^3 (p+q): starts above
  for (int k = 0; k < 14; ++k) {
    const N s3 = s * s * s / radius;
    s = s - (s3 * s - c * s - overlap) / max(N(4.0) * s3 - c, N(1e-300));
  }
  return s * s;
}

/// Overlap (negative) at which a pulled JKR contact parts: d(d)/da = 0 at s^3 = cR/4.
template <class N>
SCREE_FN N jkr_parting_overlap(const PairLawT<N>& law, N radius) {
  const N c = N(2.0) * sqrt(N(kPi) * law.surface_energy / law.modulus);
  return N(-0.75) * c * cube_root(c * radius / N(4.0));
}

/// JKR (Johnson, Kendall & Roberts 1971): F = 4 E* a^3/(3R) - 4 sqrt(pi g E*) a^(3/2).
template <class N>
SCREE_FN NormalSpring<N> jkr_spring(const PairLawT<N>& law, N overlap, N radius) {
  const N a = jkr_radius(law, overlap, radius);
  const N a3 = a * a * a;
  const N force = N(4.0 / 3.0) * law.modulus * a3 / radius -
                  N(4.0) * sqrt(N(kPi) * law.surface_energy * law.modulus * a3);
  return {a, force, N(4.0 / 3.0) * law.modulus * a};
}

/// Energy stored in the normal spring, from the same closed forms:
/// linear k d^2/2, Hertz 8/15 E* sqrt(R) d^(5/2), JKR the integral of F dd over a.
template <class N>
SCREE_FN N normal_energy(NormalLaw kind, const PairLawT<N>& law, N overlap, N radius) {
  if (kind == NormalLaw::kLinear) return N(0.5) * law.stiffness * overlap * overlap;
  if (kind == NormalLaw::kHertz) {
    const N d = max(overlap, N(0));
    return N(8.0 / 15.0) * law.modulus * sqrt(radius * d) * d * d;
  }
  const N a = jkr_radius(law, overlap, radius);
  const N a2 = a * a;
  return N(8.0 / 15.0) * law.modulus * a2 * a2 * a / (radius * radius) -
         N(8.0 / 3.0) * sqrt(N(kPi) * law.surface_energy * law.modulus * a) * a2 * a / radius +
         N(2 * kPi) * law.surface_energy * a2;
}

}  // namespace scree
