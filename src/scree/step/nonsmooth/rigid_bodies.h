#pragma once
/// The bodies of a contact problem: spheres, clumps and parts of machines, from the State and back.
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/nonsmooth/contact_problem.h"
#include "scree/step/nonsmooth/posing.h"

namespace scree {

/// All that move freely, or those of a posing.
void take_bodies(const Scene& scene, const State& state, const Posing* posing,
                 ContactProblem& problem);

/// The inverse of a tensor of inertia in the axes of the world, R diag(1/I) R^T [1/(kg m^2)].
Mat3 inverse_tensor(Quat q, Vec3 inertia, bool planar);

/// v += dv of all that moves.
void kick(ContactProblem& problem, Vec3 dv);

/// Velocities and the accelerations of the step back to the State.
void give_velocities(const Scene& scene, const ContactProblem& problem, const Posing* posing,
                     Real dt, State& state);

/// Gap of wall contact k once its grain is this far on: that of the shape, round a curve or an
/// edge; at meshes and at walls that impulses move along the normal.
Real gap_after_way(const Scene& scene, const State& state, Index k, Vec3 way);

/// x' = x + dt v', orientations likewise. Gaps to walls follow: walls that move as they are told
/// are there already. Grains that are no bodies of the posing stay where they are.
void move_bodies(const Scene& scene, const Posing* posing, Real dt, State& state);

/// How fast any point of a part moves at most [m/s].
Real largest_part_speed(const Scene& scene, const State& state);

}  // namespace scree
