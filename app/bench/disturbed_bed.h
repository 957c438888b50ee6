#pragma once
#include <string>

namespace scree::app {

/// A blade drawn through a deep bed at rest (cases/reduction/bed-at-rest), reduced beside full from
/// the same state, step by step in turn: time by stage, level of reduction, gain, and what it costs
/// in truth. Returns an exit code.
int bench_disturbed_bed(const std::string& folder);

}  // namespace scree::app
