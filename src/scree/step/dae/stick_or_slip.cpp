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

/// Forces, and who sticks: all but those at their bound of whose acceleration something is left.
void read_result(const FrictionProblem& p, FrictionResult& result) {
  const Unknowns& at = result.at;
  result.force = p.sliding;
  result.rod.clear();
  result.sticks.assign(p.set.blocks.size(), 1);
  result.caught = false;
  for (std::size_t b = 0; b < p.set.blocks.size(); ++b) {
    const ConstraintBlock& block = p.set.blocks[b];
    Vec3 f{0, 0, 0};
    Real rate2 = 0;
    for (Index r = block.first; r < block.first + block.rows; ++r) {
      f += at.lambda[r] * p.set.rows[r].d;
      const Real rate = p.rates().off(r, at.z);
      rate2 += rate * rate;
    }
    if (b >= p.block_contact.size()) {
      result.rod.push_back(f);
      continue;
    }
    result.force[p.block_contact[b]] = f;
    result.sticks[b] = !(at_bound(p.set, static_cast<Index>(b), at.lambda) &&
                         rate2 > kSlipOnset * kSlipOnset * p.scale * p.scale);
    result.caught |= result.sticks[b] && !p.block_held[b];
  }
}

}  // namespace

void solve_friction(const FrictionProblem& p, Real dt, Preconditioner& preconditioner,
                    FrictionWork& work, FrictionResult& result) {
  Unknowns& at = result.at;
  at.z = p.free;
  at.lambda = p.guess;
  for (Index r = 0; r < p.set.size(); ++r) p.set.push(r, at.lambda[r], at.z);
  result.report = solve_bounded(p.rates(), tolerance_of(p, dt), preconditioner, work.solve, at);
  read_result(p, result);
}

}  // namespace scree
