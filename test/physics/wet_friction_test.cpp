/// Liquid and friction: what bounds sliding; liquid of bridges whose partner is taken away.
#include <cmath>

#include "physics/wet_scene.h"
#include "scree/observe/liquid.h"

using namespace scree;

namespace {

/// Discs of glass under a law with friction, in the plane.
const Keys kDiscs{
    {"run", Keys{{"planar", true}}},
    {"domain", Keys{{"lo", {-1, -0.1}}, {"hi", {1, 0.2}}}},
    {"material.glass", Keys{{"density", 2500}}},
    {"law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}}},
    {"pair",
     Keys{{"materials", {"*", "*"}}, {"restitution", 0.3}, {"stiffness", 1e5}, {"friction", 0.4}}}};
const Keys kWithFilms{
    {"liquid", Keys{{"surface_tension", 0.5}, {"contact_angle", 0.2}, {"content", 0.05}}}};

Keys phases(const char* first, const char* second) {
  return {{"phase", Keys{{"name", first}, {"duration", 0.01}}},
          {"phase", Keys{{"name", second}, {"duration", 0.01}}}};
}

/// A disc held to a floor by its bridge alone, without gravity.
Keys held_disc(const Keys& liquid, const Keys& floor, Real speed) {
  return kDiscs + liquid + plane("floor", {0, 1, 0}, floor) +
         Keys{{"bodies",
               Keys{{"material", "glass"},
                    {"turns", false},
                    {"list", {Keys{{"x", {0, 0.0099994}}, {"v", {speed, 0}}, {"radius", 0.01}}}}}}};
}

}  // namespace

TEST_CASE(
    "friction is bounded by the force of spring and dashpot; the pull of a bridge presses on") {
  // At rest spring and pull balance, and nothing else presses the disc: a bound from the sum of
  // both would let it slide for ever.
  const Water water;
  Simulation sim(case_of_keys(held_disc(water.keys(), {}, 1) + Keys{{"run.duration", 0.02}}));
  while (sim.phase_time() < 0.01) REQUIRE_FALSE(sim.advance().any());
  const Real before = sim.state().grains.motion[0].v.x, then = sim.state().clock.time();
  while (!sim.finished()) REQUIRE_FALSE(sim.advance().any());
  const Real rate = (sim.state().grains.motion[0].v.x - before) / (sim.state().clock.time() - then);
  const Real pull = water.pull() * bridge_radius(0.0, 0.01);
  CHECK(rate == doctest::Approx(-0.4 * pull * sim.state().grains.motion[0].inv_mass).epsilon(0.01));
}

TEST_CASE("a wall that vanishes takes its bridges' energy with it; their liquid goes back") {
  Simulation sim(
      case_of_keys(held_disc(kWithFilms, {{"phases", {"on"}}}, 0) + phases("on", "off")));
  while (sim.state().clock.time() < 0.009) REQUIRE_FALSE(sim.advance().any());
  const LiquidNow start = measure_liquid(sim.state());
  REQUIRE(start.bridges == 1);
  const Real before = energy_balance(sim);
  while (!sim.finished()) REQUIRE_FALSE(sim.advance().any());
  const LiquidNow end = measure_liquid(sim.state());
  CHECK(end.bridges == 0);
  CHECK(end.in_films == doctest::Approx(start.in_films + start.in_bridges));
  CHECK(sim.state().ledger.removed != 0);
  CHECK(energy_balance(sim) == doctest::Approx(before).epsilon(1e-3));
}

TEST_CASE("a body that leaves gives half of its bridges' liquid back to the one that stays") {
  const Keys hole{{"kind", "box"}, {"lo", {0.015, -0.1}}, {"hi", {0.03, 0.1}}};
  const Keys two{{"outlet", Keys{{"name", "hole"}, {"region", hole}, {"phases", {"later"}}}},
                 {"bodies", Keys{{"material", "glass"},
                                 {"list",
                                  {Keys{{"x", {0, 0}}, {"radius", 0.01}},
                                   Keys{{"x", {0.0199, 0}}, {"radius", 0.01}}}}}}};
  Simulation sim(case_of_keys(kDiscs + kWithFilms + two + phases("first", "later")));
  while (sim.state().phase == 0) REQUIRE_FALSE(sim.advance().any());
  const LiquidNow together = measure_liquid(sim.state());
  REQUIRE(together.bridges == 1);
  const Real film = sim.state().grains.film[0];
  while (!sim.finished()) REQUIRE_FALSE(sim.advance().any());
  REQUIRE(sim.state().grains.size() == 1);
  CHECK(measure_liquid(sim.state()).bridges == 0);
  CHECK(sim.state().grains.film[0] == doctest::Approx(film + 0.5 * together.in_bridges));
}
