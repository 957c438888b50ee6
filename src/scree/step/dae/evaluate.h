#pragma once
/// All forces of one instant, friction and joints included, stage by stage.
#include "scree/step/common/contact_pass.h"
#include "scree/step/dae/friction_forces.h"
#include "scree/step/dae/reference_factor.h"

namespace scree {

/// Friction of an instant: what was asked, and the answer.
struct Friction {
  FrictionProblem problem;
  FrictionResult result;
};

/// Room of the method, kept from step to step. Between two steps it says nothing that does not
/// follow from the State.
struct DaeWork {
  explicit DaeWork(StageTimes& times) : contacts(times) {}

  ContactWork contacts;
  FrictionWork friction;
  ReferenceFactor factor;
};

/// Forces at the present x and v, left in work.contacts.sums; at the final instant of a step
/// contacts change their state.
StepReport evaluate(const Scene& scene, State& state, const DaeOptions& options, Moment at,
                    DaeWork& work, Friction& friction);

/// Velocities back onto the manifold of the friction of this instant, if options or a contact that
/// was caught ask for it.
void project(const DaeOptions& options, Real dt, const Friction& friction, DaeWork& work,
             State& state);

}  // namespace scree
