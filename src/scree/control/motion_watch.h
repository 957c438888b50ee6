#pragma once
/// Whether prescribed motion is too fast for the step.
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Walls and prescribed grains that move by more than kFarthestPerStep of the smallest radius in a
/// step pass grains, or end up deep inside them, whatever the method. Measured as the neighbour
/// lists do: turning of a surface into itself, and belts, move nothing.
class MotionWatch {
 public:
  /// Before the controls move on.
  void remember(const Scene& scene, const State& state);
  /// After: names what moved too far within dt; empty if nothing did.
  std::string too_fast(const Case& c, const Scene& scene, const State& state, Real dt) const;

 private:
  std::string fast_wall(const Scene& scene, const State& state, Real dt) const;
  std::string fast_group(const Case& c, const State& state, Real dt) const;

  std::vector<Vec3> wall_x_, grain_x_;  // where walls and prescribed rows were [m]
  std::vector<Quat> wall_q_;
  Real smallest_ = 0;      // radius of all grains that are there [m]
  std::int64_t ids_ = -1;  // given when that was counted
  Index rows_ = -1;        // there were
};

}  // namespace scree
