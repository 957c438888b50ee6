#pragma once
/// Eight doubles handled as one number. Every lane computes exactly what a plain double would,
/// so results do not depend on which lane (or thread) a contact falls into.
#include <cmath>
#include <cstring>

#include "scree/base/real.h"
#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace scree {

constexpr int kLanes = 8;

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

SCREE_FN Pack sqrt(Pack a) {
#if defined(__AVX512F__)
  return (Pack::V)_mm512_maskz_sqrt_pd(0xff, (__m512d)a.v);
#else
  Pack r;
  for (int i = 0; i < kLanes; ++i) r.v[i] = __builtin_sqrt(a.v[i]);
  return r;
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

// The same vocabulary for one number, so that a law is written once.
SCREE_FN double select(bool m, double a, double b) { return m ? a : b; }
SCREE_FN bool any(bool m) { return m; }
SCREE_FN double sum(double a) { return a; }
SCREE_FN double sqrt(double a) { return __builtin_sqrt(a); }
SCREE_FN double max(double a, double b) { return a > b ? a : b; }
SCREE_FN double min(double a, double b) { return a < b ? a : b; }
SCREE_FN double abs(double a) { return __builtin_fabs(a); }

/// The comparison type that belongs to a number type.
template <class N>
struct MaskOf {
  using type = bool;
};
template <>
struct MaskOf<Pack> {
  using type = Mask;
};
template <class N>
using MaskFor = typename MaskOf<N>::type;

}  // namespace scree
