#include "scree/observe/step_share.h"

#include <doctest/doctest.h>

#include <cmath>

#include "unit/observe/small_scene.h"

namespace scree {

namespace {
doctest::Approx near(Real x) { return doctest::Approx(x).epsilon(1e-9).scale(0); }

LawChoice frictionless() {
  LawChoice choice = SmallScene::linear_choice();
  choice.tangential = TangentialLaw::kNone;
  return choice;
}
}  // namespace

TEST_CASE("the share of one grain on a wall is dt c/m + dt^2 k/(4 m)") {
  SmallScene s(frictionless());
  s.add({.x = {0, 0, 0.49}, .mass = 2});
  s.add_plane("floor", {0, 0, 0}, {0, 0, 1});
  s.touch();
  const Real dt = s.state.clock.dt, k = 1000, c = s.law().damping * std::sqrt(k * 2);
  const StepShare share = measure_step_share(s.scene, s.state);
  CHECK(share.share == near(dt * c / 2 + dt * dt * k / 8));
  CHECK(share.id == 0);
  // At the step that would do it is kShareThatWouldDo.
  CHECK(share.dt * c / 2 + share.dt * share.dt * k / 8 == near(kShareThatWouldDo));
}

TEST_CASE("two grains that swing against each other have half the mass") {
  SmallScene s(frictionless());
  s.add({.x = {0, 0, 0}});
  s.add({.x = {0.98, 0, 0}});
  s.touch();
  const Real dt = s.state.clock.dt, k = 1000, mass = 0.5, c = s.law().damping * std::sqrt(k * mass);
  CHECK(measure_step_share(s.scene, s.state).share == near(dt * c / mass + dt * dt * k / 4 / mass));
}

TEST_CASE("a grain that grips a wall slips with 1/m + r^2/I") {
  SmallScene s;
  s.add({.x = {0, 0, 0.49}});
  s.add_plane("floor", {0, 0, 0}, {0, 0, 1});
  s.touch();
  const Real dt = s.state.clock.dt, arm = 0.495, c = s.law().damping * std::sqrt(1000.0);
  const Real mobility = 1 + arm * arm / (0.4 * 0.25), k_t = 500;
  const Real normal = dt * c + dt * dt * 1000 / 4;
  const Real slip = mobility * (dt * c + dt * dt * k_t / 4);
  REQUIRE(slip > normal);
  CHECK(measure_step_share(s.scene, s.state).share == doctest::Approx(slip).epsilon(1e-4).scale(0));
}

TEST_CASE("contacts that slide, and impulses, leave the step alone") {
  SmallScene s;
  s.add({.x = {0, 0, 0.49}, .v = {10, 0, 0}});
  s.add_plane("floor", {0, 0, 0}, {0, 0, 1});
  s.touch();
  const Real dt = s.state.clock.dt, c = s.law().damping * std::sqrt(1000.0);
  CHECK(measure_step_share(s.scene, s.state).share == near(dt * c + dt * dt * 1000 / 4));
  s.scene.method = Method::kNonsmooth;
  CHECK(measure_step_share(s.scene, s.state).share == 0);
}

}  // namespace scree
