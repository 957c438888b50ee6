#pragma once
/// Velocity Verlet with all forces at one instant. For forces that depend on velocity the value
/// at the new instant is first predicted, v* = v + dt a, which keeps second order:
///   x' = x + dt v + dt^2/2 a,   v* = v + dt a,   a' = F(x', v*)/m,   v' = v* + dt/2 (a' - a).
#include "scree/detect/neighbours.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/common/force_sums.h"

namespace scree {

/// x', v* of the single bodies. Returns how far the farthest is beyond its room, as
/// farthest_beyond_room() does: infinite if a position is not finite.
Real predict_rows(State& state, Real dt);

/// The same for clumps and their members; `beyond` is that of the single bodies.
Real predict_rest(const Scene& scene, State& state, Real dt, Real beyond);

/// a' and v' of the single bodies in rows [begin, end) from their summed forces, which are cleared.
void correct_rows(const Scene& scene, State& state, ForceSums& sums, Real dt, Index begin,
                  Index end);

/// The same, and at once x' and v* of the next step, when nobody looks at the state in between.
/// Returns what predict_rows() would say of them.
Real correct_and_predict_rows(const Scene& scene, State& state, ForceSums& sums, Real dt,
                              Index begin, Index end);

/// a' and v' of clumps. Members and prescribed grains keep what they felt.
void correct_rest(const Scene& scene, State& state, ForceSums& sums, Real dt);

/// Takes single bodies back from x' and v* to the x and v they were predicted from, to round-off.
void unpredict_rows(State& state, Real dt);

/// Places the members of all clumps from the clumps' pose and motion.
void place_members(const Scene& scene, State& state);

}  // namespace scree
