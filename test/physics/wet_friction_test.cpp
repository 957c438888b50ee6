/// Liquid and friction: what bounds sliding; liquid of bridges whose partner is taken away.
#include <cmath>

#include "physics/wet_scene.h"
#include "scree/observe/liquid.h"

using namespace scree;

namespace {

/// A disc held to a floor by its bridge alone, without gravity.
std::string held_disc(const std::string& liquid, const std::string& more, Real speed) {
  return fmt::format(
      "[run]\nduration = 0.02\nplanar = true\n[domain]\nlo = [-1, -0.1]\nhi = [1, 0.2]\n"
      "[material.glass]\ndensity = 2500\n[law]\nnormal = \"linear\"\n"
      "tangential = \"cundall-strack\"\n[[pair]]\nmaterials = [\"*\", \"*\"]\nrestitution = 0.3\n"
      "stiffness = 1e5\nfriction = 0.4\n{}[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\n"
      "shape = \"plane\"\npoint = [0, 0]\nnormal = [0, 1]\n{}[[bodies]]\nmaterial = \"glass\"\n"
      "turns = false\nlist = [{{x = [0, 0.0099994], v = [{}, 0], radius = 0.01}}]\n",
      liquid, more, speed);
}

}  // namespace

TEST_CASE(
    "friction is bounded by the force of spring and dashpot; the pull of a bridge presses on") {
  // At rest spring and pull balance, and nothing else presses the disc: a bound from the sum of
  // both would let it slide for ever.
  const Water water;
  Simulation sim(read_case_text(held_disc(water.text(), "", 1), "case.toml"));
  while (sim.phase_time() < 0.01) REQUIRE_FALSE(sim.advance().any());
  const Real before = sim.state().grains.motion[0].v.x, then = sim.state().clock.time();
  while (!sim.finished()) REQUIRE_FALSE(sim.advance().any());
  const Real rate = (sim.state().grains.motion[0].v.x - before) / (sim.state().clock.time() - then);
  const Real pull = water.pull() * bridge_radius(0.0, 0.01);
  CHECK(rate == doctest::Approx(-0.4 * pull * sim.state().grains.motion[0].inv_mass).epsilon(0.01));
}

TEST_CASE("a wall that vanishes takes its bridges' energy with it; their liquid goes back") {
  const std::string films =
      "[liquid]\nsurface_tension = 0.5\ncontact_angle = 0.2\ncontent = 0.05\n";
  std::string text = held_disc(films, "phases = [\"on\"]\n", 0);
  text.replace(text.find("duration = 0.02\n"), 16, "");
  text += "[[phase]]\nname = \"on\"\nduration = 0.01\n[[phase]]\nname = \"off\"\nduration = 0.01\n";
  Simulation sim(read_case_text(text, "case.toml"));
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
  const Case c = read_case_text(
      "[run]\nplanar = true\n[domain]\nlo = [-1, -0.1]\nhi = [1, 0.2]\n[material.glass]\n"
      "density = 2500\n[law]\nnormal = \"linear\"\ntangential = \"cundall-strack\"\n[[pair]]\n"
      "materials = [\"*\", \"*\"]\nrestitution = 0.3\nstiffness = 1e5\nfriction = 0.4\n[liquid]\n"
      "surface_tension = 0.5\ncontact_angle = 0.2\ncontent = 0.05\n[[outlet]]\nname = \"hole\"\n"
      "region = {kind = \"box\", lo = [0.015, -0.1], hi = [0.03, 0.1]}\nphases = [\"later\"]\n"
      "[[phase]]\nname = \"first\"\nduration = 0.01\n[[phase]]\nname = \"later\"\n"
      "duration = 0.01\n[[bodies]]\nmaterial = \"glass\"\n"
      "list = [{x = [0, 0], radius = 0.01}, {x = [0.0199, 0], radius = 0.01}]\n",
      "case.toml");
  Simulation sim(c);
  while (sim.state().phase == 0) REQUIRE_FALSE(sim.advance().any());
  const LiquidNow together = measure_liquid(sim.state());
  REQUIRE(together.bridges == 1);
  const Real film = sim.state().grains.film[0];
  while (!sim.finished()) REQUIRE_FALSE(sim.advance().any());
  REQUIRE(sim.state().grains.size() == 1);
  CHECK(measure_liquid(sim.state()).bridges == 0);
  CHECK(sim.state().grains.film[0] == doctest::Approx(film + 0.5 * together.in_bridges));
}
