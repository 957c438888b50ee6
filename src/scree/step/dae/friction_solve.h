#pragma once
/// Multipliers of constraints, with and without bounds (docs/theory/dae.md, sections 3 and 4).
#include "scree/step/dae/constraints.h"
#include "scree/step/dae/held_blocks.h"
#include "scree/step/dae/preconditioner.h"

namespace scree {

/// What a solve says about itself.
struct SolveReport {
  int iterations = 0;  // of conjugate gradients, each one product with A
  int sweeps = 0;      // over all blocks, with their bounds
  int rounds = 0;      // stick sets tried
  Real residual = 0;   // largest relative velocity (acceleration) left where there should be none
  bool converged = true;
};

/// How exactly rows vanish that should, and how exactly friction of slipping blocks must point
/// against what is left of the motion: that turns only the first instant of a slip.
struct SolveTolerance {
  Real held, slipping;
};

/// Room for the solvers, kept from step to step. Each solve fills it anew.
struct SolveWork {
  HeldBlocks held;
  std::vector<Real> r, y, p, q, x;          // over the blocks held
  std::vector<Real> step, change, shorter;  // over all rows
  std::vector<Twist> twist;
  Unknowns before;
};

/// Makes the rows of the blocks `on` come to what they should: z += M^-1 G^T p with G z = driven,
/// and adds p to lambda. Conjugate gradients with true residuals, repeated until rounding is
/// reached or nothing is gained; dependent rows do no harm. `tolerance` is for the largest row.
SolveReport solve_held(const Constraints& rows, const std::vector<char>& block_on, Real tolerance,
                       Preconditioner& preconditioner, SolveWork& work, Unknowns& at);

/// One Gauss-Seidel sweep over the blocks `on`, without bounds: enough to keep what is only
/// rounding from adding up.
void sweep_held(const Constraints& rows, const std::vector<char>& block_on, Unknowns& at);

/// Largest |G z - driven| of the blocks `on`.
Real largest_violation(const Constraints& rows, const std::vector<char>& block_on,
                       const std::vector<Twist>& z);

/// The convex problem of friction: find multipliers with |lambda_c| <= bound_c such that each row
/// vanishes, or its block is at its bound and points against what is left of the motion:
///   min 1/2 lambda^T A lambda + lambda^T (G z_free - driven).
/// On entry z = z_free + M^-1 G^T lambda for the lambda given, which is within its bounds; on
/// return the same for the solution. A block slips only if no admissible multipliers hold it: then
/// the value of the minimum is negative for every stick set with it.
///
/// Each round tries to hold all blocks inside their bounds; if that breaks none the set is found.
/// Otherwise projected Gauss-Seidel sweeps follow (Silcowitz et al. 2010 call the combination
/// subspace minimisation). Every step lowers the objective, so no set can come back: the loop ends.
SolveReport solve_bounded(const Constraints& rows, SolveTolerance tolerance,
                          Preconditioner& preconditioner, SolveWork& work, Unknowns& at);

/// Is the block at its bound?
bool at_bound(const ConstraintSet& set, Index block, const std::vector<Real>& lambda);

}  // namespace scree
