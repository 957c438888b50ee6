/// A run whose time step changes on the way.
#include <cmath>

#include "parity/continued.h"
#include "physics/small_scene.h"

using namespace scree;

namespace {

constexpr Real kEnd = 4e-3;

/// A ball pressed on the floor by its weight that sticks to it and swings on its tangential spring.
Case swinging(Real dt, Real duration = 1e6) {
  const Contact contact{.normal = "linear",
                        .tangential = "cundall-strack",
                        .friction = 10,
                        .stiffness = 2e4,
                        .more = {{"tangential_stiffness_ratio", 0.5}}};
  return small_case(contact, {{{0, 0, 0.01 - 5.1e-6}, {0.005, 0, 0}}}, dt,
                    kFloor + gravity({0, 0, -9.81}) + Keys{{"run.duration", duration}});
}

/// Friction on the ball at the end, over its weight; the step is halved at a third of the way.
Real friction_at_end(Real dt, bool halved) {
  Simulation sim(swinging(dt));
  if (halved) {
    run_for(sim, kEnd / 3);
    sim.change_time_step(dt / 2);
  }
  while (sim.state().clock.time() < kEnd - 0.25 * dt) REQUIRE_FALSE(sim.advance().any());
  CHECK(sim.state().clock.time() == doctest::Approx(kEnd).epsilon(1e-9));
  return sim.state().grains.accel[0].a.x / 9.81;
}

}  // namespace

// What contacts remember stands half a step ahead: taken over as it is, it would be wrong by a
// quarter of the first step's slip, to first order.
TEST_CASE("a run whose step is halved on the way keeps its forces to second order") {
  const Real exact = friction_at_end(kEnd / 96000, false);
  CHECK(std::fabs(exact) > 0.02);
  const Real coarse = std::fabs(friction_at_end(kEnd / 1500, true) - exact);
  const Real fine = std::fabs(friction_at_end(kEnd / 3000, true) - exact);
  const Real finest = std::fabs(friction_at_end(kEnd / 6000, true) - exact);
  CHECK(coarse / fine == doctest::Approx(4).epsilon(0.15));
  CHECK(fine / finest == doctest::Approx(4).epsilon(0.15));
}

TEST_CASE("impulses of rigid contacts are those of the new step, and so are the forces they tell") {
  const Keys bar{{"spheres", {{-0.02, 0, 0, 0.01}, {0.02, 0, 0, 0.01}}}};
  Simulation sim(case_of_keys(
      Keys{{"run", Keys{{"method", "nonsmooth"}, {"duration", 1}, {"time_step", 1e-3}}},
           {"domain", Keys{{"lo", {-1, -1, -1}}, {"hi", {1, 1, 1}}}},
           {"material.glass", Keys{{"density", 2500}}},
           {"law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}}},
           {"pair", Keys{{"materials", {"*", "*"}}, {"friction", 0.5}, {"restitution", 0}}},
           {"clump.bar", bar},
           {"bodies",
            Keys{{"material", "glass"}, {"shape", "bar"}, {"list", {Keys{{"x", {0, 0, 0.01}}}}}}}} +
      kFloor + gravity({1, 0, -9.81})));
  run_for(sim, 0.1);
  const auto carried = [&] {
    Vec3 sum{0, 0, 0};
    for (const ImpulseMemory& m : sim.state().wall_contacts.impulse)
      sum += m.p_t / sim.dt() + Vec3{0, 0, m.p_n / sim.dt()};
    return sum;
  };
  const Vec3 before = carried();
  sim.change_time_step(4e-4);
  CHECK(norm(carried() - before) < 1e-12 * norm(before));
  REQUIRE_FALSE(sim.advance().any());
  CHECK(norm(carried() - before) < 1e-6 * norm(before));
}

// The same by way of run.from: the second run has half the step.
TEST_CASE("a run that begins where another ended converts its contacts to its own step") {
  const auto text = [](Real dt, Real duration) { return swinging(dt, duration).text; };
  const Real exact = friction_at_end(kEnd / 96000, false);
  const auto error = [&](Real dt) {
    const Continued c;
    c.run(text(dt, kEnd / 3), "first");
    const State end = c.run(c.from("first", text(dt / 2, 2 * kEnd / 3)), "second");
    return std::fabs(end.grains.accel[0].a.x / 9.81 - exact);
  };
  CHECK(error(kEnd / 1500) / error(kEnd / 3000) == doctest::Approx(4).epsilon(0.15));
}

// A ball is held on a slope by a fifth of the couple that rolling friction could have. The bristle
// that holds it is as stiff as the step allows: taken over as it is, it would push four times as
// hard.
TEST_CASE("a ball held by constant rolling friction stays where it is when the step is halved") {
  for (const Real factor : {0.5, 2.0}) {
    CAPTURE(factor);
    const Contact contact{.rolling = "constant",
                          .restitution = 0.3,
                          .friction = 0.8,
                          .more = {{"rolling_friction", 0.2}}};
    Simulation sim(
        small_case(contact, {{{0, 0, 0.01 - 1e-6}}}, 1e-5, kFloor + gravity({0.4, 0, -9.8})));
    run_for(sim, 0.4);
    const auto largest_turn = [&] {
      Real most = 0;
      for (int k = 0; k < 200; ++k) {
        REQUIRE_FALSE(sim.advance().any());
        most = std::max(most, norm(sim.state().grains.accel[0].alpha));
      }
      return most;
    };
    const Real rest = largest_turn();
    sim.change_time_step(factor * sim.dt());
    CHECK(largest_turn() < 2 * rest + 1e-3 * 0.4 / 0.01);
  }
}
