#pragma once
#include "scree/observe/zone.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Of the free bodies whose centre is in the zone: P = sum m v,  L = sum x cross m v + I w about
/// the origin.
struct Momentum {
  Vec3 linear{0, 0, 0};   // [kg m/s]
  Vec3 angular{0, 0, 0};  // [kg m^2/s]
};
Momentum measure_momentum(const Scene& scene, const State& state, const Zone& zone = {});

}  // namespace scree
