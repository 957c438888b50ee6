#pragma once
#include <string>
#include <vector>

#include "bench/settle.h"

namespace scree::app {

/// A bed of grains at rest, some ten grains deep.
struct Heap {
  bool planar;
  long grains;

  std::string file() const;
  /// Overrides of the case file: its size.
  std::vector<std::string> sets() const;
  /// The same, and by which method it goes on from a settled bed.
  std::vector<std::string> sets_by(const std::string& method) const;
  /// Settled by springs.
  Start start() const;
};

/// Steps of a bed at rest by exact friction beside those by springs, on one core, in the plane and
/// in space. `sizes`: numbers of grains, comma-separated; empty: 500, 2000 and 8000. Returns an
/// exit code.
int bench_heap_dae(const std::string& sizes, const std::string& folder);

}  // namespace scree::app
