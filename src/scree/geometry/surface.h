#pragma once
/// Smooth walls as values: the signed distance from a point to a surface, and the way there.
/// Everything is in the frame of the wall and over any number type (one point or eight at once).
///
/// Convention: `distance` is positive on the side where grains are permitted; `toward` is
/// -grad(distance), the contact normal from grain to wall. A sphere has gap = distance - radius.
#include <array>
#include <limits>
#include <variant>

#include "scree/base/vec3.h"

namespace scree {

template <class N>
struct SurfaceHit {
  N distance;       // signed [m]
  Vec3T<N> toward;  // unit vector
};

/// Any unit vector at a right angle to `n`; a fixed choice where symmetry leaves it open.
inline Vec3 any_perpendicular(Vec3 n) {
  const Vec3 least = std::fabs(n.x) <= std::fabs(n.y) && std::fabs(n.x) <= std::fabs(n.z)
                         ? Vec3{1, 0, 0}
                     : std::fabs(n.y) <= std::fabs(n.z) ? Vec3{0, 1, 0}
                                                        : Vec3{0, 0, 1};
  return normalized(cross(n, least));
}

/// Half space: grains are permitted where (x - point) . normal > 0.
struct Plane {
  Vec3 point;
  Vec3 normal;  // unit, towards the grains

  template <class N>
  SCREE_FN SurfaceHit<N> query(Vec3T<N> x) const {
    const Vec3T<N> n = in_lanes<N>(normal);
    return {dot(n, x - in_lanes<N>(point)), -n};
  }
};

/// Below this fraction of the surface's radius a point counts as lying on the axis, where every
/// radial direction is equally near and a fixed one is taken.
constexpr Real kOnAxis = 1e-9;

/// Lateral surface of a frustum (r0 = r1: a cylinder), with its rims, seen from inside or outside.
/// In the half plane (s along the axis, r from it) the surface is the segment (0, r0)-(length, r1).
/// Beyond its ends the distance is the unsigned one to the rim. An infinite length means a
/// cylinder that extends both ways.
///
/// Trap: a one-sided surface repels with all its might what stands behind it. Where grains can get
/// behind the wall (the outside of a hopper whose outlet is open), make it `two_sided`.
struct Cone {
  Vec3 base;               // centre of the end with radius r0
  Vec3 axis;               // unit, from r0 to r1
  Real length;             // along the axis [m]
  Real r0, r1;             // radii at the two ends [m]
  bool inside = true;      // grains inside (drum, hopper) or outside (pipe, spike)
  bool two_sided = false;  // a shell touched from both sides; `inside` is then ignored

  bool endless() const { return !(length < std::numeric_limits<Real>::infinity()); }

  template <class N>
  SCREE_FN SurfaceHit<N> query(Vec3T<N> x) const {
    const bool open = endless();
    const Real run = open ? 1 : length, rise = open ? 0 : r1 - r0;
    const Real slant = sqrt(run * run + rise * rise);
    const Real gs = run / slant, gr = rise / slant;  // direction of the generator in (s, r)
    const Real last = open ? std::numeric_limits<Real>::infinity() : slant;

    const Vec3T<N> a = in_lanes<N>(axis);
    const Vec3T<N> d = x - in_lanes<N>(base);
    const N s = dot(d, a);
    const Vec3T<N> rho = d - s * a;
    const N r = norm(rho);
    const MaskFor<N> off_axis = r > N(kOnAxis * max(r0, r1));
    const Vec3T<N> e = select(off_axis, (N(1) / select(off_axis, r, N(1))) * rho,
                              in_lanes<N>(any_perpendicular(axis)));

    const N t = s * N(gs) + (r - N(r0)) * N(gr);  // along the generator
    const N h = (r - N(r0)) * N(gs) - s * N(gr);  // outwards from it
    const N beyond = t - min(max(t, N(open ? -last : 0)), N(last));
    const MaskFor<N> on_rim = abs(beyond) > N(0);
    const N to_rim = sqrt(beyond * beyond + h * h);
    const N scale = N(1) / max(to_rim, N(std::numeric_limits<Real>::min()));

    const N outwards = two_sided ? select(h < N(0), N(1), N(-1)) : N(inside ? 1 : -1);
    const N along = select(on_rim, -beyond * scale, N(0));
    const N across = select(on_rim, -h * scale, outwards);
    return {select(on_rim, to_rim, -outwards * h),
            (along * N(gs) - across * N(gr)) * a + (along * N(gr) + across * N(gs)) * e};
  }
};

/// Flat circular plate. One-sided it is a piece of a half space above and below its face (see the
/// trap at Cone); outside the rim the distance is the unsigned one to the rim.
struct Disc {
  Vec3 centre;
  Vec3 normal;  // unit, towards the grains
  Real radius;
  bool two_sided = false;

  template <class N>
  SCREE_FN SurfaceHit<N> query(Vec3T<N> x) const {
    const Vec3T<N> n = in_lanes<N>(normal);
    const Vec3T<N> d = x - in_lanes<N>(centre);
    const N h = dot(d, n);
    const Vec3T<N> rho = d - h * n;
    const N r = norm(rho);
    const N beyond = r - N(radius);
    const MaskFor<N> on_rim = beyond > N(0);
    const N to_rim = sqrt(beyond * beyond + h * h);
    const N scale = N(1) / max(to_rim, N(std::numeric_limits<Real>::min()));

    const N side = two_sided ? select(h < N(0), N(-1), N(1)) : N(1);
    const N out = select(on_rim, -beyond * scale / select(on_rim, r, N(1)), N(0));
    return {select(on_rim, to_rim, side * h), out * rho + select(on_rim, -h * scale, -side) * n};
  }
};

/// Solid block seen from outside. A point inside is pushed out through the nearest face.
struct Box {
  Vec3 centre;
  Vec3 half;  // half edge lengths [m]

  template <class N>
  SCREE_FN SurfaceHit<N> query(Vec3T<N> x) const {
    const Vec3T<N> p = x - in_lanes<N>(centre);
    const Vec3T<N> q{abs(p.x) - N(half.x), abs(p.y) - N(half.y), abs(p.z) - N(half.z)};
    const Vec3T<N> out{max(q.x, N(0)), max(q.y, N(0)), max(q.z, N(0))};
    const N away = norm(out);
    const MaskFor<N> outside = away > N(0);
    const N scale = N(1) / select(outside, away, N(1));

    const N depth = max(q.x, max(q.y, q.z));  // negative inside
    const N face_x = select(q.x >= depth, N(1), N(0));
    const N face_y = select(q.y >= depth, N(1) - face_x, N(0));
    const N face_z = N(1) - face_x - face_y;
    const Vec3T<N> sign{select(p.x < N(0), N(1), N(-1)), select(p.y < N(0), N(1), N(-1)),
                        select(p.z < N(0), N(1), N(-1))};
    const Vec3T<N> way = select(outside, scale * out, Vec3T<N>{face_x, face_y, face_z});
    return {select(outside, away, depth), {sign.x * way.x, sign.y * way.y, sign.z * way.z}};
  }
};

using Surface = std::variant<Plane, Cone, Disc, Box>;

/// The query of whichever surface it is; loops choose the type once, outside.
template <class N>
inline SurfaceHit<N> query(const Surface& surface, Vec3T<N> x) {
  return std::visit([&](const auto& s) { return s.query(x); }, surface);
}

/// A box seen from inside: its faces in the order -x, +x, -y, +y, -z, +z, normals inwards.
inline std::array<Plane, 6> inner_planes(const Box& box) {
  const Vec3 lo = box.centre - box.half, hi = box.centre + box.half;
  return {Plane{lo, {1, 0, 0}},  Plane{hi, {-1, 0, 0}}, Plane{lo, {0, 1, 0}},
          Plane{hi, {0, -1, 0}}, Plane{lo, {0, 0, 1}},  Plane{hi, {0, 0, -1}}};
}

}  // namespace scree
