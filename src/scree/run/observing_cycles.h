#pragma once
/// The cycle observers of a case, and what the phases that end when stationary wait for.
#include "scree/run/cycles.h"

namespace scree {

/// One [[observe]] of kind "cycle" with its tables.
struct CycleObserver {
  CycleWatch watch;
  std::size_t table;                     // cycles-<name>.csv: place among the tables
  std::optional<std::size_t> bin_table;  // binned-<name>.csv
};

/// The options of a watch; throws CaseError for an angle that is no formula of t.
CycleOptions cycle_options(const Case& c, const ObserveOptions& o);
CycleOptions stationary_options(const Case& c, std::size_t phase);

/// Headers of the two tables.
ObserverTable cycle_table(const ObserveOptions& o, bool units);
ObserverTable bin_table(const ObserveOptions& o, bool units);

}  // namespace scree
