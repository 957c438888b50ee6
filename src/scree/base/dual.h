#pragma once
/// A number and its rate of change: arithmetic on it differentiates exactly (forward mode).
#include <cmath>

#include "scree/base/real.h"

namespace scree {

struct Dual {
  Real value, rate;

  Dual() = default;                                          // not set, as a plain number
  constexpr Dual(Real v, Real r = 0) : value(v), rate(r) {}  // NOLINT: a number is a constant
};

inline Dual operator-(Dual a) { return {-a.value, -a.rate}; }
inline Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.rate + b.rate}; }
inline Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.rate - b.rate}; }
inline Dual operator*(Dual a, Dual b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate};
}
inline Dual operator/(Dual a, Dual b) {
  const Real q = a.value / b.value;
  return {q, (a.rate - q * b.rate) / b.value};
}
inline bool operator<(Dual a, Dual b) { return a.value < b.value; }
inline bool operator<=(Dual a, Dual b) { return a.value <= b.value; }

/// f(a) with the slope f'(a); a constant stays one even where the slope is infinite.
inline Dual chain(Dual a, Real f, Real slope) { return {f, a.rate == 0 ? 0 : slope * a.rate}; }

inline Dual abs(Dual a) { return chain(a, std::fabs(a.value), a.value < 0 ? -1 : 1); }
inline Dual exp(Dual a) {
  const Real f = std::exp(a.value);
  return chain(a, f, f);
}
inline Dual sqrt(Dual a) {
  const Real f = std::sqrt(a.value);
  return chain(a, f, 0.5 / f);
}
inline Dual log(Dual a) { return chain(a, std::log(a.value), 1 / a.value); }
inline Dual sin(Dual a) { return chain(a, std::sin(a.value), std::cos(a.value)); }
inline Dual cos(Dual a) { return chain(a, std::cos(a.value), -std::sin(a.value)); }
inline Dual tan(Dual a) {
  const Real f = std::tan(a.value);
  return chain(a, f, 1 + f * f);
}
inline Dual asin(Dual a) {
  return chain(a, std::asin(a.value), 1 / std::sqrt(1 - a.value * a.value));
}
inline Dual acos(Dual a) {
  return chain(a, std::acos(a.value), -1 / std::sqrt(1 - a.value * a.value));
}
inline Dual atan(Dual a) { return chain(a, std::atan(a.value), 1 / (1 + a.value * a.value)); }
inline Dual atan2(Dual y, Dual x) {
  const Real r2 = x.value * x.value + y.value * y.value;
  return {std::atan2(y.value, x.value), (x.value * y.rate - y.value * x.rate) / r2};
}
inline Dual hypot(Dual x, Dual y) {
  const Real f = std::hypot(x.value, y.value);
  return {f, (x.value * x.rate + y.value * y.rate) / f};
}
inline Dual pow(Dual a, Dual b) {
  const Real f = std::pow(a.value, b.value);
  Real rate = a.rate == 0 || b.value == 0 ? 0 : b.value * std::pow(a.value, b.value - 1) * a.rate;
  if (b.rate != 0) rate += f * std::log(a.value) * b.rate;
  return {f, rate};
}

}  // namespace scree
