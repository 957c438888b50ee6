#pragma once
/// The condition that ends a phase before its time.
#include <optional>
#include <string>
#include <vector>

#include "scree/run/simulation.h"

namespace scree {

/// To be asked once per row of the series, `interval` apart, with the present value of the
/// phase's until.quantity; counts how long it has held. Throws CaseError when there is no value.
bool stop_condition_met(Simulation& sim, std::optional<Real> value, Real interval);

/// The quantity the present phase waits for; null if it has a fixed duration or the run is over.
const std::string* awaited_quantity(const Simulation& sim);

/// Refuses a case in which a phase waits for something that is no column of its series.
void check_awaited_quantities(const Case& c, const std::vector<std::string>& columns);

}  // namespace scree
