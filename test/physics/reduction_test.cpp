/// Grains at rest that hang on walls: nothing may come or go unnoticed.
#include <cmath>
#include <set>

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
  Real size = 1;
  Keys law{{"normal", "linear"}, {"tangential", "cundall-strack"}, {"rolling", "constant"}};
  Keys options{{"iterations", 100}};

  Simulation simulation(const std::vector<Ball>& balls) const {
    Keys keys{{"run", Keys{{"method", "nonsmooth"},
                           {"duration", 1e6},
                           {"time_step", kStep},
                           {"overlap_limit", 0.5}}},
              {"domain", Keys{{"lo", {-size, -size, -size}}, {"hi", {size, size, size}}}},
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
  // Nothing else stops one that spins on the spot.
  scene.law.push_back({"twisting", "spring"});
  scene.pair = {{"twisting_friction", 0.1}};
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
  MESSAGE("moved " << moved / kRadius << " and " << moved_reduced / kRadius << " radii, apart "
                   << apart / kRadius);
  CHECK(bound(reduced) > static_cast<Index>(balls.size()) / 2);
  CHECK(height(reduced) == doctest::Approx(height(full)).epsilon(0.03));
}

TEST_CASE("a bound heap on a belt rides along, and is let go where the belt stops") {
  const Keys belt =
      plane("belt", {0, 0, 1}, {{"motion", Keys{{"kind", "belt"}, {"velocity", {0.05, 0, 0}}}}});
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

TEST_CASE("a bound heap on a turntable turns with it, exactly, and the books close") {
  const Real rate = 0.4;
  std::vector<Ball> balls = pyramid(4, 3);
  for (Ball& b : balls) {
    b.v = cross(Vec3{0, 0, rate}, b.x), b.w = {0, 0, rate};
    b.x.z += 1e-4;
  }
  Reduced scene;
  scene.rest = plane("table", {0, 0, 1},
                     {{"motion", Keys{{"kind", "rotate"}, {"axis", {0, 0, 1}}, {"rate", rate}}}});
  Simulation sim = scene.simulation(balls);
  ClosingMemory memory;
  closing(sim, memory);
  steps(sim, 100);
  REQUIRE(bound(sim) == static_cast<Index>(balls.size()));
  const Vec3 before = position(sim.state().grains.place[row_of(sim.state(), 0)]);
  Real worst = 0;
  for (int k = 0; k < 500; ++k) {
    const Vec3 then = momentum(sim);
    steps(sim, 1);
    const Vec3 gained = momentum(sim) - then - kStep * mass(sim) * kDown;
    worst = std::max(worst, norm(gained + kStep * on_walls(sim)) / (kStep * mass(sim) * 9.81));
  }
  const Vec3 after = position(sim.state().grains.place[row_of(sim.state(), 0)]);
  CHECK(bound(sim) == static_cast<Index>(balls.size()));
  CHECK(norm(after - rotate(rotation(Vec3{0, 0, 500 * kStep * rate}), before)) < 1e-14);
  CHECK(worst < 1e-11);
  CHECK(std::fabs(closing(sim, memory)) < 1e-12);
}

TEST_CASE("a table that turns about an axis far from its origin carries for long without drift") {
  const Real rate = 1;
  const Vec3 centre{0.3, 0, 0};
  std::vector<Ball> balls = pyramid(2, 1);
  for (Ball& b : balls) b.v = cross(Vec3{0, 0, rate}, b.x - centre), b.w = {0, 0, rate};
  for (const bool stiff : {false, true}) {
    CAPTURE(stiff);
    Reduced scene;
    if (stiff) scene.pair = {{"stiffness", 1e5}};
    scene.rest = plane("table", {0, 0, 1},
                       {{"motion", Keys{{"kind", "rotate"},
                                        {"axis", {0, 0, 1}},
                                        {"center", in_keys(centre)},
                                        {"rate", rate}}}});
    Simulation sim = scene.simulation(balls);
    ClosingMemory memory;
    closing(sim, memory);
    steps(sim, 100);
    REQUIRE(bound(sim) == 4);
    const Vec3 before = position(sim.state().grains.place[row_of(sim.state(), 0)]);
    const Vec3 torque = sim.state().walls[0].torque;
    steps(sim, 3000);
    const Vec3 after = position(sim.state().grains.place[row_of(sim.state(), 0)]);
    const Quat turn = rotation(Vec3{0, 0, 3000 * kStep * rate});
    CHECK(norm(after - centre - rotate(turn, before - centre)) < 1e-13);
    // The weight still acts where they are: about the origin of the table.
    CHECK(norm(sim.state().walls[0].torque) > 0.5 * norm(torque));
    CHECK(std::fabs(closing(sim, memory)) < 1e-11);
    const Index row = row_of(sim.state(), 0);
    const Vec3 out = after - centre, inwards = -rate * rate * Vec3{out.x, out.y, 0};
    CHECK(norm(sim.state().grains.accel[row].a - inwards) < 0.01 * norm(inwards));
  }
}

TEST_CASE("one ball on a tray rides up to the angle of rolling and is let go, alone as it is") {
  for (const std::string split : {"both", "trial"}) {
    CAPTURE(split);
    Reduced scene;
    scene.reduction = {{"split", split}};
    scene.rest = plane("tray", {0, 0, 1},
                       {{"motion", Keys{{"kind", "rotate"}, {"axis", {0, 1, 0}}, {"rate", 0.2}}}});
    Simulation sim = scene.simulation({{{0.02, 0, kRadius}, {0, 0, 0}, {0, 0, 0}, kRadius}});
    steps(sim, 20);
    CHECK(bound(sim) == 1);
    const auto along = [&] {
      return rotate_back(sim.state().walls[0].q, position(sim.state().grains.place[0])).x;
    };
    while (along() < 0.1) steps(sim, 1);
    const Real tilt = 0.2 * sim.state().clock.time();
    MESSAGE("let go below " << tilt / (kPi / 180) << " degrees");
    CHECK(tilt < 20 * (kPi / 180));
  }
}

TEST_CASE("a floor that sinks and rises takes what is bound to it along, and lets nothing go") {
  Reduced scene;
  scene.reduction = {{"merge_speed", 0.02}};
  scene.rest = plane("floor", {0, 0, 1},
                     {{"motion", Keys{{"kind", "oscillate"},
                                      {"direction", {0, 0, 1}},
                                      {"amplitude", 0.05},
                                      {"frequency", 0.5}}}});
  Simulation sim = scene.simulation(pyramid(4, 3));
  steps(sim, 200);
  for (int k = 0; k < 20; ++k) {
    steps(sim, 50);
    CHECK(bound(sim) == 29);
  }
}

TEST_CASE(
    "a heap that is bound to a floor slides off when the floor is tilted, as one that is not") {
  std::vector<Ball> balls = pyramid(4, 3);
  Reduced scene;
  scene.rest = plane("tray", {0, 0, 1},
                     {{"motion", Keys{{"kind", "rotate"}, {"axis", {0, 1, 0}}, {"rate", 0.5}}}});
  const auto slid = [&](Simulation& sim) {
    // How far down the tray the middle has gone, in radii.
    Vec3 sum{0, 0, 0};
    for (const Place& p : sim.state().grains.place) sum += position(p);
    const Quat q = sim.state().walls[0].q;
    Vec3 start{0, 0, 0};
    for (const Ball& b : balls) start += b.x;
    return (rotate_back(q, sum).x - start.x) / static_cast<Real>(balls.size()) / kRadius;
  };
  Simulation reduced = scene.simulation(balls);
  scene.on = false;
  Simulation full = scene.simulation(balls);
  ClosingMemory memory;
  closing(reduced, memory);
  steps(reduced, 200), steps(full, 200);  // 11 degrees: they ride along
  CHECK(bound(reduced) > 15);
  CHECK(std::fabs(slid(reduced)) < 0.5);
  steps(reduced, 450), steps(full, 450);  // 37 degrees: nothing holds
  MESSAGE("slid " << slid(reduced) << " and " << slid(full) << " radii");
  CHECK(slid(reduced) > 10);
  CHECK(slid(reduced) == doctest::Approx(slid(full)).epsilon(0.3));
  CHECK(std::fabs(closing(reduced, memory)) < 1e-10);
}

TEST_CASE("a belt lets go what it carries over its edge, however it is split") {
  const Keys belt{{"wall", Keys{{"name", "belt"},
                                {"material", "glass"},
                                {"shape", "box"},
                                {"side", "outside"},
                                {"lo", {-0.2, -0.2, -0.1}},
                                {"hi", {0.1, 0.2, 0}},
                                {"motion", Keys{{"kind", "belt"}, {"velocity", {0.05, 0, 0}}}}}}};
  std::vector<Ball> balls = pyramid(4, 1);
  for (Ball& b : balls) b.v = {0.05, 0, 0};
  for (const std::string split : {"both", "contacts", "trial"}) {
    CAPTURE(split);
    Reduced scene;
    scene.reduction = {{"split", split}};
    scene.size = 6;
    scene.rest = belt;
    Simulation sim = scene.simulation(balls);
    steps(sim, 400);  // x < 0.075: all ride
    CHECK(bound(sim) == 16);
    steps(sim, 700);  // all are over
    for (const Place& p : sim.state().grains.place) CHECK(p.z < 0);
  }
}

TEST_CASE(
    "nothing is bound where a sensor looks, at rest or with a wall, and what it meets is let go") {
  std::vector<Ball> balls = pyramid(6, 1);
  Reduced scene;
  scene.reduction = {{"split", "contacts"},
                     {"sensor",
                      {Keys{{"kind", "plane"}, {"point", {0.021, 0, 0}}, {"normal", {2, 0, 0}}},
                       Keys{{"kind", "sphere"}, {"center", {0, 0.05, 0}}, {"radius", 0.004}},
                       Keys{{"kind", "box"},
                            {"lo", {0, -0.1, 0}},
                            {"hi", {0.1, -0.08, 0.1}},
                            {"wall", "gantry"}}}}};
  // Far above the grains; its sensor sweeps through them, row by row.
  scene.rest =
      kFloor +
      Keys{{"wall", Keys{{"name", "gantry"},
                         {"material", "glass"},
                         {"shape", "plane"},
                         {"point", {0, 0, 0.5}},
                         {"normal", {0, 0, -1}},
                         {"motion", Keys{{"kind", "translate"}, {"velocity", {0, 0.1, 0}}}}}}};
  Simulation sim = scene.simulation(balls);
  const auto free_in = [&](auto&& inside) {
    std::set<Id> out;
    const Grains& g = sim.state().grains;
    for (Index r = 0; r < g.singles; ++r) {
      CHECK((g.bond[r] < 0) == inside(position(g.place[r])));
      if (g.bond[r] < 0) out.insert(g.id[r]);
    }
    return out.size();
  };
  steps(sim, 50);
  const auto at_rest = [](Vec3 x) {
    return std::fabs(x.x - 0.021) < kRadius || norm(x - Vec3{0, 0.05, 0}) < kRadius + 0.004;
  };
  CHECK(free_in(at_rest) == 7);
  while (sim.state().clock.time() < 1.0) steps(sim, 1);
  // Those that it has left are bound again after some steps; how many exactly is not its business.
  const Real hi = -0.08 + 0.1 * sim.state().clock.time(), lo = hi - 0.02;
  const Grains& g = sim.state().grains;
  for (Index r = 0; r < g.singles; ++r) {
    const Place& p = g.place[r];
    const bool sees = p.x > -kRadius && p.y > lo - kRadius && p.y < hi + kRadius;
    if (sees || at_rest(position(p))) CHECK(g.bond[r] < 0);
    if (p.y < lo - kRadius - 0.003 && !at_rest(position(p))) CHECK(g.bond[r] >= 0);
  }
}

TEST_CASE("what lies mostly on grains that may move is not bound, though it touches one that is") {
  // One ball on four, of which sensors keep some free.
  const Real r = kRadius;
  const auto corner = [&](Real x, Real y) {
    const Vec3 lo{x - 0.1 * r, y - 0.1 * r, 0}, hi{x + 0.1 * r, y + 0.1 * r, 2 * r};
    return Keys{{"kind", "box"}, {"lo", in_keys(lo)}, {"hi", in_keys(hi)}};
  };
  const auto top_is_bound = [&](const std::vector<api::Value>& sensors) {
    Reduced scene;
    scene.rest = box(2), scene.reduction = {{"sensor", sensors}};
    Simulation sim = scene.simulation(pyramid(2, 2));
    steps(sim, 100);
    CHECK(bound(sim) >= 4 - static_cast<Index>(sensors.size()));
    const State& s = sim.state();
    for (std::size_t id = 0; id < 4; ++id)
      CHECK((s.grains.bond[row_of(s, static_cast<Id>(id))] < 0) == (id < sensors.size()));
    return s.grains.bond[row_of(s, 4)] >= 0;
  };
  const Keys a = corner(0, 0), b = corner(0, 2 * r), c = corner(2 * r, 0);
  CHECK(top_is_bound({a}));
  CHECK_FALSE(top_is_bound({a, b, c}));
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
  const Keys away{{"kind", "box"}, {"lo", {2, 0, 0}}, {"hi", {3, 1, 1}}};
  CHECK(refusal({.reduction = {{"sensor", {away}}}})
            .find("reduction.sensor.0.kind: lies outside the domain") != std::string::npos);
  const Keys lost{{"kind", "sphere"}, {"center", {0, 0, 0}}, {"radius", 1}, {"wall", "flor"}};
  CHECK(refusal({.reduction = {{"sensor", {lost}}}}).find("did you mean \"floor\"?") !=
        std::string::npos);
  Reduced plain;
  plain.on = false;
  plain.rest = kFloor + Keys{{"output.picture.colour_by", "carrier"}};
  CHECK(refusal(plain).find("is known with [reduction] only") != std::string::npos);
  Reduced pushed;
  pushed.rest = kFloor + Keys{{"drag", Keys{{"kind", "linear"}, {"coefficient", 1e-3}}}};
  CHECK(refusal(pushed).find("[[force]] and [drag]") != std::string::npos);
}

TEST_CASE("what was bound to grains that went away does not hang in the air") {
  // A ball on another, both bound; one that bounces elsewhere has lists made anew.
  Reduced scene;
  std::vector<Ball> balls;
  for (const Vec3 x : {Vec3{0, 0, kRadius}, Vec3{0, 0, 3 * kRadius}, Vec3{0.3, 0, 0.9}})
    balls.push_back({x, {0, 0, 0}, {0, 0, 0}, kRadius});
  Simulation settled = scene.simulation(balls);
  steps(settled, 100);
  REQUIRE(bound(settled) == 2);
  State state = settled.state();
  const Index top = row_of(state, 1);
  state.grains.place[top].z += 0.1;  // as if what it lay on had been carried off
  Simulation sim(settled.case_file(), std::move(state), settled.scene().labels);
  steps(sim, 300);
  CHECK(sim.state().grains.place[row_of(sim.state(), 1)].z < 4 * kRadius);
}
