#include "scree/detect/carry.h"

#include <doctest/doctest.h>

#include "scree/state/edit.h"

using namespace scree;

namespace {

NewBody ball(Vec3 x) {
  NewBody b;
  b.x = x;
  b.mass = 1;
  b.inertia = {1, 1, 1};
  b.radii = {0.1};
  return b;
}

/// A row of balls that touch, wet, each contact with memory of its own.
struct Chain {
  Scene scene;
  State state;
  NeighbourWork work;

  explicit Chain(Index n) {
    scene.domain.hi = {100, 1, 1};
    scene.law.materials = 1;
    scene.law.pairs = {PairLaw{}};
    scene.law.bridges = {BridgeLaw{}};
    state.lists.skin = 0.04;
    state.lists.inner_skin = 0.004;
    state.lists.reach = 0.02;
    std::vector<NewBody> bodies;
    for (Index k = 0; k < n; ++k) bodies.push_back(ball({0.5 + 0.199 * k, 0.5, 0.5}));
    add_bodies(state, bodies);
    rebuild_lists(scene, state, work);
    for (Index k = 0; k < state.pairs.count; ++k) {
      if (state.pairs.i[k] == state.pairs.j[k]) continue;
      state.pairs.spring[k] = {{0, 1.0 + first_id(k), 0}, 0.01};
      state.pairs.bridge[k] = 1e-6 * (1 + static_cast<Real>(first_id(k)));
      state.pairs.rupture[k] = 0.01;
    }
  }
  Id id(Index row) const { return state.grains.id[row]; }
  /// The smaller id of a pair: balls were made from left to right.
  Id first_id(Index k) const { return std::min(id(state.pairs.i[k]), id(state.pairs.j[k])); }
};

}  // namespace

TEST_CASE("a list is as old as its build, whoever asked for it") {
  Chain c(4);
  c.state.clock.step = 7;
  rebuild_lists(c.scene, c.state, c.work);
  CHECK(c.state.lists.refreshed_at == 7);
}

TEST_CASE("memory follows its pair through a sort that turns the rows round") {
  Chain c(40);
  for (Place& p : c.state.grains.place) p.x = 20 - p.x;
  rebuild_lists(c.scene, c.state, c.work);
  Index pairs = 0;
  for (Index k = 0; k < c.state.pairs.count; ++k) {
    const Index i = c.state.pairs.i[k], j = c.state.pairs.j[k];
    if (i == j) continue;
    ++pairs;
    const Real seen = 1.0 + static_cast<Real>(c.first_id(k));
    CHECK(c.state.pairs.bridge[k] == doctest::Approx(1e-6 * seen));
    // The displacement of i relative to j changes its sign when i and j change places.
    CHECK(c.state.pairs.spring[k].spring.y == (c.id(i) < c.id(j) ? seen : -seen));
  }
  CHECK(pairs == 39);
  CHECK(c.work.torn.empty());
}

TEST_CASE("a bridge whose grains were carried out of reach is found torn, with its liquid") {
  Chain c(10);
  for (Index r = 0; r < c.state.grains.size(); ++r)
    if (c.id(r) >= 6) c.state.grains.place[r].x += 30;
  REQUIRE(update_lists(c.scene, c.state, c.work, farthest_beyond_room(c.state, 0, 10)) ==
          ListUpdate::kRebuilt);
  REQUIRE(c.work.torn.size() == 1);
  const TornBridge& torn = c.work.torn[0];
  CHECK(std::min(c.id(torn.i), c.id(torn.j)) == 5);
  CHECK(std::max(c.id(torn.i), c.id(torn.j)) == 6);
  CHECK(torn.volume == doctest::Approx(6e-6));
  CHECK(torn.rupture == 0.01);
}
