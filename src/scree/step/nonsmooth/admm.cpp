#include "scree/step/nonsmooth/admm.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "scree/law/friction_set.h"

namespace scree {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::SparseMatrix<Real>;

constexpr Real kRelax = 1.6;     // over-relaxation
constexpr Index kRhoEvery = 25;  // rounds between two looks at the penalty
constexpr Real kRhoFactor = 5;   // imbalance of residuals at which the penalty changes

/// The problem with every contact scaled by its own mobility: rows and columns of W divided by the
/// roots. One factor for the three components of a contact keeps its cone.
struct Scaled {
  Matrix w;
  Vector q, root;  // of the mobility, by component
  std::vector<Real> friction;

  explicit Scaled(const LocalProblem& p) : q(3 * p.contacts()), root(3 * p.contacts()) {
    friction = p.friction;
    for (Index k = 0; k < p.contacts(); ++k)
      for (Index b = p.start[k]; b < p.start[k + 1]; ++b)
        if (p.column[b] == k)
          for (int c = 0; c < 3; ++c)
            root[3 * k + c] =
                std::sqrt(std::max({p.block[b].row[0].x, p.block[b].row[1].y, 1e-300}));
    std::vector<Eigen::Triplet<Real>> entries;
    for (Index k = 0; k < p.contacts(); ++k) {
      for (int c = 0; c < 3; ++c) q[3 * k + c] = at(p.q[k], c) / root[3 * k];
      for (Index b = p.start[k]; b < p.start[k + 1]; ++b)
        for (int c = 0; c < 3; ++c)
          for (int d = 0; d < 3; ++d) {
            const Real v = at(p.block[b].row[c], d);
            if (v == 0) continue;
            entries.emplace_back(3 * k + c, 3 * p.column[b] + d,
                                 v / (root[3 * k] * root[3 * p.column[b]]));
          }
    }
    w.resize(q.size(), q.size());
    w.setFromTriplets(entries.begin(), entries.end());
  }

  std::vector<Vec3> reactions(const Vector& y) const {
    std::vector<Vec3> out(friction.size());
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] = {y[3 * k] / root[3 * k], y[3 * k + 1] / root[3 * k], y[3 * k + 2] / root[3 * k]};
    return out;
  }
};

/// The nearest point of each cone |y_t| <= mu y_n.
void project_on_cones(const std::vector<Real>& friction, Vector& y) {
  for (std::size_t k = 0; k < friction.size(); ++k) {
    const Vec3 nearest = onto_cone({y[3 * k], y[3 * k + 1], y[3 * k + 2]}, friction[k]);
    for (int c = 0; c < 3; ++c) y[3 * k + c] = at(nearest, c);
  }
}

}  // namespace

LocalSolution solve_admm(const LocalProblem& problem, const ContactSolve& options) {
  const Scaled p(problem);
  const Index size = static_cast<Index>(p.q.size());
  LocalSolution out;
  ContactSolveReport& report = out.report;
  report.load = impulse_scale(problem);
  Vector y = Vector::Zero(size), dual = Vector::Zero(size), s = Vector::Zero(size);
  if (!problem.guess.empty())
    for (Index k = 0; k < problem.contacts(); ++k)
      for (int c = 0; c < 3; ++c) y[3 * k + c] = at(problem.guess[k], c) * p.root[3 * k];
  Real rho = 0.1;
  Eigen::SimplicialLDLT<Matrix> factor;
  const auto refactor = [&] {
    Matrix a = p.w;
    for (Index k = 0; k < size; ++k) a.coeffRef(k, k) += rho;
    factor.compute(a);
  };
  refactor();
  const auto look = [&] {
    out.reaction = p.reactions(y);
    report.residual = report.load > 0 ? natural_map(problem, out.reaction) / report.load : 0;
    out.history.push_back(report.residual);
    report.converged = report.residual <= options.tolerance;
    return report.converged;
  };
  while (!look() && report.iterations < options.iterations) {
    Real primal = 0, change = 0;
    const Index now = std::min(kRhoEvery, options.iterations - report.iterations);
    for (Index n = 0; n < now; ++n) {
      const Vector r = factor.solve(rho * (y - dual) - p.q - s);
      const Vector u = rho * (y - dual - r);  // W r + q across the normals
      for (Index k = 0; k < problem.contacts(); ++k)
        s[3 * k] = p.friction[k] * std::hypot(u[3 * k + 1], u[3 * k + 2]);
      const Vector mixed = kRelax * r + (1 - kRelax) * y;
      const Vector before = y;
      y = mixed + dual;
      project_on_cones(p.friction, y);
      dual += mixed - y;
      primal = (r - y).norm(), change = rho * (y - before).norm();
    }
    report.iterations += now;
    if (primal > kRhoFactor * change || change > kRhoFactor * primal) {
      const Real factor_of_change =
          std::clamp(std::sqrt(primal / std::max(change, 1e-300)), 0.1, 10.0);
      rho *= factor_of_change;
      dual /= factor_of_change;
      refactor();
    }
  }
  return out;
}

}  // namespace scree
