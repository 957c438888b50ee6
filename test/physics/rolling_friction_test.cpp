/// Rolling friction that is constant while grains roll, and holds them when they do not.
#include <cmath>

#include "physics/cluster.h"
#include "scree/law/rolling.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

constexpr Real kRadius = 0.01, kGravity = 9.81;

Contact rolls(Real rolling_friction) {
  return {.rolling = "constant",
          .restitution = 0.5,
          .friction = 1,
          .young = 1e7,
          .more = {{"rolling_friction", rolling_friction}}};
}

/// A sphere on a floor that is tilted about y by the angle whose tangent is given.
Case on_slope(Real rolling_friction, Real slope, Real speed, Real dt) {
  const Real angle = std::atan(slope);
  const Vec3 g{kGravity * std::sin(angle), 0, -kGravity * std::cos(angle)};
  const Real modulus = 1e7 / (2 * (1 - 0.25 * 0.25));
  const Real weight = 2500 * 4 * kPi / 3 * std::pow(kRadius, 3) * -g.z;
  const Real rest = std::pow(0.75 * weight / (modulus * std::sqrt(kRadius)), 2.0 / 3);
  const Ball ball{{0, 0, kRadius - rest}, {speed, 0, 0}, {0, speed / (kRadius - rest / 2), 0}};
  return small_case(rolls(rolling_friction), {ball}, dt, kFloor + gravity(g));
}

}  // namespace

// 7/5 m a = m g sin - mu_r m g cos: the couple is mu_r R F_n, the inertia 2/5 m R^2.
TEST_CASE("a ball rolls down a slope with 5/7 g (sin - mu_r cos)") {
  for (const Real slope : {0.3, 0.15})
    for (const Real mu : {0.0, 0.05, 0.1}) {
      CAPTURE(slope);
      CAPTURE(mu);
      const Real angle = std::atan(slope), time = 0.1;
      Simulation sim(on_slope(mu, slope, 0.5, 1e-5));
      run_for(sim, time);
      const Real want = 5.0 / 7 * kGravity * (std::sin(angle) - mu * std::cos(angle));
      const Real got = (sim.state().grains.motion[0].v.x - 0.5) / time;
      CHECK(got == doctest::Approx(want).epsilon(2e-3));
    }
}

TEST_CASE("a rolling ball stops after v^2/(2 a), a = 5/7 mu_r g, and then stands still") {
  const Real mu = 0.1, speed = 0.2, a = 5.0 / 7 * mu * kGravity;
  for (const Real dt : {2e-5, 1e-5, 5e-6}) {
    CAPTURE(dt);
    Simulation sim(on_slope(mu, 0, speed, dt));
    run_for(sim, 1.2 * speed / a);
    const Real stopped = sim.state().grains.place[0].x;
    CHECK(stopped == doctest::Approx(speed * speed / (2 * a)).epsilon(2e-3));
    const Real lost = dissipated(sim.state().ledger);
    run_for(sim, 0.2);
    // It is held by a bristle, whose length at the limit is mu_r F_n/k.
    const Real bristle = mu * kGravity * dt * dt / (0.4 * kBristleStiffness);
    CHECK(std::fabs(sim.state().grains.place[0].x - stopped) < 0.1 * bristle);
    CHECK(dissipated(sim.state().ledger) - lost < 1e-12 * lost);
  }
}

// A viscous law would let it creep, in proportion to the step.
TEST_CASE("a ball rests on a slope up to tan = mu_r for ever, and rolls on a steeper one") {
  for (const Real dt : {2e-5, 1e-5, 5e-6}) {
    CAPTURE(dt);
    Simulation held(on_slope(0.1, 0.095, 0, dt));
    run_for(held, 0.2);
    const Real from = held.state().grains.place[0].x;
    run_for(held, 0.5);
    CHECK(std::fabs(held.state().grains.place[0].x - from) < 1e-12);
    Simulation loose(on_slope(0.1, 0.105, 0, dt));
    run_for(loose, 0.3);
    CHECK(loose.state().grains.motion[0].v.x > 1e-3);
  }
}

TEST_CASE("the books of constant rolling close, the better the shorter the step") {
  const auto closing = [](Real dt) {
    Contact contact = rough();
    contact.rolling = "constant";
    Simulation sim(small_case(contact, falling_together(3, 1), dt));
    const EnergyNow start = energy_now(sim.scene(), sim.state());
    const Real before = balance(start, sim.state());
    run_for(sim, 0.012);
    CHECK(sim.state().ledger.rolling > 0);
    return std::fabs(balance(energy_now(sim.scene(), sim.state()), sim.state()) - before) /
           start.kinetic();
  };
  const Real coarse = closing(8e-6), fine = closing(2e-6);
  CHECK(coarse < 1e-3);
  CHECK(fine < 0.4 * coarse);
}

TEST_CASE("rolling and twisting springs of contacts that open are booked, whatever the friction") {
  for (const char* tangential : {"none", "mindlin-rescaled", "mindlin-deresiewicz"}) {
    CAPTURE(tangential);
    Contact contact{
        .tangential = tangential, .rolling = "spring", .twisting = "spring", .restitution = 0.8};
    contact.friction = 0.3;
    contact.more = {
        {"rolling_friction", 10}, {"twisting_friction", 10}, {"rolling_stiffness_ratio", 0.3}};
    Simulation sim(
        small_case(contact, {{{0, 0, 0.01001}, {0, 0, -1}, {0, 100, 50}}}, 1e-6, kFloor));
    const EnergyNow start = energy_now(sim.scene(), sim.state());
    const Real before = balance(start, sim.state());
    run_for(sim, 2e-3);
    REQUIRE(sim.state().wall_contacts.size() == 0);
    CHECK(sim.state().ledger.released != 0);
    const Real after = balance(energy_now(sim.scene(), sim.state()), sim.state());
    CHECK(std::fabs(after - before) < 1e-4 * start.kinetic());
  }
}
