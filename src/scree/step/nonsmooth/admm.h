#pragma once
/// A frictional contact problem to full precision, where Gauss-Seidel stalls (long chains, large
/// mass ratios): alternating directions (Boyd et al., Found. Trends Mach. Learn. 3 (2011) 1; for
/// contacts Tasora, Mangoni, Benatti & Garziera, IJNME 122 (2021) 4093).
///
/// With De Saxce's term s = mu |u_t| n the problem is a quadratic programme over Coulomb's cones,
/// min r.W r/2 + (q + s).r. Each round solves (W + rho) r = rho (y - l) - q - s with one
/// factorization and projects r on the cones; information crosses the whole heap in one round.
#include "scree/step/nonsmooth/local_problem.h"

namespace scree {

LocalSolution solve_admm(const LocalProblem& problem, const ContactSolve& options);

}  // namespace scree
