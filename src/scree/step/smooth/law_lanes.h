#pragma once
/// The law of eight contacts: one pair of materials for all, or looked up lane by lane.
#include "scree/state/scene.h"

namespace scree {

SCREE_FN PairLawT<Pack> broadcast(const PairLaw& law) {
  PairLawT<Pack> out;
  const Real* from = &law.modulus;
  Pack* to = &out.modulus;
  for (int k = 0; k < kPairLawNumbers; ++k) to[k] = Pack(from[k]);
  return out;
}

/// `pair(l)` is the law of lane l.
template <class Pair>
SCREE_FN PairLawT<Pack> gather_laws(Pair pair) {
  PairLawT<Pack> out;
  Pack* to = &out.modulus;
  for (int l = 0; l < kLanes; ++l) {
    const Real* from = &pair(l).modulus;
    for (int k = 0; k < kPairLawNumbers; ++k) to[k].v[l] = from[k];
  }
  return out;
}

/// One lane of a law, for laws that are evaluated contact by contact.
inline ContactIn<Real> lane_of(const ContactIn<Pack>& in, int l) {
  const auto v = [l](const Vec3T<Pack>& p) { return Vec3{p.x[l], p.y[l], p.z[l]}; };
  return {in.overlap[l], v(in.n), v(in.v), v(in.spin), in.radius[l], in.mass[l]};
}

inline ContactLoss<Pack> zero_loss() {
  return {Pack(0), Pack(0), Pack(0), Pack(0), Pack(0), Pack(0), Pack(0)};
}
template <class N>
SCREE_FN void add(ContactLoss<N>& to, const ContactLoss<N>& from) {
  if constexpr (!kLedger) return;
  to.work += from.work;
  to.normal_dashpot += from.normal_dashpot;
  to.tangential_dashpot += from.tangential_dashpot;
  to.sliding += from.sliding;
  to.rolling += from.rolling;
  to.released += from.released;
  to.adhesion += from.adhesion;
}
inline ContactLoss<Real> sum(const ContactLoss<Pack>& p) {
  return {sum(p.work),    sum(p.normal_dashpot), sum(p.tangential_dashpot),
          sum(p.sliding), sum(p.rolling),        sum(p.released),
          sum(p.adhesion)};
}

}  // namespace scree
