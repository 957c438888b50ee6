#include "scree/run/frames.h"

#include <doctest/doctest.h>

#include <cmath>

#include "unit/observe/small_scene.h"

namespace scree {
namespace {

SmallScene two_on_floor() {
  SmallScene s;
  s.add_plane("floor", {0, 0, -10}, {0, 0, 1});
  s.add({.x = {0, 0, -9.51}, .v = {3, 0, 4}});
  s.add({.x = {0.98, 0, -9.51}, .r = 0.5, .w = {0, 1, 0}});
  s.touch();
  return s;
}

Real value(const std::vector<Column>& columns, const char* name, std::size_t k) {
  const Column* c = find_column(columns, name);
  REQUIRE(c != nullptr);
  return c->data.at(k);
}

}  // namespace

TEST_CASE("a body frame lists spheres by id, whatever their rows, with all columns filled") {
  SmallScene s = two_on_floor();
  gather_rows(s.state.grains, {1, 0});
  s.touch();
  const BodyFrame f = body_frame(s.scene, s.state);
  REQUIRE(f.x.size() == 2);
  CHECK(f.x[0].x == 0);
  CHECK(f.x[1].x == 0.98);
  CHECK(value(f.columns, "id", 0) < value(f.columns, "id", 1));
  CHECK(value(f.columns, "speed", 0) == doctest::Approx(5));
  CHECK(value(f.columns, "velocity", 2) == 4);
  CHECK(value(f.columns, "spin", 4) == 1);
  CHECK(value(f.columns, "coordination", 0) == 2);  // the other and the floor
  const ContactFrame contacts = contact_frame(s.scene, s.state);
  Real total = 0;
  for (std::size_t k = 0; k < contacts.point.size(); ++k)
    total += (value(contacts.columns, "wall", k) < 0 ? 2 : 1) *
             (value(contacts.columns, "elastic", k) + value(contacts.columns, "viscous", k));
  CHECK(total > 0);
  CHECK(value(f.columns, "normal_force", 0) + value(f.columns, "normal_force", 1) ==
        doctest::Approx(total));
  for (const Column& c : f.columns)
    CHECK(c.data.size() == f.x.size() * static_cast<std::size_t>(c.components));
  CHECK(find_column(f.columns, "clump") == nullptr);
}

TEST_CASE("a plane is shown where it is now, cut at the domain") {
  SmallScene s;
  s.add_plane("lid", {0, 0, 0}, {0, 0, 1});
  s.state.walls[0].x = {0, 0, 5};
  s.state.walls[0].q = rotation({0.2, 0, 0});
  const auto frames = wall_frames(s.scene, s.state);
  REQUIRE(frames.size() == 1);
  CHECK(frames[0].name == "lid");
  REQUIRE(frames[0].triangles.size() >= 2);
  Real area = 0;
  for (const auto& t : frames[0].triangles) {
    const Vec3 a = frames[0].vertices[t[0]], b = frames[0].vertices[t[1]],
               c = frames[0].vertices[t[2]];
    area += 0.5 * norm(cross(b - a, c - a));
  }
  CHECK(area == doctest::Approx(20 * 20 / std::cos(0.2)));
  const Vec3 normal = rotate(s.state.walls[0].q, Vec3{0, 0, 1});
  for (const Vec3 v : frames[0].vertices) {
    CHECK(dot(v - Vec3{0, 0, 5}, normal) == doctest::Approx(0).epsilon(1e-9));
    CHECK(std::fabs(v.x) <= 10 + 1e-6);
    CHECK(std::fabs(v.y) <= 10 + 1e-6);
  }
}

TEST_CASE("bounded walls and meshes turn with their wall; absent walls are not shown") {
  SmallScene s;
  Wall wall;
  wall.name = "block";
  wall.surfaces.push_back({Box{{1, 0, 0}, {0.5, 0.5, 0.5}}, nullptr, 0});
  auto mesh = std::make_shared<MeshSurface>();
  mesh->mesh.vertices = {{2, 0, 0}, {3, 0, 0}, {2, 1, 0}};
  mesh->mesh.triangles = {{0, 1, 2}};
  wall.surfaces.push_back({Plane{}, mesh, 0});
  s.scene.walls.push_back(wall);
  s.state.walls.emplace_back();
  s.state.walls[0].q = rotation({0, 0, kPi / 2});
  const auto frames = wall_frames(s.scene, s.state);
  REQUIRE(frames.size() == 1);
  CHECK(frames[0].triangles.size() == 13);
  const Vec3 last = frames[0].vertices[frames[0].triangles.back()[1]];
  CHECK(last.x == doctest::Approx(0).epsilon(1e-9));
  CHECK(last.y == doctest::Approx(3));
  s.state.walls[0].present = 0;
  CHECK(wall_frames(s.scene, s.state).empty());
}

TEST_CASE("a contact frame holds every touching contact with its forces") {
  const SmallScene s = two_on_floor();
  const ContactFrame f = contact_frame(s.scene, s.state);
  REQUIRE(f.point.size() == 3);
  for (const Column& c : f.columns)
    CHECK(c.data.size() == 3 * static_cast<std::size_t>(c.components));
  CHECK(value(f.columns, "id_j", 0) == s.state.grains.id[1]);
  CHECK(value(f.columns, "elastic", 0) == doctest::Approx(20));
  CHECK(value(f.columns, "id_j", 1) == -1);
  CHECK(value(f.columns, "wall", 1) == 0);
  CHECK(value(f.columns, "normal", 5) == -1);
  CHECK(value(f.columns, "viscous", 1) < 0);  // leaving the floor: the dashpot holds back
  CHECK(value(f.columns, "sliding", 1) == 1);
}

}  // namespace scree
