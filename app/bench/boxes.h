#pragma once
#include <string>

#include "bench/race.h"

namespace scree::app {

inline constexpr RaceOptions kBoxesRace{.warmup = 20, .steps = 50, .pieces = 5, .repeats = 3};

/// What a heap is made of: boxes, which are parts, or clumps of eight spheres in their place.
enum class HeapOf { kBoxes, kClumps };

/// A case in which so many of them fall into a box. There is no generator of parts: boxes are
/// listed.
std::string box_heap_case(HeapOf bodies, long count);

/// Steps of a heap of boxes at rest beside those of a heap of clumps. `sizes`: numbers of bodies,
/// comma-separated; empty: 2,000. Returns an exit code.
int bench_boxes(const std::string& sizes, const RaceOptions& options, const std::string& folder);

}  // namespace scree::app
