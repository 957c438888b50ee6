#pragma once
/// What each contact does at an instant: to see whether one has changed.
#include "scree/step/dae/stick_or_slip.h"

namespace scree {

struct ContactSign {
  Index i, j, surface;  // j = -1 - wall at walls
  bool sticks;
  bool turned;  // a slipping contact moves against the direction it slipped in
  bool operator==(const ContactSign&) const = default;
};
using ContactSignature = std::vector<ContactSign>;

/// `state`: in which the problem was posed, and whose contacts may remember its result by now.
ContactSignature signature(const FrictionProblem& problem, const FrictionResult& result,
                           const State& state);

}  // namespace scree
