#pragma once
/// Steps of Gear's method and of BDF, and the past they look back on. Until there is enough of it,
/// steps of Dormand-Prince, which has the same order.
#include "scree/state/multistep.h"
#include "scree/step/dae/integrators.h"

namespace scree {

/// A past of these bodies: what is known of others is forgotten.
void begin_past(const std::vector<Id>& bodies, MultistepPast& past);

/// y from the beginning of a step to its end; y holds place, velocity and spin of the bodies of the
/// past.
void gear_step(const Derivative& f, Real dt, MultistepPast& past, Vector& y);
void bdf_step(const Derivative& f, Real dt, MultistepPast& past, Vector& y);

}  // namespace scree
