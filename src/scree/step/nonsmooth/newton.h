#pragma once
/// A frictional contact problem to full precision: proximal points, each by sweeps and Newton's
/// steps.
///
/// Proximal point: W gets `soft` times its diagonal D, and q is shifted so that a solution r0 would
/// stay one, u = W r + q + soft D (r - r0). For a large `soft` this has one solution and is easy;
/// as r0 comes to rest it is the problem itself. Newton: the natural map F(r) = r - proj(r - D^-1
/// u) is smooth on pieces (open or closed, sticking or sliding; Alart & Curnier, CMAME 92 (1991)
/// 353). A step solves F + F' dr = 0 on the piece at hand by a sparse factorization. Where it does
/// not lessen F, sweeps of pgs change the piece. Success makes `soft` smaller, failure larger.
/// (Acary, Bremond & Huber compare such methods: "On solving contact problems with Coulomb
/// friction", 2018.)
#include "scree/step/nonsmooth/local_problem.h"

namespace scree {

/// report.iterations counts factorizations. Gives up where many points in a row bring nothing.
LocalSolution solve_newton(const LocalProblem& problem, const ContactSolve& options);

}  // namespace scree
