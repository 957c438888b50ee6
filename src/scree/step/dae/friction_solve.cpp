#include "scree/step/dae/friction_solve.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// A block within this fraction of its bound is at it.
constexpr Real kAtBound = 1e-12;
/// The most that the residual falls in one run of conjugate gradients: then the true one is taken.
constexpr Real kFall = 1e-11;
constexpr int kMostIterations = 400;  // of one run of conjugate gradients
constexpr int kMostRepeats = 6;       // runs, each with the true residual of the last
constexpr int kSweeps = 10;           // between two stick sets
constexpr int kRough = 15;            // iterations while the set still changes
constexpr Real kRoughFall = 1e-3;
constexpr int kMostRounds = 400;

Real block_norm(const ConstraintBlock& b, const std::vector<Real>& v) {
  Real sum = 0;
  for (Index r = b.first; r < b.first + b.rows; ++r) sum += v[r] * v[r];
  return std::sqrt(sum);
}

void set_rows_on(const ConstraintSet& set, const std::vector<char>& block_on, SolveWork& w) {
  const std::size_t n = set.rows.size();
  w.on.assign(n, 0);
  for (std::size_t c = 0; c < set.blocks.size(); ++c)
    for (Index r = 0; r < set.blocks[c].rows; ++r) w.on[set.blocks[c].first + r] = block_on[c];
  for (auto* v : {&w.r, &w.y, &w.p, &w.q, &w.x}) v->resize(n);
}

/// r = driven - G z on the rows that are on; returns the largest.
Real residual(const ConstraintSet& set, const std::vector<Twist>& z, SolveWork& w) {
  Real largest = 0;
  for (Index k = 0; k < set.size(); ++k) {
    w.r[k] = w.on[k] ? set.rows[k].driven - set.along(k, z) : 0;
    largest = std::max(largest, std::fabs(w.r[k]));
  }
  return largest;
}

Real dot_of(const std::vector<Real>& a, const std::vector<Real>& b) {
  Real sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// q = A p on the rows that are on.
void apply(const ConstraintSet& set, SolveWork& w) {
  w.twist.assign(set.body.size(), Twist{});
  for (Index k = 0; k < set.size(); ++k)
    if (w.on[k]) set.push(k, w.p[k], w.twist);
  for (Index k = 0; k < set.size(); ++k) w.q[k] = w.on[k] ? set.along(k, w.twist) : 0;
}

/// x with A x = r from zero, until the residual has fallen by `fall`.
int conjugate_gradients(const ConstraintSet& set, Preconditioner& preconditioner, Real fall,
                        int most, SolveWork& w) {
  std::fill(w.x.begin(), w.x.end(), 0.0);
  preconditioner.apply(w.on, w.r, w.y);
  w.p = w.y;
  Real rho = dot_of(w.r, w.y);
  const Real goal = fall * fall * rho;
  int k = 0;
  while (k < most && rho > goal && rho > 0) {
    apply(set, w);
    ++k;
    const Real curvature = dot_of(w.p, w.q);
    if (!(curvature > 0)) break;
    const Real alpha = rho / curvature;
    for (std::size_t m = 0; m < w.x.size(); ++m) {
      w.x[m] += alpha * w.p[m];
      w.r[m] -= alpha * w.q[m];
    }
    preconditioner.apply(w.on, w.r, w.y);
    const Real next = dot_of(w.r, w.y);
    const Real beta = next / rho;
    rho = next;
    for (std::size_t m = 0; m < w.p.size(); ++m) w.p[m] = w.y[m] + beta * w.p[m];
  }
  return k;
}

/// The multipliers that alone would make the rows of a block vanish, within their bound.
void step_block(const ConstraintSet& set, const ConstraintBlock& b, const std::vector<Twist>& z,
                const std::vector<Real>& lambda, Real next[2]) {
  Real size = 0;
  for (Index r = 0; r < b.rows; ++r) {
    const Real u = set.along(b.first + r, z) - set.rows[b.first + r].driven;
    next[r] = lambda[b.first + r] - u / b.diagonal;
    size += next[r] * next[r];
  }
  size = std::sqrt(size);
  if (size > b.bound)
    for (Index r = 0; r < b.rows; ++r) next[r] *= b.bound / size;
}

/// One projected Gauss-Seidel sweep; returns the largest change of a block, as a velocity.
Real sweep(const ConstraintSet& set, std::vector<Twist>& z, std::vector<Real>& lambda) {
  Real largest = 0;
  for (const ConstraintBlock& b : set.blocks) {
    if (!(b.diagonal > 0)) continue;
    Real next[2];
    step_block(set, b, z, lambda, next);
    for (Index r = 0; r < b.rows; ++r) {
      const Real change = next[r] - lambda[b.first + r];
      largest = std::max(largest, std::fabs(change) * b.diagonal);
      set.push(b.first + r, change, z);
      lambda[b.first + r] = next[r];
    }
  }
  return largest;
}

/// What projecting a gradient step onto the bounds would change, over the blocks that are not held.
Real slip_error(const ConstraintSet& set, const std::vector<char>& held,
                const std::vector<Twist>& z, const std::vector<Real>& lambda) {
  Real largest = 0;
  for (std::size_t c = 0; c < set.blocks.size(); ++c) {
    const ConstraintBlock& b = set.blocks[c];
    if (held[c] || !(b.diagonal > 0)) continue;
    Real next[2];
    step_block(set, b, z, lambda, next);
    for (Index r = 0; r < b.rows; ++r)
      largest = std::max(largest, std::fabs(next[r] - lambda[b.first + r]) * b.diagonal);
  }
  return largest;
}

/// Change of the objective when the multipliers change by c: c.(G z - driven) + c.A c/2.
Real objective_change(const ConstraintSet& set, const std::vector<Twist>& z,
                      const std::vector<Real>& change, SolveWork& w) {
  w.twist.assign(set.body.size(), Twist{});
  Real sum = 0;
  for (Index k = 0; k < set.size(); ++k) {
    if (change[k] == 0) continue;
    set.push(k, change[k], w.twist);
    sum += change[k] * (set.along(k, z) - set.rows[k].driven);
  }
  for (Index k = 0; k < set.size(); ++k)
    if (change[k] != 0) sum += 0.5 * change[k] * set.along(k, w.twist);
  return sum;
}

/// Brings back into their bounds what is outside; was any block outside by more than rounding?
bool clip(const ConstraintSet& set, std::vector<Real>& lambda) {
  bool clipped = false;
  for (const ConstraintBlock& b : set.blocks) {
    const Real size = block_norm(b, lambda);
    if (size <= b.bound) continue;
    clipped |= size > (1 + kAtBound) * b.bound;
    for (Index r = b.first; r < b.first + b.rows; ++r) lambda[r] *= b.bound / size;
  }
  return clipped;
}

/// The part of `change` that can be gone until the first block meets its bound.
Real room(const ConstraintSet& set, const std::vector<Real>& lambda,
          const std::vector<Real>& change) {
  Real part = 1;
  for (const ConstraintBlock& b : set.blocks) {
    Real cc = 0, lc = 0, ll = 0;
    for (Index r = b.first; r < b.first + b.rows; ++r) {
      cc += change[r] * change[r];
      lc += lambda[r] * change[r];
      ll += lambda[r] * lambda[r];
    }
    if (!(cc > 0) || !std::isfinite(b.bound)) continue;
    const Real inside = std::max<Real>(0, b.bound * b.bound - ll);
    part = std::min(part, (std::sqrt(lc * lc + cc * inside) - lc) / cc);
  }
  return part;
}

/// Towards holding all blocks that are on, with what conjugate gradients found in w.x: cut back to
/// the bounds, or up to the first of them, whichever lowers the objective more.
void bounded_step(const ConstraintSet& set, SolveWork& w, std::vector<Twist>& z,
                  std::vector<Real>& lambda) {
  w.change = lambda;
  for (std::size_t r = 0; r < lambda.size(); ++r) w.change[r] += w.x[r];
  clip(set, w.change);
  for (std::size_t r = 0; r < lambda.size(); ++r) w.change[r] -= lambda[r];
  w.shorter = w.x;
  const Real part = room(set, lambda, w.x);
  for (Real& x : w.shorter) x *= part;
  const Real clipped = objective_change(set, z, w.change, w),
             shorter = objective_change(set, z, w.shorter, w);
  if (std::min(clipped, shorter) >= 0) return;
  const std::vector<Real>& step = clipped < shorter ? w.change : w.shorter;
  for (Index r = 0; r < set.size(); ++r) set.push(r, step[r], z);
  for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] += step[r];
}

}  // namespace

bool at_bound(const ConstraintSet& set, Index block, const std::vector<Real>& lambda) {
  const ConstraintBlock& b = set.blocks[block];
  return block_norm(b, lambda) >= (1 - kAtBound) * b.bound;
}

void sweep_held(const ConstraintSet& set, const std::vector<char>& block_on, std::vector<Twist>& z,
                std::vector<Real>& lambda) {
  for (std::size_t c = 0; c < set.blocks.size(); ++c) {
    const ConstraintBlock& b = set.blocks[c];
    if (!block_on[c] || !(b.diagonal > 0)) continue;
    for (Index r = b.first; r < b.first + b.rows; ++r) {
      const Real p = (set.rows[r].driven - set.along(r, z)) / b.diagonal;
      set.push(r, p, z);
      lambda[r] += p;
    }
  }
}

Real largest_violation(const ConstraintSet& set, const std::vector<char>& block_on,
                       const std::vector<Twist>& z) {
  Real largest = 0;
  for (std::size_t c = 0; c < set.blocks.size(); ++c) {
    if (!block_on[c]) continue;
    for (Index r = set.blocks[c].first; r < set.blocks[c].first + set.blocks[c].rows; ++r)
      largest = std::max(largest, std::fabs(set.along(r, z) - set.rows[r].driven));
  }
  return largest;
}

SolveReport project(const ConstraintSet& set, const std::vector<char>& block_on,
                    const PreconditionerSource& preconditioner, Real tolerance, SolveWork& w,
                    std::vector<Twist>& z, std::vector<Real>& lambda) {
  SolveReport report;
  set_rows_on(set, block_on, w);
  report.residual = residual(set, z, w);
  for (int k = 0; k < kMostRepeats && report.residual > tolerance; ++k) {
    report.iterations +=
        conjugate_gradients(set, preconditioner(),
                            std::max(kFall, 0.1 * tolerance / report.residual), kMostIterations, w);
    for (Index r = 0; r < set.size(); ++r)
      if (w.on[r]) {
        set.push(r, w.x[r], z);
        lambda[r] += w.x[r];
      }
    const Real before = report.residual;
    report.residual = residual(set, z, w);
    if (report.residual > 0.5 * before) break;  // rounding is all that is left
  }
  report.converged = report.residual <= tolerance;
  return report;
}

SolveReport solve_bounded(const ConstraintSet& set, const PreconditionerSource& preconditioner,
                          SolveTolerance tolerance, SolveWork& w, std::vector<Twist>& z,
                          std::vector<Real>& lambda) {
  SolveReport report;
  report.converged = false;
  const Index blocks = static_cast<Index>(set.blocks.size());
  std::vector<char> held(blocks), before;
  for (report.rounds = 1; report.rounds <= kMostRounds; ++report.rounds) {
    for (Index c = 0; c < blocks; ++c) held[c] = !at_bound(set, c, lambda);
    // While the set changes a rough solution is enough; when it has stayed it is held exactly.
    const bool stayed = held == before || report.rounds == 1;
    if (stayed) {
      w.lambda_before = lambda;
      w.z_before = z;
      const SolveReport part = project(set, held, preconditioner, tolerance.held, w, z, lambda);
      report.iterations += part.iterations;
      report.residual = part.residual;
      w.change = lambda;
      if (!clip(set, w.change)) {
        if (slip_error(set, held, z, lambda) <= tolerance.slipping) {
          report.converged = part.converged;
          return report;
        }
      } else {
        for (std::size_t r = 0; r < lambda.size(); ++r) w.x[r] = lambda[r] - w.lambda_before[r];
        lambda = w.lambda_before;
        z = w.z_before;
        bounded_step(set, w, z, lambda);
      }
    } else {
      set_rows_on(set, held, w);
      residual(set, z, w);
      report.iterations += conjugate_gradients(set, preconditioner(), kRoughFall, kRough, w);
      bounded_step(set, w, z, lambda);
    }
    before = held;
    for (int s = 0; s < kSweeps; ++s, ++report.sweeps)
      if (sweep(set, z, lambda) <= tolerance.slipping) break;
  }
  return report;
}

}  // namespace scree
