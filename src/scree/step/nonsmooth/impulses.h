#pragma once
/// Simpler models of contact, as engines for games and for animation have them, on the same
/// problems: for comparison. Each has its own notion of a solution, and its residual says how far
/// it is from that one, not from Coulomb's (which natural_map() of local_problem.h tells).
///
/// impulses: sequential impulses, accumulated and clamped (Guendelman, Bridson & Fedkiw, ACM Trans.
///   Graph. 22 (2003) 871; Catto 2005). Each tangent is bounded alone, |r_t1|, |r_t2| <= mu r_n: a
///   box that allows sqrt(2) mu along its diagonal, and friction against the axes instead of
///   against the sliding.
/// pair: contacts that approach get the impulse that two bodies alone would need, one after the
///   other, and keep it: no friction, and what a later impulse makes superfluous is not taken back.
///   Restitution is in q already. Solved where no contact approaches.
/// lcp: 0 <= u_n _|_ r_n >= 0 without friction, by projected Gauss-Seidel.
#include "scree/step/nonsmooth/local_problem.h"

namespace scree {

LocalSolution solve_impulses(const LocalProblem& problem, const ContactSolve& options);
LocalSolution solve_pairs(const LocalProblem& problem, const ContactSolve& options);
LocalSolution solve_lcp(const LocalProblem& problem, const ContactSolve& options);

}  // namespace scree
