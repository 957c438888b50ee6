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
  const auto vector = [&](Real x) {  // along x; planar cases have no z
    return m.planar ? api::Value{x, 0} : api::Value{x, 0, 0};
  };
  const auto corner = [&](Real x) { return m.planar ? api::Value{x, x} : api::Value{x, x, x}; };
  Keys run{{"duration", 1e6}, {"time_step", dt}, {"planar", m.planar}};
  if (m.planar) run.push_back({"thickness", 0.01});
  const Real v = m.wall ? speed : speed / 2;
  std::vector<api::Value> grains{Keys{{"x", vector(-0.0102)}, {"v", vector(v)}, {"radius", 0.01}}};
  if (!m.wall) grains.push_back(Keys{{"x", vector(0.0102)}, {"v", vector(-v)}, {"radius", 0.01}});
  const Keys keys{
      {"run", run},
      {"domain", Keys{{"lo", corner(-1)}, {"hi", corner(1)}}},
      {"material.glass", Keys{{"density", 2500}}},
      {"law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}, {"tension", true}}},
      {"pair", Keys{{"materials", {"*", "*"}},
                    {"restitution", restitution},
                    {"stiffness", 1e4},
                    {"friction", 0.3}}},
      {"bodies", Keys{{"material", "glass"}, {"list", grains}}}};
  const Keys plate = m.wall ? plane("plate", {-1, 0, 0}) : Keys{};
  return Simulation(case_of_keys(keys + water.keys() + plate));
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
