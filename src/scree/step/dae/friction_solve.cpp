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

void hold(const Constraints& rows, const std::vector<char>& block_on, SolveWork& w) {
  w.held.choose(rows, block_on);
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
  preconditioner.prepare();
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
void step_block(const Constraints& rows, const ConstraintBlock& b, const Unknowns& at,
                Real next[2]) {
  Real size = 0;
  for (Index r = 0; r < b.rows; ++r) {
    next[r] = at.lambda[b.first + r] - rows.off(b.first + r, at.z) / b.diagonal;
    size += next[r] * next[r];
  }
  size = std::sqrt(size);
  if (size > b.bound)
    for (Index r = 0; r < b.rows; ++r) next[r] *= b.bound / size;
}

/// One projected Gauss-Seidel sweep; returns the largest change of a block, as a velocity.
Real sweep(const Constraints& rows, Unknowns& at) {
  Real largest = 0;
  for (const ConstraintBlock& b : rows.set.blocks) {
    if (!(b.diagonal > 0)) continue;
    Real next[2];
    step_block(rows, b, at, next);
    for (Index r = 0; r < b.rows; ++r) {
      const Real change = next[r] - at.lambda[b.first + r];
      largest = std::max(largest, std::fabs(change) * b.diagonal);
      rows.set.push(b.first + r, change, at.z);
      at.lambda[b.first + r] = next[r];
    }
  }
  return largest;
}

/// What projecting a gradient step onto the bounds would change, over the blocks that are not held.
Real slip_error(const Constraints& rows, const std::vector<char>& held, const Unknowns& at) {
  Real largest = 0;
  for (std::size_t c = 0; c < rows.set.blocks.size(); ++c) {
    const ConstraintBlock& b = rows.set.blocks[c];
    if (held[c] || !(b.diagonal > 0)) continue;
    Real next[2];
    step_block(rows, b, at, next);
    for (Index r = 0; r < b.rows; ++r)
      largest = std::max(largest, std::fabs(next[r] - at.lambda[b.first + r]) * b.diagonal);
  }
  return largest;
}

/// Change of the objective when the multipliers change by c: c.(G z - driven) + c.A c/2.
Real objective_change(const Constraints& rows, const std::vector<Twist>& z,
                      const std::vector<Real>& change, std::vector<Twist>& twist) {
  const ConstraintSet& set = rows.set;
  twist.assign(set.body.size(), Twist{});
  Real sum = 0;
  for (Index k = 0; k < set.size(); ++k) {
    if (change[k] == 0) continue;
    set.push(k, change[k], twist);
    sum += change[k] * rows.off(k, z);
  }
  for (Index k = 0; k < set.size(); ++k)
    if (change[k] != 0) sum += 0.5 * change[k] * set.along(k, twist);
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

/// Goes along `step`, which would hold all blocks inside their bounds: cut back to the bounds, or
/// up to the first of them, whichever lowers the objective more.
void bounded_step(const Constraints& rows, const std::vector<Real>& step, SolveWork& w,
                  Unknowns& at) {
  const ConstraintSet& set = rows.set;
  std::vector<Real>& lambda = at.lambda;
  w.change = lambda;
  for (std::size_t r = 0; r < lambda.size(); ++r) w.change[r] += step[r];
  clip(set, w.change);
  for (std::size_t r = 0; r < lambda.size(); ++r) w.change[r] -= lambda[r];
  w.shorter = step;
  const Real part = room(set, lambda, step);
  for (Real& x : w.shorter) x *= part;
  const Real clipped = objective_change(rows, at.z, w.change, w.twist),
             shorter = objective_change(rows, at.z, w.shorter, w.twist);
  if (std::min(clipped, shorter) >= 0) return;
  const std::vector<Real>& taken = clipped < shorter ? w.change : w.shorter;
  for (Index r = 0; r < set.size(); ++r) set.push(r, taken[r], at.z);
  for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] += taken[r];
}

/// What came of holding a set of blocks exactly.
struct Tried {
  SolveReport report;
  bool within;  // no bound was broken
};

/// Holds the blocks. If that breaks bounds it is taken back, and `at` goes only as far that way as
/// they allow.
Tried hold_exactly(const Constraints& rows, const std::vector<char>& held, Real tolerance,
                   Preconditioner& preconditioner, SolveWork& w, Unknowns& at) {
  w.before = at;
  const SolveReport report = solve_held(rows, held, tolerance, preconditioner, w, at);
  w.change = at.lambda;
  if (!clip(rows.set, w.change)) return {report, true};
  w.step.resize(at.lambda.size());
  for (std::size_t r = 0; r < w.step.size(); ++r) w.step[r] = at.lambda[r] - w.before.lambda[r];
  at = w.before;
  bounded_step(rows, w.step, w, at);
  return {report, false};
}

/// Goes roughly towards holding the blocks, as far as bounds allow; returns the iterations.
int hold_roughly(const Constraints& rows, const std::vector<char>& held,
                 Preconditioner& preconditioner, SolveWork& w, Unknowns& at) {
  hold(rows, held, w);
  const Real start = residual(at.z, w);
  const int iterations = conjugate_gradients(preconditioner, kRoughFall * start, kRough, w);
  w.step.assign(at.lambda.size(), 0);
  w.held.for_rows([&](Index k, Index row) { w.step[row] = w.x[k]; });
  bounded_step(rows, w.step, w, at);
  return iterations;
}

}  // namespace

bool at_bound(const ConstraintSet& set, Index block, const std::vector<Real>& lambda) {
  const ConstraintBlock& b = set.blocks[block];
  return block_norm(b, lambda) >= (1 - kAtBound) * b.bound;
}

void sweep_held(const Constraints& rows, const std::vector<char>& block_on, Unknowns& at) {
  const ConstraintSet& set = rows.set;
  for (std::size_t c = 0; c < set.blocks.size(); ++c) {
    const ConstraintBlock& b = set.blocks[c];
    if (!block_on[c] || !(b.diagonal > 0)) continue;
    for (Index r = b.first; r < b.first + b.rows; ++r) {
      const Real p = (rows.driven[r] - set.along(r, at.z)) / b.diagonal;
      set.push(r, p, at.z);
      at.lambda[r] += p;
    }
  }
}

Real largest_violation(const Constraints& rows, const std::vector<char>& block_on,
                       const std::vector<Twist>& z) {
  Real largest = 0;
  for (std::size_t c = 0; c < rows.set.blocks.size(); ++c) {
    if (!block_on[c]) continue;
    const ConstraintBlock& b = rows.set.blocks[c];
    for (Index r = b.first; r < b.first + b.rows; ++r)
      largest = std::max(largest, std::fabs(rows.off(r, z)));
  }
  return largest;
}

SolveReport solve_held(const Constraints& rows, const std::vector<char>& block_on, Real tolerance,
                       Preconditioner& preconditioner, SolveWork& w, Unknowns& at) {
  SolveReport report;
  hold(rows, block_on, w);
  report.residual = residual(at.z, w);
  for (int k = 0; k < kMostRepeats && report.residual > tolerance; ++k) {
    report.iterations += conjugate_gradients(
        preconditioner, std::max(kFall * report.residual, 0.9 * tolerance), kMostIterations, w);
    w.held.push(w.x, at.z);
    w.held.for_rows([&](Index m, Index row) { at.lambda[row] += w.x[m]; });
    const Real before = report.residual;
    report.residual = residual(at.z, w);
    if (report.residual > 0.5 * before) break;  // rounding is all that is left
  }
  report.converged = report.residual <= tolerance;
  return report;
}

SolveReport solve_bounded(const Constraints& rows, SolveTolerance tolerance,
                          Preconditioner& preconditioner, SolveWork& w, Unknowns& at) {
  SolveReport report;
  report.converged = false;
  const Index blocks = static_cast<Index>(rows.set.blocks.size());
  std::vector<char> held(blocks), before;
  for (report.rounds = 1; report.rounds <= kMostRounds; ++report.rounds) {
    for (Index c = 0; c < blocks; ++c) held[c] = !at_bound(rows.set, c, at.lambda);
    // While the set changes a rough solution is enough; when it has stayed it is held exactly.
    if (held == before || report.rounds == 1) {
      const Tried tried = hold_exactly(rows, held, tolerance.held, preconditioner, w, at);
      report.iterations += tried.report.iterations;
      report.residual = tried.report.residual;
      if (tried.within && slip_error(rows, held, at) <= tolerance.slipping) {
        report.converged = tried.report.converged;
        return report;
      }
    } else {
      report.iterations += hold_roughly(rows, held, preconditioner, w, at);
    }
    before = held;
    for (int s = 0; s < kSweeps; ++s, ++report.sweeps)
      if (sweep(rows, at) <= tolerance.slipping) break;
  }
  return report;
}

}  // namespace scree
