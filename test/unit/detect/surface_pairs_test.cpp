#include "scree/detect/surface_pairs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scree/base/random.h"
#include "scree/detect/part_search.h"
#include "scree/geometry/box_contact.h"
#include "scree/geometry/surface_shape.h"

using namespace scree;

namespace {

constexpr Real kDt = 1e-3;

Vec3 random_point(Random& random, Real spread) {
  return {random.uniform(-spread, spread), random.uniform(-spread, spread),
          random.uniform(-spread, spread)};
}

Box random_box(Random& random) {
  const auto half = [&] { return random.uniform(0.02, 0.25); };
  return {random_point(random, 0.1), {half(), half(), half()}};
}

WallSurface random_surface(Random& random, int kind) {
  WallSurface s;
  if (kind == 0) s.shape = Plane{{0, 0, -1}, {0, 0, 1}};
  if (kind == 1) s.shape = Cone{{0, -1, 0}, {0, 1, 0}, 2, 0.9, 0.9, true};
  if (kind == 2) s.shape = Disc{{0, 0, 0.7}, {0, 0, -1}, 0.4};
  if (kind == 3) s.shape = Cone{{0, -1, 0}, {0, 1, 0}, 2, 0.1, 0.1, false};  // nobody's
  if (kind == 4) {
    auto mesh = std::make_shared<MeshSurface>();
    mesh->mesh = triangulate(random_box(random), {{-1, -1, -1}, {1, 1, 1}});
    mesh->tree = TriangleTree(mesh->mesh);
    s.mesh = mesh;
  }
  if (kind > 4) s.shape = random_box(random);
  return s;
}

/// Boxes and meshes in a heap, as parts and as walls; planes and hollow shapes, as parts too; some
/// absent, some deaf, some joined, and one that is as fast as given.
void random_scene(Random& random, Real speed, Scene& scene, State& state) {
  for (int w = 0; w < 60; ++w) {
    Wall wall;
    const int surfaces = w % 7 == 0 ? 3 : 1;
    for (int s = 0; s < surfaces; ++s)
      wall.surfaces.push_back(random_surface(random, static_cast<int>(random.uniform(0, 20))));
    if (random.uniform(0, 1) < 0.7) wall.part = PartBody{0, 1, {1, 1, 1}};
    wall.lever = 5;
    wall.touches_parts = random.uniform(0, 1) < 0.9;
    scene.walls.push_back(wall);
    WallState s;
    s.x = random_point(random, 0.8);
    s.q = normalized(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
    s.present = random.uniform(0, 1) < 0.9;
    state.walls.push_back(s);
  }
  state.walls[30].v = {0, speed, 0};
  state.walls[30].present = 1;
  for (int k = 0; k < 40; ++k) {
    MachineJoint joint;
    joint.part = static_cast<Index>(random.uniform(0, 60));
    joint.to = static_cast<Index>(random.uniform(-1, 60));
    scene.machine.push_back(joint);
  }
}

bool is_box(const WallSurface& s) { return !s.mesh && std::holds_alternative<Box>(s.shape); }

/// Points of a solid against another or against a hollow shape; `first` is a box where one is.
std::vector<TouchPoint> touch(const WallSurface& first, const WallState& pose,
                              const WallSurface& second, const WallState& other, Real reach) {
  std::vector<TouchPoint> out;
  if (!is_box(first)) {
    for (std::size_t k = 0; k < first.mesh->mesh.vertices.size(); ++k) {
      const Vec3 x = pose.x + rotate(pose.q, first.mesh->mesh.vertices[k]);
      const SurfaceHit<Real> hit = query(second.shape, rotate_back(other.q, x - other.x));
      if (hit.distance < reach)
        out.push_back({x, rotate(other.q, hit.toward), hit.distance, static_cast<std::int64_t>(k)});
    }
    return out;
  }
  const auto placed = [](const WallSurface& s, const WallState& at) {
    const Box& box = std::get<Box>(s.shape);
    return PlacedBox{at.x + rotate(at.q, box.centre), at.q, box.half};
  };
  const PlacedBox box = placed(first, pose);
  if (second.mesh)
    find_box_mesh(box, {second.mesh->mesh, second.mesh->tree, other.x, other.q}, reach, out);
  else if (is_box(second))
    find_box_box(box, placed(second, other), reach, out);
  else
    find_box_surface(box, second.shape, other.x, other.q, reach, out);
  return out;
}

/// What names a contact, and how deep it is.
struct Found {
  std::array<std::int64_t, 5> key;
  Real gap;
  Vec3 normal;

  /// Places of boxes are rounded once more here.
  bool operator==(const Found& o) const {
    return key == o.key && std::fabs(gap - o.gap) < 1e-12 && norm(normal - o.normal) < 1e-12;
  }
};

/// What looking at every pair finds.
std::vector<Found> all_pairs(const Scene& scene, const State& state, Real reach) {
  std::vector<Found> out;
  const auto walls = static_cast<Index>(scene.walls.size());
  const auto joined = [&](Index a, Index b) {
    return std::any_of(scene.machine.begin(), scene.machine.end(), [&](const MachineJoint& j) {
      return (j.part == a && j.to == b) || (j.part == b && j.to == a);
    });
  };
  const auto there = [&](Index w) {
    return scene.walls[w].touches_parts && state.walls[w].present;
  };
  for (Index a = 0; a < walls; ++a)
    for (Index b = 0; b < walls; ++b) {
      const Wall &wa = scene.walls[a], &wb = scene.walls[b];
      if (a == b || !wa.part || (wb.part && b < a)) continue;
      if (!there(a) || !there(b) || joined(a, b)) continue;
      for (std::size_t i = 0; i < wa.surfaces.size(); ++i)
        for (std::size_t j = 0; j < wb.surfaces.size(); ++j) {
          const WallSurface &sa = wa.surfaces[i], &sb = wb.surfaces[j];
          if (!can_touch(sa, sb)) continue;
          const bool turned = !is_box(sa) && (is_box(sb) || sb.mesh);
          const auto points = turned ? touch(sb, state.walls[b], sa, state.walls[a], reach)
                                     : touch(sa, state.walls[a], sb, state.walls[b], reach);
          for (const TouchPoint& p : points)
            out.push_back(
                {{a, b, static_cast<std::int64_t>(i), static_cast<std::int64_t>(j), p.feature},
                 p.gap,
                 turned ? -p.normal : p.normal});
        }
    }
  return out;
}

}  // namespace

TEST_CASE("parts touch what looking at all pairs finds, in the same order, however fast they are") {
  Random random{7, 1};
  std::size_t contacts = 0;
  for (int n = 0; n < 40; ++n) {
    Scene scene;
    State state;
    const Real speed = n % 4 == 0 ? 0 : std::pow(10.0, random.uniform(-1, 2.5));
    random_scene(random, speed, scene, state);
    // Those that move as they are told stand where they will be: here all stand but one.
    if (speed > 0) scene.walls[30].part = PartBody{0, 1, {1, 1, 1}};
    const std::vector<Found> wanted = all_pairs(scene, state, 2 * kDt * speed);
    find_point_contacts(scene, kDt, state);
    std::vector<Found> found;
    for (const PointContact& c : state.point_contacts)
      found.push_back({{c.part, c.wall, c.part_surface, c.surface, c.feature}, c.gap, c.normal});
    CHECK(found == wanted);
    contacts += found.size();
  }
  CHECK(contacts > 10000);
}

TEST_CASE("boxes that are apart are no pair, however many there are") {
  Scene scene;
  State state;
  for (int k = 0; k < 1000; ++k) {
    Wall wall;
    wall.surfaces = {{Box{{0, 0, 0}, {0.4, 0.4, 0.4}}, nullptr, 0}};
    wall.part = PartBody{0, 1, {1, 1, 1}};
    scene.walls.push_back(wall);
    state.walls.push_back({});
    state.walls.back().x = {static_cast<Real>(k % 10), static_cast<Real>(k / 10 % 10),
                            static_cast<Real>(k / 100)};
  }
  std::vector<SurfacePair> out;
  const SurfacePairs still(scene, state, 0.1), fast(scene, state, 0.3);
  for (Index a = 0; a < 1000; ++a) {
    still.of_part(a, out);
    CHECK(out.empty());
    fast.of_part(a, out);
    CHECK(out.size() <= 26);
  }
}

TEST_CASE("a place that is no number meets everything, and harms nothing") {
  Scene scene;
  State state;
  for (int k = 0; k < 10; ++k) {
    Wall wall;
    wall.surfaces = {{Box{{0, 0, 0}, {0.5, 0.5, 0.5}}, nullptr, 0}};
    wall.part = PartBody{0, 1, {1, 1, 1}};
    scene.walls.push_back(wall);
    state.walls.push_back({});
    state.walls.back().x = {2.0 * k, 0, 0};
  }
  state.walls[3].x.x = NAN;
  std::vector<SurfacePair> out;
  const SurfacePairs pairs(scene, state, 0.1);
  pairs.of_part(3, out);
  CHECK(out.size() == 6);
  pairs.of_part(0, out);
  REQUIRE(out.size() == 1);
  CHECK(out[0].wall == 3);
}

TEST_CASE("a joint connects its two walls in either order, and nobody else") {
  std::vector<MachineJoint> joints(2);
  joints[0].part = 5, joints[0].to = 2;
  joints[1].part = 1, joints[1].to = -1;
  const JoinedWalls joined(joints);
  CHECK(joined(2, 5));
  CHECK(joined(5, 2));
  CHECK_FALSE(joined(2, 4));
  CHECK_FALSE(joined(1, 2));
  CHECK_FALSE(joined(1, 0));
}
