#include "scree/step/dae/multistep.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace scree;

namespace {

constexpr Real kDt = 0.05;

/// A body that oscillates along x and turns evenly about z, x = cos t.
void body(Real, const Vector& y, Vector& dy) {
  dy.assign(9, 0);
  dy[0] = y[3], dy[3] = -y[0];
}
Vector start() { return {1, 0, 0, 0, 0, 0, 0, 0, 2}; }

using Step = void (*)(const Derivative&, Real, MultistepPast&, Vector&);

/// After so many steps from the start.
struct Run {
  MultistepPast past;
  Vector y = start();

  Run(Step step, int steps, const std::vector<Id>& bodies = {7}) {
    begin_past(bodies, past);
    for (int k = 0; k < steps; ++k) step(body, kDt, past, y);
  }
};

}  // namespace

TEST_CASE("Gear's method gathers rates of four steps and then goes on from scaled derivatives") {
  const Run four(gear_step, 4);
  REQUIRE(four.past.rates.size() == 4);
  CHECK(four.past.derivatives.empty());
  for (int k = 0; k < 4; ++k) {  // the latest first
    const Real t = (3 - k) * kDt;
    CHECK(four.past.rates[k].v.x == doctest::Approx(-std::sin(t)));
    CHECK(four.past.rates[k].a.x == doctest::Approx(-std::cos(t)));
    CHECK(four.past.rates[k].alpha.z == 0);
  }
  const Run five(gear_step, 5);
  CHECK(five.past.rates.empty());
  REQUIRE(five.past.derivatives.size() == 6);
  const auto& d = five.past.derivatives;
  CHECK(d[0].x.x == doctest::Approx(std::cos(5 * kDt)));
  CHECK(d[0].w.z == 2);
  CHECK(d[1].x.x == doctest::Approx(-kDt * std::sin(5 * kDt)));
  CHECK(d[1].w.z == 0);
  CHECK(d[2].x.x == doctest::Approx(-kDt * kDt / 2 * std::cos(5 * kDt)).epsilon(1e-4));
}

TEST_CASE("BDF keeps the last five points, the latest first") {
  const Run four(bdf_step, 4), many(bdf_step, 30);
  REQUIRE(four.past.points.size() == 4);
  for (int k = 0; k < 4; ++k)
    CHECK(four.past.points[k].x.x == doctest::Approx(std::cos((3 - k) * kDt)));
  REQUIRE(many.past.points.size() == 5);
  for (int k = 0; k < 5; ++k)
    CHECK(many.past.points[k].x.x == doctest::Approx(std::cos((30 - k) * kDt)).epsilon(1e-5));
}

TEST_CASE("both follow the solution on from the start") {
  for (const Step step : {gear_step, bdf_step}) {
    const Run run(step, 40);
    CHECK(run.y[0] == doctest::Approx(std::cos(40 * kDt)).epsilon(1e-5));
    CHECK(run.y[3] == doctest::Approx(-std::sin(40 * kDt)).epsilon(1e-5));
    CHECK(run.y[8] == 2);
  }
}

TEST_CASE("the past of other bodies, or of the other method, is forgotten") {
  Run run(gear_step, 10);
  begin_past({7}, run.past);
  CHECK(run.past.derivatives.size() == 6);
  bdf_step(body, kDt, run.past, run.y);
  CHECK(run.past.derivatives.empty());
  CHECK(run.past.points.size() == 1);
  begin_past({8}, run.past);
  CHECK(run.past.points.empty());
  CHECK(run.past.body == std::vector<Id>{8});
}
