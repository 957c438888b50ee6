#pragma once
/// What the impulses of a stage did: losses by channel, forces and work of walls and of prescribed
/// bodies.
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/nonsmooth/joint_rows.h"

namespace scree {

/// Gap at the end of the step, if the bodies go on so: of single spheres exactly, round a curve or
/// an edge, too; at meshes, and of bodies of several elements, along the normal.
Real gap_after(const Scene& scene, const State& state, const ContactProblem& problem,
               const std::vector<Motion8>& bodies, const ContactRows& c, Real dt);

/// Before the first stage of a step: walls and groups have felt nothing yet.
void open_books(State& state);

/// A stage that took the bodies of the problem from `before` to what they are now. The work of an
/// impulse is its product with the mean of the relative velocities before and after: exact.
/// `moves`: the stage ends with the step, over which springs change what they hold.
void book_stage(const Scene& scene, const std::vector<Motion8>& before,
                const ContactProblem& problem, Real dt, bool moves, State& state);

/// The same of the joints. What they store is booked where it is known exactly, after the move.
void book_joints(const std::vector<Motion8>& before, const ContactProblem& problem,
                 const std::vector<JointRow>& rows, Real dt, State& state);

/// Velocities stand half a step behind positions: what gravity does to them over a step differs
/// from what the positions say by half a step of its power. The sum of that over a run is the
/// difference between its ends. `before`: the bodies at the start of the step.
void book_gravity(const std::vector<Motion8>& before, const ContactProblem& problem, Real dt,
                  State& state);

}  // namespace scree
