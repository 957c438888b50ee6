#pragma once
/// How much of the step that its contacts allow the time step uses.
///
/// Linearised about this instant, bodies are masses between springs k and dashpots c. For one of
/// them velocity Verlet with a predicted velocity (docs/theory/smooth.md, 5) is stable up to
///   dt c/m + dt^2 k/(4 m) = 1
/// exactly. In a crowd the worst of all motions counts: the largest eigenvalue of M^-1 J' S J,
/// where J makes velocities of bodies into those of contacts and S is dt c + dt^2 k/4 along the
/// normal and across. It is found by some iterations of the power method, so from below, by a few
/// per cent. Friction at its limit yields and does not count. Beyond 1 motion grows out of nothing.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct StepShare {
  Real share = 0;  // 1 is the limit [-]
  Id id = -1;      // the body that moves most in the worst motion
  Real dt = 0;     // the step at which the share would be kShareThatWouldDo [s]
};
constexpr Real kShareThatWouldDo = 0.7;

/// For springs and dashpots; zero where contacts are impulses.
StepShare measure_step_share(const Scene& scene, const State& state);

}  // namespace scree
