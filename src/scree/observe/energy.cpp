#include "scree/observe/energy.h"

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/observe/bodies.h"
#include "scree/observe/contact_sample.h"
#include "scree/state/joints.h"

namespace scree {
namespace {

struct BodySum {
  Real translation = 0, rotation = 0, potential = 0;
  BodySum& operator+=(const BodySum& o) {
    translation += o.translation, rotation += o.rotation, potential += o.potential;
    return *this;
  }
};
struct SpringSum {
  Real normal = 0, tangential = 0, dashpots = 0, capillary = 0;
  SpringSum& operator+=(const SpringSum& o) {
    normal += o.normal, tangential += o.tangential, dashpots += o.dashpots;
    capillary += o.capillary;
    return *this;
  }
};

}  // namespace

EnergyNow energy_now(const Scene& scene, const State& state) {
  const BodySum bodies = reduce_chunks<BodySum>(body_count(state), [&](Index begin, Index end) {
    BodySum sum;
    for (Index k = begin; k < end; ++k) {
      const BodyNow b = body_at(scene, state, k);
      sum.translation += b.kinetic_translation();
      sum.rotation += b.kinetic_rotation();
      sum.potential -= b.mass * dot(state.gravity, b.x);
    }
    return sum;
  });
  const SpringSum springs =
      reduce_contacts<SpringSum>(scene, state, [](SpringSum& sum, const ContactSample& c) {
        sum.normal += c.normal_energy;
        sum.tangential += c.tangential_energy;
        sum.dashpots += c.dashpots;
        sum.capillary += c.capillary_energy;
      });
  BodySum all = bodies;
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    if (!scene.walls[w].part || !state.walls[w].present) continue;
    const BodyNow b = rigid_at(scene, state, scene.walls[w].part->body);
    all.translation += b.kinetic_translation();
    all.rotation += b.kinetic_rotation();
    all.potential -= b.mass * dot(state.gravity, b.x);
  }
  Real joints = 0, joint_loss = 0;
  for (const JointState& j : state.machine) joints += j.energy;
  for (const JointNow& j : joints_now(scene, state)) {
    if (j.joint->kind != JointKind::kSpring) continue;
    joints += spring_energy(j);
    joint_loss += spring_loss(j);
  }
  return {all.translation,
          all.rotation,
          all.potential,
          springs.normal,
          springs.tangential,
          springs.dashpots + joint_loss,
          springs.capillary,
          joints,
          scene.rigid_contacts() ? 0 : 0.5};
}

Real dissipated(const Ledger& ledger) {
  Real sum = 0;
  for (const LedgerChannel& c : ledger_channels())
    if (c.flow == Flow::kLost) sum += ledger.*(c.value);
  return sum;
}

Real wall_work(const State& state) {
  Real sum = 0;
  for (const WallState& w : state.walls) sum += w.work;
  return sum;
}

Real balance(const EnergyNow& now, const State& state) {
  const Ledger& l = state.ledger;
  Real power = now.dashpots;
  for (const WallState& w : state.walls) power -= w.power;
  for (const GroupState& g : state.groups) power -= g.power;
  return now.total() - now.ahead * state.clock.dt * power + dissipated(l) + l.removed - l.emitted -
         wall_work(state) - l.prescribed - l.motors - l.applied - l.gravity;
}

Real closing_error(const EnergyNow& now, const State& state, ClosingMemory& memory) {
  const Real balance_now = balance(now, state);
  if (memory.started == 0) {
    memory.started = 1;
    memory.balance_then = balance_now;
    memory.potential_then = now.potential;
  }
  const Ledger& l = state.ledger;
  Real walls = 0;
  for (const WallState& w : state.walls) walls += std::fabs(w.work);
  for (const Real size :
       {now.kinetic(), std::fabs(now.elastic()), std::fabs(now.capillary), now.joints,
        std::fabs(now.potential - memory.potential_then), std::fabs(dissipated(l)), walls,
        std::fabs(l.prescribed), std::fabs(l.motors), std::fabs(l.applied), std::fabs(l.gravity),
        std::fabs(l.emitted), std::fabs(l.removed)})
    memory.turned_over = max(memory.turned_over, size);
  return memory.turned_over > 0 ? (balance_now - memory.balance_then) / memory.turned_over : 0;
}

}  // namespace scree
