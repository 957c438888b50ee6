#include "scree/step/dae/friction_solve.h"

#include <algorithm>
#include <cmath>

#include "scree/base/pack.h"

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

void hold(const ConstraintSet& set, const std::vector<char>& block_on, SolveWork& w) {
  w.held.choose(set, block_on);
  for (auto* v : {&w.r, &w.y, &w.p, &w.q, &w.x}) v->resize(w.held.row().size());
}

/// r = driven - G z on the rows held; returns the largest.
Real residual(const std::vector<Twist>& z, SolveWork& w) {
  w.held.along(z, w.r);
  Real largest = 0;
  for (std::size_t k = 0; k < w.r.size(); ++k) {
    w.r[k] = w.held.driven()[k] - w.r[k];
    largest = std::max(largest, std::fabs(w.r[k]));
  }
  return largest;
}

/// What a step of conjugate gradients needs to know of the residual.
struct Left {
  Real rho;      // r.P r
  Real largest;  // of the residual
};

/// x += alpha p, r -= alpha q; with a factorization y = P r. Vectors over the blocks held have
/// whole lanes.
Left advance(Preconditioner& preconditioner, Real alpha, SolveWork& w) {
  const Pack a(alpha);
  const Real* inverse = w.held.inverse_diagonal().data();
  Pack rho(0.0), largest(0.0);
  for (std::size_t k = 0; k < w.r.size(); k += kLanes) {
    (Pack::load(&w.x[k]) + a * Pack::load(&w.p[k])).store(&w.x[k]);
    const Pack r = Pack::load(&w.r[k]) - a * Pack::load(&w.q[k]);
    r.store(&w.r[k]);
    rho += Pack::load(inverse + k) * r * r;
    largest = max(largest, abs(r));
  }
  if (preconditioner.factorized()) {
    for (std::size_t k = 0; k < w.r.size(); ++k) w.y[k] = inverse[k] * w.r[k];
    preconditioner.apply(w.held, w.r, w.y);
    rho = Pack(0.0);
    for (std::size_t k = 0; k < w.r.size(); k += kLanes)
      rho += Pack::load(&w.r[k]) * Pack::load(&w.y[k]);
  }
  Left left{sum(rho), 0};
  for (int l = 0; l < kLanes; ++l) left.largest = std::max(left.largest, largest[l]);
  return left;
}

/// p = P r + beta p.
void turn(const Preconditioner& preconditioner, Real beta, SolveWork& w) {
  const Real* inverse = w.held.inverse_diagonal().data();
  if (preconditioner.factorized())
    for (std::size_t k = 0; k < w.p.size(); ++k) w.p[k] = w.y[k] + beta * w.p[k];
  else
    for (std::size_t k = 0; k < w.p.size(); ++k) w.p[k] = inverse[k] * w.r[k] + beta * w.p[k];
}

/// x with A x = r from zero, until the largest residual is `goal`.
int conjugate_gradients(Preconditioner& preconditioner, Real goal, int most, SolveWork& w) {
  for (auto* v : {&w.x, &w.p, &w.q}) std::fill(v->begin(), v->end(), 0.0);
  Left left = advance(preconditioner, 0, w);
  turn(preconditioner, 0, w);
  int k = 0;
  while (k < most && left.rho > 0 && left.largest > goal) {
    const Real curvature = w.held.product(w.p, w.q), before = left.rho;
    ++k;
    if (!(curvature > 0)) break;
    left = advance(preconditioner, before / curvature, w);
    turn(preconditioner, left.rho / before, w);
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

/// Goes along w.step, which would hold all blocks inside their bounds: cut back to the bounds, or
/// up to the first of them, whichever lowers the objective more.
void bounded_step(const ConstraintSet& set, SolveWork& w, std::vector<Twist>& z,
                  std::vector<Real>& lambda) {
  w.change = lambda;
  for (std::size_t r = 0; r < lambda.size(); ++r) w.change[r] += w.step[r];
  clip(set, w.change);
  for (std::size_t r = 0; r < lambda.size(); ++r) w.change[r] -= lambda[r];
  w.shorter = w.step;
  const Real part = room(set, lambda, w.step);
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
  hold(set, block_on, w);
  report.residual = residual(z, w);
  for (int k = 0; k < kMostRepeats && report.residual > tolerance; ++k) {
    report.iterations += conjugate_gradients(
        preconditioner(), std::max(kFall * report.residual, 0.9 * tolerance), kMostIterations, w);
    w.held.push(w.x, z);
    w.held.for_rows([&](Index m, Index row) { lambda[row] += w.x[m]; });
    const Real before = report.residual;
    report.residual = residual(z, w);
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
        w.step.resize(lambda.size());
        for (std::size_t r = 0; r < lambda.size(); ++r) w.step[r] = lambda[r] - w.lambda_before[r];
        lambda = w.lambda_before;
        z = w.z_before;
        bounded_step(set, w, z, lambda);
      }
    } else {
      hold(set, held, w);
      const Real start = residual(z, w);
      report.iterations += conjugate_gradients(preconditioner(), kRoughFall * start, kRough, w);
      w.step.assign(lambda.size(), 0);
      w.held.for_rows([&](Index k, Index row) { w.step[row] = w.x[k]; });
      bounded_step(set, w, z, lambda);
    }
    before = held;
    for (int s = 0; s < kSweeps; ++s, ++report.sweeps)
      if (sweep(set, z, lambda) <= tolerance.slipping) break;
  }
  return report;
}

}  // namespace scree
