#include "scree/geometry/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "scree/base/error.h"
#include "scree/geometry/triangle.h"

namespace scree {
namespace {

std::size_t row(Index i) { return static_cast<std::size_t>(i); }

std::uint64_t mix(std::uint64_t h, double value) {
  h = (h ^ std::bit_cast<std::uint64_t>(value + 0.0)) * 0x9E3779B97F4A7C15ull;  // -0 -> +0
  return h ^ (h >> 29);
}
std::uint64_t cell_key(Vec3 cell) { return mix(mix(mix(0, cell.x), cell.y), cell.z); }

/// Finds the first vertex kept within the tolerance of a point. Cells are wide against the
/// tolerance, so most points look into one cell only.
class VertexHash {
 public:
  explicit VertexHash(Real tolerance) : tolerance_(tolerance), cell_(64 * tolerance) {}

  Index find(const std::vector<Vec3>& kept, Vec3 p) const {
    const Vec3 reach{tolerance_, tolerance_, tolerance_};
    const Vec3 lo = cell(p - reach), hi = cell(p + reach);
    Index best = -1;
    // A cell boundary is crossed at most once per axis.
    for (const Real x : {lo.x, hi.x})
      for (const Real y : {lo.y, hi.y})
        for (const Real z : {lo.z, hi.z}) {
          best = find_in(kept, p, {x, y, z}, best);
          if (lo == hi) return best;
        }
    return best;
  }
  void insert(Vec3 p, Index i) { cells_[cell_key(cell(p))].push_back(i); }

 private:
  Vec3 cell(Vec3 p) const {
    if (!(cell_ > 0)) return p;
    return {std::floor(p.x / cell_), std::floor(p.y / cell_), std::floor(p.z / cell_)};
  }
  Index find_in(const std::vector<Vec3>& kept, Vec3 p, Vec3 cell, Index best) const {
    const auto found = cells_.find(cell_key(cell));
    if (found == cells_.end()) return best;
    for (const Index i : found->second)
      if ((best < 0 || i < best) && norm2(kept[row(i)] - p) <= tolerance_ * tolerance_) best = i;
    return best;
  }

  Real tolerance_, cell_;
  std::unordered_map<std::uint64_t, std::vector<Index>> cells_;
};

Index weld(TriangleMesh& mesh, Real tolerance) {
  VertexHash hash(tolerance);
  std::vector<Vec3> kept;
  std::vector<Index> name(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3 p = mesh.vertices[i];
    name[i] = hash.find(kept, p);
    if (name[i] >= 0) continue;
    name[i] = static_cast<Index>(kept.size());
    kept.push_back(p);
    hash.insert(p, name[i]);
  }
  for (auto& t : mesh.triangles)
    for (Index& v : t) v = name[row(v)];
  const auto welded = static_cast<Index>(mesh.vertices.size() - kept.size());
  mesh.vertices = std::move(kept);
  return welded;
}

/// Keeps the triangles whose flag is set, with their parts; returns how many went.
Index keep_triangles(TriangleMesh& mesh, const std::vector<char>& keep) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (!keep[i]) continue;
    mesh.triangles[n] = mesh.triangles[i];
    mesh.part[n++] = mesh.part[i];
  }
  mesh.triangles.resize(n);
  mesh.part.resize(n);
  return static_cast<Index>(keep.size() - n);
}

Index remove_degenerate(TriangleMesh& mesh) {
  std::vector<char> keep(mesh.triangles.size());
  for (Index i = 0; i < mesh.triangle_count(); ++i) {
    const Vec3 n = unit_normal({mesh.corner(i, 0), mesh.corner(i, 1), mesh.corner(i, 2)});
    keep[row(i)] = norm2(n) > 0;
  }
  return keep_triangles(mesh, keep);
}

Index remove_duplicates(TriangleMesh& mesh) {
  using Key = std::pair<std::array<Index, 3>, Index>;  // sorted vertices, row
  std::vector<Key> keys;
  keys.reserve(mesh.triangles.size());
  for (Index i = 0; i < mesh.triangle_count(); ++i) {
    auto t = mesh.triangles[row(i)];
    std::sort(t.begin(), t.end());
    keys.emplace_back(t, i);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<char> keep(keys.size(), 1);
  for (std::size_t k = 1; k < keys.size(); ++k)
    if (keys[k].first == keys[k - 1].first) keep[row(keys[k].second)] = 0;
  return keep_triangles(mesh, keep);
}

void drop_unused_vertices(TriangleMesh& mesh) {
  std::vector<Index> name(mesh.vertices.size(), -1);
  for (const auto& t : mesh.triangles)
    for (const Index v : t) name[row(v)] = 0;
  Index n = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] < 0) continue;
    mesh.vertices[row(n)] = mesh.vertices[i];
    name[i] = n++;
  }
  mesh.vertices.resize(row(n));
  for (auto& t : mesh.triangles)
    for (Index& v : t) v = name[row(v)];
}

struct Edge {
  Index a, b;  // a < b
  Index triangle;
  bool forward;  // does the triangle run from a to b?
};

/// All edges of all triangles, those on the same two vertices beside each other.
std::vector<Edge> sorted_edges(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (Index i = 0; i < mesh.triangle_count(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = mesh.triangles[row(i)][k], b = mesh.triangles[row(i)][(k + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), i, a < b});
    }
  std::sort(edges.begin(), edges.end(), [](const Edge& l, const Edge& r) {
    return std::tie(l.a, l.b, l.triangle) < std::tie(r.a, r.b, r.triangle);
  });
  return edges;
}

/// Calls body(first, last) for each group of edges on the same two vertices.
template <class Body>
void for_each_edge(const std::vector<Edge>& edges, Body&& body) {
  for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
    while (last < edges.size() && edges[last].a == edges[first].a &&
           edges[last].b == edges[first].b)
      ++last;
    body(first, last);
  }
}

std::string line(const char* text, Index count) {
  return fmt::format("\n  {:<28}{:>10}", text, count);
}

}  // namespace

std::string MeshReport::text() const {
  std::string s = fmt::format("mesh: {} triangles, {} vertices, {}", triangles, vertices,
                              closed() ? "closed" : "not closed");
  if (welded_vertices > 0) s += line("vertices welded", welded_vertices);
  if (degenerate_removed > 0) s += line("triangles without area gone", degenerate_removed);
  if (duplicates_removed > 0) s += line("duplicate triangles gone", duplicates_removed);
  if (open_edges > 0) s += line("open edges", open_edges);
  if (nonmanifold_edges > 0) s += line("edges of 3 or more triangles", nonmanifold_edges);
  if (flipped_edges > 0) s += line("edges with opposed windings", flipped_edges);
  return s;
}

MeshReport repair(TriangleMesh& mesh, Real weld_tolerance) {
  SCREE_EXPECT(weld_tolerance >= 0 && mesh.part.size() == mesh.triangles.size());
  MeshReport report;
  report.welded_vertices = weld(mesh, weld_tolerance);
  report.degenerate_removed = remove_degenerate(mesh);
  report.duplicates_removed = remove_duplicates(mesh);
  drop_unused_vertices(mesh);
  const std::vector<Edge> edges = sorted_edges(mesh);
  for_each_edge(edges, [&](std::size_t first, std::size_t last) {
    if (last - first == 1) ++report.open_edges;
    if (last - first > 2) ++report.nonmanifold_edges;
    if (last - first == 2 && edges[first].forward == edges[first + 1].forward)
      ++report.flipped_edges;
  });
  report.triangles = mesh.triangle_count();
  report.vertices = static_cast<Index>(mesh.vertices.size());
  return report;
}

std::vector<Index> smooth_patches(const TriangleMesh& mesh, Real angle) {
  std::vector<Index> root(mesh.triangles.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](Index i) {
    while (root[row(i)] != i) i = root[row(i)] = root[row(root[row(i)])];
    return i;
  };
  const auto normal = [&](Index i) {
    return unit_normal({mesh.corner(i, 0), mesh.corner(i, 1), mesh.corner(i, 2)});
  };
  const std::vector<Edge> edges = sorted_edges(mesh);
  const Real cosine = std::cos(angle);
  for_each_edge(edges, [&](std::size_t first, std::size_t last) {
    if (last - first != 2) return;
    const Edge &e = edges[first], &f = edges[first + 1];
    const Real sign = e.forward == f.forward ? -1 : 1;  // opposed windings: the fold is reversed
    if (sign * dot(normal(e.triangle), normal(f.triangle)) < cosine) return;
    const Index a = find(e.triangle), b = find(f.triangle);
    root[row(std::max(a, b))] = std::min(a, b);
  });
  std::vector<Index> patch(root.size());
  Index count = 0;
  for (Index i = 0; i < mesh.triangle_count(); ++i)
    patch[row(i)] = find(i) == i ? count++ : patch[row(find(i))];
  return patch;
}

Aabb bounds(const TriangleMesh& mesh) {
  Aabb box;
  for (const auto& t : mesh.triangles)
    for (const Index v : t) box.include(mesh.vertices[row(v)]);
  return box;
}

}  // namespace scree
