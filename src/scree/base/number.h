#pragma once
/// The words in which a law is written: choices, roots, comparisons of a number that may be a plain
/// double or eight lanes of one processor (base/pack.h). Here for doubles; nothing of a processor's
/// own headers is needed for them.
#include <cmath>

#include "scree/base/real.h"

namespace scree {

SCREE_FN double select(bool m, double a, double b) { return m ? a : b; }
SCREE_FN bool any(bool m) { return m; }
SCREE_FN double sum(double a) { return a; }
SCREE_FN double sqrt(double a) { return std::sqrt(a); }
SCREE_FN double max(double a, double b) { return a > b ? a : b; }
SCREE_FN double min(double a, double b) { return a < b ? a : b; }
SCREE_FN double abs(double a) { return std::fabs(a); }
/// x rounded to the nearest whole number.
SCREE_FN double nearest_whole(double x) { return std::nearbyint(x); }

/// 1/a and 1/sqrt(a) to the last bit or two, for normal a (a > 0 under the root), exactly as each
/// lane of a Pack computes them: the estimate of the hardware and a series in what it misses.
SCREE_FN double reciprocal(double a) {
#if defined(__AVX512F__) && !defined(__CUDA_ARCH__)
  double y;
  asm("vrcp14sd %1, %1, %0" : "=v"(y) : "v"(a));
  const double e = __builtin_fma(-a, y, 1.0);  // below 2^-14
  return __builtin_fma(y * e, __builtin_fma(e, e + 1.0, 1.0), y);
#else
  return 1.0 / a;
#endif
}
SCREE_FN double inverse_root(double a) {
#if defined(__AVX512F__) && !defined(__CUDA_ARCH__)
  double y;
  asm("vrsqrt14sd %1, %1, %0" : "=v"(y) : "v"(a));
  const double e = __builtin_fma(-(a * y), y, 1.0);  // below 2^-13
  const double s = __builtin_fma(e, __builtin_fma(e, 0.3125, 0.375), 0.5);
  return __builtin_fma(y * e, s, y);
#else
  return 1.0 / std::sqrt(a);
#endif
}

/// sqrt(a) from y = inverse_root(a).
template <class N>
SCREE_FN N root(N a, N y) {
  const N r = a * y;
  return r + N(0.5) * y * (a - r * r);
}
/// sqrt(a) for a >= 0; zero below 1e-300.
template <class N>
SCREE_FN N root(N a) {
  return root(a, inverse_root(max(a, N(1e-300))));
}

/// The comparison type that belongs to a number type.
template <class N>
struct MaskOf {
  using type = bool;
};
template <class N>
using MaskFor = typename MaskOf<N>::type;

}  // namespace scree
