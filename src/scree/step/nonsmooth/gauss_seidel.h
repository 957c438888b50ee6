#pragma once
/// Projected Gauss-Seidel on the blocks of the contacts (docs/theory/nonsmooth.md, 4).
#include "scree/step/nonsmooth/joint_blocks.h"
#include "scree/step/nonsmooth/lever_batches.h"

namespace scree {

struct ContactSolve {
  Index iterations = 50;  // at most
  Real tolerance = 0;     // of the residual; zero: not asked for
  Index check_every = 5;  // iterations between two looks at the residual
  Real speed = 0;         // of unsolved_speed() [m/s]; zero: not asked for
};

struct ContactSolveReport {
  Index iterations = 0;
  Real residual = 0;  // natural map over the load
  Real load = 0;      // [N s]
  bool converged = true;
};

/// A problem laid out for the sweeps: contacts in batches, joints in blocks. It refers to the joint
/// rows it was made of. Behind the bodies of the problem stands what fills lanes.
struct ContactSystem {
  Index bodies = 0;  // of the problem alone
  std::vector<Tensor8> tensors;
  ContactBatches batches;
  LeverBatches levers;
  CrowdedBatches crowded;
  std::vector<JointBlock> joints;
};
void make_system(ContactProblem& problem, const std::vector<char>& takes, bool planar,
                 std::vector<JointRow>& joints, ContactSystem& out);
/// Impulses back to the contacts; bodies that filled lanes go.
void take_impulses(const ContactSystem& system, ContactProblem& problem);

/// What the contacts would need each alone, before any impulse: the scale of the residual [N s].
Real impulse_scale(const ContactProblem& problem, const ContactSystem& system);

/// v += M^-1 G^T p with the impulses that the system holds: a warm start.
void apply_impulses(ContactProblem& problem, const ContactSystem& system);

/// Norm of the natural map p - proj(p - D^-1 (G v + S p - b)) over all contacts [N s]: zero at a
/// solution. D is the diagonal, so that every entry is an impulse.
Real natural_map(const ContactProblem& problem, const ContactSystem& system);

/// The same as velocities, root mean square over the contacts: a measure that does not depend on
/// how heavy bodies are, joints left out [m/s].
Real unsolved_speed(const ContactProblem& problem, const ContactSystem& system);

/// Solves in place; the velocities must hold the impulses already.
ContactSolveReport gauss_seidel(const ContactSolve& options, Real load, ContactProblem& problem,
                                ContactSystem& system);

}  // namespace scree
