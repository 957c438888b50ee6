#pragma once
/// Corners, edges and faces of a box by number, and cutting one face by the sides of another.
/// Shared by the two halves of box_contact.h.
#include <array>

#include "scree/base/vec3.h"

namespace scree {

/// A box spelled out. Corner v lies on the positive side of axis k if bit k of v is set. Edge
/// 4 k + s runs along axis k; the bits of s are its sides of the axes k + 1 and k + 2.
struct BoxFrame {
  Vec3 x;
  std::array<Vec3, 3> axis;
  std::array<Real, 3> half;

  BoxFrame(Vec3 centre, Quat q, Vec3 h)
      : x(centre),
        axis{rotate(q, Vec3{1, 0, 0}), rotate(q, Vec3{0, 1, 0}), rotate(q, Vec3{0, 0, 1})},
        half{h.x, h.y, h.z} {}

  Vec3 arm(int k) const { return half[k] * axis[k]; }
  Vec3 corner(int v) const {
    return x + (v & 1 ? arm(0) : -arm(0)) + (v & 2 ? arm(1) : -arm(1)) + (v & 4 ? arm(2) : -arm(2));
  }
  Real smallest_half() const { return min(half[0], min(half[1], half[2])); }
  /// Half the width along the unit vector n.
  Real extent(Vec3 n) const {
    return half[0] * abs(dot(axis[0], n)) + half[1] * abs(dot(axis[1], n)) +
           half[2] * abs(dot(axis[2], n));
  }
  /// The corner farthest along n.
  int support(Vec3 n) const {
    return (dot(axis[0], n) > 0 ? 1 : 0) | (dot(axis[1], n) > 0 ? 2 : 0) |
           (dot(axis[2], n) > 0 ? 4 : 0);
  }
  Vec3 closest(Vec3 p) const {
    Vec3 c = x;
    for (int k = 0; k < 3; ++k) c += min(max(dot(p - x, axis[k]), -half[k]), half[k]) * axis[k];
    return c;
  }
};

struct Segment {
  Vec3 from, to;
};

/// The edge along axis k through corner v.
inline int edge_through(int v, int k) {
  return 4 * k + (v >> (k + 1) % 3 & 1) + 2 * (v >> (k + 2) % 3 & 1);
}
inline std::array<int, 2> ends_of_edge(int e) {
  const int k = e / 4;
  const int v = ((e & 1) << (k + 1) % 3) | ((e >> 1 & 1) << (k + 2) % 3);
  return {v, v | 1 << k};
}
inline Segment edge(const BoxFrame& box, int e) {
  const auto [v, w] = ends_of_edge(e);
  return {box.corner(v), box.corner(w)};
}
/// Corners of a face in cyclic order; face 2 k + s: the negative (s = 0) or positive side of axis
/// k.
inline std::array<int, 4> corners_of_face(int face) {
  const int k = face / 2, i = 1 << (k + 1) % 3, j = 1 << (k + 2) % 3;
  const int v = (face & 1) << k;
  return {v, v | i, v | i | j, v | j};
}
/// The face that looks most along n.
inline int face_towards(const BoxFrame& box, Vec3 n) {
  int best = 0;
  Real most = -1;
  for (int k = 0; k < 3; ++k) {
    const Real along = dot(box.axis[k], n);
    if (!(abs(along) > most)) continue;
    most = abs(along);
    best = 2 * k + (along > 0 ? 1 : 0);
  }
  return best;
}

/// A convex face of some body: at most four corners in cyclic order, each with its number on the
/// body and that of the edge towards the next corner.
struct ConvexFace {
  struct Corner {
    Vec3 p;
    int vertex, edge;
  };
  std::array<Corner, 4> corner;
  int size;
};

inline ConvexFace face_of(const BoxFrame& box, int face) {
  const std::array<int, 4> v = corners_of_face(face);
  ConvexFace f{{}, 4};
  for (int m = 0; m < 4; ++m) {
    const int turned = v[m] ^ v[(m + 1) % 4];
    f.corner[m] = {box.corner(v[m]), v[m], edge_through(v[m], turned >> 1)};  // 1, 2, 4 -> 0, 1, 2
  }
  return f;
}

/// A corner of the common area of two faces, the incident one seen along the normal of the other.
struct CommonCorner {
  enum Kind { kIncidentVertex, kReferenceVertex, kCrossing };
  Vec3 p;     // on the incident face
  Kind kind;  // whose corner it is; kCrossing: an edge of one over an edge of the other
  int incident, reference;  // number of the vertex, or of the two edges
  Real height;              // over the reference face [m]
};

/// The common area; empty if the faces pass each other.
struct CommonArea {
  // A cut of n points leaves at most 3 n / 2, so four cuts of four points leave fewer than these.
  std::array<CommonCorner, 24> corner;
  int size = 0;

  Real lowest() const {
    Real low = corner[0].height;
    for (int i = 1; i < size; ++i) low = min(low, corner[i].height);
    return low;
  }
};

/// The part of `incident` that lies over `reference`, whose unit normal is n. Corners up to `slack`
/// beyond an edge count as over it; corners that close to a straight line are left out.
CommonArea common_area(const ConvexFace& incident, const ConvexFace& reference, Vec3 n, Real slack);

/// The nearest points of two segments.
struct SegmentPair {
  Vec3 a, b;
  bool inner;  // neither is an end
};
SegmentPair nearest_points(const Segment& a, const Segment& b);

}  // namespace scree
