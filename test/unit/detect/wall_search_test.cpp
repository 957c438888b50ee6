#include "scree/detect/wall_search.h"

#include <doctest/doctest.h>

#include "unit/state/small_state.h"

using namespace scree;

namespace {

/// One ball of radius 0.5 above walls; contacts are looked for by hand, without dynamics.
struct Bench {
  Scene scene;
  State state;
  NeighbourWork work;
  WallTable gone;

  explicit Bench(Vec3 x, const std::vector<WallSurface>& surfaces) {
    scene.domain.lo = {-100, -100, -100};
    scene.domain.hi = {100, 100, 100};
    scene.law.materials = 1;
    scene.law.pairs = {PairLaw{}};
    scene.walls = {Wall{"wall", surfaces, 10}};
    state.walls.resize(1);
    state.lists.skin = 0.1;
    state.lists.inner_skin = 0.01;
    add_bodies(state, {ball(x)});
    rebuild_lists(scene, state, work);
  }
  void look() { find_wall_contacts(scene, state, work, gone); }
  void move_to(Vec3 x) {
    state.grains.place[0] = {x.x, x.y, x.z, 0.5};
    rebuild_lists(scene, state, work);
    look();
  }
  WallTable& contacts() { return state.wall_contacts; }
  /// Gives every present contact a spring of this size.
  void load(Real spring) {
    for (SpringMemory& m : contacts().spring) m = {{spring, 0, 0}, 0.1};
  }
};

WallSurface plane(Vec3 point, Vec3 normal) { return {Plane{point, normal}, nullptr, 0}; }

WallSurface mesh(std::vector<Vec3> vertices, std::vector<std::array<Index, 3>> triangles) {
  auto s = std::make_shared<MeshSurface>();
  s->mesh.vertices = std::move(vertices);
  s->mesh.part.assign(triangles.size(), 0);
  s->mesh.triangles = std::move(triangles);
  s->mesh.part_names = {"default"};
  s->tree = TriangleTree(s->mesh);
  return {Surface{}, s, 0};
}

/// The plane z = 0 as four triangles that meet at the origin.
WallSurface quartered() {
  return mesh({{0, 0, 0}, {5, 0, 0}, {0, 5, 0}, {-5, 0, 0}, {0, -5, 0}},
              {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}});
}

}  // namespace

TEST_CASE("a ball on a plane has one contact, with normal into the wall and negative gap") {
  Bench b({0, 0, 0.49}, {plane({0, 0, 0}, {0, 0, 1})});
  b.look();
  REQUIRE(b.contacts().size() == 1);
  CHECK(b.contacts().normal[0] == Vec3{0, 0, -1});
  CHECK(b.contacts().gap[0] == doctest::Approx(-0.01));
  CHECK(b.gone.size() == 0);
}

TEST_CASE("a contact keeps its memory while it lasts and hands it over when it ends") {
  Bench b({0, 0, 0.49}, {plane({0, 0, 0}, {0, 0, 1})});
  b.look();
  b.load(3);
  b.look();
  CHECK(b.contacts().spring[0].spring.x == 3);
  b.state.grains.place[0].z = 0.6;
  b.look();
  CHECK(b.contacts().size() == 0);
  REQUIRE(b.gone.size() == 1);
  CHECK(b.gone.spring[0].spring.x == 3);
  b.state.grains.place[0].z = 0.49;
  b.look();
  CHECK(b.contacts().spring[0].a == 0);  // a new contact knows nothing of the old one
}

TEST_CASE("memory crosses the edges of a flat mesh, one contact all the way") {
  Bench b({-1, -0.8, 0.49}, {quartered()});
  b.look();
  b.load(7);
  for (Real t = -1; t <= 1; t += 0.05) {  // over two edges, then through the common vertex
    b.move_to({t, -0.8, 0.49});
    REQUIRE(b.contacts().size() == 1);
    CHECK(b.contacts().spring[0].spring.x == 7);
    CHECK(b.contacts().normal[0].z == doctest::Approx(-1));
  }
  for (Real t = 1; t >= -1; t -= 0.0625) {
    b.move_to({t, -0.8 * t, 0.49});
    REQUIRE(b.contacts().size() == 1);
    CHECK(b.contacts().spring[0].spring.x == 7);
  }
  CHECK(b.gone.size() == 0);
}

TEST_CASE("a fold of the mesh is crossed with its memory, a sharp turn is a new contact") {
  // A roof: z = -|x| tan(slope).
  for (const Real slope : {0.2, 1.2}) {
    const Real h = 5 * std::tan(slope);
    Bench b({-1, 0, 0},
            {mesh({{0, -5, 0}, {0, 5, 0}, {-5, -5, -h}, {-5, 5, -h}, {5, -5, -h}, {5, 5, -h}},
                  {{0, 1, 2}, {2, 1, 3}, {0, 4, 1}, {4, 5, 1}})});
    const Real d = 0.49 / std::cos(slope), s = std::sin(slope), c = std::cos(slope);
    b.move_to({-1, 0, -std::tan(slope) + d});
    REQUIRE(b.contacts().size() == 1);
    b.load(5);
    b.move_to({1, 0, -std::tan(slope) + d});
    REQUIRE(b.contacts().size() == 1);
    CHECK(b.contacts().normal[0].x == doctest::Approx(-s));
    CHECK(b.contacts().normal[0].z == doctest::Approx(-c));
    CHECK(b.contacts().spring[0].spring.x == (slope < 0.5 ? 5 : 0));
    CHECK(b.gone.size() == (slope < 0.5 ? 0 : 1));
  }
}

TEST_CASE("in a corner two contacts keep their own memory") {
  Bench b({0.49, 0, 0.49},
          {mesh({{0, -5, 0}, {0, 5, 0}, {5, -5, 0}, {5, 5, 0}, {0, -5, 5}, {0, 5, 5}},
                {{0, 2, 1}, {2, 3, 1}, {0, 1, 4}, {4, 1, 5}})});
  b.look();
  REQUIRE(b.contacts().size() == 2);
  const Index down = b.contacts().normal[0].z < -0.5 ? 0 : 1;
  b.contacts().spring[down] = {{1, 0, 0}, 0.1};
  b.contacts().spring[1 - down] = {{2, 0, 0}, 0.1};
  b.move_to({0.485, 0.3, 0.495});
  REQUIRE(b.contacts().size() == 2);
  for (Index k = 0; k < 2; ++k)
    CHECK(b.contacts().spring[k].spring.x == (b.contacts().normal[k].z < -0.5 ? 1 : 2));
}

TEST_CASE("a wall that is not there touches nothing") {
  Bench b({0, 0, 0.49}, {plane({0, 0, 0}, {0, 0, 1})});
  b.look();
  b.load(1);
  b.state.walls[0].present = 0;
  rebuild_lists(b.scene, b.state, b.work);
  b.look();
  CHECK(b.contacts().size() == 0);
  CHECK(b.gone.size() == 1);
}

TEST_CASE("contacts follow the pose of the wall") {
  Bench b({3, 0, 2}, {plane({0, 0, 0}, {0, 0, 1})});
  b.state.walls[0].q = rotation({0, kPi / 2, 0});  // z becomes x
  b.state.walls[0].x = {2.52, 0, 0};
  rebuild_lists(b.scene, b.state, b.work);
  b.look();
  REQUIRE(b.contacts().size() == 1);
  CHECK(b.contacts().gap[0] == doctest::Approx(-0.02));
  CHECK(b.contacts().normal[0].x == doctest::Approx(-1));
}

TEST_CASE("how far a wall has moved: turning into itself does not count") {
  const Wall flat{"plate", {plane({0, 0, 0}, {0, 0, 1})}, 10};
  const Wall drum{"drum", {{Cone{{0, 0, 0}, {0, 1, 0}, 4, 2, 2, true}, nullptr, 0}}, 10};
  WallState s;
  CHECK(wall_shift(flat, s) == 0);
  s.x = {0, 0, 0.3};
  CHECK(wall_shift(flat, s) == doctest::Approx(0.3));
  s = {};
  s.q = rotation({0, 0.4, 0});
  CHECK(wall_shift(drum, s) == 0);
  CHECK(wall_shift(flat, s) >= 0.4 * 10 * 0.99);
  s.q = rotation({0, 0, 1.1});
  CHECK(wall_shift(flat, s) == 0);
  CHECK(wall_shift(drum, s) > 1);
}
