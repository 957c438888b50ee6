#include "scree/step/dae/velocity_projection.h"

#include <algorithm>

#include "scree/step/common/partner_books.h"
#include "scree/step/dae/rounding.h"

namespace scree {
namespace {

/// Velocities of the bodies, of which no multiplier has taken anything yet.
void start(const Grains& g, Index rows, Unknowns& at) {
  at.z.assign(g.size() + 1, Twist{});
  for (Index r = 0; r < g.free; ++r) at.z[r] = {g.motion[r].v, g.motion[r].w};
  at.lambda.assign(rows, 0);
}

/// The prescribed one of two grains; -1 if there is none.
Index prescribed_of(Index i, Index j, Index free) { return i >= free ? i : j >= free ? j : -1; }

/// The impulses p of contacts and rods take -1/2 p.u from the bodies, u the relative velocity
/// before them; partners that move do the work p times their velocity.
void book(const FrictionProblem& p, const std::vector<Real>& impulse, const std::vector<Real>& slip,
          State& state) {
  const Index free = state.grains.free;
  const auto loss_and_work = [&](std::size_t b) {
    const ConstraintBlock& block = p.set.blocks[b];
    std::pair<Real, Real> sum{0, 0};
    for (Index r = block.first; r < block.first + block.rows; ++r) {
      sum.first -= 0.5 * impulse[r] * slip[r];
      sum.second += impulse[r] * p.driven_velocity[r];
    }
    return sum;
  };
  Real sliding = 0;
  for (std::size_t b = 0; b < p.block_contact.size(); ++b) {
    const auto [loss, work] = loss_and_work(b);
    sliding += loss;
    const FrictionContact& c = p.contacts[p.block_contact[b]];
    if (c.wall >= 0)
      state.walls[c.wall].work += work;
    else
      book_work(work, prescribed_of(c.i, c.j, free), state);
  }
  state.ledger.sliding += sliding;
  std::size_t b = p.block_contact.size();
  for (const JointNow& rod : p.joints) {
    if (rod.joint->kind != JointKind::kRod) continue;
    const auto [loss, work] = loss_and_work(b++);
    state.ledger.joints += loss;
    book_work(work, prescribed_of(rod.i, rod.j, free), state);
  }
}

}  // namespace

SolveReport project_velocities(const FrictionProblem& p, const FrictionResult& result, Real dt,
                               Preconditioner& preconditioner, FrictionWork& work, State& state) {
  Grains& g = state.grains;
  const Constraints rows = p.velocities();
  Unknowns& at = work.velocities;
  start(g, p.set.size(), at);
  work.slip.resize(p.set.size());
  for (Index r = 0; r < p.set.size(); ++r) work.slip[r] = rows.off(r, at.z);
  // What one step's change of velocity rounds to.
  const Real rounding = kEps * dt * p.scale;
  // Less than that, or than the rounding of speeds, is swept away, not solved for.
  const Real tolerance =
      std::max(velocity_tolerance(largest_speed(at.z), p.fall_speed), 4 * rounding);
  SolveReport report;
  if (largest_violation(rows, result.sticks, at.z) <= tolerance)
    sweep_held(rows, result.sticks, at);
  else
    report = solve_held(rows, result.sticks, tolerance, preconditioner, work.solve, at);
  book(p, at.lambda, work.slip, state);
  for (Index r = 0; r < g.free; ++r)
    g.motion[r].v = without(rounding, at.z[r].v), g.motion[r].w = at.z[r].w;
  return report;
}

}  // namespace scree
