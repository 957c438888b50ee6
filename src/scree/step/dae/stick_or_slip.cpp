#include "scree/step/dae/stick_or_slip.h"

#include <algorithm>

#include "scree/step/dae/rounding.h"

namespace scree {
namespace {

/// Of the largest acceleration: a contact at its bound that accelerates less than this still
/// sticks.
constexpr Real kSlipOnset = 1e-10;
/// Of the largest acceleration: how exactly friction must point against the slip that begins.
constexpr Real kSlipTolerance = 1e-6;

/// Exact enough that velocities need no solve of their own after the step.
SolveTolerance tolerance_of(const FrictionProblem& p, Real dt) {
  const Real rounding = 16 * kEps * p.scale;
  const Real held =
      dt > 0 ? std::max(rounding, 0.5 / dt * velocity_tolerance(0, p.fall_speed)) : 4 * rounding;
  return {held, kSlipTolerance * p.scale};
}

/// A block slips if it is at its bound and something is left of its acceleration.
bool slips(const FrictionProblem& p, Index block, const Unknowns& at) {
  const ConstraintBlock& b = p.set.blocks[block];
  Real rate2 = 0;
  for (Index r = b.first; r < b.first + b.rows; ++r) {
    const Real rate = p.rates().off(r, at.z);
    rate2 += rate * rate;
  }
  return at_bound(p.set, block, at.lambda) && rate2 > kSlipOnset * kSlipOnset * p.scale * p.scale;
}

}  // namespace

Vec3 block_force(const ConstraintSet& set, Index block, const std::vector<Real>& lambda) {
  const ConstraintBlock& b = set.blocks[block];
  Vec3 f{0, 0, 0};
  for (Index r = b.first; r < b.first + b.rows; ++r) f += lambda[r] * set.rows[r].d;
  return f;
}

void solve_friction(const FrictionProblem& p, Real dt, Preconditioner& preconditioner,
                    FrictionWork& work, FrictionResult& result) {
  Unknowns& at = result.at;
  at.z = p.free;
  at.lambda = p.guess;
  for (Index r = 0; r < p.set.size(); ++r) p.set.push(r, at.lambda[r], at.z);
  result.report = solve_bounded(p.rates(), tolerance_of(p, dt), preconditioner, work.solve, at);
  result.force = p.sliding;
  result.sticks.assign(p.set.blocks.size(), 1);
  result.caught = false;
  for (std::size_t b = 0; b < p.block_contact.size(); ++b) {
    const Index block = static_cast<Index>(b);
    result.force[p.block_contact[b]] = block_force(p.set, block, at.lambda);
    result.sticks[b] = !slips(p, block, at);
    result.caught |= result.sticks[b] && !p.block_held[b];
  }
}

}  // namespace scree
