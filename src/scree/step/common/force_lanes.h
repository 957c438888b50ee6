#pragma once
/// Eight contacts at once: what they do to the sums of their grains.
#include "scree/base/lanes.h"
#include "scree/step/common/force_sums.h"

namespace scree {

/// Adds eight records {force, n x force, arm_i, arm_j} to the sums of their grains, lane by lane:
/// i gets +force and arm_i n x force, j gets -force and arm_j n x force.
SCREE_FN void add_to_rows(const Pack in[8], ForceSum* sums, const Index* i, const Index* slot) {
#if defined(__AVX512F__)
  __m512d r[8];
  for (int l = 0; l < 8; ++l) r[l] = (__m512d)in[l].v;
  transpose(r);
  const __m512d plus = _mm512_set1_pd(1.0), minus = _mm512_set1_pd(-1.0);
  const __m512i six = _mm512_set1_epi64(6), seven = _mm512_set1_epi64(7);
  for (int l = 0; l < 8; ++l) {
    const __m512d wi = _mm512_mask_permutexvar_pd(plus, 0x38, six, r[l]);
    const __m512d wj = _mm512_mask_permutexvar_pd(minus, 0x38, seven, r[l]);
    double* a = &sums[i[l]].force.x;
    _mm512_store_pd(a, _mm512_fmadd_pd(wi, r[l], _mm512_load_pd(a)));
    double* b = &sums[slot[l]].force.x;
    _mm512_store_pd(b, _mm512_fmadd_pd(wj, r[l], _mm512_load_pd(b)));
  }
#else
  for (int l = 0; l < kLanes; ++l) {
    ForceSum &a = sums[i[l]], &b = sums[slot[l]];
    const Vec3 f{in[0][l], in[1][l], in[2][l]}, t{in[3][l], in[4][l], in[5][l]};
    a.force += f;
    a.torque += in[6][l] * t;
    b.force -= f;
    b.torque += in[7][l] * t;
  }
#endif
}

/// Adds couples to i and takes them from j.
SCREE_FN void add_moments_to_rows(const Vec3T<Pack>& moment, ForceSum* sums, const Index* i,
                                  const Index* slot) {
  for (int l = 0; l < kLanes; ++l) {
    const Vec3 m{moment.x[l], moment.y[l], moment.z[l]};
    sums[i[l]].torque += m;
    sums[slot[l]].torque -= m;
  }
}

}  // namespace scree
