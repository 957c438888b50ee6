#include "scree/io/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"

namespace scree {
namespace {

/// 1, 2 or 5 times a power of ten, at least `rough`.
Real round_step(Real rough) {
  const Real power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const Real factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

Ticks linear_ticks(Real lo, Real hi, int wanted) {
  SCREE_EXPECT(std::isfinite(lo) && std::isfinite(hi) && lo < hi && wanted > 0);
  Ticks ticks;
  const Real step = round_step((hi - lo) / wanted);
  const Real slack = 1e-9 * (hi - lo) / step;  // keeps ends that miss by rounding
  const Real first = std::ceil(lo / step - slack), last = std::floor(hi / step + slack);
  const Real most = std::max(std::abs(lo), std::abs(hi));
  if (most >= 1e5 || most < 1e-2)
    ticks.exponent = 3 * static_cast<int>(std::floor(std::log10(most) / 3 + 1e-12));
  const Real unit = std::pow(10.0, ticks.exponent);
  const int decimals =
      std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)), 0, 15);
  for (Real k = first; k <= last && ticks.value.size() < 100; ++k) {
    ticks.value.push_back(k * step);
    ticks.label.push_back(fmt::format("{:.{}f}", k == 0 ? 0.0 : k * step / unit, decimals));
  }
  return ticks;
}

Ticks log_ticks(Real lo, Real hi, int wanted) {
  SCREE_EXPECT(std::isfinite(lo) && std::isfinite(hi) && 0 < lo && lo < hi && wanted > 0);
  Ticks ticks;
  const int first = static_cast<int>(std::floor(std::log10(lo) + 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(hi) - 1e-9));
  const bool fine = last - first <= 2;
  const int stride = std::max(1, (last - first + wanted - 1) / wanted);
  for (int d = first - ((first % stride) + stride) % stride; d <= last; d += stride)
    for (const int factor : {1, 2, 5}) {
      if (factor > 1 && !fine) break;
      const Real value = factor * std::pow(10.0, d);
      if (value < lo * (1 - 1e-9) || value > hi * (1 + 1e-9)) continue;
      ticks.value.push_back(value);
      // Past a hundred either way every label is a power, so that neighbours look alike.
      ticks.label.push_back(lo < 1e-2 || hi > 1e4 ? fmt::format("{}e{}", factor, d)
                                                  : fmt::format("{:g}", value));
    }
  return ticks;
}

}  // namespace scree
