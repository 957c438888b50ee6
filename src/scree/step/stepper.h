#pragma once
/// What a step says about itself. Numerical trouble is data here, never an exception.
#include <string>

#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

enum class Trouble { kNone, kOverlap, kNotFinite, kLost };

struct StepReport {
  Trouble trouble = Trouble::kNone;
  std::string message;      // names the first offending contact and the remedy
  bool rows_moved = false;  // the neighbour list was built anew
};

}  // namespace scree
