#include "scree/step/nonsmooth/books.h"

#include "scree/state/edit.h"
#include "scree/step/nonsmooth/contact_rows.h"

namespace scree {
namespace {

/// Did the contact carry anything in the last step? Then its spring was counted.
bool counted(const State& state, const ContactRows& c) {
  return c.pair >= 0 ? state.pairs.spring[c.pair].a > 0 : state.wall_contacts.spring[c.wall].a > 0;
}

void book_wall(const ContactRows& c, const Motion8& partner, Real dt, State& state) {
  const Index w = state.wall_contacts.wall[c.wall];
  WallState& wall = state.walls[w];
  const Vec3 p = c.p_n * c.n + c.p_t;
  const Vec3 point = position(state.grains.place[c.i]) + c.arm_i * c.n;
  wall.force += p / dt;
  wall.torque += (cross(point - wall.x, p) + c.q) / dt;
  const Real work = -dot(p, partner.v) - dot(c.q, partner.w);
  wall.power += work / dt;
  wall.work += work;
}

void book_prescribed(const ContactRows& c, const Motion8& partner, Real dt, State& state) {
  const Grains& g = state.grains;
  const Index row = state.pairs.j[c.pair];
  if (row < g.free) return;
  const Vec3 p = c.p_n * c.n + c.p_t;
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
  if (c.wall >= 0) return c.gap + dt * dot(j.v - i.v, c.n);
  const Real radii = state.grains.place[c.i].r + state.grains.place[state.pairs.j[c.pair]].r;
  // A prescribed partner stands in the problem with its velocity at the contact.
  const Index row = state.pairs.j[c.pair];
  const Vec3 v = row < state.grains.free ? j.v : state.grains.motion[row].v;
  return norm((c.gap + radii) * c.n + dt * (v - i.v)) - radii;
}

}  // namespace

void open_books(State& state) {
  for (WallState& w : state.walls) w.force = w.torque = {0, 0, 0}, w.power = 0;
  for (GroupState& g : state.groups) g.force = {0, 0, 0}, g.power = 0;
}

void book_stage(const Scene& scene, const std::vector<Motion8>& before,
                const ContactProblem& problem, Real dt, bool moves, State& state) {
  ContactLoss<Real> loss{};
  for (const ContactRows& c : problem.contacts) {
    const Motion8 &i = problem.bodies[c.i], &j = problem.bodies[c.j];
    const ContactVelocity then = velocity_at(c, before[c.i], before[c.j]);
    const ContactVelocity now = velocity_at(c, i, j);
    const Real normal = 0.5 * c.p_n * (then.normal + now.normal);
    const Real tangent = 0.5 * dot(c.p_t, then.tangent + now.tangent);
    const Real spin = 0.5 * dot(c.q, then.spin + now.spin);
    loss.work += normal + tangent + spin;
    loss.normal_dashpot -= normal;
    loss.sliding -= tangent;
    loss.rolling -= spin;
    if (moves && c.compliance > 0) {
      if (counted(state, c)) loss.normal_dashpot += spring_energy(scene, c, c.gap);
      if (c.p_n > 0) loss.normal_dashpot -= spring_energy(scene, c, gap_after(state, c, i, j, dt));
    }
    if (!(c.p_n > 0)) continue;
    c.wall >= 0 ? book_wall(c, j, dt, state) : book_prescribed(c, j, dt, state);
  }
  ContactLoss<Real>& total = state.ledger.contacts;
  total.work += loss.work;
  total.normal_dashpot += loss.normal_dashpot;
  total.sliding += loss.sliding;
  total.rolling += loss.rolling;
}

void book_gravity(const std::vector<Motion8>& after, Real dt, State& state) {
  Real sum = 0;
  for (Index r = 0; r < state.grains.free; ++r)
    if (after[r].inv_mass > 0)
      sum += dot(state.gravity, state.grains.motion[r].v - after[r].v) / after[r].inv_mass;
  state.ledger.gravity += 0.5 * dt * sum;
}

}  // namespace scree
