#pragma once
#include <string>
#include <vector>

#include "bench/race.h"
#include "bench/settle.h"

namespace scree::app {

inline constexpr RaceOptions kPileRace{.warmup = 50, .steps = 50, .pieces = 5, .repeats = 3};

/// Of the lattice that the spheres fall from [m].
inline constexpr double kPileSpacing = 5.55e-3;
/// A square box as wide as a lattice of 14 spheres, or of 20 from 6,000 on [m].
double pile_width(long spheres);
/// Overrides of the case file for a number of spheres.
std::vector<std::string> pile_sets(long spheres);
/// The pile at rest.
Start pile_start(long spheres);

/// Iterations on the contacts of a pile at rest, with `peers` beside those of Bullet. `sizes`:
/// numbers of spheres, comma-separated; empty: 3k and 10k. Returns an exit code.
int bench_pile(const std::string& sizes, bool peers, const RaceOptions& options,
               const std::string& folder);

}  // namespace scree::app
