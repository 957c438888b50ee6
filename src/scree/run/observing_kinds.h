#pragma once
/// Observers that look at one instant and remember nothing.
#include "scree/run/observing_columns.h"

namespace scree {

/// What stands before its columns: "wall.floor" for the observer of the wall floor without a name
/// of its own; else its name.
std::string prefix_of(const ObserveOptions& o);

/// Every kind but energy, profile, flux, nonaffine, sum and cycle.
ObserverPart make_part(const Case& c, const Scene& scene, const ObserveOptions& o);

}  // namespace scree
