#pragma once
#include <string>

namespace scree::app {

/// Steps of a bed at rest by exact friction beside those by springs, on one core, in the plane and
/// in space. `sizes`: numbers of grains, comma-separated; empty: 500, 2000 and 8000. Returns an
/// exit code.
int bench_heap_dae(const std::string& sizes, const std::string& folder);

}  // namespace scree::app
