#include "scree/step/nonsmooth/contact_rows.h"

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/law/impulse.h"

namespace scree {
namespace {

/// What the law of a pair of materials says about a contact between them.
void take_law(const Scene& scene, Index a, Index b, ContactRows& c) {
  const PairLaw& law = scene.law.of(a, b);
  c.law = a * scene.law.materials + b;
  c.friction = law.friction;
  c.rolling = scene.law.choice.rolling != RollingLaw::kNone ? law.rolling_friction * c.radius : 0;
  c.twisting =
      scene.law.choice.twisting != TwistingLaw::kNone ? law.twisting_friction * c.radius : 0;
  c.restitution = scene.law.restitution[c.law];
}

bool worth_keeping(const ContactRows& c, const Motion8& i, const Motion8& j, Vec3 kick, Real dt) {
  if (c.gap <= 0) return true;
  // A contact that will touch within the step.
  Vec3 dv = j.v - i.v;
  if (i.inv_mass > 0) dv -= kick;
  if (j.inv_mass > 0) dv += kick;
  return c.gap + dt * std::min(dot(dv, c.n), dot(j.v - i.v, c.n)) < 0;
}

/// An immobile partner stands in the problem once per contact, with its velocity at the point.
Index add_partner(ContactProblem& problem, Vec3 v, Vec3 w) {
  problem.bodies.push_back({v, w, 0, 0});
  return static_cast<Index>(problem.bodies.size()) - 1;
}

void add_pair(const Scene& scene, const State& state, Index k, Vec3 kick, Real dt,
              ContactProblem& problem) {
  const Grains& g = state.grains;
  const Index i = state.pairs.i[k], j = state.pairs.j[k];
  if (i == j) return;
  const Place &pi = g.place[i], &pj = g.place[j];
  // Prescribed grains, like walls, already stand where they will be at the end of the step.
  const Vec3 ahead = j >= g.free ? dt * g.motion[j].v : Vec3{0, 0, 0};
  const Vec3 d = scene.domain.nearest(position(pj) - ahead - position(pi));
  const Real distance = norm(d);
  ContactRows c;
  c.gap = distance - pi.r - pj.r;
  if (c.gap > state.lists.reach || !(distance > 0)) return;
  c.n = d / distance;
  Motion8 partner = g.motion[j];
  if (j >= g.free) partner.inv_mass = partner.inv_inertia = 0;
  if (!worth_keeping(c, g.motion[i], partner, kick, dt)) return;
  c.touches = c.gap <= 0;
  c.arm_i = pi.r + 0.5 * c.gap, c.arm_j = pj.r + 0.5 * c.gap;
  c.i = i, c.j = j, c.pair = k;
  if (j >= g.free) {
    c.j = add_partner(problem, partner.v - cross(partner.w, c.arm_j * c.n), partner.w);
    c.arm_j = 0;
  }
  c.radius = pi.r * pj.r / (pi.r + pj.r);
  c.mass = 1 / (g.motion[i].inv_mass + partner.inv_mass);
  take_law(scene, g.material[i], g.material[j], c);
  problem.contacts.push_back(c);
}

void add_wall(const Scene& scene, const State& state, Index k, Vec3 kick, Real dt,
              ContactProblem& problem) {
  const WallTable& t = state.wall_contacts;
  const Grains& g = state.grains;
  const Place& p = g.place[t.row[k]];
  const WallState& wall = state.walls[t.wall[k]];
  ContactRows c;
  c.n = t.normal[k];
  const Vec3 point = position(p) + p.r * c.n;
  const Vec3 moves = wall.v + cross(wall.w, point - wall.x);  // the shape; a belt only its surface
  c.gap = t.gap[k] - dt * dot(moves, c.n);
  const Motion8 partner{wall.surface_velocity(point), wall.w, 0, 0};
  if (!worth_keeping(c, g.motion[t.row[k]], partner, kick, dt)) return;
  c.touches = c.gap <= 0;
  c.i = t.row[k], c.wall = k;
  c.arm_i = p.r + 0.5 * c.gap, c.arm_j = 0;
  c.j = add_partner(problem, partner.v, partner.w);
  c.radius = p.r;
  c.mass = 1 / g.motion[c.i].inv_mass;
  take_law(scene, g.material[c.i], scene.walls[t.wall[k]].surfaces[t.surface[k]].material, c);
  problem.contacts.push_back(c);
}

}  // namespace

void find_contacts(const Scene& scene, const State& state, Real dt, ContactProblem& problem) {
  problem.clear();
  const Grains& g = state.grains;
  problem.bodies.assign(g.motion.begin(), g.motion.begin() + g.free);
  const Vec3 kick = dt * state.gravity;
  for (Index k = 0; k < state.pairs.count; ++k) add_pair(scene, state, k, kick, dt, problem);
  for (Index k = 0; k < state.wall_contacts.size(); ++k)
    add_wall(scene, state, k, kick, dt, problem);
}

bool impact_rows(const Scene&, Real threshold, ContactProblem& problem, std::vector<char>& takes) {
  takes.assign(problem.contacts.size(), 0);
  bool any = false;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    ContactRows& c = problem.contacts[k];
    const Real u = velocity_at(c, problem.bodies[c.i], problem.bodies[c.j]).normal;
    c.impact = -u > threshold;
    takes[k] = c.impact || c.touches;
    c.target = c.impact ? -c.restitution * u : 0;
    c.soft = c.tangent_soft = c.rolling_soft = 0;
    c.p_n = 0, c.p_t = c.q = {0, 0, 0};
    any |= c.impact;
  }
  return any;
}

void step_rows(const Scene& scene, Real dt, ContactProblem& problem, std::vector<char>& takes) {
  const NonsmoothOptions& o = scene.nonsmooth;
  takes.assign(problem.contacts.size(), 0);
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    ContactRows& c = problem.contacts[k];
    const NormalLaw kind = scene.law.choice.normal;
    const PairLaw& law = scene.law.pairs[c.law];
    const Real overlap = std::max(-c.gap, 0.0);
    const ImpulseSpring spring = impulse_spring(kind, law, c.radius, overlap);
    // What only will touch is left to the impacts, or to the next step if the contact is soft.
    takes[k] = c.touches || (spring.compliance == 0 && !c.impact);
    // Restitution is the business of the impact stage; without it, of the dashpot of the law.
    const Real damped = o.impacts || spring.compliance == 0
                            ? 0
                            : dashpot(kind, law, c.mass, c.radius, overlap) * spring.compliance;
    const Real tau = std::max(o.stabilisation * dt, damped);
    const Real share = 1 / (1 + 4 * tau / dt);  // Upsilon
    const Real u = velocity_at(c, problem.bodies[c.i], problem.bodies[c.j]).normal;
    c.soft = 4 / (dt * dt) * spring.compliance * share;
    c.tangent_soft = o.friction_softness / dt;
    c.rolling_soft = o.rolling_softness / dt;
    c.compliance = spring.compliance;
    // A contact that was hit in this step has got its velocity: pushing it out of its overlap, too,
    // would add to the rebound.
    if (c.impact)
      c.target = 0;
    else
      c.target = c.touches ? 4 / dt * share * spring.overlap + share * u : -c.gap / dt;
    c.p_n = 0, c.p_t = c.q = {0, 0, 0};
  }
}

void recall_impulses(const State& state, const std::vector<char>& takes, ContactProblem& problem) {
  const auto recall = [](const SpringMemory& s, const RollMemory* roll, ContactRows& c) {
    if (!(s.a > 0)) return;
    c.p_n = s.a;
    c.p_t = s.spring - dot(s.spring, c.n) * c.n;
    if (roll) c.q = cross(c.n, roll->roll) + roll->twist * c.n;
  };
  const PairTable& p = state.pairs;
  const WallTable& w = state.wall_contacts;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    ContactRows& c = problem.contacts[k];
    if (!takes[k] || c.impact) continue;
    if (c.pair >= 0) recall(p.spring[c.pair], p.roll.empty() ? nullptr : &p.roll[c.pair], c);
    if (c.wall >= 0) recall(w.spring[c.wall], w.roll.empty() ? nullptr : &w.roll[c.wall], c);
  }
}

void keep_impulses(const ContactProblem& problem, State& state) {
  PairTable& p = state.pairs;
  WallTable& w = state.wall_contacts;
  std::fill(p.spring.begin(), p.spring.end(), SpringMemory{});
  std::fill(p.roll.begin(), p.roll.end(), RollMemory{});
  std::fill(w.spring.begin(), w.spring.end(), SpringMemory{});
  std::fill(w.roll.begin(), w.roll.end(), RollMemory{});
  for (const ContactRows& c : problem.contacts) {
    if (!(c.p_n > 0)) continue;
    // The couple in a form that stays when i and j change places.
    const RollMemory roll{cross(c.q, c.n), dot(c.q, c.n)};
    if (c.pair >= 0) {
      p.spring[c.pair] = {c.p_t, c.p_n};
      if (!p.roll.empty()) p.roll[c.pair] = roll;
    } else {
      w.spring[c.wall] = {c.p_t, c.p_n};
      if (!w.roll.empty()) w.roll[c.wall] = roll;
    }
  }
}

Real spring_energy(const Scene& scene, const ContactRows& c, Real gap) {
  if (c.compliance == 0 || gap >= 0) return 0;
  return normal_energy(scene.law.choice.normal, scene.law.pairs[c.law], -gap, c.radius);
}

}  // namespace scree
