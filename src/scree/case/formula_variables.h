#pragma once
/// What the formulas of a case may depend on, by the table they stand in.
#include <string>
#include <vector>

namespace scree {

/// [[observe]] of kind "cycle": its angle.
const std::vector<std::string>& cycle_variables();
/// [[observe]] of kind "sum": of every body its place, velocity, force, diameter and mass.
const std::vector<std::string>& sum_variables();

/// [[force]]: of every body its place, velocity, spin, diameter (0 for clumps and parts) and mass.
const std::vector<std::string>& force_variables();

}  // namespace scree
