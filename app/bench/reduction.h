#pragma once
#include <string>

namespace scree::app {

/// What merging grains would save in the solver: the lower part of a bed at rest is merged by hand
/// into some bodies, free or bound to what does not move, and one step of the rest is solved.
/// `sizes`: numbers of spheres; empty: 10k. Returns an exit code.
int bench_reduction(const std::string& sizes, const std::string& folder);

}  // namespace scree::app
