#pragma once
/// How far model reduction has gone (docs/theory/reduction.md).
#include "scree/state/state.h"

namespace scree {

struct ReductionNow {
  Index bound = 0;                 // grains that hang on walls
  Index resting = 0;               // and those that pass the test of the moment
  Real level = 0;                  // R = 1 - moving degrees of freedom over all of them
  Index contacts = 0, active = 0;  // that carry something; with a body that moves
};

ReductionNow measure_reduction(const State& state);

}  // namespace scree
