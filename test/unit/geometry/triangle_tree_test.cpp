#include "scree/geometry/triangle_tree.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>

#include "scree/base/random.h"

using namespace scree;

namespace {

/// A wavy sheet over the unit square of 2 n^2 triangles.
TriangleMesh sheet(Index n) {
  TriangleMesh mesh;
  mesh.part_names = {"sheet"};
  for (Index j = 0; j <= n; ++j)
    for (Index i = 0; i <= n; ++i) {
      const Real x = Real(i) / n, y = Real(j) / n;
      mesh.vertices.push_back({x, y, 0.1 * std::sin(9 * x) * std::cos(7 * y)});
    }
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const Index a = j * (n + 1) + i, c = a + n + 1;
      mesh.triangles.push_back({a, a + 1, c + 1});
      mesh.triangles.push_back({a, c + 1, c});
    }
  mesh.part.assign(mesh.triangles.size(), 0);
  return mesh;
}

std::vector<Index> all_within(const TriangleMesh& mesh, Vec3 x, Real reach) {
  std::vector<Index> found;
  for (Index i = 0; i < mesh.triangle_count(); ++i)
    if (closest_on_triangle({mesh.corner(i, 0), mesh.corner(i, 1), mesh.corner(i, 2)}, x)
            .distance <= reach)
      found.push_back(i);
  return found;
}

}  // namespace

TEST_CASE("the tree finds exactly the triangles a full search finds, in ascending order") {
  const TriangleMesh mesh = sheet(30);
  const TriangleTree tree(mesh);
  Random random{2};
  std::vector<Index> found;
  for (int n = 0; n < 200; ++n) {
    const Vec3 x{random.uniform(-0.2, 1.2), random.uniform(-0.2, 1.2), random.uniform(-0.3, 0.3)};
    const Real reach = random.uniform(0, 0.2);
    tree.query(x, reach, found);
    CHECK(found == all_within(mesh, x, reach));
  }
}

TEST_CASE("a triangle exactly at reach is found, one just beyond is not") {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  mesh.part = {0};
  const TriangleTree tree(mesh);
  std::vector<Index> found;
  tree.query({0.2, 0.2, 0.5}, 0.5, found);
  CHECK(found.size() == 1);
  tree.query({0.2, 0.2, 0.5}, 0.4999999, found);
  CHECK(found.empty());
}

TEST_CASE("no triangles, and many in one place, are no trouble") {
  std::vector<Index> found{7};
  TriangleTree().query({0, 0, 0}, 1, found);
  CHECK(found.empty());
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles.assign(1000, {0, 1, 2});
  mesh.part.assign(1000, 0);
  TriangleTree(mesh).query({0.1, 0.1, 0.1}, 0.2, found);
  CHECK(found.size() == 1000);
}

TEST_CASE("a hundred thousand triangles are searched in microseconds, not in milliseconds") {
  const TriangleMesh mesh = sheet(224);  // 100 352 triangles
  const auto start = std::chrono::steady_clock::now();
  const TriangleTree tree(mesh);
  const auto built = std::chrono::steady_clock::now();
  Random random{2};
  std::vector<Index> found;
  std::size_t total = 0;
  constexpr int kQueries = 20000;
  for (int n = 0; n < kQueries; ++n) {
    const Vec3 x{random.uniform(), random.uniform(), random.uniform(-0.1, 0.1)};
    tree.query(x, 0.005, found);
    total += found.size();
  }
  const std::chrono::duration<double> build = built - start;
  const std::chrono::duration<double> query = std::chrono::steady_clock::now() - built;
  MESSAGE("build " << build.count() << " s, " << query.count() / kQueries * 1e6 << " us per query, "
                   << double(total) / kQueries << " found each");
  CHECK(total > 0);
  CHECK(query.count() / kQueries < 5e-4);  // a full search takes several milliseconds
}
