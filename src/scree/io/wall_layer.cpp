#include "scree/io/wall_layer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "scree/base/parallel.h"

namespace scree {
namespace {

/// Edges sharper than this are drawn: cos 25 degrees leaves round walls smooth.
constexpr Real kSharp = 0.906;
constexpr float kEdgeHalfWidth = 1.1f;  // [samples]

struct Triangle {
  std::array<Vec3, 3> p;  // projected, in clockwise order on the image
  float tint;             // share of light it keeps
};

/// Twice the area of (a, b, q); positive when q lies on the inner side of the edge.
Real side(Vec3 a, Vec3 b, Real x, Real y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

/// Two triangles that share an edge must not both tint the samples on it.
bool owns_edge(Vec3 a, Vec3 b) { return b.y > a.y || (b.y == a.y && b.x < a.x); }

void draw_triangle(const Triangle& t, int first_row, int last_row, const DepthImage& image,
                   WallLayer& layer) {
  const auto& p = t.p;
  const Real area = side(p[0], p[1], p[2].x, p[2].y);
  const auto clamp_to = [](Real v, int hi) {
    return static_cast<int>(std::clamp<Real>(v, 0, static_cast<Real>(hi)));
  };
  const int x0 = clamp_to(std::min({p[0].x, p[1].x, p[2].x}), image.width);
  const int x1 = clamp_to(std::max({p[0].x, p[1].x, p[2].x}) + 1, image.width);
  const int y0 = std::max(first_row, clamp_to(std::min({p[0].y, p[1].y, p[2].y}), image.height));
  const int y1 = std::min(last_row, clamp_to(std::max({p[0].y, p[1].y, p[2].y}) + 1, image.height));
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      Real e[3];
      bool inside = true;
      for (int k = 0; k < 3 && inside; ++k) {
        const Vec3 &a = p[static_cast<std::size_t>(k)],
                   &b = p[static_cast<std::size_t>((k + 1) % 3)];
        e[k] = side(a, b, x + 0.5, y + 0.5);
        inside = e[k] > 0 || (e[k] == 0 && owns_edge(a, b));
      }
      if (!inside) continue;
      const auto depth = static_cast<float>((e[1] * p[0].z + e[2] * p[1].z + e[0] * p[2].z) / area);
      const std::size_t at = image.at(x, y);
      if (depth > image.z[at]) continue;
      layer.through[at] *= 1 - t.tint;
      layer.backmost[at] = std::max(layer.backmost[at], depth);
    }
}

/// Cuts the segment to the image; false if nothing of it is inside.
bool clip(Vec3& a, Vec3& b, const DepthImage& image) {
  Real begin = 0, end = 1;
  const Vec3 d = b - a;
  const Real size[] = {static_cast<Real>(image.width), static_cast<Real>(image.height)};
  for (int k = 0; k < 2; ++k) {
    if (at(d, k) == 0) {
      if (at(a, k) < 0 || at(a, k) > size[k]) return false;
      continue;
    }
    const Real t0 = -at(a, k) / at(d, k), t1 = (size[k] - at(a, k)) / at(d, k);
    begin = std::max(begin, std::min(t0, t1));
    end = std::min(end, std::max(t0, t1));
  }
  if (!(begin < end)) return false;  // also when not a number
  b = a + end * d;
  a = a + begin * d;
  return true;
}

void draw_edge(Vec3 a, Vec3 b, const DepthImage& image, WallLayer& layer) {
  if (!clip(a, b, image)) return;
  const Real length = std::hypot(b.x - a.x, b.y - a.y);
  // Small steps along the line, each a soft round dot: simple, and cheap beside the spheres.
  const int steps = static_cast<int>(length * 2) + 1;
  for (int i = 0; i <= steps; ++i) {
    const Vec3 p = a + (static_cast<Real>(i) / steps) * (b - a);
    if (p.x < 2 || p.y < 2 || p.x >= image.width - 2 || p.y >= image.height - 2) continue;
    const int cx = static_cast<int>(p.x), cy = static_cast<int>(p.y);
    for (int y = cy - 2; y <= cy + 2; ++y)
      for (int x = cx - 2; x <= cx + 2; ++x) {
        const auto d = static_cast<float>(std::hypot(x + 0.5 - p.x, y + 0.5 - p.y));
        const float coverage = std::clamp(kEdgeHalfWidth + 0.5f - d, 0.0f, 1.0f);
        const std::size_t at = image.at(x, y);
        if (coverage > layer.edge[at] && static_cast<float>(p.z) <= image.z[at] + 2)
          layer.edge[at] = coverage;
      }
  }
}

/// Edges that belong to one triangle, or where two meet at an angle. Corners are the same when
/// their coordinates are, welded or not.
void draw_edges(const WallFrame& wall, const Camera& camera, const DepthImage& image,
                WallLayer& layer) {
  using Place = std::array<Real, 3>;
  struct Sides {
    int count = 0;
    Vec3 normal{0, 0, 0};
    bool sharp = false;
  };
  std::map<std::array<Place, 2>, Sides> edges;
  for (const auto& t : wall.triangles) {
    const Vec3 c[] = {wall.vertices[static_cast<std::size_t>(t[0])],
                      wall.vertices[static_cast<std::size_t>(t[1])],
                      wall.vertices[static_cast<std::size_t>(t[2])]};
    const Vec3 n = cross(c[1] - c[0], c[2] - c[0]);
    if (!(norm2(n) > 0)) continue;
    const Vec3 normal = normalized(n);
    for (int k = 0; k < 3; ++k) {
      const Vec3 a = c[k], b = c[(k + 1) % 3];
      Place pa{a.x, a.y, a.z}, pb{b.x, b.y, b.z};
      if (pb < pa) std::swap(pa, pb);
      Sides& s = edges[{pa, pb}];
      s.sharp |= s.count > 0 && std::abs(dot(s.normal, normal)) < kSharp;
      s.normal = normal;
      ++s.count;
    }
  }
  for (const auto& [ends, s] : edges)
    if (s.count == 1 || s.sharp)
      draw_edge(camera.project(Vec3{ends[0][0], ends[0][1], ends[0][2]}),
                camera.project(Vec3{ends[1][0], ends[1][1], ends[1][2]}), image, layer);
}

std::vector<Triangle> project_triangles(std::span<const WallFrame> walls, const Camera& camera) {
  std::vector<Triangle> out;
  for (const WallFrame& wall : walls)
    for (const auto& t : wall.triangles) {
      Triangle seen{};
      for (std::size_t k = 0; k < 3; ++k)
        seen.p[k] = camera.project(wall.vertices[static_cast<std::size_t>(t[k])]);
      const Real area = side(seen.p[0], seen.p[1], seen.p[2].x, seen.p[2].y);
      if (!std::isfinite(area) || area == 0) continue;
      if (area < 0) std::swap(seen.p[1], seen.p[2]);
      const Vec3 n = cross(seen.p[1] - seen.p[0], seen.p[2] - seen.p[0]);
      const auto facing = static_cast<float>(std::abs(n.z) / norm(n));
      seen.tint = 0.10f + 0.14f * (1 - facing);  // glass looks denser at a glancing angle
      out.push_back(seen);
    }
  return out;
}

}  // namespace

WallLayer draw_walls(std::span<const WallFrame> walls, const Camera& camera,
                     const DepthImage& image) {
  WallLayer layer;
  layer.through.assign(image.z.size(), 1.0f);
  layer.backmost.assign(image.z.size(), -DepthImage::kFar);
  layer.edge.assign(image.z.size(), 0.0f);
  const std::vector<Triangle> triangles = project_triangles(walls, camera);
  for_chunks(
      image.height,
      [&](Index, Index first, Index last) {
        for (const Triangle& t : triangles) draw_triangle(t, first, last, image, layer);
      },
      kBandRows);
  for (const WallFrame& wall : walls) draw_edges(wall, camera, image, layer);
  return layer;
}

}  // namespace scree
