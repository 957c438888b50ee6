#pragma once
/// Projected Gauss-Seidel on the blocks of the contacts (docs/theory/nonsmooth.md, 4).
#include "scree/step/nonsmooth/contact_batches.h"

namespace scree {

struct ContactSolve {
  Index iterations = 50;  // at most
  Real tolerance = 0;     // of the residual; zero: all iterations
  Index check_every = 5;  // iterations between two looks at the residual
};

struct ContactSolveReport {
  Index iterations = 0;
  Real residual = 0;  // natural map over the load
  Real load = 0;      // [N s]
  bool converged = true;
};

/// What the contacts would need each alone, before any impulse: the scale of the residual [N s].
Real load_of(const ContactProblem& problem, const ContactBatches& batches);

/// v += M^-1 G^T p with the impulses that the batches hold: a warm start.
void apply_impulses(ContactProblem& problem, const ContactBatches& batches);

/// Norm of the natural map p - proj(p - D^-1 (G v + S p - b)) over all contacts [N s]: zero at a
/// solution. D is the diagonal, so that every entry is an impulse.
Real natural_map(const ContactProblem& problem, const ContactBatches& batches);

/// Solves in place; the velocities must hold the impulses already.
ContactSolveReport gauss_seidel(const ContactSolve& options, Real load, ContactProblem& problem,
                                ContactBatches& batches);

}  // namespace scree
