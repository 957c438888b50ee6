#include <cmath>

#include "physics/wet_scene.h"

using namespace scree;

namespace {

struct Meeting {
  const char* name;
  bool planar, wall;
  Real radius;  // R of the bridge
};
const Meeting kMeetings[] = {{"two spheres", false, false, 0.01},
                             {"two discs", true, false, 0.01},
                             {"sphere and wall", false, true, 0.02}};

Simulation meet(const Meeting& m, Real restitution, Real speed, Real dt) {
  const Water water;
  const std::string z = m.planar ? "" : ", 0";
  std::string text = fmt::format(
      "[run]\nduration = 1e6\ntime_step = {}\nplanar = {}\n{}[domain]\nlo = [-1, -1{}]\n"
      "hi = [1, 1{}]\n[material.glass]\ndensity = 2500\n[law]\nnormal = \"linear\"\n"
      "tangential = \"cundall-strack\"\ntension = true\n[[pair]]\nmaterials = [\"*\", \"*\"]\n"
      "restitution = {}\nstiffness = 1e4\nfriction = 0.3\n",
      dt, m.planar, m.planar ? "thickness = 0.01\n" : "", m.planar ? "" : ", -1",
      m.planar ? "" : ", 1", restitution);
  text += water.text();
  const Real v = m.wall ? speed : speed / 2;
  text += fmt::format("[[bodies]]\nmaterial = \"glass\"\nlist = [\n");
  text += fmt::format("{{x = [-0.0102, 0{}], v = [{}, 0{}], radius = 0.01}},\n", z, v, z);
  if (!m.wall)
    text += fmt::format("{{x = [0.0102, 0{}], v = [{}, 0{}], radius = 0.01}},\n", z, -v, z);
  text += "]\n";
  if (m.wall)
    text +=
        "[[wall]]\nname = \"plate\"\nmaterial = \"glass\"\nshape = \"plane\"\npoint = [0, 0, 0]\n"
        "normal = [-1, 0, 0]\n";
  return Simulation(read_case_text(text, "case.toml"));
}

Real reduced_mass(const Meeting& m) {
  const Real mass = m.planar ? 2500 * kPi * 1e-4 * 0.01 : 2500 * 4 * kPi / 3 * 1e-6;
  return m.wall ? mass : mass / 2;
}
Real kinetic(const Simulation& sim) { return energy_now(sim.scene(), sim.state()).kinetic(); }

}  // namespace

TEST_CASE("wet bodies stick below the speed that ruptures their bridge, and part above it") {
  for (const Meeting& m : kMeetings) {
    CAPTURE(m.name);
    const Real held = Water{}.rupture_energy(m.radius);
    const Real critical = std::sqrt(2 * held / reduced_mass(m));
    for (const Real ratio : {0.98, 1.02}) {
      CAPTURE(ratio);
      Simulation sim = meet(m, 1, ratio * critical, 2e-6);
      run_for(sim, 0.2);
      const LiquidNow liquid = measure_liquid(sim.state());
      CHECK(liquid.bridges == (ratio < 1 ? 1 : 0));
      CHECK(sim.state().ledger.ruptures == (ratio < 1 ? 0 : 1));
      if (ratio < 1) continue;
      const Real before = 0.5 * reduced_mass(m) * std::pow(ratio * critical, 2);
      CHECK(before - kinetic(sim) == doctest::Approx(held).epsilon(1e-3));
    }
  }
}

TEST_CASE("parting wet bodies have lost what the dashpot took and what the bridge held") {
  for (const Meeting& m : kMeetings) {
    CAPTURE(m.name);
    const Real held = Water{}.rupture_energy(m.radius);
    const Real speed = 3 * std::sqrt(2 * held / reduced_mass(m));
    Simulation sim = meet(m, 0.7, speed, 2e-6);
    const Real before = kinetic(sim);
    run_for(sim, 0.05);
    const Ledger& l = sim.state().ledger;
    REQUIRE(l.ruptures == 1);
    CHECK(l.rupture == doctest::Approx(held).epsilon(1e-12));
    CHECK(std::fabs(l.bridge_timing) < 5e-3 * held);
    const Real lost = before - kinetic(sim);
    CHECK(lost == doctest::Approx(l.normal_dashpot + held + l.bridge_timing).epsilon(1e-5));
    // The bridge slows the approach by nothing: below a dry impact by less than the dashpot's
    // share.
    CHECK(l.normal_dashpot == doctest::Approx((1 - 0.49) * before).epsilon(0.2));
  }
}
