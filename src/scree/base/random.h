#pragma once
/// Small, copyable random stream whose whole state is two integers, so a checkpoint can hold it.
/// SplitMix64 (Steele, Lea & Flood 2014) applied to a counter.
#include <cmath>

#include "scree/base/real.h"

namespace scree {

struct Random {
  std::uint64_t seed = 1;
  std::uint64_t count = 0;

  std::uint64_t bits() {
    std::uint64_t z = seed * 0xD1342543DE82EF95ull + (++count) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, 1).
  Real uniform() { return static_cast<Real>(bits() >> 11) * 0x1.0p-53; }
  Real uniform(Real lo, Real hi) { return lo + (hi - lo) * uniform(); }
  /// Standard normal (Box-Muller, cosine branch only: one call, two draws, no hidden state).
  Real normal() {
    const Real u = 1 - uniform();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * kPi * uniform());
  }
};

}  // namespace scree
