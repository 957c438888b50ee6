#pragma once
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// The free bodies of one label.
struct GroupNow {
  Index count = 0;
  Real mass = 0;           // [kg]
  Vec3 centre{0, 0, 0};    // of mass, unwrapped [m]
  Vec3 velocity{0, 0, 0};  // of the centre of mass [m/s]
  Real kinetic = 0;        // translation and rotation [J]
};
/// `label` is a row of Scene::labels.
GroupNow measure_group(const Scene& scene, const State& state, Index label);

}  // namespace scree
