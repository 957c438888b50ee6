#include "scree/step/dae/friction_forces.h"

#include <algorithm>

#include "scree/step/common/partner_books.h"

namespace scree {
namespace {

/// Into the books of a group, if the row is prescribed.
void book(Index row, Vec3 felt, Vec3 torque, Real dt, State& state) {
  const Grains& g = state.grains;
  if (row >= g.free) book_force(load_on_grain(felt, torque, g.motion[row]), dt, row, state);
}

/// The force of a rod or spring on its first end, and on the other.
void add_joint(const JointNow& j, Vec3 f, Real dt, State& state, ForceSums& sums) {
  sums.rows[j.i].force += f;
  book(j.i, f, {0, 0, 0}, dt, state);
  if (j.j < 0) return;
  sums.rows[j.j].force -= f;
  book(j.j, -f, {0, 0, 0}, dt, state);
}

/// Books of walls and prescribed bodies, as the force pass keeps them for normal forces.
void add_friction(const FrictionContact& c, Vec3 f, Real dt, State& state, ForceSums& sums) {
  const Vec3 turn = cross(c.n, f);
  sums.rows[c.i].force += f;
  sums.rows[c.i].torque += c.arm_i * turn;
  if (c.wall < 0) {
    sums.rows[c.j].force -= f;
    sums.rows[c.j].torque += c.arm_j * turn;
    book(c.i, f, c.arm_i * turn, dt, state);
    book(c.j, -f, c.arm_j * turn, dt, state);
    return;
  }
  WallState& wall = state.walls[c.wall];
  book_force(load_on_wall<Real>(-f, {0, 0, 0}, c.point, c.partner, wall.x, wall.w), dt, wall);
}

/// What a contact that may stick did, for the guess of the next step.
void keep_block(Vec3 force, bool held, bool sticks, FrictionMemory& memory) {
  memory.status = sticks ? kSticks : kSlips;
  std::copy_backward(memory.change, memory.change + 2, memory.change + 3);
  memory.change[0] = force - memory.force;
  if (!held || !sticks) std::fill_n(memory.change, 3, Vec3{0, 0, 0});
}

}  // namespace

void add_known_forces(const FrictionProblem& p, Real dt, State& state, ForceSums& sums) {
  for (const JointNow& j : p.joints) {
    if (j.joint->kind != JointKind::kSpring) continue;
    add_joint(j, spring_force(j), dt, state, sums);
    state.ledger.joints += spring_loss(j) * dt;
  }
  for (std::size_t k = 0; k < p.contacts.size(); ++k)
    if (norm2(p.sliding[k]) > 0) add_friction(p.contacts[k], p.sliding[k], dt, state, sums);
}

void add_found_forces(const FrictionProblem& p, const FrictionResult& result, Real dt, State& state,
                      ForceSums& sums) {
  for (const Index k : p.block_contact)
    add_friction(p.contacts[k], result.force[k], dt, state, sums);
  std::size_t k = 0;
  for (const JointNow& j : p.joints)
    if (j.joint->kind == JointKind::kRod) add_joint(j, result.rod[k++], dt, state, sums);
}

void keep_friction(const FrictionProblem& p, const FrictionResult& result, Real dt, State& state) {
  for (std::size_t b = 0; b < p.block_contact.size(); ++b) {
    const Index k = p.block_contact[b];
    keep_block(result.force[k], p.block_held[b], result.sticks[b], memory_of(state, p.contacts[k]));
  }
  Real sliding = 0;
  for (std::size_t k = 0; k < p.contacts.size(); ++k) {
    const FrictionContact& c = p.contacts[k];
    FrictionMemory& memory = memory_of(state, c);
    if (memory.status == kNewContact) memory.status = kSlips;
    memory.force = result.force[k];
    sliding -= dot(result.force[k], c.u);
  }
  state.ledger.sliding += sliding * dt;
}

}  // namespace scree
