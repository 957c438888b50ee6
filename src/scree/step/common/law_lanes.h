#pragma once
/// The law of eight contacts: one pair of materials for all, or looked up lane by lane.
#include <algorithm>
#include <cstring>

#include "scree/base/pack.h"
#include "scree/state/scene.h"

namespace scree {

/// Are the numbers of all pairs of materials the same? Then no contact need look its own up.
template <class Law>
bool alike(const std::vector<Law>& laws) {
  return std::all_of(laws.begin(), laws.end(), [&](const Law& law) {
    return std::memcmp(&law, laws.data(), sizeof(Law)) == 0;
  });
}

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

/// The laws that dense flows are run with most, each compiled on its own.
constexpr LawChoice kHertzMindlin{NormalLaw::kHertz, TangentialLaw::kMindlin, RollingLaw::kNone,
                                  TwistingLaw::kNone, true};
constexpr LawChoice kLinear{NormalLaw::kLinear, TangentialLaw::kCundallStrack, RollingLaw::kNone,
                            TwistingLaw::kNone, true};

/// Calls work.operator()<choice>(), the choice of laws known to the compiler if it is one of these
/// and nothing is audited, else null.
template <class Work>
void with_law(const LawChoice& c, bool audit, Work&& work) {
  const auto is = [&](const LawChoice& a) {
    return !audit && a.normal == c.normal && a.tangential == c.tangential &&
           a.rolling == c.rolling && a.twisting == c.twisting && a.tension == c.tension;
  };
  is(kHertzMindlin) ? work.template operator()<&kHertzMindlin>()
  : is(kLinear)     ? work.template operator()<&kLinear>()
                    : work.template operator()<nullptr>();
}

/// One lane of a law, for laws that are evaluated contact by contact.
inline ContactIn<Real> lane_of(const ContactIn<Pack>& in, int l) {
  const auto v = [l](const Vec3T<Pack>& p) { return Vec3{p.x[l], p.y[l], p.z[l]}; };
  return {in.overlap[l], v(in.n), v(in.v), v(in.spin), in.radius[l], in.mass[l]};
}

inline ContactLoss<Pack> zero_loss() {
  return {Pack(0), Pack(0), Pack(0), Pack(0), Pack(0), Pack(0), Pack(0)};
}
/// Adds the channels that a law has; `work` is summed for an audit only.
SCREE_FN void add(ContactLoss<Pack>& to, const ContactLoss<Pack>& from, const LawChoice& choice,
                  bool audit) {
  if constexpr (!kLedger) return;
  if (audit) to.work += from.work;
  to.normal_dashpot += from.normal_dashpot;
  if (choice.tangential != TangentialLaw::kNone) {
    to.tangential_dashpot += from.tangential_dashpot;
    to.sliding += from.sliding;
  }
  if (choice.tangential != TangentialLaw::kNone || choice.has_moment())
    to.released += from.released;
  if (choice.has_moment()) to.rolling += from.rolling;
  if (choice.adhesive()) to.adhesion += from.adhesion;
}
inline void add(ContactLoss<Real>& to, const ContactLoss<Real>& from) {
  for (int c = 0; c < kLossChannels; ++c) (&to.work)[c] += (&from.work)[c];
}
inline ContactLoss<Real> sum(const ContactLoss<Pack>& p) {
  return {sum(p.work),    sum(p.normal_dashpot), sum(p.tangential_dashpot),
          sum(p.sliding), sum(p.rolling),        sum(p.released),
          sum(p.adhesion)};
}

}  // namespace scree
