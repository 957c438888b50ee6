#pragma once
/// Who moves what is told to move: walls, prescribed grains, gravity.
#include <string>

#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

enum class Told {
  kMoved,
  kTooFar,   // farther than bodies may meet it: the step is taken, and is the last
  kNowhere,  // there is no such place: nothing has moved
};

struct DriveReport {
  Told told = Told::kMoved;
  std::string message = {};  // of what could not be told like that
};

class Drive {
 public:
  virtual ~Drive() = default;

  /// From the present instant to the next, a step of state.clock.dt later. The step follows.
  virtual DriveReport move(const Scene& scene, State& state) = 0;
};

/// For scenes in which nothing is told to move.
class NoDrive final : public Drive {
 public:
  DriveReport move(const Scene&, State&) override { return {}; }
};

}  // namespace scree
