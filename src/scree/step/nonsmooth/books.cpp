#include "scree/step/nonsmooth/books.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/state/edit.h"
#include "scree/step/common/law_lanes.h"
#include "scree/step/nonsmooth/contact_rows.h"

namespace scree {
namespace {

/// Did the contact carry anything in the last step? Then its spring was counted.
bool counted(const State& state, const ContactRows& c) {
  if (c.part >= 0) return state.part_contacts[c.part].p_n > 0;
  return c.pair >= 0 ? state.pairs.spring[c.pair].a > 0 : state.wall_contacts.spring[c.wall].a > 0;
}

/// Impulse p and couple q on a wall at a point; `u`: the velocity of what it works on. A part has
/// its own energy: its work on others is no work from outside.
void book_on_wall(const Scene& scene, Index w, Vec3 point, Vec3 p, Vec3 q, Real work, Real dt,
                  State& state) {
  WallState& wall = state.walls[w];
  wall.force += p / dt;
  wall.torque += (cross(point - wall.x, p) + q) / dt;
  wall.power += work / dt;
  if (!scene.walls[w].part) wall.work += work;
}

void book_wall(const Scene& scene, const ContactRows& c, const Motion8& partner, Real dt,
               State& state) {
  const WallTable& t = state.wall_contacts;
  const Vec3 p = (c.p_n - c.pull) * c.n + c.p_t;
  const Vec3 point = position(state.grains.place[t.row[c.wall]]) + c.arm_i * c.n;
  const Vec3 u = partner.v + cross(partner.w, c.lever_j);
  book_on_wall(scene, t.wall[c.wall], point, p, c.q, -dot(p, u) - dot(c.q, partner.w), dt, state);
}

void book_part(const Scene& scene, const ContactRows& c, const Motion8& i, const Motion8& j,
               Real dt, State& state) {
  const PartContact t = state.part_contacts[c.part];
  const Vec3 p = (c.p_n - c.pull) * c.n + c.p_t;
  const Vec3 ui = i.v + cross(i.w, c.lever_i), uj = j.v + cross(j.w, c.lever_j);
  book_on_wall(scene, static_cast<Index>(t.part), t.point, -p, {0, 0, 0}, dot(p, ui), dt, state);
  book_on_wall(scene, static_cast<Index>(t.wall), t.point, p, {0, 0, 0}, -dot(p, uj), dt, state);
}

void book_prescribed(const ContactRows& c, const Motion8& partner, Real dt, State& state) {
  const Grains& g = state.grains;
  const Index row = state.pairs.j[c.pair];
  if (row < g.free) return;
  const Vec3 p = (c.p_n - c.pull) * c.n + c.p_t;
  const Real work = -dot(p, partner.v) - dot(c.q, partner.w);
  state.ledger.prescribed += work;
  const Index group = g.owner.empty() ? -1 : prescribed_group(g.owner[row]);
  if (group < 0 || group >= static_cast<Index>(state.groups.size())) return;
  state.groups[group].force += p / dt;
  state.groups[group].power += work / dt;
  state.groups[group].work += work;
}

/// Gap at the end of the step: of two spheres exactly, of a sphere and a wall along its normal.
Real gap_after(const State& state, const ContactRows& c, const Motion8& i, const Motion8& j,
               Real dt) {
  if (c.levers || c.wall >= 0) return c.gap + dt * velocity_at(c, i, j).normal;
  const Real radii = state.grains.place[c.i].r + state.grains.place[state.pairs.j[c.pair]].r;
  // A prescribed partner stands in the problem with its velocity at the contact.
  const Index row = state.pairs.j[c.pair];
  const Vec3 v = row < state.grains.free ? j.v : state.grains.motion[row].v;
  return norm((c.gap + radii) * c.n + dt * (v - i.v)) - radii;
}

struct StageLoss {
  ContactLoss<Real> loss{};
  StageLoss& operator+=(const StageLoss& o) {
    add(loss, o.loss);
    return *this;
  }
};

}  // namespace

void open_books(State& state) {
  for (WallState& w : state.walls) w.force = w.torque = {0, 0, 0}, w.power = 0;
  for (GroupState& g : state.groups) g.force = {0, 0, 0}, g.power = 0;
  for (JointState& j : state.machine) j.force = j.torque = {0, 0, 0}, j.motor = 0;
}

void book_stage(const Scene& scene, const std::vector<Motion8>& before,
                const ContactProblem& problem, Real dt, bool moves, State& state) {
  const auto book = [&](const ContactRows& c, ContactLoss<Real>& loss) {
    const Motion8 &i = problem.bodies[c.i], &j = problem.bodies[c.j];
    const ContactVelocity then = velocity_at(c, before[c.i], before[c.j]);
    const ContactVelocity now = velocity_at(c, i, j);
    const Real normal = 0.5 * (c.p_n - c.pull) * (then.normal + now.normal);
    const Real tangent = 0.5 * dot(c.p_t, then.tangent + now.tangent);
    const Real spin = 0.5 * dot(c.q, then.spin + now.spin);
    loss.work += normal + tangent + spin;
    loss.normal_dashpot -= normal;
    loss.sliding -= tangent;
    loss.rolling -= spin;
    if (!moves || !(c.compliance > 0)) return;
    if (counted(state, c)) loss.normal_dashpot += spring_energy(scene, c, c.gap);
    if (c.p_n > 0) loss.normal_dashpot -= spring_energy(scene, c, gap_after(state, c, i, j, dt));
  };
  const Index count = static_cast<Index>(problem.contacts.size());
  const StageLoss loss = reduce_chunks<StageLoss>(count, [&](Index begin, Index end) {
    StageLoss sum;
    for (Index k = begin; k < end; ++k) book(problem.contacts[k], sum.loss);
    return sum;
  });
  add(state.ledger.contacts, loss.loss);
  // Pairs stand first; only prescribed grains have books of their own among them.
  const bool prescribed = state.grains.free < state.grains.size();
  const auto first = prescribed
                         ? problem.contacts.begin()
                         : std::partition_point(problem.contacts.begin(), problem.contacts.end(),
                                                [](const ContactRows& c) { return c.pair >= 0; });
  for (auto at = first; at != problem.contacts.end(); ++at) {
    const ContactRows& c = *at;
    if (!(c.p_n > 0 || c.pull > 0)) continue;
    const Motion8 &i = problem.bodies[c.i], &j = problem.bodies[c.j];
    if (c.part >= 0) book_part(scene, c, i, j, dt, state);
    if (c.wall >= 0) book_wall(scene, c, j, dt, state);
    if (c.pair >= 0) book_prescribed(c, j, dt, state);
  }
}

void book_joints(const std::vector<Motion8>& before, const ContactProblem& problem,
                 const std::vector<JointRow>& rows, Real dt, State& state) {
  for (const JointRow& r : rows) {
    if (!r.takes) continue;
    JointState& s = state.machine[r.joint];
    s.force -= (r.p / dt) * r.along;
    if (r.turns) s.torque += (r.p / dt) * r.turn_a;
    if (r.motor) s.motor += r.p / dt;
    const Motion8 &a = problem.bodies[r.a], &b = problem.bodies[r.b];
    const Real now = speed_of(r, a, b);
    const Real work = 0.5 * r.p * (speed_of(r, before[r.a], before[r.b]) + now);
    // An end that moves as it is told brings work in, whatever the row is for.
    Real told = 0;
    if (!(a.inv_mass > 0)) told += r.p * (-dot(r.along, a.v) + dot(r.turn_a, a.w));
    if (!(b.inv_mass > 0)) told += r.p * (dot(r.along, b.v) + dot(r.turn_b, b.w));
    if (r.motor) {
      state.ledger.motors += work - told;
    } else {
      state.ledger.motors -= told;
      state.ledger.joints -= work;
    }
  }
}

void book_gravity(const std::vector<Motion8>& before, const ContactProblem& problem, Real dt,
                  State& state) {
  Real sum = 0;
  for (Index b = 0; b < problem.mobile(); ++b)
    if (problem.bodies[b].inv_mass > 0)
      sum += dot(state.gravity, before[b].v - problem.bodies[b].v) / problem.bodies[b].inv_mass;
  state.ledger.gravity += 0.5 * dt * sum;
}

}  // namespace scree
