#pragma once
/// Eight records at once: rows of small structs into lanes, and back.
#include "scree/base/pack.h"
#include "scree/base/vec3.h"

namespace scree {

#if defined(__AVX512F__)

/// In-register transpose of eight rows of eight doubles.
SCREE_FN void transpose(__m512d r[8]) {
  const __m512d a0 = _mm512_maskz_unpacklo_pd(0xff, r[0], r[1]),
                a1 = _mm512_maskz_unpackhi_pd(0xff, r[0], r[1]);
  const __m512d a2 = _mm512_maskz_unpacklo_pd(0xff, r[2], r[3]),
                a3 = _mm512_maskz_unpackhi_pd(0xff, r[2], r[3]);
  const __m512d a4 = _mm512_maskz_unpacklo_pd(0xff, r[4], r[5]),
                a5 = _mm512_maskz_unpackhi_pd(0xff, r[4], r[5]);
  const __m512d a6 = _mm512_maskz_unpacklo_pd(0xff, r[6], r[7]),
                a7 = _mm512_maskz_unpackhi_pd(0xff, r[6], r[7]);
  const __m512d b0 = _mm512_maskz_shuffle_f64x2(0xff, a0, a2, 0x88),
                b1 = _mm512_maskz_shuffle_f64x2(0xff, a1, a3, 0x88);
  const __m512d b2 = _mm512_maskz_shuffle_f64x2(0xff, a0, a2, 0xdd),
                b3 = _mm512_maskz_shuffle_f64x2(0xff, a1, a3, 0xdd);
  const __m512d b4 = _mm512_maskz_shuffle_f64x2(0xff, a4, a6, 0x88),
                b5 = _mm512_maskz_shuffle_f64x2(0xff, a5, a7, 0x88);
  const __m512d b6 = _mm512_maskz_shuffle_f64x2(0xff, a4, a6, 0xdd),
                b7 = _mm512_maskz_shuffle_f64x2(0xff, a5, a7, 0xdd);
  r[0] = _mm512_maskz_shuffle_f64x2(0xff, b0, b4, 0x88);
  r[1] = _mm512_maskz_shuffle_f64x2(0xff, b1, b5, 0x88);
  r[2] = _mm512_maskz_shuffle_f64x2(0xff, b2, b6, 0x88);
  r[3] = _mm512_maskz_shuffle_f64x2(0xff, b3, b7, 0x88);
  r[4] = _mm512_maskz_shuffle_f64x2(0xff, b0, b4, 0xdd);
  r[5] = _mm512_maskz_shuffle_f64x2(0xff, b1, b5, 0xdd);
  r[6] = _mm512_maskz_shuffle_f64x2(0xff, b2, b6, 0xdd);
  r[7] = _mm512_maskz_shuffle_f64x2(0xff, b3, b7, 0xdd);
}

/// Eight rows of four doubles into four packs. `row(l)` is a pointer to the record of lane l.
template <class Row>
SCREE_FN void load4(Row row, Pack out[4]) {
  __m512d r[4];
  for (int l = 0; l < 4; ++l)
    r[l] = _mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512(_mm256_load_pd(row(l))),
                                    _mm256_load_pd(row(l + 4)), 1);
  const __m512d a0 = _mm512_maskz_unpacklo_pd(0xff, r[0], r[1]),
                a1 = _mm512_maskz_unpackhi_pd(0xff, r[0], r[1]);
  const __m512d a2 = _mm512_maskz_unpacklo_pd(0xff, r[2], r[3]),
                a3 = _mm512_maskz_unpackhi_pd(0xff, r[2], r[3]);
  const __m512i lo = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i hi = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  out[0] = (Pack::V)_mm512_permutex2var_pd(a0, lo, a2);
  out[1] = (Pack::V)_mm512_permutex2var_pd(a1, lo, a3);
  out[2] = (Pack::V)_mm512_permutex2var_pd(a0, hi, a2);
  out[3] = (Pack::V)_mm512_permutex2var_pd(a1, hi, a3);
}

template <class Row>
SCREE_FN void load8(Row row, Pack out[8]) {
  __m512d r[8];
  for (int l = 0; l < 8; ++l) r[l] = _mm512_load_pd(row(l));
  transpose(r);
  for (int l = 0; l < 8; ++l) out[l] = (Pack::V)r[l];
}

template <class Row>
SCREE_FN void store8(const Pack in[8], Row row) {
  __m512d r[8];
  for (int l = 0; l < 8; ++l) r[l] = (__m512d)in[l].v;
  transpose(r);
  for (int l = 0; l < 8; ++l) _mm512_store_pd(row(l), r[l]);
}

template <class Row>
SCREE_FN void store4(const Pack in[4], Row row) {
  const __m512d x = (__m512d)in[0].v, y = (__m512d)in[1].v, z = (__m512d)in[2].v,
                r = (__m512d)in[3].v;
  const __m512d a0 = _mm512_maskz_unpacklo_pd(0xff, x, y),
                a1 = _mm512_maskz_unpackhi_pd(0xff, x, y);
  const __m512d b0 = _mm512_maskz_unpacklo_pd(0xff, z, r),
                b1 = _mm512_maskz_unpackhi_pd(0xff, z, r);
  const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  const __m512d r04 = _mm512_permutex2var_pd(a0, even, b0);  // lanes 0 and 4
  const __m512d r15 = _mm512_permutex2var_pd(a1, even, b1);
  const __m512d r26 = _mm512_permutex2var_pd(a0, odd, b0);
  const __m512d r37 = _mm512_permutex2var_pd(a1, odd, b1);
  _mm256_store_pd(row(0), _mm512_maskz_extractf64x4_pd(0xf, r04, 0));
  _mm256_store_pd(row(1), _mm512_maskz_extractf64x4_pd(0xf, r15, 0));
  _mm256_store_pd(row(2), _mm512_maskz_extractf64x4_pd(0xf, r26, 0));
  _mm256_store_pd(row(3), _mm512_maskz_extractf64x4_pd(0xf, r37, 0));
  _mm256_store_pd(row(4), _mm512_maskz_extractf64x4_pd(0xf, r04, 1));
  _mm256_store_pd(row(5), _mm512_maskz_extractf64x4_pd(0xf, r15, 1));
  _mm256_store_pd(row(6), _mm512_maskz_extractf64x4_pd(0xf, r26, 1));
  _mm256_store_pd(row(7), _mm512_maskz_extractf64x4_pd(0xf, r37, 1));
}

#else

template <int kWidth, class Row>
SCREE_FN void load_rows(Row row, Pack* out) {
  for (int l = 0; l < kLanes; ++l) {
    const double* p = row(l);
    for (int k = 0; k < kWidth; ++k) out[k].v[l] = p[k];
  }
}
template <int kWidth, class Row>
SCREE_FN void store_rows(const Pack* in, Row row) {
  for (int l = 0; l < kLanes; ++l) {
    double* p = row(l);
    for (int k = 0; k < kWidth; ++k) p[k] = in[k].v[l];
  }
}
template <class Row>
SCREE_FN void load4(Row row, Pack out[4]) {
  load_rows<4>(row, out);
}
template <class Row>
SCREE_FN void load8(Row row, Pack out[8]) {
  load_rows<8>(row, out);
}
template <class Row>
SCREE_FN void store8(const Pack in[8], Row row) {
  store_rows<8>(in, row);
}
template <class Row>
SCREE_FN void store4(const Pack in[4], Row row) {
  store_rows<4>(in, row);
}

#endif

/// Lanes whose two rows differ.
SCREE_FN Mask different(const Index* i, const Index* j) {
  typedef std::int32_t Rows __attribute__((vector_size(32)));
  Rows a, b;
  std::memcpy(&a, i, sizeof a);
  std::memcpy(&b, j, sizeof b);
  return {__builtin_convertvector(a != b, Mask::V)};
}

}  // namespace scree
