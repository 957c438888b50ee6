#include "scree/step/dae/integrators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scree {
namespace {

/// y + sum c_s k_s.
void combine(const Vector& y, Real dt, const Real* c, const Vector* k, int stages, Vector& out) {
  out.resize(y.size());
  for (std::size_t m = 0; m < y.size(); ++m) {
    Real sum = 0;
    for (int s = 0; s < stages; ++s) sum += c[s] * k[s][m];
    out[m] = y[m] + dt * sum;
  }
}

constexpr Real kNodes[7] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
constexpr Real kStages[7][6] = {
    {},
    {1. / 5},
    {3. / 40, 9. / 40},
    {44. / 45, -56. / 15, 32. / 9},
    {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
    {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
    {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
constexpr Real kFourth[7] = {5179. / 57600,     0,           7571. / 16695, 393. / 640,
                             -92097. / 339200., 187. / 2100, 1. / 40};

}  // namespace

void runge_kutta_4(const Derivative& f, Real t, Real dt, Vector& y) {
  static thread_local Vector k[4], at;
  for (Vector& v : k) v.resize(y.size());
  constexpr Real half = 0.5, one = 1;
  f(t, y, k[0]);
  combine(y, dt, &half, &k[0], 1, at);
  f(t + 0.5 * dt, at, k[1]);
  combine(y, dt, &half, &k[1], 1, at);
  f(t + 0.5 * dt, at, k[2]);
  combine(y, dt, &one, &k[2], 1, at);
  f(t + dt, at, k[3]);
  constexpr Real weights[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
  combine(y, dt, weights, k, 4, at);
  y = at;
}

void DormandPrince::step(const Derivative& f, Real t, Real length, const Vector& y) {
  dt = length;
  y0 = y;
  for (Vector& v : k) v.resize(y.size());
  Vector at = y;
  for (int s = 0; s < 7; ++s) {
    if (s > 0) combine(y, dt, kStages[s], k, s, at);
    f(t + kNodes[s] * dt, at, k[s]);
  }
  y1 = at;  // the last stage is the solution of order 5
  error.assign(y.size(), 0);
  for (std::size_t m = 0; m < y.size(); ++m) {
    Real fourth = 0;
    for (int s = 0; s < 7; ++s) fourth += kFourth[s] * k[s][m];
    error[m] = y1[m] - (y0[m] + dt * fourth);
  }
}

void DormandPrince::dense(Real x, Vector& y) const {
  constexpr Real d[7] = {-12715105075. / 11282082432.,  0,
                         87487479700. / 32700410799.,   -10690763975. / 1880347072.,
                         701980252875. / 199316789632., -1453857185. / 822651844.,
                         69997945. / 29380423.};
  y.resize(y0.size());
  for (std::size_t m = 0; m < y0.size(); ++m) {
    const Real rise = y1[m] - y0[m], bend = dt * k[0][m] - rise, curl = rise - dt * k[6][m] - bend;
    Real last = 0;
    for (int s = 0; s < 7; ++s) last += d[s] * k[s][m];
    y[m] = y0[m] + x * (rise + (1 - x) * (bend + x * (curl + (1 - x) * dt * last)));
  }
}

void gear_5(const Derivative& f, Real t, Real dt, Vector& history) {
  constexpr Real c[6] = {95. / 288, 1, 25. / 24, 35. / 72, 5. / 48, 1. / 120};
  const std::size_t n = history.size() / 6;
  // Prediction: Taylor series, Pascal's triangle.
  for (int row = 0; row < 5; ++row)
    for (int k = 4; k >= row; --k)
      for (std::size_t m = 0; m < n; ++m) history[k * n + m] += history[(k + 1) * n + m];
  const Vector y(history.begin(), history.begin() + static_cast<std::ptrdiff_t>(n));
  Vector dy(n);
  f(t + dt, y, dy);
  for (std::size_t m = 0; m < n; ++m) {
    const Real off = dt * dy[m] - history[n + m];
    for (int k = 0; k < 6; ++k) history[k * n + m] += c[k] * off;
  }
}

Vector nordsieck_from_past(const Vector& y, const std::vector<Vector>& rates, Real dt) {
  // Newton's form of the polynomial through the rates at s = 0, -1, ..., -4 (time in units of dt).
  constexpr int kPoints = 5;
  const std::size_t n = y.size();
  Vector history(6 * n);
  for (std::size_t m = 0; m < n; ++m) {
    std::array<Real, kPoints> newton{};
    for (int p = 0; p < kPoints; ++p) newton[p] = rates[p][m];
    for (int order = 1; order < kPoints; ++order)
      for (int p = kPoints - 1; p >= order; --p)
        newton[p] = (newton[p] - newton[p - 1]) / (-static_cast<Real>(order));
    std::array<Real, kPoints> power{};  // coefficients of s^k
    for (int p = kPoints - 1; p >= 0; --p) {
      for (int k = kPoints - 1; k > 0; --k) power[k] = power[k - 1] + power[k] * p;
      power[0] = power[0] * p + newton[p];
    }
    history[m] = y[m];
    for (int k = 0; k < kPoints; ++k) history[(k + 1) * n + m] = dt * power[k] / (k + 1);
  }
  return history;
}

int bdf_5(const Derivative& f, Real t, Real dt, Vector& history) {
  constexpr Real a[5] = {300. / 137, -300. / 137, 200. / 137, -75. / 137, 12. / 137};
  constexpr Real b = 60. / 137;
  constexpr Real extrapolate[5] = {5, -10, 10, -5, 1};
  constexpr int kMost = 200;
  const std::size_t n = history.size() / 5;
  Vector past(n), y(n), dy(n);
  for (std::size_t m = 0; m < n; ++m)
    for (int p = 0; p < 5; ++p) {
      past[m] += a[p] * history[p * n + m];
      y[m] += extrapolate[p] * history[p * n + m];
    }
  int k = 1;
  Real before = std::numeric_limits<Real>::infinity();
  for (; k <= kMost; ++k) {
    f(t + dt, y, dy);
    Real change = 0, size = 0;
    for (std::size_t m = 0; m < n; ++m) {
      const Real next = past[m] + b * dt * dy[m];
      change = std::max(change, std::fabs(next - y[m]));
      size = std::max(size, std::fabs(next));
      y[m] = next;
    }
    if (change <= 4 * std::numeric_limits<Real>::epsilon() * size) break;
    if (change >= before && change < 1e-12 * size) break;  // rounding is all that is left
    before = change;
  }
  for (int p = 4; p > 0; --p)
    std::copy_n(history.begin() + static_cast<std::ptrdiff_t>((p - 1) * n), n,
                history.begin() + static_cast<std::ptrdiff_t>(p * n));
  std::copy(y.begin(), y.end(), history.begin());
  return k <= kMost ? k : -k;
}

}  // namespace scree
