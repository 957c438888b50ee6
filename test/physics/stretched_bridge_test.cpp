#include "physics/wet_scene.h"

using namespace scree;

namespace {

/// A prescribed ball drawn away from a free one that is too heavy to follow; planar or not. `rows`
/// is the table of its displacement over time: t, x, y, z.
Simulation drawn_apart(const Water& water, const std::vector<api::Value>& rows, bool planar,
                       Real dt) {
  const auto vector = [&](Real x) { return planar ? api::Value{x, 0} : api::Value{x, 0, 0}; };
  const auto corner = [&](Real x) { return planar ? api::Value{x, x} : api::Value{x, x, x}; };
  Keys run{{"duration", 1e6}, {"time_step", dt}, {"planar", planar}};
  if (planar) run.push_back({"thickness", 0.01});
  const Keys keys{
      {"run", run},
      {"domain", Keys{{"lo", corner(-1)}, {"hi", corner(1)}}},
      {"material.heavy", Keys{{"density", 1e18}}},
      {"law", Keys{{"normal", "linear"}, {"tangential", "none"}}},
      {"pair", Keys{{"materials", {"*", "*"}}, {"restitution", 1}, {"stiffness", 1}}},
      {"bodies", Keys{{"material", "heavy"}, {"list", {Keys{{"x", vector(0)}, {"radius", 0.01}}}}}},
      {"bodies", Keys{{"material", "heavy"},
                      {"prescribed", true},
                      {"list", {Keys{{"x", vector(0.02999999999)}, {"radius", 0.02}}}},
                      {"motion", {Keys{{"kind", "table"}, {"table", rows}}}}}}};
  return Simulation(case_of_keys(keys + water.keys()));
}

/// What the free ball feels [N], and the gap [m].
struct Pull {
  Real force, gap;
};
Pull pull_of(const Simulation& sim) {
  const State& s = sim.state();
  const Index i = row_of(s, 0), j = row_of(s, 1);
  return {s.grains.accel[i].a.x / s.grains.motion[i].inv_mass,
          s.grains.place[j].x - s.grains.place[i].x - 0.03};
}

/// Work of drawing until the bridge ruptures or the gap falls back to `until`, trapezoidal.
struct Drawn {
  Real work = 0, from = 0, to = 0;  // gaps where it began and ended
};
Drawn draw(Simulation& sim, Real until = -1) {
  Pull before = pull_of(sim);
  Drawn drawn{0, before.gap, before.gap};
  for (bool out = true;;) {
    REQUIRE_FALSE(sim.advance().any());
    const Pull now = pull_of(sim);
    if (measure_liquid(sim.state()).bridges == 0) break;
    drawn.work += 0.5 * (before.force + now.force) * (now.gap - before.gap);
    drawn.to = now.gap;
    if (out && now.gap < before.gap) out = false;
    before = now;
    if (!out && now.gap <= until) break;
  }
  return drawn;
}

}  // namespace

TEST_CASE("stretching a bridge from touch to rupture costs its closed-form energy") {
  const Water water;
  const Real radius = 2 * 0.01 * 0.02 / 0.03;
  for (const bool planar : {false, true}) {
    CAPTURE(planar);
    // 100 000 steps to the rupture distance and some beyond.
    const Real dt = 1e-5;
    Simulation sim = drawn_apart(water, {{0, 0, 0, 0}, {1.1, 1.65e-3, 0, 0}}, planar, dt);
    REQUIRE(measure_liquid(sim.state()).bridges == 1);
    const Drawn drawn = draw(sim);
    const auto energy = [&](Real gap) {
      return bridge_energy(water.pull(), radius, water.volume, gap);
    };
    const Real expected = water.rupture_energy(radius);
    CHECK(drawn.work == doctest::Approx(energy(drawn.to) - energy(drawn.from)).epsilon(1e-10));
    CHECK(drawn.to == doctest::Approx(water.rupture).epsilon(2e-5));  // the last step before it
    CHECK(sim.state().ledger.rupture == doctest::Approx(expected).epsilon(1e-12));
    CHECK(sim.state().ledger.ruptures == 1);
    // And the engine's own account: everything the drawing cost was lost at rupture.
    const Ledger& l = sim.state().ledger;
    CHECK(l.rupture + l.bridge_timing == doctest::Approx(l.prescribed).epsilon(1e-5));
    CHECK(std::fabs(l.bridge_timing) < 1e-4 * l.rupture);
  }
}

TEST_CASE("the work of stretching a bridge to any gap is its closed form to ten digits") {
  const Water water;
  const Real radius = 2 * 0.01 * 0.02 / 0.03;
  Simulation sim = drawn_apart(water, {{0, 0, 0, 0}, {1, 1.2e-3, 0, 0}}, false, 1e-5);
  Real work = 0;
  Pull before = pull_of(sim);
  const Real start = bridge_energy(water.pull(), radius, water.volume, before.gap);
  for (int k = 1; k <= 100000; ++k) {
    REQUIRE_FALSE(sim.advance().any());
    const Pull now = pull_of(sim);
    work += 0.5 * (before.force + now.force) * (now.gap - before.gap);
    before = now;
    if (k % 20000) continue;
    const Real stored = bridge_energy(water.pull(), radius, water.volume, now.gap) - start;
    CHECK(work == doctest::Approx(stored).epsilon(1e-10));
    CHECK(energy_now(sim.scene(), sim.state()).capillary ==
          doctest::Approx(stored + start).epsilon(1e-12));
  }
}

TEST_CASE("a bridge compressed again before it ruptures gives its work back") {
  const Water water;
  Simulation sim = drawn_apart(water, {{0, 0, 0, 0}, {1, 1.2e-3, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0}},
                               false, 1e-5);
  const Real most = bridge_energy(water.pull(), 2 * 0.01 * 0.02 / 0.03, water.volume, 1.2e-3);
  const Drawn drawn = draw(sim, 1e-7);
  const Real radius = 2 * 0.01 * 0.02 / 0.03;
  const Real left = bridge_energy(water.pull(), radius, water.volume, drawn.to) -
                    bridge_energy(water.pull(), radius, water.volume, drawn.from);
  CHECK(std::fabs(drawn.work - left) < 1e-10 * most);
  run_for(sim, 0.5);
  CHECK(std::fabs(energy_now(sim.scene(), sim.state()).capillary) < 1e-6 * most);
  CHECK(sim.state().ledger.ruptures == 0);
  CHECK(sim.state().ledger.rupture == 0);
}

TEST_CASE("a ruptured bridge stays away until the grains touch again") {
  const Water water;
  Simulation sim = drawn_apart(
      water, {{0, 0, 0, 0}, {1, 2e-3, 0, 0}, {2, 1e-5, 0, 0}, {3, -1e-5, 0, 0}}, false, 1e-4);
  run_for(sim, 1);
  CHECK(sim.state().ledger.ruptures == 1);
  run_for(sim, 1);  // a hundredth of a millimetre apart
  CHECK(measure_liquid(sim.state()).bridges == 0);
  CHECK(pull_of(sim).force == 0);
  run_for(sim, 1);
  CHECK(measure_liquid(sim.state()).bridges == 1);
  CHECK(sim.state().ledger.formations == 2);
}
