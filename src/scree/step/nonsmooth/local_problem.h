#pragma once
/// A frictional contact problem in the coordinates of its contacts, as the public collection FCLIB
/// keeps them (Acary, Brémond, Koziara, Pérignon 2014): find reactions r with
///   u = W r + q,   0 <= u_n _|_ r_n >= 0,   |r_t| <= mu r_n,   r_t against u_t where it slides.
/// Every contact has a normal and two tangents; in the plane the second one is empty.
#include <string>
#include <vector>

#include "scree/base/vec3.h"
#include "scree/step/nonsmooth/gauss_seidel.h"

namespace scree {

struct LocalProblem {
  bool planar = false;
  // W by rows of 3 x 3 blocks, columns ascending.
  std::vector<Index> start{0}, column;
  std::vector<Mat3> block;
  std::vector<Vec3> q;  // [m/s]
  std::vector<Real> friction;
  std::vector<Vec3> guess, solution;  // reactions [N s]; may be empty

  Index contacts() const { return static_cast<Index>(q.size()); }
};

/// The step's problem of `problem` (rows and velocities as the solver would begin with, without
/// impulses), its softness on the diagonal of W. Rolling rows have no place in this form.
LocalProblem local_form(const ContactProblem& problem, const std::vector<char>& takes, bool planar);

/// pgs: blocks of a contact one after the other, once a sweep. nsgs: each contact solved exactly
/// before the next. anderson: sweeps of nsgs, accelerated. admm: see admm.h.
enum class LocalSolver { kPgs, kNsgs, kAnderson, kAdmm };

struct LocalSolution {
  std::vector<Vec3> reaction;
  ContactSolveReport report;
  std::vector<Real> history;  // residual after every look
};

/// Natural map of the reactions r with velocities u = W r + q, scaled as in gauss_seidel.h [N s].
Real natural_map(const LocalProblem& problem, const std::vector<Vec3>& r);

/// What the contacts would need each alone [N s].
Real load_of(const LocalProblem& problem);

LocalSolution solve(const LocalProblem& problem, LocalSolver solver, const ContactSolve& options);

}  // namespace scree
