#include "scree/step/dae/friction_pass.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/step/common/partner_books.h"

namespace scree {
namespace {

constexpr Real kEps = std::numeric_limits<Real>::epsilon();
constexpr Real kInf = std::numeric_limits<Real>::infinity();
/// Of the largest acceleration: a contact at its bound that accelerates less than this still
/// sticks.
constexpr Real kSlipOnset = 1e-10;
/// Of the largest acceleration: how exactly friction must point against the slip that begins.
constexpr Real kSlipTolerance = 1e-6;
/// Of the largest speed, or that of a fall through the height of all bodies: below is rounding.
constexpr Real kVelocityTolerance = 4 * kEps;

Real largest_speed(const std::vector<Twist>& z) {
  Real v2 = 0;
  for (const Twist& t : z) v2 = std::max(v2, norm2(t.v));
  return std::sqrt(v2);
}

/// Of all bodies that move, against gravity [m].
Real height(const Grains& g, Vec3 gravity) {
  const Real size = norm(gravity);
  if (!(size > 0) || g.free == 0) return 0;
  Real lowest = kInf, highest = -kInf;
  for (Index r = 0; r < g.free; ++r) {
    const Real z = -dot(gravity, position(g.place[r])) / size;
    lowest = std::min(lowest, z - g.place[r].r), highest = std::max(highest, z + g.place[r].r);
  }
  return highest - lowest;
}

/// Components that are not more than rounding are zero.
Vec3 without(Real rounding, Vec3 a) {
  for (Real* x : {&a.x, &a.y, &a.z})
    if (std::fabs(*x) <= rounding) *x = 0;
  return a;
}

/// The direction in which a slipping contact slips. Within a step it stays on the side it was on:
/// the field of that side is continued over the switching surface.
Vec3 slip_direction(const FrictionContact& c) {
  const Vec3& f = c.memory->force;
  const Real size = norm(f);
  if (size > 0 && dot(c.u, f) >= 0) return -1 / size * f;
  const Real speed = norm(c.u);
  return speed > 0 ? c.u / speed : Vec3{0, 0, 0};
}

/// What a contact that holds will do, from what it did: its changes go on as if each were the last
/// but for oscillations. With kMemory = 1 this would be extrapolation by a cubic, and the part of
/// the forces of a hyperstatic pile that no equation fixes would run away; below 1 it dies out, and
/// an oscillation by omega dt a step is still met to (omega dt)((omega dt)^2 + (1 -
/// kMemory)^2)^(3/2).
constexpr Real kMemory = 0.9;
Vec3 expected_force(const FrictionMemory& m) {
  constexpr Real a = 3 * kMemory, b = -3 * kMemory * kMemory, c = kMemory * kMemory * kMemory;
  return m.force + (a * m.change[0] + b * m.change[1] + c * m.change[2]);
}

/// Could this contact stick? Then the solve says whether it does.
/// `stoppable`: a speed that friction can take from it within the step.
bool candidate(const FrictionContact& c, Instant instant, Real stoppable) {
  const Real status = c.memory->status;
  if (status == kSticks) return true;
  if (norm2(c.u) <= stoppable * stoppable) return true;
  if (status == kNewContact || instant == Instant::kStage) return false;
  // A slipping contact has come to rest, or would reverse.
  return norm2(c.memory->force) > 0 && dot(c.u, c.memory->force) >= 0;
}

}  // namespace

Real FrictionPass::velocity_tolerance(const State& state, Real speed) const {
  const Real fall = std::sqrt(2 * norm(state.gravity) * height_);
  return kVelocityTolerance * std::max(speed, fall);
}

void FrictionPass::gather(const Scene& scene, State& state, Real dt, Instant instant) {
  const Grains& g = state.grains;
  const Index immobile = g.size();
  find_friction_contacts(scene, state, contacts_);
  joints_ = joints_now(scene, state);
  set_.body = mobilities(g);
  set_.rows.clear();
  set_.blocks.clear();
  block_contact_.clear();
  driven_v_.clear();
  lambda_.clear();
  slip_.assign(contacts_.size(), {0, 0, 0});
  ConstraintRow rows[2];
  const bool naive = options_.friction == FrictionForm::kSign;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    FrictionContact& c = contacts_[k];
    if (c.i >= g.free && c.j >= g.free) continue;
    if (naive) {
      const Real speed = norm(c.u);
      if (speed > 0) slip_[k] = (-c.dynamic_friction * c.load / speed) * c.u;
      continue;
    }
    const Index count = friction_rows(c, scene.planar, g.free, immobile, rows);
    // One that slips on is bound by friction in motion; one that stops, or turns, by that at rest.
    const bool slips_on = c.memory->status == kSlips && dot(c.u, c.memory->force) < 0;
    const Real bound = (slips_on ? c.dynamic_friction : c.static_friction) * c.load;
    // Only Verlet, which does not look for the instant at which a contact comes to rest.
    const bool within = options_.integrator == Integrator::kVerlet;
    const Real stoppable = within ? dt * bound * set_.diagonal(rows[0]) : 0;
    if (!candidate(c, instant, stoppable)) {
      slip_[k] = (-c.dynamic_friction * c.load) * slip_direction(c);
      continue;
    }
    const Vec3 force = within ? expected_force(*c.memory) : c.memory->force;
    const Real size = norm(force);
    const Real fit = size > bound ? bound / size : 1;  // what was held may be too much now
    for (Index r = 0; r < count; ++r) {
      driven_v_.push_back(rows[r].driven);
      lambda_.push_back(fit * dot(force, rows[r].d));
      // How fast must the relative velocity change? A partner that moves: until the present.
      rows[r].driven = -dot(c.turning, rows[r].d);
    }
    set_.add(rows, count, bound, c.arm_i, c.arm_j);
    block_contact_.push_back(static_cast<Index>(k));
    if (!c.driven || !(dt > 0)) continue;
    for (Index r = 0; r < count; ++r) {
      const ConstraintRow& row = rows[r];
      const auto then = [&](Index b) {
        return b == immobile ? Twist{}
                             : Twist{g.motion[b].v - dt * g.accel[b].a,
                                     g.motion[b].w - dt * g.accel[b].alpha};
      };
      const Twist i = then(row.i), j = then(row.j);
      const Real u = dot(row.d, i.v - j.v) + dot(row.b_i, i.w) + dot(row.b_j, j.w);
      set_.rows[set_.size() - count + r].driven =
          (driven_v_[driven_v_.size() - count + r] - u) / dt;
    }
  }
  for (const JointNow& j : joints_) {
    if (j.joint->kind != JointKind::kRod) continue;
    rows[0] = rod_row(j, g.free, immobile);
    rows[0].driven = rod_target(j, options_);
    set_.add(rows, 1, kInf);
    driven_v_.push_back(0);
    lambda_.push_back(0);
  }
}

/// Books of walls and prescribed bodies, as the force pass keeps them for normal forces.
void FrictionPass::add_force(State& state, Index k, Vec3 f, Real dt, ForceSums& sums) {
  const FrictionContact& c = contacts_[k];
  const Vec3 turn = cross(c.n, f);
  sums.rows[c.i].force += f;
  sums.rows[c.i].torque += c.arm_i * turn;
  const Grains& g = state.grains;
  const auto book = [&](Index row, Vec3 felt, Vec3 torque) {
    if (row >= g.free) book_force(load_on_grain(felt, torque, g.motion[row]), dt, row, state);
  };
  if (c.wall < 0) {
    sums.rows[c.j].force -= f;
    sums.rows[c.j].torque += c.arm_j * turn;
    book(c.i, f, c.arm_i * turn);
    book(c.j, -f, c.arm_j * turn);
    return;
  }
  WallState& wall = state.walls[c.wall];
  book_force(load_on_wall<Real>(-f, {0, 0, 0}, c.point, c.partner, wall.x, wall.w), dt, wall);
}

SolveReport FrictionPass::forces(const Scene& scene, State& state, Real dt, Instant instant,
                                 const PreconditionerSource& preconditioner, ForceSums& sums) {
  gather(scene, state, dt, instant);
  const Grains& g = state.grains;
  const Real book_dt = instant == Instant::kFinal ? dt : 0;
  for (const JointNow& j : joints_) {
    if (j.joint->kind != JointKind::kSpring) continue;
    const Vec3 f = spring_force(j);
    sums.rows[j.i].force += f;
    if (j.j >= 0) sums.rows[j.j].force -= f;
    state.ledger.joints += spring_loss(j) * book_dt;
  }
  for (std::size_t k = 0; k < contacts_.size(); ++k)
    if (norm2(slip_[k]) > 0) add_force(state, static_cast<Index>(k), slip_[k], book_dt, sums);
  z_.assign(g.size() + 1, Twist{});
  for (Index r = 0; r < g.free; ++r) {
    const Motion8& m = g.motion[r];
    z_[r] = {m.inv_mass * sums.rows[r].force + state.gravity, m.inv_inertia * sums.rows[r].torque};
    if (scene.planar) z_[r].v.z = z_[r].w.x = z_[r].w.y = 0;
  }
  const Real scale = scale_ = std::max(largest_speed(z_), norm(state.gravity));
  height_ = height(g, state.gravity);
  for (Index r = 0; r < set_.size(); ++r) set_.push(r, lambda_[r], z_);
  // Exact enough that velocities need no solve of their own after the step.
  const Real rounding = 16 * kEps * scale;
  const Real held =
      dt > 0 ? std::max(rounding, 0.5 / dt * velocity_tolerance(state, 0)) : 4 * rounding;
  SolveReport report =
      solve_bounded(set_, preconditioner, {held, kSlipTolerance * scale}, work_, z_, lambda_);
  sticks_.assign(set_.blocks.size(), 1);
  caught_ = false;
  for (std::size_t b = 0; b < set_.blocks.size(); ++b) {
    const ConstraintBlock& block = set_.blocks[b];
    Vec3 f{0, 0, 0};
    Real rate2 = 0;
    for (Index r = block.first; r < block.first + block.rows; ++r) {
      f += lambda_[r] * set_.rows[r].d;
      const Real rate = set_.along(r, z_) - set_.rows[r].driven;
      rate2 += rate * rate;
    }
    if (b >= block_contact_.size()) {  // a rod
      const ConstraintRow& row = set_.rows[block.first];
      if (row.i < g.free) sums.rows[row.i].force += f;
      if (row.j < g.free) sums.rows[row.j].force -= f;
      continue;
    }
    const Index k = block_contact_[b];
    add_force(state, k, f, book_dt, sums);
    sticks_[b] = !(at_bound(set_, static_cast<Index>(b), lambda_) &&
                   rate2 > kSlipOnset * kSlipOnset * scale * scale);
    slip_[k] = f;
    if (instant == Instant::kStage) continue;
    FrictionMemory& memory = *contacts_[k].memory;
    const bool held = memory.status == kSticks;
    caught_ |= sticks_[b] && !held;
    memory.status = sticks_[b] ? kSticks : kSlips;
    std::copy_backward(memory.change, memory.change + 2, memory.change + 3);
    memory.change[0] = f - memory.force;
    if (!held || !sticks_[b]) std::fill_n(memory.change, 3, Vec3{0, 0, 0});
  }
  if (instant == Instant::kStage) return report;
  Real sliding = 0;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    FrictionContact& c = contacts_[k];
    if (c.memory->status == kNewContact) c.memory->status = kSlips;
    c.memory->force = slip_[k];
    sliding -= dot(slip_[k], c.u);
  }
  state.ledger.sliding += sliding * dt;
  return report;
}

void FrictionPass::drop_rounding(State& state) const {
  for (Index r = 0; r < state.grains.free; ++r) {
    Accel8& a = state.grains.accel[r];
    a.a = without(4 * kEps * scale_, a.a);
  }
}

FrictionPass::Signature FrictionPass::signature() const {
  Signature out;
  for (const FrictionContact& c : contacts_) {
    const bool slips = c.memory->status == kSlips;
    out.push_back({c.i, c.wall < 0 ? c.j : -1 - c.wall, c.surface, false,
                   slips && dot(c.u, c.memory->force) > 0});
  }
  for (std::size_t b = 0; b < block_contact_.size(); ++b)
    out[block_contact_[b]].sticks = sticks_[b];
  return out;
}

SolveReport FrictionPass::project_velocities(State& state, Real dt,
                                             const PreconditionerSource& preconditioner) {
  Grains& g = state.grains;
  for (Index r = 0; r < g.free; ++r) z_[r] = {g.motion[r].v, g.motion[r].w};
  z_[g.size()] = Twist{};
  Real loss = 0;
  u_before_.resize(set_.size());
  for (Index r = 0; r < set_.size(); ++r) {
    set_.rows[r].driven = driven_v_[r];
    lambda_[r] = 0;
    u_before_[r] = set_.along(r, z_) - driven_v_[r];
  }
  // What one step's change of velocity rounds to.
  const Real rounding = kEps * dt * scale_;
  // Less than that, or than the rounding of speeds, is swept away, not solved for.
  const Real tolerance = std::max(velocity_tolerance(state, largest_speed(z_)), 4 * rounding);
  SolveReport report;
  if (largest_violation(set_, sticks_, z_) <= tolerance)
    sweep_held(set_, sticks_, z_, lambda_);
  else
    report = project(set_, sticks_, preconditioner, tolerance, work_, z_, lambda_);
  for (std::size_t b = 0; b < block_contact_.size(); ++b)
    for (Index r = set_.blocks[b].first; r < set_.blocks[b].first + set_.blocks[b].rows; ++r) {
      const FrictionContact& c = contacts_[block_contact_[b]];
      loss -= 0.5 * lambda_[r] * u_before_[r];
      (c.wall >= 0 ? state.walls[c.wall].work : state.ledger.prescribed) +=
          lambda_[r] * driven_v_[r];
    }
  state.ledger.sliding += loss;
  for (Index r = 0; r < g.free; ++r)
    g.motion[r].v = without(rounding, z_[r].v), g.motion[r].w = z_[r].w;
  return report;
}

}  // namespace scree
