/// Box against mesh; the rest of box_contact.h is in box_contact.cpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/geometry/box_contact.h"
#include "scree/geometry/box_features.h"
#include "scree/geometry/mesh_contact.h"
#include "scree/geometry/triangle.h"

namespace scree {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
/// Squared sine of the angle between edges below which they span no direction of their own.
constexpr Real kParallel2 = 1e-16;
/// Closer than this fraction of the slack no direction leads from the box to the triangle.
constexpr Real kTouching = 1e-6;
/// Normals closer than this [rad] are the same: triangles are then flat to each other.
constexpr Real kFlatAngle = 1e-3;
/// Slope above which a neighbour that rises towards the box refuses the normal of an edge or
/// vertex.
constexpr Real kRise = 1e-3;
/// The same slope within a flat part of the mesh: a box that lies down on it touches all corners.
constexpr Real kRiseInFlat = 0.05;
/// What may be missing from the full turn around a point inside a flat part [rad].
constexpr Real kOpenAngle = 0.01;
/// Triangles lower than this fraction of the smallest half edge borrow the plane of a higher one;
/// their own normal is noise. How much higher the lender must be.
constexpr Real kSmallHeight = 0.05, kLenderHeight = 4;
/// Overlap, in smallest half edges, up to which the lean of a box is allowed for.
constexpr Real kDeepestDip = 0.1;
/// A common area narrower than this fraction of the slack carries nothing. It may hold a corner of
/// the box, but that close to an edge the neighbour, if the surface goes on there, holds it as
/// well: seen along a normal no corner of the box is sharper than 60 degrees, so it pokes across
/// the edge by at most three times the width.
constexpr Real kThin = 0.2;
/// A triangle that crosses the view of a common area hides it unless that is in front of the area
/// by less than this fraction of its width.
constexpr Real kInFront = 0.25;
/// Normals within this cosine are the same push, so one point of those at the same place stays.
constexpr Real kSamePush = 0.999;

/// Numbers of pairs of features: 256 times a triangle or a vertex of the mesh, plus one of these.
std::int64_t corner_on_triangle(int v, Index triangle) { return std::int64_t{256} * triangle + v; }
std::int64_t vertex_on_face(Index vertex, int face) {
  return std::int64_t{256} * vertex + 8 + face;
}
std::int64_t edge_on_edge(int e, Index triangle, int k) {
  return std::int64_t{256} * triangle + 16 + 3 * e + k;
}

/// A triangle within reach. The normal points to the side on which the centre of the box lies.
struct Candidate {
  Index triangle;
  Triangle t;
  Vec3 n;
  Real height;  // smallest of the triangle [m]
};

/// A direction that may separate box and triangle, from the box to the triangle.
struct Direction {
  Vec3 n{0, 0, 0};
  Real separation = -kInfinity;
  int box = -1, edge = -1;  // axis of the box and edge of the triangle it stems from; -1: none
};

struct Proposal {
  TouchPoint touch;
  Index triangle;
  int corner;  // of the box; -1: another feature of it
};

/// One question to one mesh, in the frame of the mesh.
class BoxOnMesh {
 public:
  BoxOnMesh(const BoxFrame& box, const PlacedMesh& placed, Real reach)
      : box_(box),
        mesh_(placed.mesh),
        tree_(placed.tree),
        reach_(reach),
        slack_(kBoxSlack * box.smallest_half()) {}

  void find(std::vector<TouchPoint>& out);

 private:
  void collect();
  void borrow_planes();
  void propose(const Candidate& c);
  std::vector<Direction> directions(const Candidate& c) const;
  bool usable(const Candidate& c, const CommonArea& area) const;
  bool hidden(const Candidate& c, Vec3 p, Real in_front) const;
  CommonArea area_on_triangle(const Candidate& c) const;
  void add_on_triangle(const Candidate& c, const CommonArea& area, bool corners_only);
  bool add_on_box_face(const Candidate& c, const Direction& d);
  bool add_edges(const Candidate& c, const Direction& d);
  bool add_nearest(const Candidate& c, const Direction& best);
  void add(const Candidate& c, Vec3 on_mesh, Vec3 n, Real gap, std::int64_t feature);
  bool in_box(Vec3 foot, Real gap) const;
  bool surpassed(const Proposal& p, const std::vector<TouchPoint>& others) const;
  void merge(std::vector<TouchPoint>& out) const;

  Direction along(const Candidate& c, Vec3 n, int k, int e) const;
  Real on_tolerance(const Candidate& c) const;
  bool coplanar(const Candidate& c, Index other) const;
  bool inside_flat_part(const Candidate& c, Vec3 p) const;
  bool rises(const Candidate& c, Vec3 p, Vec3 m, bool flat_too) const;
  bool may_push(const Candidate& c, Vec3 p, Vec3 m) const {
    return !inside_flat_part(c, p) && !rises(c, p, m, true);
  }
  Triangle corners(Index i) const {
    return {mesh_.corner(i, 0), mesh_.corner(i, 1), mesh_.corner(i, 2)};
  }

  const BoxFrame& box_;
  const TriangleMesh& mesh_;
  const TriangleTree& tree_;
  Real reach_, slack_;
  std::vector<Candidate> all_;
  std::vector<Proposal> found_;
  mutable std::vector<Index> near_;
};

ConvexFace face_of(const Candidate& c) {
  ConvexFace f{{}, 3};
  for (int k = 0; k < 3; ++k) f.corner[k] = {c.t[k], k, k};
  return f;
}

/// The turn around p that the triangle fills, for p on it within the tolerance.
Real angle_at(const Triangle& t, Vec3 p, Real tolerance) {
  for (int k = 0; k < 3; ++k)
    if (norm(p - t[k]) <= tolerance) {
      const Vec3 u = t[(k + 1) % 3] - t[k], v = t[(k + 2) % 3] - t[k];
      return std::atan2(norm(cross(u, v)), dot(u, v));
    }
  const Vec3 n = unit_normal(t);
  if (!(norm2(n) > 0)) return 0;
  for (int k = 0; k < 3; ++k)
    if (dot(normalized(cross(n, t[(k + 1) % 3] - t[k])), p - t[k]) <= tolerance) return kPi;
  return 2 * kPi;
}

bool in_plane(const Triangle& t, Vec3 p, Vec3 n, Real tolerance) {
  for (const Vec3 q : t)
    if (abs(dot(n, q - p)) > tolerance) return false;
  return true;
}

void BoxOnMesh::collect() {
  std::vector<Index> rows;
  tree_.query(box_.x, norm(Vec3{box_.half[0], box_.half[1], box_.half[2]}) + reach_, rows);
  for (const Index i : rows) {
    const Triangle t = corners(i);
    const Vec3 n = unit_normal(t);
    if (norm2(n) > 0) all_.push_back({i, t, n, smallest_height(t)});
  }
  borrow_planes();
  for (Candidate& c : all_)
    if (dot(c.n, box_.x - c.t[0]) < 0) c.n = -c.n;
}

void BoxOnMesh::borrow_planes() {
  for (Candidate& c : all_) {
    if (c.height >= kSmallHeight * box_.smallest_half()) continue;
    Real best = kLenderHeight * c.height;
    for (const Candidate& lender : all_) {
      if (lender.height <= best || !in_plane(c.t, lender.t[0], lender.n, on_tolerance(lender)))
        continue;
      best = lender.height;
      c.n = lender.n;
    }
  }
}

Real BoxOnMesh::on_tolerance(const Candidate& c) const {
  Real coordinate = 0;
  for (const Vec3 p : c.t) coordinate = max(coordinate, max(abs(p.x), max(abs(p.y), abs(p.z))));
  return flat_tolerance(box_.smallest_half(), coordinate);
}

bool BoxOnMesh::coplanar(const Candidate& c, Index other) const {
  if (other == c.triangle) return true;
  const Triangle t = corners(other);
  const Vec3 n = unit_normal(t);
  if (norm2(cross(n, c.n)) < kFlatAngle * kFlatAngle) return true;
  return in_plane(t, c.t[0], c.n, on_tolerance(c)) || in_plane(c.t, t[0], n, on_tolerance(c));
}

/// Does the surface go on flat all around p? Needs no shared vertices, only triangles that meet.
bool BoxOnMesh::inside_flat_part(const Candidate& c, Vec3 p) const {
  const Real tolerance = on_tolerance(c);
  tree_.query(p, tolerance, near_);
  Real turn = 0;
  for (const Index i : near_)
    if (coplanar(c, i)) turn += angle_at(corners(i), p, tolerance);
  return turn > 2 * kPi - kOpenAngle;
}

/// Does the surface rise from p along m, towards the box?
bool BoxOnMesh::rises(const Candidate& c, Vec3 p, Vec3 m, bool flat_too) const {
  const Real tolerance = on_tolerance(c);
  tree_.query(p, tolerance, near_);
  for (const Index i : near_) {
    const bool flat = coplanar(c, i);
    if (flat && !flat_too) continue;
    for (const Vec3 v : corners(i)) {
      const Real up = dot(m, v - p);
      if (up > 2 * tolerance && up > (flat ? kRiseInFlat : kRise) * norm(v - p)) return true;
    }
  }
  return false;
}

/// Does another triangle cross the line from the centre of the box to p, more than `in_front`
/// before its end?
bool BoxOnMesh::hidden(const Candidate& c, Vec3 p, Real in_front) const {
  for (const Candidate& other : all_) {
    if (other.triangle == c.triangle) continue;
    const Real here = dot(other.n, box_.x - other.t[0]), there = dot(other.n, p - other.t[0]);
    if (!(there < 0)) continue;  // `here` is not, by the choice of n
    const Vec3 crossing = box_.x + (here / (here - there)) * (p - box_.x);
    if (norm(crossing - p) <= in_front) continue;
    if (closest_on_triangle(other.t, crossing).distance <= on_tolerance(other)) return true;
  }
  return false;
}

CommonArea BoxOnMesh::area_on_triangle(const Candidate& c) const {
  return common_area(scree::face_of(box_, face_towards(box_, -c.n)), face_of(c), c.n, slack_);
}

/// Is the common area wide enough to carry, and can the box see it?
bool BoxOnMesh::usable(const Candidate& c, const CommonArea& area) const {
  if (area.size < 3) return false;
  std::array<Vec3, 24> p;
  for (int i = 0; i < area.size; ++i) p[i] = area.corner[i].p - area.corner[i].height * c.n;
  Real around = 0;
  Vec3 twice{0, 0, 0}, centre{0, 0, 0};
  for (int i = 0; i < area.size; ++i) {
    const Vec3 q = p[(i + 1) % area.size];
    around += norm(q - p[i]);
    twice += cross(p[i] - p[0], q - p[0]);
    centre += p[i];
  }
  const Real width = norm(twice) / around;
  return width > kThin * slack_ && !hidden(c, centre / area.size, kInFront * width);
}

Direction BoxOnMesh::along(const Candidate& c, Vec3 n, int k, int e) const {
  const Real extent = box_.extent(n);
  Real lo = kInfinity, hi = -kInfinity;
  for (const Vec3 p : c.t) {
    const Real s = dot(n, p - box_.x);
    lo = min(lo, s);
    hi = max(hi, s);
  }
  return lo > -hi ? Direction{n, lo - extent, k, e} : Direction{-n, -hi - extent, k, e};
}

void BoxOnMesh::add(const Candidate& c, Vec3 on_mesh, Vec3 n, Real gap, std::int64_t feature) {
  found_.push_back({{on_mesh - 0.5 * gap * n, n, gap, feature}, c.triangle, -1});
}

/// Is the foot of a corner that lies behind a triangle by minus `gap` in the box? Else the box
/// passes the triangle by. A box on the flat that dips both ends of an edge under it leans by at
/// most the angle gap over edge, so that the foot of the higher one is out of the box by that times
/// the gap.
bool BoxOnMesh::in_box(Vec3 foot, Real gap) const {
  const Real h = box_.smallest_half(), dip = min(-gap, kDeepestDip * h);
  return norm(box_.closest(foot) - foot) <= slack_ + dip * dip / (2 * h);
}

/// Corners of the face of the box over the triangle. `corners_only`: the triangle's normal is not
/// the best direction, so what its edges contribute counts only in a concave edge, where the
/// corner itself is already in the next wall.
void BoxOnMesh::add_on_triangle(const Candidate& c, const CommonArea& area, bool corners_only) {
  const int face = face_towards(box_, -c.n);
  for (int i = 0; i < area.size; ++i) {
    const CommonCorner& k = area.corner[i];
    const Real gap = k.height;
    if (!(gap < reach_)) continue;
    const Vec3 foot = k.p - k.height * c.n;
    if (corners_only && gap < 0 && !in_box(foot, gap)) continue;
    if (k.kind == CommonCorner::kIncidentVertex) {
      add(c, foot, -c.n, gap, corner_on_triangle(k.incident, c.triangle));
      found_.back().corner = k.incident;
    } else if (inside_flat_part(c, foot) || (corners_only && !rises(c, foot, c.n, false))) {
      continue;
    } else if (k.kind == CommonCorner::kCrossing) {
      add(c, foot, -c.n, gap, edge_on_edge(k.incident, c.triangle, k.reference));
    } else {
      const auto& row = mesh_.triangles[static_cast<std::size_t>(c.triangle)];
      add(c, foot, -c.n, gap, vertex_on_face(row[static_cast<std::size_t>(k.reference)], face));
    }
  }
}

bool BoxOnMesh::add_on_box_face(const Candidate& c, const Direction& d) {
  const int face = face_towards(box_, d.n);
  const CommonArea area = common_area(face_of(c), scree::face_of(box_, face), d.n, slack_);
  if (area.size == 0 || area.lowest() > d.separation + slack_) return false;
  bool any = false;
  for (int i = 0; i < area.size; ++i) {
    const CommonCorner& k = area.corner[i];
    const Real gap = k.height;
    // A corner of the box face inside the triangle: the triangle's own normal sees to that.
    if (!(gap < reach_) || k.kind == CommonCorner::kReferenceVertex) continue;
    if (!may_push(c, k.p, -d.n)) continue;
    any = true;
    if (k.kind == CommonCorner::kCrossing) {
      add(c, k.p, d.n, gap, edge_on_edge(k.reference, c.triangle, k.incident));
    } else {
      const auto& row = mesh_.triangles[static_cast<std::size_t>(c.triangle)];
      add(c, k.p, d.n, gap, vertex_on_face(row[static_cast<std::size_t>(k.incident)], face));
    }
  }
  return any;
}

bool BoxOnMesh::add_edges(const Candidate& c, const Direction& d) {
  const int e = edge_through(box_.support(d.n), d.box);
  const Segment on_box = edge(box_, e), side{c.t[d.edge], c.t[(d.edge + 1) % 3]};
  const SegmentPair near = nearest_points(on_box, side);
  // Only where the edges cross: elsewhere the way between their nearest points is not along n.
  const Vec3 way = near.b - near.a;
  if (norm(way - dot(way, d.n) * d.n) > slack_) return false;
  if (!may_push(c, near.b, -d.n)) return false;
  add(c, near.b, d.n, d.separation, edge_on_edge(e, c.triangle, d.edge));
  return true;
}

/// Box and triangle apart from each other and nearest at an edge or a corner of both.
bool BoxOnMesh::add_nearest(const Candidate& c, const Direction& best) {
  Vec3 a{0, 0, 0}, b{0, 0, 0};
  Real distance = kInfinity;
  std::int64_t feature = 0;
  const auto take = [&](Vec3 pa, Vec3 pb, std::int64_t f) {
    // Neighbouring features share a point; the first of them has it.
    const Real d = norm(pb - pa);
    if (!(d < distance - kTouching * slack_)) return;
    distance = d;
    a = pa;
    b = pb;
    feature = f;
  };
  for (int v = 0; v < 8; ++v)
    take(box_.corner(v), closest_on_triangle(c.t, box_.corner(v)).point,
         corner_on_triangle(v, c.triangle));
  for (int k = 0; k < 3; ++k) {
    const Vec3 p = box_.closest(c.t[k]);
    const Index vertex =
        mesh_.triangles[static_cast<std::size_t>(c.triangle)][static_cast<std::size_t>(k)];
    take(p, c.t[k], vertex_on_face(vertex, face_towards(box_, c.t[k] - p)));
    for (int e = 0; e < 12; ++e) {
      const SegmentPair near = nearest_points(edge(box_, e), {c.t[k], c.t[(k + 1) % 3]});
      take(near.a, near.b, edge_on_edge(e, c.triangle, k));
    }
  }
  if (!(distance < reach_)) return true;  // out of reach: nothing of this triangle counts
  const Vec3 n = distance > kTouching * slack_ ? (b - a) / distance : best.n;
  if (!may_push(c, b, -n)) return false;
  add(c, b, n, distance, feature);
  return true;
}

/// The thirteen directions, the best first. What ties is in the order triangle, face, edges.
std::vector<Direction> BoxOnMesh::directions(const Candidate& c) const {
  const auto worth = [&](const Direction& d) {
    return d.separation + (d.box < 0 ? 2 * slack_ : d.edge < 0 ? slack_ : 0);
  };
  std::vector<Direction> all;
  all.reserve(13);
  all.push_back({-c.n, dot(c.n, box_.x - c.t[0]) - box_.extent(c.n), -1, -1});
  for (int k = 0; k < 3; ++k) all.push_back(along(c, box_.axis[k], k, -1));
  for (int k = 0; k < 3; ++k)
    for (int e = 0; e < 3; ++e) {
      const Vec3 side = c.t[(e + 1) % 3] - c.t[e], n = cross(box_.axis[k], side);
      if (norm2(n) > kParallel2 * norm2(side)) all.push_back(along(c, normalized(n), k, e));
    }
  std::stable_sort(all.begin(), all.end(),
                   [&](const Direction& l, const Direction& r) { return worth(l) > worth(r); });
  return all;
}

/// Apart from the box a triangle has one best direction, or none and a pair of nearest points. In
/// the box it is left by the shortest way on which the rest of the surface agrees.
void BoxOnMesh::propose(const Candidate& c) {
  const std::vector<Direction> ways = directions(c);
  Real best = -kInfinity;
  for (const Direction& d : ways) best = max(best, d.separation);
  if (best >= reach_) return;
  const bool apart = best > 0;
  const CommonArea area = area_on_triangle(c);
  const bool on_triangle = usable(c, area);
  for (const Direction& d : ways) {
    if (apart && d.separation < best - slack_) continue;
    if (d.box >= 0) {
      if (d.edge < 0 ? add_on_box_face(c, d) : add_edges(c, d)) return;
    } else {
      const bool reached = on_triangle && area.lowest() <= d.separation + slack_;
      if (reached) return add_on_triangle(c, area, false);
      if (!apart) break;  // deeper ways lead out through the flank of what lies behind the triangle
    }
  }
  if (apart && add_nearest(c, ways.front())) return;
  if (on_triangle) add_on_triangle(c, area, true);
}

/// Does the push of another point, with a smaller overlap, free the box from the triangle of p too?
/// A convex edge in the box, or a corner of the box in a convex solid, can be left on several ways.
bool BoxOnMesh::surpassed(const Proposal& p, const std::vector<TouchPoint>& others) const {
  const Triangle t = corners(p.triangle);
  return std::any_of(others.begin(), others.end(), [&](const TouchPoint& k) {
    if (!(k.gap < 0 && k.gap > p.touch.gap + slack_)) return false;
    const Real nearest = min(dot(k.normal, t[0] - box_.x),
                             min(dot(k.normal, t[1] - box_.x), dot(k.normal, t[2] - box_.x)));
    return nearest - box_.extent(k.normal) > k.gap - slack_;
  });
}

/// Of points at the same place with the same push one stays, and of a corner's pushes in nearly the
/// same direction the strongest. Corners of the box come first: their numbers last longest.
void BoxOnMesh::merge(std::vector<TouchPoint>& out) const {
  std::vector<Proposal> order = found_;
  std::sort(order.begin(), order.end(), [](const Proposal& l, const Proposal& r) {
    if ((l.corner >= 0) != (r.corner >= 0)) return l.corner >= 0;
    return l.triangle != r.triangle ? l.triangle < r.triangle : l.touch.feature < r.touch.feature;
  });
  std::vector<Proposal> kept;
  for (const Proposal& p : order) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Proposal& k) {
      if (dot(k.touch.normal, p.touch.normal) < kSamePush) return false;
      if (p.corner >= 0 && p.corner == k.corner) return true;
      return norm(k.touch.point - p.touch.point) <= 2 * slack_;
    });
    if (same == kept.end()) {
      kept.push_back(p);
    } else if (p.touch.gap < same->touch.gap) {
      const std::int64_t feature = same->touch.feature;
      same->touch = p.touch;
      same->touch.feature = feature;
    }
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Proposal& l, const Proposal& r) { return l.touch.gap > r.touch.gap; });
  for (const Proposal& p : kept)
    if (!surpassed(p, out)) out.push_back(p.touch);
  std::sort(out.begin(), out.end(),
            [](const TouchPoint& l, const TouchPoint& r) { return l.feature < r.feature; });
}

void BoxOnMesh::find(std::vector<TouchPoint>& out) {
  collect();
  for (const Candidate& c : all_) propose(c);
  merge(out);
}

}  // namespace

void find_box_mesh(const PlacedBox& a, const PlacedMesh& b, Real reach,
                   std::vector<TouchPoint>& out) {
  out.clear();
  const BoxFrame box(rotate_back(b.q, a.x - b.x), conj(b.q) * a.q, a.half);
  BoxOnMesh(box, b, reach).find(out);
  for (TouchPoint& t : out) {
    t.point = rotate(b.q, t.point) + b.x;
    t.normal = rotate(b.q, t.normal);
  }
}

}  // namespace scree
