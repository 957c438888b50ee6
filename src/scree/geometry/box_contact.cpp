#include "scree/geometry/box_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "scree/geometry/box_features.h"

namespace scree {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
/// Squared sine of the angle between edges below which they span no direction of their own.
constexpr Real kParallel2 = 1e-16;
/// Boxes closer than this fraction of the slack touch: no direction leads from one to the other.
constexpr Real kTouching = 1e-6;
/// Pairs of features whose distances differ by less than this fraction of the slack are equal.
constexpr Real kTie = 1e-6;

/// A direction that may separate the boxes. From the first box to the second.
struct Direction {
  Vec3 n{0, 0, 0};
  Real separation = -kInfinity;
  int a = -1, b = -1;  // the axes of the two boxes it stems from; -1: none
};

/// The numbers of pairs of features: a corner of the first box, one of the second, two edges.
int first_corner(int v) { return v; }
int second_corner(int v) { return 8 + v; }
int edges(int first, int second) { return 16 + 12 * first + second; }

struct Boxes {
  BoxFrame a, b;
  Real slack;  // [m]

  Direction along(Vec3 n, int ka, int kb) const {
    const Real across = dot(n, b.x - a.x);
    return {across < 0 ? -n : n, abs(across) - a.extent(n) - b.extent(n), ka, kb};
  }
};

void take_better(Direction& best, const Direction& d) {
  if (d.separation > best.separation) best = d;
}

Direction best_face(const Boxes& pair, bool of_a) {
  Direction best;
  for (int k = 0; k < 3; ++k)
    take_better(best, of_a ? pair.along(pair.a.axis[k], k, -1) : pair.along(pair.b.axis[k], -1, k));
  return best;
}

/// The whole width of both boxes is projected, not only the axes at an angle to n: so rounding of n
/// between nearly parallel edges cannot invent a separation.
Direction best_edges(const Boxes& pair) {
  Direction best;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 n = cross(pair.a.axis[i], pair.b.axis[j]);
      const Real size2 = norm2(n);
      if (size2 > kParallel2) take_better(best, pair.along(n / std::sqrt(size2), i, j));
    }
  return best;
}

Real face_area(const BoxFrame& box, int k) { return box.half[(k + 1) % 3] * box.half[(k + 2) % 3]; }

int feature_of(const CommonCorner& c, bool a_is_reference) {
  const auto corner = [](bool of_a, int v) { return of_a ? first_corner(v) : second_corner(v); };
  if (c.kind == CommonCorner::kIncidentVertex) return corner(!a_is_reference, c.incident);
  if (c.kind == CommonCorner::kReferenceVertex) return corner(a_is_reference, c.reference);
  return a_is_reference ? edges(c.reference, c.incident) : edges(c.incident, c.reference);
}

/// Points of a face against what lies over it; false if none of them comes as near as `best`, the
/// largest separation: then the boxes are nearest elsewhere.
bool add_faces(const Boxes& pair, const Direction& d, Real best, Real reach,
               std::vector<TouchPoint>& out) {
  const bool a_is_reference = d.a >= 0;
  const BoxFrame &reference = a_is_reference ? pair.a : pair.b,
                 &incident = a_is_reference ? pair.b : pair.a;
  const Vec3 n = a_is_reference ? d.n : -d.n;
  const CommonArea area =
      common_area(face_of(incident, face_towards(incident, -n)),
                  face_of(reference, face_towards(reference, n)), n, pair.slack);
  if (area.size == 0 || area.lowest() > best + pair.slack) return false;
  // Within the slack another direction may be the better one. Its separation is what counts, lest
  // the gap jump where one direction takes over from the other.
  const Real shift = best - area.lowest();
  for (int i = 0; i < area.size; ++i) {
    const CommonCorner& c = area.corner[i];
    const Real gap = c.height + shift;
    if (gap < reach)
      out.push_back({c.p - 0.5 * c.height * n, d.n, gap, feature_of(c, a_is_reference)});
  }
  return true;
}

/// Is the parameter of a point on an edge within its half length?
bool on_edge(Vec3 p, const Segment& e, Real slack) {
  const Vec3 along = e.to - e.from;
  const Real length = norm(along), s = dot(p - e.from, along) / length;
  return s >= -slack && s <= length + slack;
}

/// Where the lines through the two edges come nearest; false if that is beyond one of the edges.
bool add_edges(const Boxes& pair, const Direction& d, std::vector<TouchPoint>& out) {
  const int ea = edge_through(pair.a.support(d.n), d.a);
  const int eb = edge_through(pair.b.support(-d.n), d.b);
  const Segment sa = edge(pair.a, ea), sb = edge(pair.b, eb);
  const Vec3 u = pair.a.axis[d.a], v = pair.b.axis[d.b], w = sb.from - sa.from;
  const Real uv = dot(u, v), sine2 = norm2(cross(u, v));
  const Real s = (dot(u, w) - dot(v, w) * uv) / sine2, t = (dot(u, w) * uv - dot(v, w)) / sine2;
  const Vec3 pa = sa.from + s * u, pb = sb.from + t * v;
  if (!on_edge(pa, sa, pair.slack) || !on_edge(pb, sb, pair.slack)) return false;
  out.push_back({0.5 * (pa + pb), d.n, d.separation, edges(ea, eb)});
  return true;
}

struct Nearest {
  Vec3 a{0, 0, 0}, b{0, 0, 0};
  Real distance = kInfinity;  // of the nearest pair; a and b may be one that ties with it
  int feature = -1;

  /// `preferred`: also if it only ties.
  void take(Vec3 pa, Vec3 pb, int f, bool preferred, Real tie) {
    const Real d = norm(pb - pa);
    if (d < distance - tie || (preferred && d < distance + tie)) {
      a = pa;
      b = pb;
      feature = f;
    }
    distance = min(distance, d);
  }
};

/// The nearest points of boxes that are apart, by looking at every corner and every pair of edges.
Nearest nearest_points(const Boxes& pair) {
  Nearest best;
  const Real tie = kTie * pair.slack;
  for (int v = 0; v < 8; ++v) {
    const Vec3 pa = pair.a.corner(v), pb = pair.b.corner(v);
    best.take(pa, pair.b.closest(pa), first_corner(v), false, tie);
    best.take(pair.a.closest(pb), pb, second_corner(v), false, tie);
  }
  for (int ea = 0; ea < 12; ++ea)
    for (int eb = 0; eb < 12; ++eb) {
      const SegmentPair near = nearest_points(edge(pair.a, ea), edge(pair.b, eb));
      best.take(near.a, near.b, edges(ea, eb), near.inner, tie);
    }
  return best;
}

/// One point, where boxes apart come nearest. If rounding has spoiled everything else for boxes
/// that just touch, this also finds where, and the best direction gives the normal.
void add_nearest(const Boxes& pair, const Direction& best, Real reach,
                 std::vector<TouchPoint>& out) {
  const Nearest near = nearest_points(pair);
  const Vec3 middle = 0.5 * (near.a + near.b);
  if (near.distance <= kTouching * pair.slack || best.separation < 0)
    out.push_back({middle, best.n, best.separation, near.feature});
  else if (near.distance < reach)
    out.push_back({middle, normalized(near.b - near.a), near.distance, near.feature});
}

void find_points(const Boxes& pair, Real reach, std::vector<TouchPoint>& out) {
  const Direction of_a = best_face(pair, true), of_b = best_face(pair, false);
  Direction best = of_a;
  take_better(best, of_b);
  if (best.separation >= reach) return;
  const Direction crossed = best_edges(pair);
  take_better(best, crossed);
  if (best.separation >= reach) return;

  // Of two faces that tie the larger one is the reference, whichever box comes first.
  const bool b_larger = face_area(pair.b, of_b.b) > face_area(pair.a, of_a.a);
  for (const Direction& d : {b_larger ? of_b : of_a, b_larger ? of_a : of_b})
    if (d.separation >= best.separation - pair.slack &&
        add_faces(pair, d, best.separation, reach, out))
      return;
  if (crossed.separation >= best.separation - pair.slack && add_edges(pair, crossed, out)) return;
  add_nearest(pair, best, reach, out);
}

}  // namespace

void find_box_box(const PlacedBox& a, const PlacedBox& b, Real reach,
                  std::vector<TouchPoint>& out) {
  out.clear();
  // Seen from the first centre, so that no digits are lost far from the origin.
  Boxes pair{{{0, 0, 0}, a.q, a.half}, {b.x - a.x, b.q, b.half}, 0};
  pair.slack = kBoxSlack * min(pair.a.smallest_half(), pair.b.smallest_half());
  find_points(pair, reach, out);
  for (TouchPoint& t : out) t.point += a.x;
  std::sort(out.begin(), out.end(),
            [](const TouchPoint& l, const TouchPoint& r) { return l.feature < r.feature; });
}

bool touched_by_corners(const Surface& surface) {
  if (const Cone* cone = std::get_if<Cone>(&surface)) return cone->inside && !cone->two_sided;
  if (const Disc* disc = std::get_if<Disc>(&surface)) return !disc->two_sided;
  return std::holds_alternative<Plane>(surface);
}

namespace {

/// Of the coordinates: no corner of a box that is farther than this beyond the reach is within it.
constexpr Real kRounding = 1e-12;

/// Are all corners of the box farther from a plane than `reach`?
bool clear_of(const PlacedBox& a, const Plane& plane, Vec3 x, Quat q, Real reach) {
  const Vec3 n = rotate(q, plane.normal), m = rotate_back(a.q, n);
  const Vec3 to_box = a.x - x - rotate(q, plane.point);
  const Real extent = a.half.x * abs(m.x) + a.half.y * abs(m.y) + a.half.z * abs(m.z);
  const Real rounding = kRounding * (norm(a.x) + norm(x) + norm(plane.point) + norm(a.half));
  return dot(n, to_box) - extent > reach + rounding;
}

}  // namespace

void find_box_surface(const PlacedBox& a, const Surface& surface, Vec3 x, Quat q, Real reach,
                      std::vector<TouchPoint>& out) {
  out.clear();
  const Plane* plane = std::get_if<Plane>(&surface);
  if (plane && clear_of(a, *plane, x, q, reach)) return;
  const BoxFrame box(a.x, a.q, a.half);
  for (int v = 0; v < 8; ++v) {
    const Vec3 corner = box.corner(v);
    const SurfaceHit<Real> hit = query(surface, rotate_back(q, corner - x));
    if (!(hit.distance < reach)) continue;
    const Vec3 n = rotate(q, hit.toward);
    out.push_back({corner + 0.5 * hit.distance * n, n, hit.distance, v});
  }
}

}  // namespace scree
