#include "scree/step/nonsmooth/books.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/law/impulse.h"
#include "scree/step/common/law_lanes.h"
#include "scree/step/common/partner_books.h"
#include "scree/step/nonsmooth/carriers.h"
#include "scree/step/nonsmooth/contact_rows.h"
#include "scree/step/nonsmooth/posing.h"
#include "scree/step/nonsmooth/rigid_bodies.h"

namespace scree {
namespace {

/// Did the contact carry anything, or cohere, in the last step? Then its spring was counted.
bool counted(const State& state, const ContactRows& c) {
  switch (c.keeper) {
    case Keeper::kPair:
      return touched(state.pairs, c.row);
    case Keeper::kWall:
      return touched(state.wall_contacts, c.row);
    case Keeper::kPart:
      break;
  }
  return state.point_contacts[c.row].p_n > 0;
}

/// What a wall, or a part, felt in a stage.
void book_on_wall(const Scene& scene, Index w, const PartnerLoad<Real>& load, Real dt,
                  State& state) {
  book_impulse(load, dt, scene.walls[w].part.has_value(), state.walls[w]);
}

/// What a contact did in a stage.
struct Done {
  const ContactRows& c;
  const Motion8 &i, &j;
  Levers lever{};
  Vec3 p, q{0, 0, 0};  // impulse and couple on j

  Done(const ContactProblem& problem, std::size_t k)
      : c(problem.contacts[k]),
        i(problem.bodies[c.i]),
        j(problem.bodies[c.j]),
        p((c.p_n - c.pull) * c.n + c.p_t) {
    if (c.levers >= 0) lever = problem.levers[c.levers];
    if (!problem.rolling.empty()) q = problem.rolling[k].q;
  }
};

/// A bound grain hands on what it feels to the wall that carries it. `p`, `q`: on the grain, which
/// stands in the problem as `m`, with its velocity at the contact.
void book_on_carrier(const Scene& scene, Index row, Vec3 p, Vec3 q, Vec3 point, const Motion8& m,
                     Real dt, State& state) {
  const Index w = state.grains.bond[row];
  book_on_wall(scene, w, load_on_wall(p, q, point, m.v, state.walls[w].x, m.w), dt, state);
}

void book_wall(const Scene& scene, const Done& d, Real dt, State& state) {
  const WallTable& t = state.wall_contacts;
  const Index row = t.row[d.c.row], w = t.wall[d.c.row];
  const Place& place = state.grains.place[row];
  const Vec3 point = position(place) + (place.r + 0.5 * d.c.gap) * d.c.n;
  const Vec3 u = d.j.v + cross(d.j.w, d.lever.j);
  book_on_wall(scene, w, load_on_wall(d.p, d.q, point, u, state.walls[w].x, d.j.w), dt, state);
  if (is_bound(state.grains, row)) book_on_carrier(scene, row, -d.p, -d.q, point, d.i, dt, state);
}

/// One of the two is bound.
void book_bound(const Scene& scene, const Done& d, Real dt, State& state) {
  const Grains& g = state.grains;
  const Index i = state.pairs.i[d.c.row], j = state.pairs.j[d.c.row];
  const auto half_way = [&](Index row, Real side) {
    return position(g.place[row]) + side * (g.place[row].r + 0.5 * d.c.gap) * d.c.n;
  };
  if (is_bound(g, i)) book_on_carrier(scene, i, -d.p, -d.q, half_way(i, 1), d.i, dt, state);
  if (is_bound(g, j)) book_on_carrier(scene, j, d.p, d.q, half_way(j, -1), d.j, dt, state);
}

void book_part(const Scene& scene, const Done& d, Real dt, State& state) {
  const PointContact t = state.point_contacts[d.c.row];
  const Vec3 ui = d.i.v + cross(d.i.w, d.lever.i), uj = d.j.v + cross(d.j.w, d.lever.j);
  const Vec3 none{0, 0, 0};
  const auto a = static_cast<Index>(t.part), b = static_cast<Index>(t.wall);
  book_on_wall(scene, a, load_on_wall(-d.p, none, t.point, ui, state.walls[a].x, d.i.w), dt, state);
  book_on_wall(scene, b, load_on_wall(d.p, none, t.point, uj, state.walls[b].x, d.j.w), dt, state);
}

void book_prescribed(const Done& d, Real dt, State& state) {
  const Index row = state.pairs.j[d.c.row];
  if (row < state.grains.free) return;
  // It stands in the problem with its velocity at the contact.
  book_impulse(load_on_grain(d.p, d.q, d.j), dt, row, state);
  const Place& place = state.grains.place[row];
  Load8& felt = state.grains.felt[row];
  felt.force += d.p / dt;
  felt.torque += (cross(-(place.r + 0.5 * d.c.gap) * d.c.n, d.p) + d.q) / dt;
}

struct StageLoss {
  ContactLoss<Real> loss{};
  StageLoss& operator+=(const StageLoss& o) {
    add(loss, o.loss);
    return *this;
  }
};

}  // namespace

Real gap_after(const Scene& scene, const State& state, const ContactProblem& problem,
               const std::vector<Motion8>& bodies, const ContactRows& c, Real dt) {
  if (c.keeper == Keeper::kWall && c.levers < 0 && c.i < problem.spheres)
    return gap_after_way(scene, state, c.row, dt * bodies[c.i].v);
  if (c.levers >= 0 || c.keeper != Keeper::kPair)
    return c.gap + dt * velocity_at(problem, c, bodies[c.i], bodies[c.j]).normal;
  const Grains& g = state.grains;
  const Index i = state.pairs.i[c.row], j = state.pairs.j[c.row];
  const Real radii = g.place[i].r + g.place[j].r;
  // A partner that no impulse moves stands in the problem with its velocity at the contact.
  const auto way = [&](Index row, Index body) -> Vec3 {
    if (is_bound(g, row)) return carried_way(state.walls[g.bond[row]], position(g.place[row]), dt);
    return dt * (row >= g.free ? g.motion[row].v : bodies[body].v);
  };
  return norm((c.gap + radii) * c.n + (way(j, c.j) - way(i, c.i))) - radii;
}

void open_books(State& state) {
  for (WallState& w : state.walls) w.force = w.torque = {0, 0, 0}, w.power = 0;
  for (GroupState& g : state.groups) g.force = {0, 0, 0}, g.power = 0;
  for (JointState& j : state.machine) j.force = j.torque = {0, 0, 0}, j.motor = 0;
  Grains& g = state.grains;
  if (g.has(kPrescribed)) std::fill(g.felt.begin() + g.free, g.felt.end(), Load8{});
}

void book_stage(const Scene& scene, const std::vector<Motion8>& before,
                const ContactProblem& problem, Real dt, bool moves, State& state) {
  const auto book = [&](Index k, ContactLoss<Real>& loss) {
    const ContactRows& c = problem.contacts[k];
    const ContactVelocity then = velocity_at(problem, c, before[c.i], before[c.j]);
    const ContactVelocity now = velocity_at(problem, c);
    const Real normal = 0.5 * (c.p_n - c.pull) * (then.normal + now.normal);
    const Real tangent = 0.5 * dot(c.p_t, then.tangent + now.tangent);
    const Real spin =
        problem.rolling.empty() ? 0 : 0.5 * dot(problem.rolling[k].q, then.spin + now.spin);
    loss.work += normal + tangent + spin;
    loss.normal_dashpot -= normal;
    loss.sliding -= tangent;
    loss.rolling -= spin;
    if (!moves || rigid(scene.law.choice.normal, scene.law.pairs[c.law])) return;
    if (counted(state, c)) loss.normal_dashpot += spring_energy(scene, c, c.gap);
    if (c.p_n > 0 || c.pull > 0)
      loss.normal_dashpot -=
          spring_energy(scene, c, gap_after(scene, state, problem, problem.bodies, c, dt));
  };
  const Index count = static_cast<Index>(problem.contacts.size());
  const StageLoss loss = reduce_chunks<StageLoss>(count, [&](Index begin, Index end) {
    StageLoss sum;
    for (Index k = begin; k < end; ++k) book(k, sum.loss);
    return sum;
  });
  add(state.ledger, loss.loss);
  // Pairs stand first; only prescribed and bound grains have books of their own among them.
  const bool bound = state.grains.has(kBonds);
  const bool prescribed = state.grains.free < state.grains.size() || bound;
  const auto is_pair = [](const ContactRows& c) { return c.keeper == Keeper::kPair; };
  const auto all = problem.contacts.begin();
  const auto first = prescribed ? all : std::partition_point(all, problem.contacts.end(), is_pair);
  for (auto k = static_cast<std::size_t>(first - all); k < problem.contacts.size(); ++k) {
    const Done d(problem, k);
    if (!(d.c.p_n > 0 || d.c.pull > 0)) continue;
    if (d.c.keeper == Keeper::kPart) book_part(scene, d, dt, state);
    if (d.c.keeper == Keeper::kWall) book_wall(scene, d, dt, state);
    if (d.c.keeper == Keeper::kPair) book_prescribed(d, dt, state);
    if (bound && d.c.keeper == Keeper::kPair) book_bound(scene, d, dt, state);
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
  const Real sum = reduce_chunks<Total>(problem.mobile(), [&](Index begin, Index end) {
                     Total t;
                     for (Index b = begin; b < end; ++b)
                       if (const Motion8& m = problem.bodies[b]; m.inv_mass > 0)
                         t.v += dot(state.gravity, before[b].v - m.v) / m.inv_mass;
                     return t;
                   }).v;
  state.ledger.gravity += 0.5 * dt * sum;
}

}  // namespace scree
