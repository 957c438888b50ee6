#include "scree/step/nonsmooth/impact_reach.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// Layers of contacts within which a hit of this speed gives a body more than `least`.
long layers_of(Real speed, Real least) {
  constexpr Real kMost = 1e6;  // all there are
  return least > 0 ? std::lround(std::ceil(std::sqrt(std::min(speed / least, kMost)))) : 1000000;
}

}  // namespace

void ImpactReach::reach(Index body, long layers) {
  if (layers <= layers_[body]) return;
  layers_[body] = layers;
  queue_.push_back(body);
}

void ImpactReach::spread(const ContactProblem& problem, std::vector<char>& takes) {
  const auto moves = [&](Index b) { return problem.bodies[b].inv_mass > 0; };
  for (std::size_t n = 0; n < queue_.size(); ++n) {
    const Index b = queue_[n];
    for (Index m = start_[b]; m < start_[b + 1]; ++m) {
      const ContactRows& c = problem.contacts[at_[m]];
      takes[at_[m]] = 1;
      const Index other = c.i == b ? c.j : c.i;
      if (layers_[b] > 0 && moves(other)) reach(other, layers_[b] - 1);
    }
  }
  queue_.clear();
}

void ImpactReach::begin(const ContactProblem& problem, Real least, std::vector<char>& takes) {
  least_ = least, last_ = 1;
  may_ = takes;
  const auto count = static_cast<Index>(problem.contacts.size());
  const Index mobile = problem.mobile();
  const auto each_end = [&](auto&& body) {
    for (Index k = 0; k < count; ++k) {
      if (!may_[k]) continue;
      const ContactRows& c = problem.contacts[k];
      for (const Index b : {c.i, c.j})
        if (b < mobile) body(b, k);
    }
  };
  start_.assign(mobile + 1, 0);
  each_end([&](Index b, Index) { ++start_[b + 1]; });
  for (Index b = 0; b < mobile; ++b) start_[b + 1] += start_[b];
  at_.resize(start_[mobile]);
  std::vector<Index> next(start_.begin(), start_.end() - 1);
  each_end([&](Index b, Index k) { at_[next[b]++] = k; });

  layers_.assign(mobile, -1);
  std::fill(takes.begin(), takes.end(), 0);
  for (Index k = 0; k < count; ++k) {
    const ContactRows& c = problem.contacts[k];
    if (!may_[k] || !c.collides) continue;
    const long layers = layers_of(std::fabs(velocity_at(problem, c).normal), least_);
    for (const Index b : {c.i, c.j})
      if (b < mobile && problem.bodies[b].inv_mass > 0) reach(b, layers);
  }
  spread(problem, takes);
}

bool ImpactReach::grow(const ContactProblem& problem, const std::vector<Motion8>& before,
                       std::vector<char>& takes) {
  last_ *= 2;
  bool more = false;
  for (std::size_t k = 0; k < takes.size(); ++k) {
    const ContactRows& c = problem.contacts[k];
    if (!may_[k] || takes[k]) continue;
    const Real now = velocity_at(problem, c).normal;
    const Real then = velocity_at(problem, c, before[c.i], before[c.j]).normal;
    if (!(now < -least_ && now - then < -least_)) continue;
    more = true;
    for (const Index b : {c.i, c.j})
      if (b < problem.mobile() && problem.bodies[b].inv_mass > 0) reach(b, last_);
  }
  if (more) spread(problem, takes);
  return more;
}

}  // namespace scree
