#pragma once
/// Where two bodies touch and how they move against each other there. One text for the force loop,
/// for single contacts, for observers and for a device: from the same places and motions one
/// contact and eight compute the same bits.
///
/// The contact point lies in the middle of the overlap, so the arms are R - overlap/2.
#include "scree/law/pair_law.h"

namespace scree {

/// How one partner of a contact moves.
template <class N>
struct MotionOf {
  Vec3T<N> v, w;  // [m/s], [rad/s]
  N inv_mass;     // [1/kg]
};

/// How a wall moves: its frame, and its surface by itself, as a belt does.
template <class N>
struct WallMotion {
  Vec3T<N> x, v, w;                 // origin of the frame [m], its velocity [m/s], spin [rad/s]
  Vec3T<N> belt_v, belt_w, belt_x;  // belt: velocity [m/s], spin [rad/s] about a point [m]

  /// At a point of the surface, whose normal is n. A belt drags along the surface only: where it is
  /// curved or bent, no part of the belt's velocity pushes.
  SCREE_FN Vec3T<N> at(Vec3T<N> point, Vec3T<N> n) const {
    const Vec3T<N> belt = belt_v + cross(belt_w, point - belt_x);
    return v + cross(w, point - x) + (belt - dot(belt, n) * n);
  }
};

/// Two spheres at distance d from i to j, touching or not.
template <class N>
struct SphereGap {
  Vec3T<N> n;  // from i to j
  N distance;  // of the centres [m]
  N overlap;   // negative: apart [m]
  N arm_i, arm_j;
};
/// `real`: lanes that are no pair come out far apart.
template <class N>
SCREE_FN SphereGap<N> sphere_gap(Vec3T<N> d, N r_i, N r_j, MaskFor<N> real) {
  const N square = select(real, norm2(d), N(1));
  const N inverse = inverse_root(max(square, N(1e-300)));
  SphereGap<N> s;
  s.distance = root(square, inverse);
  s.overlap = select(real, r_i + r_j - s.distance, N(-1));
  s.n = inverse * d;
  s.arm_i = r_i - N(0.5) * s.overlap, s.arm_j = r_j - N(0.5) * s.overlap;
  return s;
}

/// The contact of two spheres as the laws want it. Apart from sphere_gap(), so that the force loop
/// can fetch the motions when it knows the gap: asked for at once, all that fills the registers and
/// costs a tenth of its speed. kSpin: who does not ask for the relative spin does not pay for it.
template <bool kSpin = true, class N>
SCREE_FN ContactIn<N> contact_of(const SphereGap<N>& s, N r_i, N r_j, const MotionOf<N>& i,
                                 const MotionOf<N>& j) {
  // One division serves R* and m*.
  const N radii = r_i + r_j, inv_masses = i.inv_mass + j.inv_mass;
  const N inverse = reciprocal(radii * inv_masses);
  ContactIn<N> in;
  in.overlap = s.overlap;
  in.n = s.n;
  in.radius = r_i * r_j * inv_masses * inverse;
  in.mass = radii * inverse;
  in.v = i.v - j.v + cross(s.arm_i * i.w + s.arm_j * j.w, s.n);
  if constexpr (kSpin) in.spin = i.w - j.w;
  return in;
}

/// Both at once, for single contacts.
template <class N>
struct SpherePair {
  ContactIn<N> in;
  N distance, arm_i, arm_j;  // [m]
};
template <class N>
SCREE_FN SpherePair<N> sphere_pair(Vec3T<N> d, N r_i, N r_j, const MotionOf<N>& i,
                                   const MotionOf<N>& j, MaskFor<N> real) {
  const SphereGap<N> s = sphere_gap(d, r_i, r_j, real);
  return {contact_of(s, r_i, r_j, i, j), s.distance, s.arm_i, s.arm_j};
}

/// A contact of a sphere with a wall, which is a sphere of infinite radius and mass: R* and m* are
/// the sphere's own.
template <class N>
struct SphereWall {
  ContactIn<N> in;
  N arm;                 // of the sphere [m]
  Vec3T<N> point;        // [m]
  Vec3T<N> wall_motion;  // of the wall at the point [m/s]
};
template <class N>
SCREE_FN SphereWall<N> sphere_wall(Vec3T<N> n, N gap, Vec3T<N> x, N r, const MotionOf<N>& m,
                                   const WallMotion<N>& wall) {
  SphereWall<N> out;
  out.in.overlap = -gap;
  out.in.n = n;
  out.arm = r - N(0.5) * out.in.overlap;
  out.point = x + out.arm * n;
  out.wall_motion = wall.at(out.point, n);
  out.in.v = m.v + cross(out.arm * m.w, n) - out.wall_motion;
  out.in.spin = m.w - wall.w;
  out.in.radius = r;
  out.in.mass = N(1) / m.inv_mass;
  return out;
}

}  // namespace scree
