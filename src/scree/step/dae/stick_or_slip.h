#pragma once
/// Solves problem (P) of an instant: which contacts stick, which slip, and with what force
/// (docs/theory/dae.md, sections 3 and 4).
#include "scree/step/dae/friction_problem.h"
#include "scree/step/dae/friction_solve.h"

namespace scree {

struct FrictionResult {
  std::vector<Vec3> force;   // friction by contact, on i, whether it slides or is held [N]
  std::vector<Vec3> rod;     // forces of rods, on i, in the order of their blocks [N]
  std::vector<char> sticks;  // by block of the problem; rods always hold
  /// Did a contact begin to stick? Its velocity is then taken from it in any case: without
  /// projection it drifts from zero, not from where it was caught.
  bool caught = false;
  Unknowns at;  // accelerations with all forces, and the multipliers of all blocks
  SolveReport report;
};

/// Room for solving and projecting, kept from step to step. Each call fills it anew.
struct FrictionWork {
  SolveWork solve;
  Unknowns velocities;     // and the impulses that were taken from them
  std::vector<Real> slip;  // by row, before that [m/s]
};

/// `dt`: of the step that led to the instant; zero if there was none.
void solve_friction(const FrictionProblem& problem, Real dt, Preconditioner& preconditioner,
                    FrictionWork& work, FrictionResult& result);

}  // namespace scree
