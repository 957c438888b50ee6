#pragma once
/// Which contacts a round of impacts is solved for. A hit is felt at once everywhere, but k
/// contacts away some k^2 bodies share it: those that it gives less than `least` are left to the
/// step itself. That is first estimated and then looked at (docs/theory/nonsmooth.md, 3).
#include "scree/step/nonsmooth/contact_problem.h"

namespace scree {

class ImpactReach {
 public:
  /// A round begins: which of the contacts that could take part (`takes`) do. `collides` has those
  /// that begin it.
  void begin(const ContactProblem& problem, Real least, std::vector<char>& takes);
  /// The round is solved from the motions `before`: does a contact that did not take part close by
  /// more than `least` because of it? Then these and those around them take part, too.
  bool grow(const ContactProblem& problem, const std::vector<Motion8>& before,
            std::vector<char>& takes);

 private:
  void reach(Index body, long layers);
  void spread(const ContactProblem& problem, std::vector<char>& takes);

  Real least_ = 0;                 // [m/s]
  long last_ = 0;                  // layers that were added last
  std::vector<char> may_;          // by contact: could take part
  std::vector<Index> start_, at_;  // of body b: contacts at_[start_[b]] ... at_[start_[b + 1] - 1]
  std::vector<long> layers_;       // by body: that go on from it; -1: not reached
  std::vector<Index> queue_;
};

}  // namespace scree
