#pragma once
#include <string>

namespace scree::app {

/// Bytes per sphere: resident memory of a bed of 1M less that of one of 100k, over the difference
/// in spheres, so that what every program needs does not count. Returns an exit code.
int bench_memory(const std::string& folder);

}  // namespace scree::app
