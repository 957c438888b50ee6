#include "scree/detect/part_search.h"

#include <doctest/doctest.h>

#include "scree/detect/surface_pairs.h"
#include "scree/geometry/surface_shape.h"

using namespace scree;

namespace {

WallSurface smooth(const Surface& s) { return {s, nullptr, 0}; }

WallSurface mesh() {
  auto surface = std::make_shared<MeshSurface>();
  surface->mesh = triangulate(Box{{0, 0, 0}, {0.5, 0.5, 0.5}}, {{-1, -1, -1}, {1, 1, 1}});
  surface->tree = TriangleTree(surface->mesh);
  return {Surface{}, surface, 0};
}

Wall part(const WallSurface& s) {
  Wall w;
  w.surfaces = {s};
  w.part = PartBody{0, 1, {1, 1, 1}};
  w.lever = 1;
  return w;
}

const Box kBox{{0, 0, 0}, {0.5, 0.5, 0.5}};
const Plane kPlane{{0, 0, 0}, {0, 0, 1}};
const Cone kDrum{{0, -1, 0}, {0, 1, 0}, 2, 3, 3, true};
const Cone kPipe{{0, -1, 0}, {0, 1, 0}, 2, 3, 3, false};

}  // namespace

TEST_CASE("which shapes touch which is what the manual says") {
  const WallSurface box = smooth(kBox), plane = smooth(kPlane), drum = smooth(kDrum),
                    pipe = smooth(kPipe), net = mesh();
  for (const WallSurface& s : {box, net, plane, drum}) {
    CHECK(can_touch(box, s));
    CHECK(can_touch(s, box));
  }
  for (const WallSurface& s : {plane, drum}) {
    CHECK(can_touch(net, s));
    CHECK(can_touch(s, net));
    CHECK_FALSE(can_touch(s, s));
    CHECK_FALSE(can_touch(s, pipe));
  }
  CHECK_FALSE(can_touch(net, net));
  CHECK_FALSE(can_touch(box, pipe));
  CHECK_FALSE(can_touch(pipe, net));
}

TEST_CASE("a box and a mesh of it have the same contacts with a plane, in either order") {
  for (const WallSurface& solid : {smooth(kBox), mesh()})
    for (const bool first : {true, false}) {
      Scene scene;
      Wall floor;
      floor.surfaces = {smooth(kPlane)};
      scene.walls = first ? std::vector{part(solid), floor} : std::vector{floor, part(solid)};
      State state;
      state.walls.resize(2);
      state.walls[first ? 0 : 1].x = {0, 0, 0.499};
      find_point_contacts(scene, 1e-3, state);
      REQUIRE(state.point_contacts.size() == 4);
      for (const PointContact& c : state.point_contacts) {
        CHECK(c.part == (first ? 0 : 1));
        CHECK(c.gap == doctest::Approx(-1e-3));
        CHECK(norm(c.normal - Vec3{0, 0, -1}) < 1e-12);
        CHECK(std::fabs(c.point.z) < 1e-3);
      }
    }
}

TEST_CASE("impulses follow their corner; joined and deaf parts do not touch") {
  Scene scene;
  scene.walls = {part(smooth(kBox)), part(smooth(kBox))};
  State state;
  state.walls.resize(2);
  state.walls[1].x = {0.2, 0.1, 0.9999};
  find_point_contacts(scene, 1e-3, state);
  REQUIRE(state.point_contacts.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) state.point_contacts[k].p_n = 1.0 + static_cast<Real>(k);
  const std::vector<PointContact> before = state.point_contacts;
  state.walls[1].x.x += 1e-4;
  find_point_contacts(scene, 1e-3, state);
  REQUIRE(state.point_contacts.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(state.point_contacts[k].p_n == before[k].p_n);
    CHECK(norm(state.point_contacts[k].point - before[k].point) < 2e-4);
  }
  MachineJoint joint;
  joint.part = 1, joint.to = 0;
  scene.machine = {joint};
  find_point_contacts(scene, 1e-3, state);
  CHECK(state.point_contacts.empty());
  scene.machine.clear();
  scene.walls[0].touches_parts = false;
  find_point_contacts(scene, 1e-3, state);
  CHECK(state.point_contacts.empty());
}
