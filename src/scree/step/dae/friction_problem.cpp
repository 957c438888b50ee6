#include "scree/step/dae/friction_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "scree/step/dae/rounding.h"

namespace scree {
namespace {

constexpr Real kInf = std::numeric_limits<Real>::infinity();

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

/// Friction against the motion there is, whatever it is (FrictionForm::kSign).
Vec3 force_against_motion(const FrictionContact& c) {
  const Real speed = norm(c.u);
  return speed > 0 ? (-c.dynamic_friction * c.load / speed) * c.u : Vec3{0, 0, 0};
}

/// The direction in which a slipping contact slips. Within a step it stays on the side it was on:
/// the field of that side is continued over the switching surface.
Vec3 slip_direction(const FrictionContact& c, Vec3 last_force) {
  const Real size = norm(last_force);
  if (size > 0 && dot(c.u, last_force) >= 0) return -1 / size * last_force;
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

/// The most that friction does [N]: one that slips on is bound by friction in motion; one that
/// stops, or turns, by that at rest.
Real bound_of(const FrictionContact& c, const FrictionMemory& memory) {
  const bool slips_on = memory.status == kSlips && dot(c.u, memory.force) < 0;
  return (slips_on ? c.dynamic_friction : c.static_friction) * c.load;
}

/// Could this contact stick? Then the solve says whether it does.
/// `stoppable`: a speed that friction can take from it within the step.
bool may_stick(const FrictionContact& c, const FrictionMemory& memory, Instant instant,
               Real stoppable) {
  if (memory.status == kSticks) return true;
  if (norm2(c.u) <= stoppable * stoppable) return true;
  if (memory.status == kNewContact || instant == Instant::kStage) return false;
  // A slipping contact has come to rest, or would reverse.
  return norm2(memory.force) > 0 && dot(c.u, memory.force) >= 0;
}

/// What friction will be within its bound, along the rows: a first guess of their multipliers.
void add_guess(Vec3 expected, Real bound, std::span<const ConstraintRow> rows,
               std::vector<Real>& guess) {
  const Real size = norm(expected);
  const Real fit = size > bound ? bound / size : 1;  // what was held may be too much now
  for (const ConstraintRow& row : rows) guess.push_back(fit * dot(expected, row.d));
}

/// How fast the velocity along a row must change to be the partner's at the end of the step, from
/// what it was at its beginning [m/s^2].
Real catching_rate(const ConstraintRow& row, const Grains& g, Real driven_velocity, Real dt) {
  const Index immobile = g.size();
  const auto then = [&](Index b) {
    return b == immobile
               ? Twist{}
               : Twist{g.motion[b].v - dt * g.accel[b].a, g.motion[b].w - dt * g.accel[b].alpha};
  };
  const Twist i = then(row.i), j = then(row.j);
  const Real u = dot(row.d, i.v - j.v) + dot(row.b_i, i.w) + dot(row.b_j, j.w);
  return (driven_velocity - u) / dt;
}

/// What the rows of a contact should come to.
void add_driven(const FrictionContact& c, std::span<const ConstraintRow> rows, const Grains& g,
                Real dt, FrictionProblem& p) {
  for (const ConstraintRow& row : rows) {
    const Real velocity = driven_velocity(c, row, g.free);
    p.driven_velocity.push_back(velocity);
    // A partner that moves: until the present.
    p.driven_rate.push_back(c.driven && dt > 0 ? catching_rate(row, g, velocity, dt)
                                               : -dot(c.turning, row.d));
  }
}

void pose_contact(const Scene& scene, const State& state, const DaeOptions& options, Moment at,
                  Index k, FrictionProblem& p) {
  const FrictionContact& c = p.contacts[k];
  const Grains& g = state.grains;
  if (c.i >= g.free && c.j >= g.free) return;
  if (options.friction == FrictionForm::kSign) {
    p.sliding[k] = force_against_motion(c);
    return;
  }
  const FrictionMemory& memory = memory_of(state, c);
  ConstraintRow both[2];
  const std::span<const ConstraintRow> rows(
      both, static_cast<std::size_t>(friction_rows(c, scene.planar, g.free, g.size(), both)));
  const Real bound = bound_of(c, memory);
  // Only Verlet, which does not look for the instant at which a contact comes to rest.
  const bool within = options.integrator == Integrator::kVerlet;
  const Real stoppable = within ? at.dt * bound * p.set.diagonal(rows[0]) : 0;
  if (!may_stick(c, memory, at.instant, stoppable)) {
    p.sliding[k] = (-c.dynamic_friction * c.load) * slip_direction(c, memory.force);
    return;
  }
  p.set.add(rows, bound, c.arm_i, c.arm_j);
  p.block_contact.push_back(k);
  p.block_held.push_back(memory.status == kSticks);
  add_guess(within ? expected_force(memory) : memory.force, bound, rows, p.guess);
  add_driven(c, rows, g, at.dt, p);
}

void pose_rod(const JointNow& rod, const Grains& g, const DaeOptions& options, Real dt,
              FrictionProblem& p) {
  const ConstraintRow row = rod_row(rod, g.free, g.size());
  const Real velocity = rod_velocity(rod, g);
  // Only Verlet has ends that move as they are told.
  const bool driven =
      options.integrator == Integrator::kVerlet && dt > 0 && (rod.i >= g.free || rod.j >= g.free);
  p.set.add({&row, 1}, kInf);
  p.driven_velocity.push_back(velocity);
  p.driven_rate.push_back(driven ? catching_rate(row, g, velocity, dt) : rod_target(rod, options));
  p.guess.push_back(0);
}

}  // namespace

void pose_friction(const Scene& scene, const State& state, const DaeOptions& options, Moment at,
                   FrictionProblem& p) {
  find_friction_contacts(scene, state, p.contacts);
  p.joints = joints_now(scene, state);
  p.set.body = mobilities(state.grains);
  p.set.rows.clear(), p.set.blocks.clear();
  p.block_contact.clear(), p.block_held.clear();
  p.driven_velocity.clear(), p.driven_rate.clear(), p.guess.clear();
  p.sliding.assign(p.contacts.size(), {0, 0, 0});
  for (Index k = 0; k < static_cast<Index>(p.contacts.size()); ++k)
    pose_contact(scene, state, options, at, k, p);
  for (const JointNow& j : p.joints)
    if (j.joint->kind == JointKind::kRod) pose_rod(j, state.grains, options, at.dt, p);
}

void pose_accelerations(const Scene& scene, const State& state, const ForceSums& sums,
                        FrictionProblem& p) {
  const Grains& g = state.grains;
  p.free.assign(g.size() + 1, Twist{});
  for (Index r = 0; r < g.free; ++r) {
    const Motion8& m = g.motion[r];
    Twist& z = p.free[r];
    z = {m.inv_mass * sums.rows[r].force + state.gravity, m.inv_inertia * sums.rows[r].torque};
    if (scene.planar) z.v.z = z.w.x = z.w.y = 0;
  }
  p.scale = std::max(largest_speed(p.free), norm(state.gravity));
  p.fall_speed = std::sqrt(2 * norm(state.gravity) * height(g, state.gravity));
}

}  // namespace scree
