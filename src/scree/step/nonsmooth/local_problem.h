#pragma once
/// Contact problems in local form: from a step's own, and how they are solved.
#include "scree/state/local_problem.h"
#include "scree/step/nonsmooth/gauss_seidel.h"

namespace scree {

/// The step's problem of `problem` (rows and velocities as the solver would begin with, without
/// impulses), its softness on the diagonal of W. Rolling rows have no place in this form.
LocalProblem local_form(const ContactProblem& problem, const std::vector<char>& takes, bool planar);

/// Reactions of the local form back to the contacts.
void give_reactions(const std::vector<Vec3>& reaction, const std::vector<char>& takes, bool planar,
                    ContactProblem& problem);

struct LocalSolution {
  std::vector<Vec3> reaction;
  ContactSolveReport report;
  std::vector<Real> history;  // residual after every look
};

/// Inverse mobilities of a contact, from its own block of W: what makes impulses of velocities.
struct ContactSteps {
  Real normal, tangent;
};
ContactSteps contact_steps(const Mat3& own);

/// Natural map of the reactions r with velocities u = W r + q, scaled as in gauss_seidel.h [N s].
Real natural_map(const LocalProblem& problem, const std::vector<Vec3>& r);

/// What the contacts would need each alone [N s].
Real impulse_scale(const LocalProblem& problem);

LocalSolution solve(const LocalProblem& problem, LocalSolver solver, const ContactSolve& options);

}  // namespace scree
