#pragma once
/// Eight doubles handled as one number. Every lane computes exactly what a plain double would,
/// so results do not depend on which lane (or thread) a contact falls into.
#include <cmath>
#include <cstring>

#include "scree/base/number.h"
#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace scree {

constexpr int kLanes = 8;

// Intrinsics stand in their maskz form, with all lanes taken: the plain ones begin with an
// undefined register, of which GCC 12 warns wherever they are inlined. The instructions are the
// same.

struct Mask {
  typedef long long V __attribute__((vector_size(64)));
  V v;
};

struct Pack {
  typedef double V __attribute__((vector_size(64)));
  V v;

  Pack() = default;
  SCREE_FN Pack(V value) : v(value) {}
  SCREE_FN Pack(double s) : v(V{} + s) {}
  SCREE_FN Pack(int s) : Pack(static_cast<double>(s)) {}

  SCREE_FN static Pack load(const double* p) {
    Pack r;
    std::memcpy(&r.v, p, sizeof(V));
    return r;
  }
  SCREE_FN void store(double* p) const { std::memcpy(p, &v, sizeof(V)); }
  SCREE_FN double operator[](int lane) const { return v[lane]; }
};

SCREE_FN Pack operator+(Pack a, Pack b) { return a.v + b.v; }
SCREE_FN Pack operator-(Pack a, Pack b) { return a.v - b.v; }
SCREE_FN Pack operator*(Pack a, Pack b) { return a.v * b.v; }
SCREE_FN Pack operator/(Pack a, Pack b) { return a.v / b.v; }
SCREE_FN Pack operator-(Pack a) { return -a.v; }
SCREE_FN Pack& operator+=(Pack& a, Pack b) { return a = a + b; }
SCREE_FN Pack& operator-=(Pack& a, Pack b) { return a = a - b; }
SCREE_FN Pack& operator*=(Pack& a, Pack b) { return a = a * b; }

SCREE_FN Mask operator<(Pack a, Pack b) { return {a.v < b.v}; }
SCREE_FN Mask operator>(Pack a, Pack b) { return {a.v > b.v}; }
SCREE_FN Mask operator<=(Pack a, Pack b) { return {a.v <= b.v}; }
SCREE_FN Mask operator>=(Pack a, Pack b) { return {a.v >= b.v}; }
SCREE_FN Mask operator&(Mask a, Mask b) { return {a.v & b.v}; }
SCREE_FN Mask operator|(Mask a, Mask b) { return {a.v | b.v}; }
SCREE_FN Mask operator!(Mask a) { return {~a.v}; }

SCREE_FN Pack select(Mask m, Pack a, Pack b) { return Pack(m.v ? a.v : b.v); }

SCREE_FN bool any(Mask m) {
#if defined(__AVX512DQ__)
  return _mm512_movepi64_mask((__m512i)m.v) != 0;
#else
  long long r = 0;
  for (int i = 0; i < kLanes; ++i) r |= m.v[i];
  return r != 0;
#endif
}

/// One bit per lane, lane 0 lowest.
SCREE_FN unsigned bits(Mask m) {
#if defined(__AVX512DQ__)
  return _mm512_movepi64_mask((__m512i)m.v);
#else
  unsigned r = 0;
  for (int i = 0; i < kLanes; ++i) r |= m.v[i] ? 1u << i : 0u;
  return r;
#endif
}

/// All bits of one lane.
SCREE_FN Mask is_lane(int lane) {
  Mask m{};
  m.v[lane] = -1;
  return m;
}

SCREE_FN Pack sqrt(Pack a) {
#if defined(__AVX512F__)
  return (Pack::V)_mm512_maskz_sqrt_pd(0xff, (__m512d)a.v);
#else
  Pack r;
  for (int i = 0; i < kLanes; ++i) r.v[i] = __builtin_sqrt(a.v[i]);
  return r;
#endif
}
/// 1/a and 1/sqrt(a) to the last bit or two, for normal a (a > 0 under the root): the estimate of
/// the hardware and a series in what it misses. A third of the time of division and root.
SCREE_FN Pack reciprocal(Pack a) {
#if defined(__AVX512F__)
  const __m512d x = (__m512d)a.v, one = _mm512_set1_pd(1.0);
  const __m512d y = _mm512_maskz_rcp14_pd(0xff, x);
  const __m512d e = _mm512_fnmadd_pd(x, y, one);  // below 2^-14
  const __m512d s = _mm512_fmadd_pd(e, _mm512_fmadd_pd(e, one, one), one);
  return (Pack::V)_mm512_fmadd_pd(_mm512_mul_pd(y, e), s, y);
#else
  return Pack(1.0) / a;
#endif
}
SCREE_FN Pack inverse_root(Pack a) {
#if defined(__AVX512F__)
  const __m512d x = (__m512d)a.v;
  const __m512d y = _mm512_maskz_rsqrt14_pd(0xff, x);
  const __m512d e = _mm512_fnmadd_pd(_mm512_mul_pd(x, y), y, _mm512_set1_pd(1.0));  // below 2^-13
  const __m512d s = _mm512_fmadd_pd(
      e, _mm512_fmadd_pd(e, _mm512_set1_pd(0.3125), _mm512_set1_pd(0.375)), _mm512_set1_pd(0.5));
  return (Pack::V)_mm512_fmadd_pd(_mm512_mul_pd(y, e), s, y);
#else
  return Pack(1.0) / sqrt(a);
#endif
}
SCREE_FN Pack max(Pack a, Pack b) { return select(a > b, a, b); }
SCREE_FN Pack min(Pack a, Pack b) { return select(a < b, a, b); }
SCREE_FN Pack abs(Pack a) {  // clears the sign bit, like fabs
  return Pack((Pack::V)((Mask::V)a.v & 0x7fffffffffffffffLL));
}

/// Sum over lanes in a fixed tree, the same on every instruction set.
SCREE_FN double sum(Pack a) {
  return ((a.v[0] + a.v[4]) + (a.v[2] + a.v[6])) + ((a.v[1] + a.v[5]) + (a.v[3] + a.v[7]));
}

SCREE_FN double largest(Pack a) {
  double most = a.v[0];
  for (int i = 1; i < kLanes; ++i) most = a.v[i] > most ? a.v[i] : most;
  return most;
}

template <>
struct MaskOf<Pack> {
  using type = Mask;
};
/// x rounded to the nearest whole number.
SCREE_FN Pack nearest_whole(Pack x) {
#if defined(__AVX512F__)
  return (Pack::V)_mm512_maskz_roundscale_pd(0xff, (__m512d)x.v,
                                             _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
  Pack r;
  for (int l = 0; l < kLanes; ++l) r.v[l] = std::nearbyint(x.v[l]);
  return r;
#endif
}

}  // namespace scree
