#pragma once
/// Bodies passing a plane. A body is on one side or the other; the difference between two calls is
/// what passed, so that one which went and came back in between counts as nothing.
#include <functional>

#include "scree/observe/zone.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct FluxPlane {
  Vec3 point{0, 0, 0};   // [m]
  Vec3 normal{0, 0, 1};  // unit; passing along it counts as positive
  Real period = 0;       // of the cell along the normal, 0: not periodic; the plane repeats [m]
};

/// Number of the slab between the plane and its periodic images that holds x (unwrapped): 0 is
/// just behind the plane along its normal, -1 just before it. Not periodic: only 0 and -1.
Real slab_of(const FluxPlane& plane, Vec3 x);

/// Adds what passed since the last call, of the bodies that are in the zone now. `slab(id)` is the
/// memory of a body: NaN at first, when the body is only noted down.
void count_crossings(const Scene& scene, const State& state, const FluxPlane& plane,
                     const std::function<Real&(Id)>& slab, FluxTotal& total, const Zone& zone = {});

}  // namespace scree
