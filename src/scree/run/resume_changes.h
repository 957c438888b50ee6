#pragma once
/// What `resume --set` may change in the middle of a run, and what that does to its state.
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/run/simulation.h"

namespace scree {

/// The case of a run with further overrides. Throws CaseError, naming what can change, if one of
/// them changes what bodies and contacts are: the state would mean something else.
Case changed_case(const Case& before, const std::vector<std::string>& sets);

/// The time step that the changes ask for; empty: it stays. `then` and `now` are the same state in
/// the case before and after.
std::optional<Real> changed_time_step(const Simulation& then, const Simulation& now);

}  // namespace scree
