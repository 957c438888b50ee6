#include "scree/run/alarms.h"

#include <cmath>

#include "physics/small_scene.h"
#include "scree/observe/step_share.h"

using namespace scree;

namespace {

/// A ball at rest on the floor, nudged upwards: k = 1e5 N/m, no friction.
Simulation nudged(Real share) {
  const Real mass = 2500 * 4 * kPi / 3 * 1e-6, k = 1e5;
  const Contact contact{
      .normal = "linear", .tangential = "none", .tension = true, .restitution = 0.5};
  // dt c/m + dt^2 k/(4 m) = share with c = beta sqrt(m k), beta = 2 z of e = 0.5.
  const Real l = std::log(0.5), beta = -2 * l / std::sqrt(kPi * kPi + l * l),
             w = std::sqrt(k / mass);
  const Real dt = 2 * (std::sqrt(beta * beta + share) - beta) / w;
  const Real rest = mass * 9.81 / k;
  return Simulation(small_case(contact, {{{0, 0, 0.01 - rest}, {0, 0, 1e-9}}}, dt,
                               kFloor + gravity({0, 0, -9.81})));
}

Real shaking(const Simulation& sim) { return std::fabs(sim.state().grains.motion[0].v.z); }

}  // namespace

TEST_CASE("a step share below 1 is stable and above 1 is not") {
  Simulation below = nudged(0.97), above = nudged(1.03);
  CHECK(measure_step_share(below.scene(), below.state()).share == doctest::Approx(0.97));
  CHECK(measure_step_share(above.scene(), above.state()).share == doctest::Approx(1.03));
  for (int k = 0; k < 400; ++k) {
    REQUIRE_FALSE(below.advance().any());
    REQUIRE_FALSE(above.advance().any());
  }
  CHECK(shaking(below) < 1e-9);
  CHECK(shaking(above) > 1e-7);
}

TEST_CASE(
    "a step that the contacts do not allow is said once, with the body and the step that would "
    "do") {
  Simulation below = nudged(0.97), above = nudged(1.03);
  Alarms quiet(below.case_file()), loud(above.case_file());
  std::vector<std::string> heard;
  loud.tell([&](const std::string& message) { heard.push_back(message); });
  quiet.look_at_step(below);
  CHECK(quiet.said().empty());
  for (int k = 0; k < 3; ++k) loud.look_at_step(above);
  REQUIRE(heard.size() == 1);
  CHECK(loud.said() == heard);
  CHECK(heard[0].find("body 0") != std::string::npos);
  CHECK(heard[0].find(fmt::format(
            "{:.2g} s", measure_step_share(above.scene(), above.state()).dt)) != std::string::npos);
}

TEST_CASE(
    "an open ledger is said once; what is open depends on the method and on run.ledger_limit") {
  Simulation sim = nudged(0.5);
  Alarms alarms(sim.case_file());
  alarms.look_at_ledger(sim, 0.0099);
  CHECK_FALSE(alarms.ledger_open());
  alarms.look_at_ledger(sim, -0.0101);
  alarms.look_at_ledger(sim, 0.5);
  CHECK(alarms.ledger_open());
  REQUIRE(alarms.said().size() == 1);
  CHECK(alarms.said()[0].find("half the time step") != std::string::npos);
  Case c = sim.case_file();
  CHECK(ledger_limit(c) == 0.01);
  c.run.method = Method::kNonsmooth;
  CHECK(ledger_limit(c) == 0.05);
  c.run.ledger_limit = 0.2;
  CHECK(ledger_limit(c) == 0.2);
  Alarms nan(sim.case_file());
  nan.look_at_ledger(sim, NAN);
  CHECK(nan.ledger_open());
}
