#pragma once
/// Round numbers for axes and colour bars.
#include <string>
#include <vector>

#include "scree/base/real.h"

namespace scree {

struct Ticks {
  std::vector<Real> value;         // multiples of 1, 2 or 5 times a power of ten, inside [lo, hi]
  std::vector<std::string> label;  // value / 10^exponent, all with the same decimals
  int exponent = 0;                // a multiple of three; 0 for numbers that read well as they are
};

/// About `wanted` ticks over [lo, hi], lo < hi, both finite.
Ticks linear_ticks(Real lo, Real hi, int wanted);

/// Powers of ten (every second, third... if there are many), or 1-2-5 steps within a decade or two.
Ticks log_ticks(Real lo, Real hi, int wanted);

}  // namespace scree
