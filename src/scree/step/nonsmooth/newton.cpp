#include "scree/step/nonsmooth/newton.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

#include "scree/law/friction_set.h"

namespace scree {
namespace {

using Matrix = Eigen::SparseMatrix<Real>;
using Reactions = std::vector<Vec3>;

constexpr Index kFirstSweeps = 200;   // before the first proximal point
constexpr Index kSweeps = 1000;       // before Newton's steps on a proximal point
constexpr int kRounds = 6;            // of sweeps and steps on a proximal point
constexpr int kSteps = 8;             // of Newton in a round
constexpr Real kPointAccuracy = 0.1;  // of a proximal point: what is left of its residual
constexpr Real kSoft = 0.1;           // at the first one
constexpr Real kMoreSoft = 2.5;       // after one that was not found
constexpr Real kSpare = 0.01;         // by which a proximal point is to be better than the end
constexpr Real kMostSoft = 1e3;
constexpr int kPatience = 100;  // proximal points in a row without a better one
/// A heap has more contacts than it needs: W has no inverse, and this much of its diagonal makes
/// one. Steps repeat, so it does not change where they lead.
constexpr Real kRegular = 1e-9;

Index own_block(const LocalProblem& p, Index k) {
  const auto begin = p.column.begin() + p.start[k], end = p.column.begin() + p.start[k + 1];
  return static_cast<Index>(std::find(begin, end, k) - p.column.begin());
}

/// F of a closed contact and its derivative: own dr + through (W dr).
struct Piece {
  Mat3 own{}, through{};
  Vec3 value;
};

Piece piece_of(ContactSteps step, Real mu, Vec3 r, Vec3 u) {
  Piece p;
  p.through.row[0].x = step.normal, p.value.x = step.normal * u.x;
  const Real y = r.y - step.tangent * u.y, z = r.z - step.tangent * u.z;
  const Real size = std::hypot(y, z), limit = mu * std::max(r.x, 0.0);
  if (size <= limit && limit > 0) {
    p.through.row[1].y = p.through.row[2].z = step.tangent;
    p.value.y = step.tangent * u.y, p.value.z = step.tangent * u.z;
    return p;
  }
  p.own.row[1].y = p.own.row[2].z = 1;
  p.value.y = r.y, p.value.z = r.z;
  if (size == 0 || r.x <= 0) return p;
  // r_t - mu r_n e with e = (y, z)/size and de = (1 - e e)/size (dr_t - step (W dr)_t).
  const Real ey = y / size, ez = z / size, a = limit / size;
  p.value.y -= limit * ey, p.value.z -= limit * ez;
  p.own.row[1].x = -mu * ey, p.own.row[2].x = -mu * ez;
  const Real yy = a * (1 - ey * ey), yz = -a * ey * ez, zz = a * (1 - ez * ez);
  p.own.row[1].y -= yy, p.own.row[1].z -= yz, p.own.row[2].y -= yz, p.own.row[2].z -= zz;
  p.through.row[1].y = step.tangent * yy, p.through.row[1].z = step.tangent * yz;
  p.through.row[2].y = step.tangent * yz, p.through.row[2].z = step.tangent * zz;
  return p;
}

Mat3 product(const Mat3& a, const Mat3& b) {
  Mat3 out;
  for (int c = 0; c < 3; ++c)
    out.row[c] = a.row[c].x * b.row[0] + a.row[c].y * b.row[1] + a.row[c].z * b.row[2];
  return out;
}

/// The linear system of a step, for the closed contacts alone: open ones lose what they have.
struct System {
  std::vector<Index> place, closed;  // number of a contact in the system, or -1; and back
  std::vector<Piece> piece;          // by number in the system
  Matrix matrix;
  Eigen::VectorXd right;

  System(const LocalProblem& p, const Reactions& r) : place(p.contacts(), -1) {
    for (Index k = 0; k < p.contacts(); ++k) {
      const ContactSteps step = contact_steps(p.block[own_block(p, k)]);
      const Vec3 u = p.velocity(r, k);
      if (r[k].x - step.normal * u.x <= 0) continue;
      place[k] = static_cast<Index>(closed.size());
      closed.push_back(k);
      piece.push_back(piece_of(step, p.friction[k], r[k], u));
    }
    assemble(p, r);
  }

 private:
  void assemble(const LocalProblem& p, const Reactions& r) {
    const Index size = 3 * static_cast<Index>(closed.size());
    std::vector<Eigen::Triplet<Real>> entries;
    right.resize(size);
    for (std::size_t e = 0; e < closed.size(); ++e) {
      const Index k = closed[e], row = 3 * static_cast<Index>(e);
      Vec3 value = piece[e].value;
      for (Index b = p.start[k]; b < p.start[k + 1]; ++b) {
        const Index l = p.column[b];
        Mat3 w = p.block[b];
        if (l == k)
          for (int c = 0; c < 3; ++c) at(w.row[c], c) *= 1 + kRegular;
        Mat3 v = product(piece[e].through, w);
        if (l == k) v = v + piece[e].own;
        if (place[l] < 0) value -= v * r[l];
        for (int c = 0; place[l] >= 0 && c < 3; ++c)
          for (int d = 0; d < 3; ++d)
            if (at(v.row[c], d) != 0)
              entries.emplace_back(row + c, 3 * place[l] + d, at(v.row[c], d));
      }
      for (int c = 0; c < 3; ++c) right[row + c] = -at(value, c);
    }
    matrix.resize(size, size);
    matrix.setFromTriplets(entries.begin(), entries.end());
  }
};

/// Where a step from r leads; empty: nowhere.
Reactions newton_step(const LocalProblem& p, const Reactions& r) {
  const System s(p, r);
  Eigen::SparseLU<Matrix> factor;
  factor.compute(s.matrix);
  if (factor.info() != Eigen::Success) return {};
  Eigen::VectorXd d = factor.solve(s.right);
  d += factor.solve(s.right - s.matrix * d);
  if (!d.allFinite()) return {};
  Reactions out(r.size(), Vec3{0, 0, 0});
  for (std::size_t e = 0; e < s.closed.size(); ++e) {
    const Index k = s.closed[e], row = 3 * static_cast<Index>(e);
    out[k] = r[k] + Vec3{d[row], d[row + 1], d[row + 2]};
  }
  return out;
}

/// t of the way from a to b, back in the cones.
Reactions between(const LocalProblem& p, const Reactions& a, const Reactions& b, Real t) {
  Reactions out(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    out[k] = a[k] + t * (b[k] - a[k]);
    out[k].x = std::max(0.0, out[k].x);
    out[k] = into_friction(out[k], p.friction[k]);
  }
  return out;
}

struct Progress {
  Reactions r;
  Real residual;  // [N s]
  Index factorizations = 0;
};

/// Newton's steps while they lessen the natural map: whether it came down to `wanted` [N s].
bool newton(const LocalProblem& p, Real wanted, Progress& at) {
  for (int n = 0; n < kSteps && at.residual > wanted; ++n) {
    const Reactions to = newton_step(p, at.r);
    ++at.factorizations;
    bool less = false;
    for (Real t = 1; !to.empty() && !less && t > 0.1; t *= 0.5) {
      Reactions trial = between(p, at.r, to, t);
      const Real residual = natural_map(p, trial);
      less = residual < (1 - 0.3 * t) * at.residual;
      if (less) at.r = std::move(trial), at.residual = residual;
    }
    if (!less) return false;
  }
  return at.residual <= wanted;
}

LocalProblem proximal(const LocalProblem& p, const Reactions& centre, Real soft) {
  LocalProblem out = p;
  for (Index k = 0; k < p.contacts(); ++k) {
    const Index b = own_block(p, k);
    for (int c = 0; c < 3; ++c) {
      const Real add = soft * at(p.block[b].row[c], c);
      at(out.block[b].row[c], c) += add;
      at(out.q[k], c) -= add * at(centre[k], c);
    }
  }
  return out;
}

/// From `at` to its proximal point: true if it was found well enough.
bool proximal_point(const LocalProblem& p, Real soft, Real least, Progress& at) {
  LocalProblem soft_one = proximal(p, at.r, soft);
  const Real wanted = std::max(kPointAccuracy * natural_map(soft_one, at.r), least);
  const Real load = impulse_scale(soft_one);
  for (int round = 0; round < kRounds; ++round) {
    soft_one.guess = at.r;
    at.r = solve(soft_one, LocalSolver::kPgs, {kSweeps, load > 0 ? wanted / load : 1, 50}).reaction;
    at.residual = natural_map(soft_one, at.r);
    if (newton(soft_one, wanted, at)) return true;
  }
  return false;
}

/// Factor of `soft` after a proximal point that took so many factorizations.
Real less_soft(Index factorizations) {
  return factorizations <= 6 ? 0.4 : factorizations <= 12 ? 0.7 : 1;
}

}  // namespace

LocalSolution solve_newton(const LocalProblem& problem, const ContactSolve& options) {
  LocalSolution out = solve(problem, LocalSolver::kPgs, {kFirstSweeps, options.tolerance, 50});
  ContactSolveReport& report = out.report;
  report.iterations = 0;
  const Real wanted = options.tolerance * report.load;
  Progress now{out.reaction, report.residual * report.load};
  Real least = now.residual, soft = kSoft;
  for (int idle = 0; least > wanted && idle < kPatience && soft < kMostSoft; ++idle) {
    if (now.factorizations >= options.iterations) break;
    Progress next = now;
    if (proximal_point(problem, soft, kSpare * wanted, next)) {
      soft *= less_soft(next.factorizations - now.factorizations);
      next.residual = natural_map(problem, next.r);
      // From there perhaps straight on.
      Progress end = next;
      const bool arrived = newton(problem, wanted, end);
      next.factorizations = end.factorizations;
      if (arrived) next = std::move(end);
      now = std::move(next);
    } else {
      soft *= kMoreSoft;
      now.factorizations = next.factorizations;
    }
    if (now.residual < least) least = now.residual, out.reaction = now.r, idle = 0;
    report.residual = least / report.load;
    out.history.push_back(report.residual);
  }
  report.iterations = now.factorizations;
  report.converged = report.residual <= options.tolerance;
  return out;
}

}  // namespace scree
