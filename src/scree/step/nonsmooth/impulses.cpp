#include "scree/step/nonsmooth/impulses.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// The block of W that a contact has with itself.
std::vector<Mat3> own_blocks(const LocalProblem& p) {
  std::vector<Mat3> own(p.contacts(), Mat3{});
  for (Index k = 0; k < p.contacts(); ++k)
    for (Index b = p.start[k]; b < p.start[k + 1]; ++b)
      if (p.column[b] == k) own[k] = p.block[b];
  return own;
}

Real over(Real a, Real b) { return b > 0 ? a / b : 0; }

/// Where one step along `axis` takes the impulse r of a contact at velocity u.
Real goal(const Mat3& own, int axis, Real limit, Vec3 r, Vec3 u) {
  const Real free = at(r, axis) - over(at(u, axis), at(own.row[axis], axis));
  return axis == 0 ? std::max(0.0, free) : std::clamp(free, -limit, limit);
}

/// Sweeps until the residual of the model, over the load, is what is wanted.
template <class Sweep, class Residual>
LocalSolution iterate(const LocalProblem& problem, const ContactSolve& options,
                      std::vector<Vec3> start, Sweep&& sweep, Residual&& residual) {
  LocalSolution out;
  out.reaction = std::move(start);
  ContactSolveReport& report = out.report;
  report.load = impulse_scale(problem);
  for (;;) {
    report.residual = over(residual(out.reaction), report.load);
    out.history.push_back(report.residual);
    report.converged = report.residual <= options.tolerance;
    if (report.converged || report.iterations >= options.iterations) return out;
    const Index now = std::min(options.check_every, options.iterations - report.iterations);
    for (Index n = 0; n < now; ++n) sweep(out.reaction);
    report.iterations += now;
  }
}

std::vector<Vec3> nothing(const LocalProblem& p) {
  return std::vector<Vec3>(p.q.size(), Vec3{0, 0, 0});
}

}  // namespace

LocalSolution solve_impulses(const LocalProblem& problem, const ContactSolve& options) {
  const std::vector<Mat3> own = own_blocks(problem);
  const auto sweep = [&](std::vector<Vec3>& r) {
    for (Index k = 0; k < problem.contacts(); ++k) {
      Vec3 u = problem.velocity(r, k);
      for (int axis = 0; axis < 3; ++axis) {
        const Real next = goal(own[k], axis, problem.friction[k] * r[k].x, r[k], u);
        Vec3 change{0, 0, 0};
        at(change, axis) = next - at(r[k], axis);
        u += own[k] * change;
        at(r[k], axis) = next;
      }
    }
  };
  const auto residual = [&](const std::vector<Vec3>& r) {
    Real sum = 0;
    for (Index k = 0; k < problem.contacts(); ++k) {
      const Vec3 u = problem.velocity(r, k);
      for (int axis = 0; axis < 3; ++axis) {
        const Real off = goal(own[k], axis, problem.friction[k] * r[k].x, r[k], u) - at(r[k], axis);
        sum += off * off;
      }
    }
    return std::sqrt(sum);
  };
  return iterate(problem, options, problem.guess.empty() ? nothing(problem) : problem.guess, sweep,
                 residual);
}

LocalSolution solve_pairs(const LocalProblem& problem, const ContactSolve& options) {
  const std::vector<Mat3> own = own_blocks(problem);
  // What contact k would need alone to stop approaching.
  const auto wants = [&](const std::vector<Vec3>& r, Index k) {
    return over(std::max(0.0, -problem.velocity(r, k).x), own[k].row[0].x);
  };
  const auto sweep = [&](std::vector<Vec3>& r) {
    for (Index k = 0; k < problem.contacts(); ++k) r[k].x += wants(r, k);
  };
  const auto residual = [&](const std::vector<Vec3>& r) {
    Real sum = 0;
    for (Index k = 0; k < problem.contacts(); ++k) sum += wants(r, k) * wants(r, k);
    return std::sqrt(sum);
  };
  // No first guess: what was given could not be taken back.
  return iterate(problem, options, nothing(problem), sweep, residual);
}

LocalSolution solve_lcp(const LocalProblem& problem, const ContactSolve& options) {
  const std::vector<Mat3> own = own_blocks(problem);
  std::vector<Vec3> start = nothing(problem);
  for (std::size_t k = 0; k < problem.guess.size(); ++k) start[k].x = problem.guess[k].x;
  const auto sweep = [&](std::vector<Vec3>& r) {
    for (Index k = 0; k < problem.contacts(); ++k)
      r[k].x = goal(own[k], 0, 0, r[k], problem.velocity(r, k));
  };
  const auto residual = [&](const std::vector<Vec3>& r) {
    Real sum = 0;
    for (Index k = 0; k < problem.contacts(); ++k) {
      const Real off = goal(own[k], 0, 0, r[k], problem.velocity(r, k)) - r[k].x;
      sum += off * off;
    }
    return std::sqrt(sum);
  };
  return iterate(problem, options, start, sweep, residual);
}

}  // namespace scree
