#include "scree/step/dae/integrators.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace scree;

namespace {

/// x'' = -x with x = cos t.
void oscillator(Real, const Vector& y, Vector& dy) {
  dy[0] = y[1];
  dy[1] = -y[0];
}

Real error_at(const Vector& y, Real t) {
  return std::hypot(y[0] - std::cos(t), y[1] + std::sin(t));
}

Vector exact(Real t) { return {std::cos(t), -std::sin(t)}; }

/// Error at t = 2 with n steps.
template <class Run>
Real order(Run&& run) {
  return std::log2(run(40) / run(80));
}

}  // namespace

TEST_CASE("classical Runge-Kutta is of order 4") {
  CHECK(order([](int n) {
          Vector y{1, 0};
          for (int k = 0; k < n; ++k) runge_kutta_4(oscillator, 0, 2.0 / n, y);
          return error_at(y, 2);
        }) == doctest::Approx(4).epsilon(0.03));
}

TEST_CASE("Dormand-Prince is of order 5, and its dense output of order 4") {
  CHECK(order([](int n) {
          Vector y{1, 0};
          DormandPrince rk;
          for (int k = 0; k < n; ++k) rk.step(oscillator, 0, 2.0 / n, y), y = rk.y1;
          return error_at(y, 2);
        }) == doctest::Approx(5).epsilon(0.05));
  const auto dense = [](Real dt) {
    DormandPrince rk;
    rk.step(oscillator, 0, dt, {1, 0});
    Vector y;
    rk.dense(0.3, y);
    return error_at(y, 0.3 * dt);
  };
  CHECK(std::log2(dense(0.2) / dense(0.1)) > 4.7);  // one more in a single step
  DormandPrince rk;
  rk.step(oscillator, 0, 0.5, {1, 0});
  Vector y;
  rk.dense(1, y);
  CHECK(error_at(y, 0.5) == doctest::Approx(error_at(rk.y1, 0.5)));
}

TEST_CASE("Gear's predictor-corrector and BDF are of order 5 at least") {
  const auto gear = [](int n) {
    const Real dt = 2.0 / n;
    std::vector<Vector> rates(5, Vector(2));
    for (int k = 0; k < 5; ++k) oscillator(0, exact(-k * dt), rates[k]);
    Vector history = nordsieck_from_past(exact(0), rates, dt);
    for (int k = 0; k < n; ++k) gear_5(oscillator, 0, dt, history);
    return error_at(history, 2);
  };
  CHECK(order(gear) > 4.9);
  const auto bdf = [](int n) {
    const Real dt = 2.0 / n;
    Vector history;
    for (int k = 0; k < 5; ++k)
      for (const Real v : exact(-k * dt)) history.push_back(v);
    for (int k = 0; k < n; ++k) CHECK(bdf_5(oscillator, 0, dt, history) > 0);
    return error_at(history, 2);
  };
  CHECK(order(bdf) > 4.8);
}

TEST_CASE("a past of rates gives the scaled derivatives of the polynomial through them") {
  // y = t^5 + t^2: y' = 5 t^4 + 2 t, which five points determine.
  const Real dt = 0.5;
  std::vector<Vector> rates;
  for (int k = 0; k < 5; ++k) {
    const Real t = 1 - k * dt;
    rates.push_back({5 * std::pow(t, 4) + 2 * t});
  }
  const Vector h = nordsieck_from_past({2}, rates, dt);
  const Real wanted[6] = {2, 7, 11, 10, 5, 1};  // y^(k)/k! at t = 1
  for (int k = 0; k < 6; ++k) CHECK(h[k] == doctest::Approx(wanted[k] * std::pow(dt, k)));
}
