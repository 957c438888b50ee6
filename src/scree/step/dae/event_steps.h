#pragma once
/// Steps that end where a contact touches, opens, sticks or slips (docs/theory/dae.md, section 6).
#include "scree/step/dae/few_bodies.h"

namespace scree {

/// A step of dt by Dormand-Prince, in steps of its own that keep to `tolerance` and end at events.
StepReport step_with_events(Real tolerance, Real dt, FewBodies& bodies, State& state);

}  // namespace scree
