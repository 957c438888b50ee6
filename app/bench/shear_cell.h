#pragma once
#include <string>

#include "bench/race.h"

namespace scree::app {

/// The press takes 100,000 steps; then the cell is sheared.
constexpr RaceOptions kShearCellRace{120000, 20000, 10, 3};

/// Case file of the cell, "dry" or "wet".
std::string shear_cell_file(const std::string& kind);

/// The small planar shear cell of cases/wet-shear, dry and wet, on one core: it fits into the
/// cache, so what counts is the force loop itself and what every step costs besides. Returns an
/// exit code.
int bench_shear_cell(const RaceOptions& options, const std::string& folder);

}  // namespace scree::app
