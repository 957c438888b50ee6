#pragma once
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Overlap over the smaller radius: the measure of how soft the grains were made.
struct OverlapStats {
  Index contacts = 0;
  Real mean = 0, largest = 0;  // [-]
  Id i = -1, j = -1;           // ids of the grains at the largest; j = -1 at a wall
  Index wall = -1;             // its row, if the largest is at a wall
};
OverlapStats measure_overlap(const Scene& scene, const State& state);

}  // namespace scree
