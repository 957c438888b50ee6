/// The neighbour list against the plain way: comparing every grain with every other.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "scree/base/random.h"
#include "scree/detect/neighbours.h"
#include "scree/state/edit.h"
#include "scree/step/common/integrate.h"

using namespace scree;

namespace {

constexpr Real kEdge = 1, kStep = 1e-4;

struct Mixture {
  Index singles = 300, clumps = 0, prescribed = 0;
  Real smallest = 0.03, largest = 0.03;
  bool periodic[3] = {false, false, false};
  Real skin = 0.012, reach = 0;
};

struct Cloud {
  Scene scene;
  State state;
  NeighbourWork work;
  Random random;

  Cloud(const Mixture& m, std::uint64_t seed) : random{seed, 0} {
    scene.domain.hi = {kEdge, kEdge, kEdge};
    for (int k = 0; k < 3; ++k) at(scene.domain.cell.period, k) = m.periodic[k] ? kEdge : 0;
    scene.law.materials = 1;
    scene.law.pairs = {PairLaw{}};
    state.lists.skin = m.skin;
    state.lists.inner_skin = 0.1 * m.skin;
    state.lists.reach = m.reach;
    std::vector<NewBody> bodies;
    for (Index k = 0; k < m.singles + m.clumps + m.prescribed; ++k) bodies.push_back(body(m, k));
    add_bodies(state, bodies);
  }
  Vec3 point() { return {random.uniform(), random.uniform(), random.uniform()}; }
  NewBody body(const Mixture& m, Index k) {
    NewBody b;
    b.x = point();
    b.v = 2.0 * point() - Vec3{1, 1, 1};
    b.w = 3.0 * point();
    b.mass = 1;
    b.inertia = {1, 2, 3};
    // As many grains of every size class as the cloud is long.
    const Real r = m.smallest * std::pow(m.largest / m.smallest, random.uniform());
    b.radii = {r};
    if (k >= m.singles + m.clumps) b.prescribed = 0;
    if (k >= m.singles && k < m.singles + m.clumps) {
      b.radii = {r, r, 0.7 * r};
      b.centres = {{-r, 0, 0}, {r, 0, 0}, {0, r, 0}};
    }
    return b;
  }
  bool same_clump(Index i, Index j) const {
    const Grains& g = state.grains;
    return i >= g.singles && j < g.free && g.body[i] == g.body[j];
  }
  /// All pairs, by ids, that come within `reach` if both grains use the room they were given.
  std::set<std::pair<Id, Id>> roomy(Real reach) const {
    return near(reach, [&](Index r) { return state.lists.inner[r].room; });
  }
  /// All pairs, by ids, with a gap below `margin`; pairs that cannot move each other are left out.
  std::set<std::pair<Id, Id>> near(Real margin) const {
    return near(margin, [](Index) { return 0.0; });
  }
  template <class Room>
  std::set<std::pair<Id, Id>> near(Real margin, const Room& room) const {
    const Grains& g = state.grains;
    std::set<std::pair<Id, Id>> out;
    for (Index i = 0; i < g.free; ++i)
      for (Index j = i + 1; j < g.size(); ++j) {
        const Vec3 d = scene.domain.cell.nearest(position(g.place[j]) - position(g.place[i]));
        if (!same_clump(i, j) && norm(d) < g.place[i].r + g.place[j].r + margin + room(i) + room(j))
          out.insert(std::minmax(g.id[i], g.id[j]));
      }
    return out;
  }
  std::set<std::pair<Id, Id>> listed() const {
    std::set<std::pair<Id, Id>> out;
    for (Index k = 0; k < state.pairs.count; ++k) {
      const Index i = state.pairs.i[k], j = state.pairs.j[k];
      if (i == j) continue;  // filling
      CHECK(i < j);
      CHECK(i < state.grains.free);
      CHECK(out.insert(std::minmax(state.grains.id[i], state.grains.id[j])).second);
    }
    return out;
  }
};

void check_lists(const Mixture& m, std::uint64_t seed) {
  Cloud c(m, seed);
  rebuild_lists(c.scene, c.state, c.work);
  CHECK(c.listed() == c.roomy(m.reach));  // at a build: these and no others
  CHECK(c.listed().size() > 20);
  c.state.clock.dt = kStep;  // from now on fast grains get more room
  Index kept = 0, refreshed = 0, rebuilt = 0;
  for (int step = 0; step < 120; ++step) {
    const Real beyond = predict_rest(c.scene, c.state, kStep, predict_rows(c.state, kStep));
    const ListUpdate u = update_lists(c.scene, c.state, c.work, beyond);
    kept += u == ListUpdate::kKept;
    refreshed += u == ListUpdate::kRefreshed;
    rebuilt += u == ListUpdate::kRebuilt;
    const auto listed = c.listed(), touching = c.near(m.reach);
    REQUIRE(std::includes(listed.begin(), listed.end(), touching.begin(), touching.end()));
    ++c.state.clock.step;  // the margin follows from how often it had to be refreshed
    if (u != ListUpdate::kKept) REQUIRE(listed == c.roomy(m.reach));
  }
  CHECK(kept > 0);
  CHECK(refreshed > 0);
  CHECK(rebuilt > 0);
}

}  // namespace

TEST_CASE("list against all pairs: equal spheres") {
  check_lists({}, 1);
  check_lists({.singles = 800, .reach = 0.004}, 2);
}

TEST_CASE("list against all pairs: radii over a range of 30") {
  check_lists({.singles = 500, .smallest = 0.004, .largest = 0.12, .skin = 0.004}, 3);
  check_lists({.singles = 500,
               .smallest = 0.004,
               .largest = 0.12,
               .periodic = {true, true, true},
               .skin = 0.004},
              4);
}

TEST_CASE("list against all pairs: periodic along each axis and along all") {
  for (int k = 0; k < 3; ++k) {
    Mixture m;
    m.periodic[k] = true;
    check_lists(m, 5 + static_cast<std::uint64_t>(k));
  }
  check_lists({.singles = 400, .periodic = {true, true, true}}, 8);
  // Few cells across: a box hardly longer than two of the largest diameters.
  check_lists({.singles = 40, .smallest = 0.1, .largest = 0.22, .periodic = {true, true, true}}, 9);
}

TEST_CASE("list against all pairs: prescribed grains and clumps") {
  check_lists({.singles = 200, .prescribed = 150}, 10);
  check_lists({.singles = 100, .clumps = 80, .periodic = {false, true, false}}, 11);
  check_lists({.singles = 60,
               .clumps = 60,
               .prescribed = 60,
               .smallest = 0.008,
               .largest = 0.1,
               .periodic = {true, false, true},
               .skin = 0.008},
              12);
}

TEST_CASE("lists made again from a state are those it had") {
  Cloud c({.singles = 3000,
           .clumps = 100,
           .prescribed = 50,
           .smallest = 0.008,
           .largest = 0.05,
           .periodic = {true, true, false},
           .skin = 0.006},
          13);
  rebuild_lists(c.scene, c.state, c.work);
  for (; c.state.clock.step < 9; ++c.state.clock.step)
    update_lists(c.scene, c.state, c.work,
                 predict_rest(c.scene, c.state, kStep, predict_rows(c.state, kStep)));
  NeighbourWork again;
  restore_lists(c.scene, c.state, again);
  CHECK(again.outer_start == c.work.outer_start);
  CHECK(again.outer_j == c.work.outer_j);
  CHECK(again.chunk_start == c.work.chunk_start);
  CHECK(again.slot == c.work.slot);
  CHECK(again.stand_in_row == c.work.stand_in_row);
  CHECK(c.work.stand_in_row.size() > 100);
}
