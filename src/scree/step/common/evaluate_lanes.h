#pragma once
/// Eight contacts with their memory loaded from and stored to table rows [k, k + 8).
#include "scree/base/lanes.h"
#include "scree/law/contact.h"
#include "scree/state/contacts.h"
#include "scree/step/common/law_lanes.h"

namespace scree {

/// Memory columns of a contact table; null where the law has none.
struct MemoryColumns {
  SpringMemory* spring;
  RollMemory* roll;
  PartialSlipMemory* slip;
};

/// Contact by contact, for the law whose memory does not fit lanes.
template <bool kMoments>
void evaluate_one_by_one(const LawChoice& choice, const PairLawT<Pack>& law,
                         const ContactIn<Pack>& in, Real dt, const MemoryColumns& memory, Index k,
                         ContactOut<Pack>& out, ContactLoss<Pack>& loss) {
  for (int l = 0; l < kLanes; ++l) {
    PairLaw one;
    for (int n = 0; n < kPairLawNumbers; ++n) (&one.modulus)[n] = (&law.modulus)[n][l];
    ContactMemory<Real> m{memory.spring[k + l].spring, memory.spring[k + l].a, {0, 0, 0}, 0};
    if (memory.roll) m.roll = memory.roll[k + l].roll, m.twist = memory.roll[k + l].twist;
    ContactOut<Real> o;
    ContactLoss<Real> q;
    const PartialSlipLanes<Real> slip{&memory.slip[k + l]};
    const ContactIn<Real> here = lane_of(in, l);
    const bool on = kMoments ? evaluate_contact<Real, true>(choice, one, here, dt, m, o, q, slip)
                             : evaluate_contact<Real, false>(choice, one, here, dt, m, o, q, slip);
    if (!on) memory.slip[k + l] = PartialSlipMemory{};
    memory.spring[k + l] = {m.spring, m.a};
    if (memory.roll) memory.roll[k + l] = {m.roll, m.twist};
    const auto put = [l](Vec3T<Pack>& to, Vec3 v) {
      to.x.v[l] = v.x, to.y.v[l] = v.y, to.z.v[l] = v.z;
    };
    out.normal.v[l] = o.normal;
    out.elastic.v[l] = o.elastic;
    put(out.tangential, o.tangential);
    if constexpr (kMoments) put(out.moment, o.moment);
    for (int c = 0; c < kLossChannels; ++c) (&loss.work)[c].v[l] = (&q.work)[c];
  }
}

template <bool kMoments>
SCREE_FN void evaluate_lanes(const LawChoice& choice, const PairLawT<Pack>& law,
                             const ContactIn<Pack>& in, Real dt, const MemoryColumns& memory,
                             Index k, ContactOut<Pack>& out, ContactLoss<Pack>& loss) {
  if (memory.slip) return evaluate_one_by_one<kMoments>(choice, law, in, dt, memory, k, out, loss);
  Pack m[4], r[4];
  load4([&](int l) { return &memory.spring[k + l].spring.x; }, m);
  ContactMemory<Pack> mem;
  mem.spring = {m[0], m[1], m[2]};
  mem.a = m[3];
  if constexpr (kMoments) {
    load4([&](int l) { return &memory.roll[k + l].roll.x; }, r);
    mem.roll = {r[0], r[1], r[2]};
    mem.twist = r[3];
  }
  evaluate_contact<Pack, kMoments>(choice, law, in, Pack(dt), mem, out, loss);
  const Pack ms[4] = {mem.spring.x, mem.spring.y, mem.spring.z, mem.a};
  store4(ms, [&](int l) { return &memory.spring[k + l].spring.x; });
  if constexpr (kMoments) {
    const Pack rs[4] = {mem.roll.x, mem.roll.y, mem.roll.z, mem.twist};
    store4(rs, [&](int l) { return &memory.roll[k + l].roll.x; });
  }
}

}  // namespace scree
