#include "scree/geometry/box_features.h"

namespace scree {
namespace {

/// Squared sine below which segments count as parallel: then the middle of what they share is
/// taken, because their nearest points are made of rounding errors.
constexpr Real kParallel2 = 1e-12;

/// A corner with what bounds the area between it and the next one.
struct Point {
  CommonCorner corner;
  bool along_reference;  // the side towards the next corner: of the reference, or of the incident
  int side;              // reference: position in its cycle; incident: number of the edge
};

struct Polygon {
  std::array<Point, 24> point;
  int size = 0;
  void push(const Point& p) {
    if (size < static_cast<int>(point.size())) point[size++] = p;
  }
};

/// Vertex shared by two neighbouring sides of the reference.
int shared_vertex(const ConvexFace& reference, int side, int other) {
  return reference.corner[(side + 1) % reference.size == other ? other : side].vertex;
}

CommonCorner crossing(const ConvexFace& reference, const Point& from, int side, Vec3 p) {
  if (from.along_reference)
    return {p, CommonCorner::kReferenceVertex, -1, shared_vertex(reference, from.side, side), 0};
  return {p, CommonCorner::kCrossing, from.side, reference.corner[side].edge, 0};
}

Polygon cut(const Polygon& in, const ConvexFace& reference, int side, Vec3 outwards, Real slack) {
  const Vec3 origin = reference.corner[side].p;
  Polygon out;
  for (int i = 0; i < in.size; ++i) {
    const Point &p = in.point[i], &q = in.point[(i + 1) % in.size];
    const Real dp = dot(outwards, p.corner.p - origin), dq = dot(outwards, q.corner.p - origin);
    const bool p_in = dp <= slack, q_in = dq <= slack;
    if (p_in) out.push(p);
    if (p_in == q_in) continue;
    // Between slack and the edge itself there is no crossing; the end is taken.
    const Real t = min(max(dp / (dp - dq), 0.0), 1.0);
    const CommonCorner c = crossing(reference, p, side, p.corner.p + t * (q.corner.p - p.corner.p));
    if (p_in)
      out.push({c, true, side});
    else
      out.push({c, p.along_reference, p.side});
  }
  return out;
}

Real distance2_to_segment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 e = b - a;
  const Real whole = norm2(e);
  const Real t = whole > 0 ? min(max(dot(p - a, e) / whole, 0.0), 1.0) : 0;
  return norm2(p - a - t * e);
}

/// Leaves out corners of one kind on a nearly straight line between their neighbours, except such
/// as lie lower than both.
void straighten(CommonArea& area, CommonCorner::Kind kind, Real slack) {
  for (int i = 0; i < area.size && area.size > 1;) {
    const CommonCorner &c = area.corner[i], &prev = area.corner[(i + area.size - 1) % area.size],
                       &next = area.corner[(i + 1) % area.size];
    if (c.kind != kind || c.height < min(prev.height, next.height) ||
        distance2_to_segment(c.p, prev.p, next.p) > slack * slack) {
      ++i;
      continue;
    }
    for (int j = i; j + 1 < area.size; ++j) area.corner[j] = area.corner[j + 1];
    --area.size;
  }
}

}  // namespace

CommonArea common_area(const ConvexFace& incident, const ConvexFace& reference, Vec3 n,
                       Real slack) {
  Polygon polygon;
  for (int i = 0; i < incident.size; ++i) {
    const ConvexFace::Corner& c = incident.corner[i];
    polygon.push({{c.p, CommonCorner::kIncidentVertex, c.vertex, -1, 0}, false, c.edge});
  }
  Vec3 centre{0, 0, 0};
  for (int i = 0; i < reference.size; ++i) centre += reference.corner[i].p;
  centre = centre / reference.size;
  for (int side = 0; side < reference.size && polygon.size > 0; ++side) {
    const Vec3 p = reference.corner[side].p;
    const Vec3 along = reference.corner[(side + 1) % reference.size].p - p;
    const Vec3 across = normalized(cross(along, n));
    polygon = cut(polygon, reference, side, dot(across, p - centre) < 0 ? -across : across, slack);
  }
  CommonArea area;
  area.size = polygon.size;
  for (int i = 0; i < polygon.size; ++i) {
    area.corner[i] = polygon.point[i].corner;
    area.corner[i].height = dot(n, area.corner[i].p - reference.corner[0].p);
  }
  straighten(area, CommonCorner::kCrossing, slack);
  straighten(area, CommonCorner::kReferenceVertex, slack);
  return area;
}

SegmentPair nearest_points(const Segment& a, const Segment& b) {
  const Vec3 u = a.to - a.from, v = b.to - b.from, w = b.from - a.from;
  const Real uu = norm2(u), vv = norm2(v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
  const Real det = uu * vv - uv * uv;
  const auto clamped = [](Real t) { return min(max(t, 0.0), 1.0); };
  Real s;
  if (det > kParallel2 * uu * vv) {
    s = clamped((uw * vv - vw * uv) / det);
  } else {
    const Real s0 = uw / uu, s1 = (uw + uv) / uu;  // where the ends of b lie along a
    s = 0.5 * (clamped(s0) + clamped(s1));
  }
  const Real t = clamped((s * uv - vw) / vv);
  s = clamped((t * uv + uw) / uu);
  return {a.from + s * u, b.from + t * v, s > 0 && s < 1 && t > 0 && t < 1};
}

}  // namespace scree
