#include "scree/step/nonsmooth/contact_rows.h"

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/law/impulse.h"
#include "scree/step/nonsmooth/rigid_bodies.h"

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

/// What is to be known of all pairs and grains before contacts are chosen.
struct Approach {
  std::vector<Real> gap;    // of the pairs of the list [m]
  std::vector<Real> speed;  // of the grains, or of a grain that may hit them in this step [m/s]
  Real dt, fall;            // of a step; how far gravity takes a grain in it

  Approach(const Scene& scene, const State& state, Real step)
      : gap(state.pairs.count),
        speed(state.grains.size()),
        dt(step),
        fall(step * step * norm(state.gravity)) {
    const Grains& g = state.grains;
    for_chunks(state.pairs.count, [&](Index, Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        const Index i = state.pairs.i[k], j = state.pairs.j[k];
        gap[k] = i == j ? INFINITY : norm(toward(scene, state, i, j)) - g.place[i].r - g.place[j].r;
      }
    });
    for (Index r = 0; r < g.size(); ++r) speed[r] = norm(g.motion[r].v);
    // A fast grain passes its speed on to one it hits, and that to the next one.
    for (int round = 0; round < 2; ++round) {
      std::vector<Real> next = speed;
      for (Index k = 0; k < state.pairs.count; ++k) {
        const Index i = state.pairs.i[k], j = state.pairs.j[k];
        if (!near(gap[k], speed[i] + speed[j])) continue;
        next[i] = std::max(next[i], speed[j]);
        if (j < g.free) next[j] = std::max(next[j], speed[i]);
      }
      speed = std::move(next);
    }
  }

  /// Could this gap close within the step? Either grain may be stopped while the other goes on.
  bool near(Real distance, Real speeds) const {
    return distance <= 0 || distance < dt * speeds + fall;
  }

  /// From i to j. Prescribed grains, like walls, already stand where they will be at the end of
  /// the step.
  Vec3 toward(const Scene& scene, const State& state, Index i, Index j) const {
    const Grains& g = state.grains;
    const Vec3 ahead = j >= g.free ? dt * g.motion[j].v : Vec3{0, 0, 0};
    return scene.domain.nearest(position(g.place[j]) - ahead - position(g.place[i]));
  }
};

/// The body that a free row belongs to, and the arm from its centre of mass to the row's centre.
Index body_of_row(const ContactProblem& problem, const State& state, Index row, Vec3& arm) {
  const Grains& g = state.grains;
  arm = {0, 0, 0};
  if (row < g.singles) return row;
  arm = rotate(state.clumps.q[g.owner[row]], g.local[row]);
  return problem.spheres + g.owner[row];
}

/// Normal mobility of a contact with levers [1/kg].
Real normal_mobility(const ContactProblem& problem, const ContactRows& c) {
  const Vec3 ti = cross(c.lever_i, c.n), tj = cross(c.lever_j, c.n);
  return problem.bodies[c.i].inv_mass + problem.bodies[c.j].inv_mass +
         dot(ti, problem.spin_from(c.i, ti)) + dot(tj, problem.spin_from(c.j, tj));
}

/// An immobile partner stands in the problem once per contact, with its velocity at the point.
Index add_partner(ContactProblem& problem, Vec3 v, Vec3 w) {
  problem.bodies.push_back({v, w, 0, 0});
  return static_cast<Index>(problem.bodies.size()) - 1;
}

void add_pair(const Scene& scene, const State& state, Index k, const Approach& approach,
              ContactProblem& problem) {
  const Grains& g = state.grains;
  const Index i = state.pairs.i[k], j = state.pairs.j[k];
  if (!approach.near(approach.gap[k], approach.speed[i] + approach.speed[j])) return;
  const Place &pi = g.place[i], &pj = g.place[j];
  const Vec3 d = approach.toward(scene, state, i, j);
  const Real distance = norm(d);
  if (!(distance > 0)) return;
  ContactRows c;
  c.gap = approach.gap[k];
  c.n = d / distance;
  Motion8 partner = g.motion[j];
  if (j >= g.free) partner.inv_mass = partner.inv_inertia = 0;
  c.radius = pi.r * pj.r / (pi.r + pj.r);
  c.touches = c.gap <= 0;
  c.arm_i = pi.r + 0.5 * c.gap, c.arm_j = pj.r + 0.5 * c.gap;
  c.i = i, c.j = j, c.pair = k;
  Vec3 arm_i, arm_j{0, 0, 0};
  c.i = body_of_row(problem, state, i, arm_i);
  if (j < g.free) c.j = body_of_row(problem, state, j, arm_j);
  if (c.i == c.j) return;  // two spheres of one clump
  c.levers = problem.has_tensor(c.i) || problem.has_tensor(c.j);
  if (c.levers) c.lever_i = arm_i + c.arm_i * c.n, c.lever_j = arm_j - c.arm_j * c.n;
  if (j >= g.free) {
    c.j = add_partner(problem, partner.v - cross(partner.w, c.arm_j * c.n), partner.w);
    c.arm_j = 0, c.lever_j = {0, 0, 0};
  }
  c.mass = 1 / (c.levers ? normal_mobility(problem, c) : g.motion[i].inv_mass + partner.inv_mass);
  take_law(scene, g.material[i], g.material[j], c);
  problem.contacts.push_back(c);
}

void add_wall(const Scene& scene, const State& state, Index k, const Approach& approach,
              ContactProblem& problem) {
  const WallTable& t = state.wall_contacts;
  const Grains& g = state.grains;
  const Place& p = g.place[t.row[k]];
  const WallState& wall = state.walls[t.wall[k]];
  ContactRows c;
  c.n = t.normal[k];
  const Vec3 point = position(p) + p.r * c.n;
  const Index part = problem.body_of_wall[t.wall[k]];
  const Vec3 moves = wall.v + cross(wall.w, point - wall.x);  // the shape; a belt only its surface
  c.gap = t.gap[k] - (part >= 0 ? 0 : approach.dt * dot(moves, c.n));
  const Motion8 partner{wall.surface_velocity(point), wall.w, 0, 0};
  c.radius = p.r;
  if (!approach.near(c.gap, approach.speed[t.row[k]] + norm(partner.v))) return;
  c.touches = c.gap <= 0;
  Vec3 arm;
  c.i = body_of_row(problem, state, t.row[k], arm), c.wall = k;
  c.arm_i = p.r + 0.5 * c.gap, c.arm_j = 0;
  c.j = part >= 0 ? part : add_partner(problem, partner.v, partner.w);
  c.levers = part >= 0 || problem.has_tensor(c.i);
  if (c.levers) c.lever_i = arm + c.arm_i * c.n;
  if (part >= 0) c.lever_j = position(p) + c.arm_i * c.n - problem.centre[part - problem.spheres];
  c.mass = 1 / (c.levers ? normal_mobility(problem, c) : g.motion[c.i].inv_mass);
  take_law(scene, g.material[t.row[k]], scene.walls[t.wall[k]].surfaces[t.surface[k]].material, c);
  problem.contacts.push_back(c);
}

/// A point between a part and a wall or another part; the search kept only what may touch.
void add_part(const Scene& scene, const State& state, Index k, ContactProblem& problem) {
  const PartContact& t = state.part_contacts[k];
  const WallState &a = state.walls[t.part], &b = state.walls[t.wall];
  ContactRows c;
  c.part = k;
  c.n = t.normal;
  c.gap = t.gap;
  c.touches = c.gap <= 0;
  c.i = problem.body_of_wall[t.part];
  c.lever_i = t.point - a.x;
  c.j = problem.body_of_wall[t.wall];
  if (c.j >= 0) c.lever_j = t.point - b.x;
  if (c.j < 0) c.j = add_partner(problem, b.surface_velocity(t.point), b.w);
  c.levers = true;
  c.radius = scene.walls[t.part].lever;
  c.mass = 1 / normal_mobility(problem, c);
  take_law(scene, scene.walls[t.part].surfaces[t.part_surface].material,
           scene.walls[t.wall].surfaces[t.surface].material, c);
  c.rolling = c.twisting = 0;  // a face has many points
  problem.contacts.push_back(c);
}

}  // namespace

void find_contacts(const Scene& scene, const State& state, Real dt, ContactProblem& problem) {
  problem.clear();
  take_bodies(scene, state, problem);
  const Approach approach(scene, state, dt);
  for (Index k = 0; k < state.pairs.count; ++k) add_pair(scene, state, k, approach, problem);
  for (Index k = 0; k < state.wall_contacts.size(); ++k)
    add_wall(scene, state, k, approach, problem);
  for (std::size_t k = 0; k < state.part_contacts.size(); ++k)
    add_part(scene, state, static_cast<Index>(k), problem);
}

bool impact_rows(Real threshold, Real dt, ContactProblem& problem, std::vector<char>& takes) {
  takes.assign(problem.contacts.size(), 0);
  bool any = false;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    ContactRows& c = problem.contacts[k];
    const Real u = velocity_at(c, problem.bodies[c.i], problem.bodies[c.j]).normal;
    const bool collides = -u > threshold && (c.touches || c.gap + dt * u < 0);
    c.impact |= collides;
    takes[k] = c.impact || c.touches;
    c.target = collides ? -c.restitution * u : 0;
    c.soft = c.tangent_soft = c.rolling_soft = 0;
    c.p_n = 0, c.p_t = c.q = {0, 0, 0};
    any |= collides;
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
    takes[k] = c.touches || o.impacts;
    // Restitution is the business of the impact stage; without it, of the dashpot of the law.
    const Real damped = o.impacts || spring.compliance == 0
                            ? 0
                            : dashpot(kind, law, c.mass, c.radius, overlap) * spring.compliance;
    const Real tau = std::max(o.stabilisation * dt, damped);
    const Real share = 1 / (1 + 4 * tau / dt);  // Upsilon
    const Real u = velocity_at(c, problem.bodies[c.i], problem.bodies[c.j]).normal;
    c.soft = c.touches ? 4 / (dt * dt) * spring.compliance * share : 0;
    c.tangent_soft = o.friction_softness / dt;
    c.rolling_soft = o.rolling_softness / dt;
    c.compliance = spring.compliance;
    c.target = c.touches ? share * (4 / dt * spring.overlap + u) : -c.gap / dt;
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
    if (c.part >= 0) {
      const PartContact& t = state.part_contacts[c.part];
      recall({t.p_t, t.p_n}, nullptr, c);
    }
  }
}

void keep_impulses(const ContactProblem& problem, State& state) {
  PairTable& p = state.pairs;
  WallTable& w = state.wall_contacts;
  std::fill(p.spring.begin(), p.spring.end(), SpringMemory{});
  std::fill(p.roll.begin(), p.roll.end(), RollMemory{});
  std::fill(w.spring.begin(), w.spring.end(), SpringMemory{});
  std::fill(w.roll.begin(), w.roll.end(), RollMemory{});
  for (PartContact& t : state.part_contacts) t.p_n = 0, t.p_t = {0, 0, 0};
  for (const ContactRows& c : problem.contacts) {
    if (!(c.p_n > 0)) continue;
    if (c.part >= 0) {
      state.part_contacts[c.part].p_n = c.p_n, state.part_contacts[c.part].p_t = c.p_t;
      continue;
    }
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
