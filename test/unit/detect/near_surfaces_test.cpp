#include "scree/detect/near_surfaces.h"

#include <doctest/doctest.h>

#include <cmath>

#include "scree/base/random.h"
#include "scree/geometry/surface_shape.h"

using namespace scree;

namespace {

Vec3 random_point(Random& random, Real spread) {
  return {random.uniform(-spread, spread), random.uniform(-spread, spread),
          random.uniform(-spread, spread)};
}
Vec3 random_direction(Random& random) {
  return normalized(Vec3{random.normal(), random.normal(), random.normal()});
}

/// Every kind of surface there is, one-sided or not, and boxes and meshes.
WallSurface random_surface(Random& random) {
  const Vec3 x = random_point(random, 0.5), n = random_direction(random);
  const Real r = random.uniform(0.01, 0.5), other = random.uniform(0.01, 0.5);
  const bool coin = random.uniform() < 0.5, both = random.uniform() < 0.5;
  const Box box{x, {r, other, random.uniform(0.01, 0.5)}};
  WallSurface s;
  switch (static_cast<int>(random.uniform(0, 12))) {
    case 0:
      s.shape = Plane{x, n};
      break;
    case 1:
      s.shape = Cone{x, n, random.uniform(0.05, 1), r, other, coin, both};
      break;
    case 2:
      s.shape = Cone{x, n, random.uniform(0.05, 1), r, r, coin, both};
      break;
    case 3:
      s.shape = Cone{x, n, INFINITY, r, r, coin, both};
      break;
    case 4:
      s.shape = Disc{x, n, r, both};
      break;
    case 5: {
      auto mesh = std::make_shared<MeshSurface>();
      mesh->mesh = triangulate(box, {{-1, -1, -1}, {1, 1, 1}});
      mesh->tree = TriangleTree(mesh->mesh);
      s.mesh = mesh;
      break;
    }
    default:
      s.shape = box;
  }
  return s;
}

bool within(const WallSurface& s, Vec3 x, Real distance) {
  if (!s.mesh) return query(s.shape, x).distance < distance;
  std::vector<Index> near;
  s.mesh->tree.query(x, distance, near);
  return !near.empty();
}

}  // namespace

TEST_CASE("no surface within the distance of a grain is left out, and few others are asked") {
  Random random{5, 1};
  Scene scene;
  State state;
  for (int w = 0; w < 200; ++w) {
    Wall wall;
    for (int s = 0; s <= w % 3; ++s) wall.surfaces.push_back(random_surface(random));
    scene.walls.push_back(wall);
    WallState pose;
    pose.listed_x = random_point(random, 2);
    pose.listed_q =
        normalized(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
    pose.present = w % 10 != 0;
    state.walls.push_back(pose);
  }
  const NearSurfaces surfaces(scene, state);
  std::vector<NearSurfaces::Item> asked;
  std::size_t solids = 0, near = 0;
  for (int n = 0; n < 3000; ++n) {
    const Vec3 x = random_point(random, 2.5);
    const Real distance = random.uniform(0, 0.3);
    surfaces.find(x, distance, asked);
    std::size_t next = 0;
    bool all = true, in_order = true;
    for (Index w = 0; w < 200; ++w)
      for (Index s = 0; s < static_cast<Index>(scene.walls[w].surfaces.size()); ++s) {
        const WallSurface& f = scene.walls[w].surfaces[s];
        const WallState& pose = state.walls[w];
        const bool is_asked =
            next < asked.size() && asked[next].wall == w && asked[next].surface == s;
        next += is_asked;
        const bool there =
            pose.present && within(f, rotate_back(pose.listed_q, x - pose.listed_x), distance);
        all = all && (is_asked || !there);
        if (f.mesh || std::holds_alternative<Box>(f.shape)) solids += is_asked, near += there;
      }
    in_order = next == asked.size();
    CHECK(all);
    CHECK(in_order);
  }
  CHECK(near > 1000);
  CHECK(solids < 4 * near);
}
