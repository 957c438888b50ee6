/// Grains at rest that hang on walls: nothing may come or go unnoticed.
#include <cmath>

#include "physics/small_scene.h"
#include "scree/base/error.h"
#include "scree/observe/energy.h"
#include "scree/state/edit.h"

using namespace scree;

namespace {

constexpr Real kRadius = 5e-3, kStep = 2e-3;
constexpr Vec3 kDown{0, 0, -9.81};

/// Layers of balls on a floor, each ball in the dip between four of the layer below.
std::vector<Ball> pyramid(int across, int layers, Real radius = kRadius) {
  std::vector<Ball> out;
  for (int layer = 0; layer < layers; ++layer)
    for (int a = 0; a < across - layer; ++a)
      for (int b = 0; b < across - layer; ++b)
        out.push_back({{radius * (2 * a + layer), radius * (2 * b + layer),
                        radius * (1 + std::sqrt(2.0) * layer)},
                       {0, 0, 0},
                       {0, 0, 0},
                       radius});
  return out;
}

/// A box around the pyramid: nothing rolls away.
Keys box(int across) {
  return {{"wall", Keys{{"name", "box"},
                        {"material", "glass"},
                        {"shape", "box"},
                        {"lo", {-kRadius, -kRadius, 0}},
                        {"hi", {kRadius * (2 * across - 1), kRadius * (2 * across - 1), 0.9}}}}};
}

struct Reduced {
  Keys reduction = {};
  bool on = true;
  Keys rest = kFloor, pair = {};
  Vec3 gravity = kDown;
  Keys law{{"normal", "linear"}, {"tangential", "cundall-strack"}, {"rolling", "constant"}};
  Keys options{{"iterations", 100}};

  Simulation simulation(const std::vector<Ball>& balls) const {
    Keys keys{{"run",
               Keys{{"method", "nonsmooth"},
                    {"duration", 1e6},
                    {"time_step", kStep},
                    {"overlap_limit", 0.5}}},
              {"domain", Keys{{"lo", {-1, -1, -1}}, {"hi", {1, 1, 1}}}},
              {"gravity.vector", in_keys(gravity)},
              {"material.glass", Keys{{"density", 2500}}},
              {"law", law},
              {"pair", Keys{{"materials", {"glass", "glass"}},
                            {"restitution", 0.2},
                            {"friction", 0.5},
                            {"rolling_friction", 0.1}} +
                           pair},
              {"nonsmooth", options}};
    if (on) keys.push_back({"reduction", reduction});
    return Simulation(case_of_keys(keys + rest + balls_of(balls)));
  }
};

Index bound(const Simulation& sim) {
  const auto& bond = sim.state().grains.bond;
  return static_cast<Index>(
      std::count_if(bond.begin(), bond.end(), [](Index w) { return w >= 0; }));
}

void steps(Simulation& sim, int n) {
  for (int k = 0; k < n; ++k) {
    const Stop stop = sim.advance();
    REQUIRE_MESSAGE(!stop.any(), stop.message);
  }
}

Real closing(Simulation& sim, ClosingMemory& memory) {
  return closing_error(energy_now(sim.scene(), sim.state()), sim.state(), memory);
}

Vec3 momentum(const Simulation& sim) {
  Vec3 sum{0, 0, 0};
  for (const Motion8& m : sim.state().grains.motion) sum += m.v / m.inv_mass;
  return sum;
}
Real mass(const Simulation& sim) {
  Real sum = 0;
  for (const Motion8& m : sim.state().grains.motion) sum += 1 / m.inv_mass;
  return sum;
}
Vec3 on_walls(const Simulation& sim) {
  Vec3 sum{0, 0, 0};
  for (const WallState& w : sim.state().walls) sum += w.force;
  return sum;
}

}  // namespace

TEST_CASE("a merge speed of zero changes nothing, bit for bit, though grains fall side by side") {
  std::vector<Ball> balls = pyramid(5, 3);
  for (Ball& b : balls) b.x.z += 0.013;  // all fall with the same velocity, touching
  Simulation with = Reduced{.reduction = {{"merge_speed", 0.0}}}.simulation(balls),
             without = Reduced{.on = false}.simulation(balls);
  steps(with, 300), steps(without, 300);
  const Grains &a = with.state().grains, &b = without.state().grains;
  CHECK(bound(with) == 0);
  REQUIRE(a.id == b.id);
  for (Index r = 0; r < a.size(); ++r) {
    CHECK(norm(position(a.place[r]) - position(b.place[r])) == 0);
    CHECK(norm(a.motion[r].v - b.motion[r].v) == 0);
    CHECK(norm(a.motion[r].w - b.motion[r].w) == 0);
  }
  CHECK(with.state().ledger.normal_dashpot == without.state().ledger.normal_dashpot);
  CHECK(with.state().walls[0].force.z == without.state().walls[0].force.z);
}

TEST_CASE("grains that touch and fall together are not bound; on the floor they are, all of them") {
  std::vector<Ball> balls = pyramid(5, 3);
  for (Ball& b : balls) b.x.z += 0.05;
  Reduced scene;
  scene.rest = box(5);
  Simulation sim = scene.simulation(balls);
  steps(sim, 45);  // 40 mm
  CHECK(bound(sim) == 0);
  steps(sim, 455);
  CHECK(bound(sim) == static_cast<Index>(balls.size()));
  for (const Motion8& m : sim.state().grains.motion) CHECK(norm(m.v) + norm(m.w) == 0);
}

TEST_CASE("what is bound weighs on its wall, and momentum is what gravity and walls give") {
  std::vector<Ball> balls = pyramid(5, 4);
  for (Ball& b : balls) b.x.z += 0.002;
  balls.push_back({{0.02, 0.02, 0.3}, {0.1, 0, 0}, {0, 3, 0}, kRadius});  // wakes them later
  const Real stiffness = 1e5;
  for (const bool stiff : {false, true}) {
    CAPTURE(stiff);
    Reduced scene;
    scene.rest = box(5);
    if (stiff) scene.pair = {{"stiffness", stiffness}};
    Simulation sim = scene.simulation(balls);
    const Real weight = mass(sim) * 9.81;
    ClosingMemory memory;
    closing(sim, memory);
    Index most = 0, woken = 0, before = 0;
    Real worst = 0, open = 0;
    for (int k = 0; k < 700; ++k) {
      const Vec3 then = momentum(sim);
      steps(sim, 1);
      // The force of the grains on the walls is what is missing from the momentum.
      const Vec3 gained = momentum(sim) - then - kStep * mass(sim) * kDown;
      worst = std::max(worst, norm(gained + kStep * on_walls(sim)) / (kStep * weight));
      open = std::max(open, std::fabs(closing(sim, memory)));
      const Index now = bound(sim);
      most = std::max(most, now), woken += std::max(0, before - now), before = now;
    }
    CHECK(most >= static_cast<Index>(balls.size()) - 1);
    CHECK(woken > 5);
    CHECK(worst < 1e-11);
    CHECK(open < 1e-12);
    CHECK(sim.state().ledger.merging > 0);
  }
}

TEST_CASE("a heap that is bound and one that is not spread alike under a ball that hits them") {
  std::vector<Ball> balls = pyramid(7, 5);
  balls.push_back({{0.033, 0.027, 0.3}, {0, 0, 0}, {0, 0, 0}, 2 * kRadius});
  const auto last = static_cast<Id>(balls.size()) - 1;
  Reduced scene;
  scene.rest = box(7), scene.options = {{"iterations", 300}};
  Simulation reduced = scene.simulation(balls);
  scene.on = false;
  Simulation full = scene.simulation(balls);
  steps(reduced, 1000), steps(full, 1000);
  const auto height = [&](const Simulation& sim) {
    Real sum = 0;
    for (const Place& p : sim.state().grains.place) sum += p.z;
    return sum / static_cast<Real>(balls.size());
  };
  Real moved = 0, apart = 0, moved_reduced = 0;
  for (Id id = 0; id < last; ++id) {
    const Vec3 a = position(reduced.state().grains.place[row_of(reduced.state(), id)]),
               b = position(full.state().grains.place[row_of(full.state(), id)]);
    moved += norm(b - balls[id].x), moved_reduced += norm(a - balls[id].x), apart += norm(b - a);
  }
  MESSAGE("moved " << moved / kRadius << " and " << moved_reduced / kRadius << " radii, apart " << apart / kRadius);
  CHECK(bound(reduced) > static_cast<Index>(balls.size()) / 2);
  CHECK(height(reduced) == doctest::Approx(height(full)).epsilon(0.03));
}

TEST_CASE("a bound heap on a belt rides along, and is let go where the belt stops") {
  const Keys belt = plane("belt", {0, 0, 1},
                          {{"motion", Keys{{"kind", "belt"}, {"velocity", {0.05, 0, 0}}}}});
  std::vector<Ball> balls = pyramid(4, 3);
  for (Ball& b : balls) b.v = {0.05, 0, 0};
  Reduced scene;
  scene.rest = belt;
  Simulation sim = scene.simulation(balls);
  ClosingMemory memory;
  closing(sim, memory);
  steps(sim, 100);
  REQUIRE(bound(sim) == static_cast<Index>(balls.size()));
  const Real x = position(sim.state().grains.place[row_of(sim.state(), 0)]).x;
  steps(sim, 100);
  CHECK(position(sim.state().grains.place[row_of(sim.state(), 0)]).x - x ==
        doctest::Approx(100 * kStep * 0.05).epsilon(1e-12));
  CHECK(std::fabs(closing(sim, memory)) < 1e-12);
}

TEST_CASE("a wall that pushes a bound heap moves it: bonds do not hold for ever") {
  // A plate comes in from the left; the heap would stop it if bonds were walls.
  const Keys plough = plane("plough", {1, 0, 0},
                            {{"motion", Keys{{"kind", "translate"}, {"velocity", {0.05, 0, 0}}}}});
  std::vector<Ball> balls = pyramid(5, 3);
  for (Ball& b : balls) b.x.x += 0.02;
  for (const std::string split : {"both", "contacts", "trial"}) {
    CAPTURE(split);
    Reduced scene;
    scene.reduction = {{"split", split}};
    scene.rest = kFloor + plough;
    Simulation sim = scene.simulation(balls);
    steps(sim, 100);
    CHECK(bound(sim) > 20);
    steps(sim, 500);  // the plate is at x = 0.06 then
    Real least = 1;
    for (const Place& p : sim.state().grains.place) least = std::min(least, p.x - p.r);
    CHECK(least > 0.06 - 1e-3);
  }
}

TEST_CASE("a support that goes takes its hold along: neighbours of what is removed are let go") {
  Simulation sim = Reduced{}.simulation(pyramid(4, 3));
  steps(sim, 100);
  State state = sim.state();
  REQUIRE(bound(sim) == 29);
  const Index row = row_of(state, 0);
  std::vector<Id> partners;
  for (Index k = 0; k < state.pairs.count; ++k) {
    const Index i = state.pairs.i[k], j = state.pairs.j[k];
    if (i != j && (i == row || j == row) && touched(state.pairs, k))
      partners.push_back(state.grains.id[i == row ? j : i]);
  }
  REQUIRE(partners.size() > 0);
  std::vector<char> marked(state.grains.size(), 0);
  marked[row] = 1;
  remove_bodies(state, marked);
  for (const Id id : partners) CHECK(state.grains.bond[row_of(state, id)] == -1);
  const auto& bond = state.grains.bond;
  CHECK(std::count(bond.begin(), bond.end(), -1) == static_cast<long>(partners.size()));
}

TEST_CASE("what does not go together with model reduction is refused with a remedy") {
  const auto refusal = [](const Reduced& scene) {
    try {
      scene.simulation(pyramid(2, 1));
    } catch (const CaseError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK(refusal({.reduction = {{"merge_speed", 0.02}, {"split_speed", 0.01}}})
            .find("reduction.split_speed: must be above merge_speed") != std::string::npos);
  CHECK(refusal({.gravity = {0, 0, 0}}).find("reduction.merge_speed") != std::string::npos);
  Reduced pushed;
  pushed.rest = kFloor + Keys{{"drag", Keys{{"kind", "linear"}, {"coefficient", 1e-3}}}};
  CHECK(refusal(pushed).find("[[force]] and [drag]") != std::string::npos);
}
