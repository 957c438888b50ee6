#pragma once
/// Loads from outside in a step by impulses (docs/theory/loads.md): drag is that of the velocity at
/// the end, which makes a body heavier for all impulses of the step,
///   (m + dt c) v' = m v + dt (m g + F + D) + p.
/// Nothing here is called in scenes where nobody pushes.
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/nonsmooth/contact_problem.h"

namespace scree {

/// Velocities and spins that loads gave to bodies: what pushes, and what drags.
struct LoadKicks {
  std::vector<Load8> push, drag;  // force: [m/s], torque: [rad/s]
};

/// The largest that a body feels [m/s^2].
struct OuterAcceleration {
  Real pushed = 0;  // by gravity and by what pushes
  Real loads = 0;   // by its loads alone, as far as drag lasts over a step of dt
};
OuterAcceleration outer_acceleration(const State& state, Real dt);

/// What loads do to velocities in the time, gravity being in them; added, and kept to be taken
/// back.
void kick_by_loads(const Scene& scene, const State& state, Real time, ContactProblem& problem,
                   LoadKicks& kicks);
void take_kicks_back(const LoadKicks& kicks, ContactProblem& problem);
/// Impacts between the two were booked with the velocities that were kicked: what their impulses
/// did with the kicks is work of the loads. `start`: bodies before both.
void book_kicks(const std::vector<Motion8>& start, const LoadKicks& kicks,
                const ContactProblem& problem, State& state);

/// The inertia m + dt c of the bodies that drag.
void make_heavier(const Scene& scene, const State& state, Real dt, ContactProblem& problem);
/// Theirs again.
void make_as_they_are(const Scene& scene, const State& state, ContactProblem& problem);

/// What loads do to velocities over the step, from those `before` it: bodies being heavier, and
/// gravity in their velocities.
void push_over_step(const Scene& scene, const State& state, const std::vector<Motion8>& before,
                    Real dt, ContactProblem& problem);

/// What the loads were, from the velocities of the end, and their work: exact, as that of any
/// impulse.
void book_loads(const std::vector<Motion8>& before, const ContactProblem& problem, Real dt,
                State& state);

}  // namespace scree
