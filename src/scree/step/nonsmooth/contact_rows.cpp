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

/// Contacts found by one chunk. A partner that impulses do not move stands in the problem once per
/// contact, with its velocity at the point: here it has the number -1 - k.
struct Found {
  std::vector<ContactRows> contacts;
  std::vector<Motion8> partners;

  Index add_partner(Vec3 v, Vec3 w) {
    partners.push_back({v, w, 0, 0});
    return -static_cast<Index>(partners.size());
  }
  static Index partner(Index j) { return -1 - j; }
};

class ContactFinder {
 public:
  ContactFinder(const Scene& scene, const State& state, Real dt, ContactProblem& problem)
      : scene_(scene), state_(state), problem_(problem), approach_(scene, state, dt) {}

  void find() {
    gather(state_.pairs.count, [&](Index k, Found& out) { add_pair(k, out); });
    gather(state_.wall_contacts.size(), [&](Index k, Found& out) { add_wall(k, out); });
    gather(static_cast<Index>(state_.part_contacts.size()),
           [&](Index k, Found& out) { add_part(k, out); });
  }

 private:
  /// All contacts that add(k, out) finds, in order.
  template <class Add>
  void gather(Index count, Add&& add) {
    std::vector<Found> chunks(chunk_count(count));
    for_chunks(count, [&](Index c, Index begin, Index end) {
      for (Index k = begin; k < end; ++k) add(k, chunks[c]);
    });
    for (Found& f : chunks) {
      const auto first = static_cast<Index>(problem_.bodies.size());
      for (ContactRows& c : f.contacts)
        if (c.j < 0) c.j = first + Found::partner(c.j);
      problem_.bodies.insert(problem_.bodies.end(), f.partners.begin(), f.partners.end());
      problem_.contacts.insert(problem_.contacts.end(), f.contacts.begin(), f.contacts.end());
    }
  }

  /// Normal mobility of a contact with levers [1/kg].
  Real normal_mobility(const ContactRows& c) const {
    const Vec3 ti = cross(c.lever_i, c.n), tj = cross(c.lever_j, c.n);
    const Real own = problem_.bodies[c.i].inv_mass + dot(ti, problem_.spin_from(c.i, ti));
    if (c.j < 0) return own;
    return own + problem_.bodies[c.j].inv_mass + dot(tj, problem_.spin_from(c.j, tj));
  }

  /// Does cohesion hold the contact, though it may be open? It has touched, and is within range.
  bool coheres(Index a, Index b, Real gap, Real memory) const {
    return !scene_.law.pull_off.empty() && memory > 0 && gap <= scene_.law.pull_range_of(a, b);
  }

  void add_pair(Index k, Found& out) const {
    const Grains& g = state_.grains;
    const Index i = state_.pairs.i[k], j = state_.pairs.j[k];
    if (i == j) return;  // filling
    ContactRows c;
    c.gap = approach_.gap[k];
    c.holds = coheres(g.material[i], g.material[j], c.gap, state_.pairs.spring[k].a);
    if (!c.holds && !approach_.near(c.gap, approach_.speed[i] + approach_.speed[j])) return;
    const Place &pi = g.place[i], &pj = g.place[j];
    const Vec3 d = approach_.toward(scene_, state_, i, j);
    const Real distance = norm(d);
    if (!(distance > 0)) return;
    c.n = d / distance;
    c.radius = pi.r * pj.r / (pi.r + pj.r);
    c.touches = c.gap <= 0;
    c.arm_i = pi.r + 0.5 * c.gap, c.arm_j = pj.r + 0.5 * c.gap;
    c.pair = k;
    Vec3 arm_i, arm_j{0, 0, 0};
    c.i = body_of_row(problem_, state_, i, arm_i);
    c.j = j < g.free ? body_of_row(problem_, state_, j, arm_j) : -1;
    if (c.i == c.j) return;  // two spheres of one clump
    c.levers = problem_.has_tensor(c.i) || problem_.has_tensor(c.j);
    if (c.levers) c.lever_i = arm_i + c.arm_i * c.n, c.lever_j = arm_j - c.arm_j * c.n;
    if (j >= g.free) {
      const Motion8& partner = g.motion[j];
      c.j = out.add_partner(partner.v - cross(partner.w, c.arm_j * c.n), partner.w);
      c.arm_j = 0, c.lever_j = {0, 0, 0};
    }
    const Real partner_mass = j < g.free ? g.motion[j].inv_mass : 0;
    c.mass = 1 / (c.levers ? normal_mobility(c) : g.motion[i].inv_mass + partner_mass);
    take_law(scene_, g.material[i], g.material[j], c);
    out.contacts.push_back(c);
  }

  void add_wall(Index k, Found& out) const {
    const WallTable& t = state_.wall_contacts;
    const Grains& g = state_.grains;
    const Place& p = g.place[t.row[k]];
    const WallState& wall = state_.walls[t.wall[k]];
    const Index a = g.material[t.row[k]];
    const Index b = scene_.walls[t.wall[k]].surfaces[t.surface[k]].material;
    ContactRows c;
    c.n = t.normal[k];
    const Vec3 point = position(p) + p.r * c.n;
    const Index part = problem_.body_of_wall[t.wall[k]];
    // The shape; a belt moves only its surface.
    const Vec3 moves = wall.v + cross(wall.w, point - wall.x);
    c.gap = t.gap[k] - (part >= 0 ? 0 : approach_.dt * dot(moves, c.n));
    const Vec3 surface = wall.surface_velocity(point);
    c.radius = p.r;
    c.holds = coheres(a, b, c.gap, t.spring[k].a);
    if (!c.holds && !approach_.near(c.gap, approach_.speed[t.row[k]] + norm(surface))) return;
    c.touches = c.gap <= 0;
    Vec3 arm;
    c.i = body_of_row(problem_, state_, t.row[k], arm), c.wall = k;
    c.arm_i = p.r + 0.5 * c.gap, c.arm_j = 0;
    c.j = part >= 0 ? part : out.add_partner(surface, wall.w);
    c.levers = part >= 0 || problem_.has_tensor(c.i);
    if (c.levers) c.lever_i = arm + c.arm_i * c.n;
    if (part >= 0)
      c.lever_j = position(p) + c.arm_i * c.n - problem_.centre[part - problem_.spheres];
    c.mass = 1 / (c.levers ? normal_mobility(c) : g.motion[t.row[k]].inv_mass);
    take_law(scene_, a, b, c);
    out.contacts.push_back(c);
  }

  /// A point between a part and a wall or another part; the search kept only what may touch.
  void add_part(Index k, Found& out) const {
    const PartContact& t = state_.part_contacts[k];
    const WallState &a = state_.walls[t.part], &b = state_.walls[t.wall];
    ContactRows c;
    c.part = k;
    c.n = t.normal;
    c.gap = t.gap;
    c.touches = c.gap <= 0;
    c.i = problem_.body_of_wall[t.part];
    c.lever_i = t.point - a.x;
    c.j = problem_.body_of_wall[t.wall];
    if (c.j >= 0) c.lever_j = t.point - b.x;
    if (c.j < 0) c.j = out.add_partner(b.surface_velocity(t.point), b.w);
    c.levers = true;
    c.radius = scene_.walls[t.part].lever;
    c.mass = 1 / normal_mobility(c);
    take_law(scene_, scene_.walls[t.part].surfaces[t.part_surface].material,
             scene_.walls[t.wall].surfaces[t.surface].material, c);
    c.rolling = c.twisting = 0;  // a face has many points
    out.contacts.push_back(c);
  }

  const Scene& scene_;
  const State& state_;
  ContactProblem& problem_;
  Approach approach_;
};

/// Calls body(contact) for all contacts, in parallel.
template <class Body>
void for_contacts(ContactProblem& problem, Body&& body) {
  for_chunks(static_cast<Index>(problem.contacts.size()), [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k) body(k, problem.contacts[k]);
  });
}

}  // namespace

void find_contacts(const Scene& scene, const State& state, Real dt, ContactProblem& problem) {
  problem.clear();
  take_bodies(scene, state, problem);
  ContactFinder(scene, state, dt, problem).find();
}

bool impact_rows(Real threshold, Real dt, ContactProblem& problem, std::vector<char>& takes) {
  takes.assign(problem.contacts.size(), 0);
  std::vector<char> any(chunk_count(static_cast<Index>(problem.contacts.size())), 0);
  for_contacts(problem, [&](Index k, ContactRows& c) {
    const Real u = velocity_at(c, problem.bodies[c.i], problem.bodies[c.j]).normal;
    const bool collides = -u > threshold && (c.touches || c.gap + dt * u < 0);
    c.impact |= collides;
    takes[k] = c.impact || c.touches;
    c.target = collides ? -c.restitution * u : 0;
    c.soft = c.tangent_soft = c.rolling_soft = c.pull = 0;
    c.p_n = 0, c.p_t = c.q = {0, 0, 0};
    if (collides) any[k / kChunk] = 1;
  });
  return std::find(any.begin(), any.end(), 1) != any.end();
}

void step_rows(const Scene& scene, Real dt, ContactProblem& problem, std::vector<char>& takes) {
  const NonsmoothOptions& o = scene.nonsmooth;
  takes.assign(problem.contacts.size(), 0);
  for_contacts(problem, [&](Index k, ContactRows& c) {
    const NormalLaw kind = scene.law.choice.normal;
    const PairLaw& law = scene.law.pairs[c.law];
    const bool acts = c.touches || c.holds;
    const Real overlap = std::max(-c.gap, 0.0);
    const ImpulseSpring spring = impulse_spring(kind, law, c.radius, overlap);
    takes[k] = acts || o.impacts;
    // Restitution is the business of the impact stage; without it, of the dashpot of the law.
    const Real damped = o.impacts || spring.compliance == 0
                            ? 0
                            : dashpot(kind, law, c.mass, c.radius, overlap) * spring.compliance;
    const Real tau = std::max(o.stabilisation * dt, damped);
    const Real share = 1 / (1 + 4 * tau / dt);  // Upsilon
    const Real u = velocity_at(c, problem.bodies[c.i], problem.bodies[c.j]).normal;
    c.pull = acts && !scene.law.pull_off.empty() ? scene.law.pull_off[c.law] * dt : 0;
    c.soft = acts ? 4 / (dt * dt) * spring.compliance * share : 0;
    c.tangent_soft = o.friction_softness / dt;
    c.rolling_soft = o.rolling_softness / dt;
    c.compliance = spring.compliance;
    // An open contact that coheres is pulled back as an overlap is pushed out.
    const Real depth = c.touches ? spring.overlap : -c.gap;
    c.target = acts ? share * (4 / dt * depth + u) + c.soft * c.pull : -c.gap / dt;
    c.p_n = 0, c.p_t = c.q = {0, 0, 0};
  });
}

void apply_pulls(ContactProblem& problem) {
  for (const ContactRows& c : problem.contacts) {
    if (!(c.pull > 0)) continue;
    Motion8 &i = problem.bodies[c.i], &j = problem.bodies[c.j];
    i.v += i.inv_mass * c.pull * c.n;
    j.v -= j.inv_mass * c.pull * c.n;
    if (!c.levers) continue;
    i.w += problem.spin_from(c.i, c.pull * cross(c.lever_i, c.n));
    j.w -= problem.spin_from(c.j, c.pull * cross(c.lever_j, c.n));
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
  for_contacts(problem, [&](Index k, ContactRows& c) {
    if (!takes[k] || c.impact) return;
    if (c.pair >= 0) recall(p.spring[c.pair], p.roll.empty() ? nullptr : &p.roll[c.pair], c);
    if (c.wall >= 0) recall(w.spring[c.wall], w.roll.empty() ? nullptr : &w.roll[c.wall], c);
    if (c.part >= 0) {
      const PartContact& t = state.part_contacts[c.part];
      recall({t.p_t, t.p_n}, nullptr, c);
    }
  });
}

void keep_impulses(const ContactProblem& problem, State& state) {
  PairTable& p = state.pairs;
  WallTable& w = state.wall_contacts;
  for_chunks(p.count, [&](Index, Index begin, Index end) {
    std::fill(p.spring.begin() + begin, p.spring.begin() + end, SpringMemory{});
    if (!p.roll.empty()) std::fill(p.roll.begin() + begin, p.roll.begin() + end, RollMemory{});
  });
  std::fill(w.spring.begin(), w.spring.end(), SpringMemory{});
  std::fill(w.roll.begin(), w.roll.end(), RollMemory{});
  for (PartContact& t : state.part_contacts) t.p_n = 0, t.p_t = {0, 0, 0};
  const auto keep = [&](const ContactRows& c) {
    if (!(c.p_n > 0)) return;
    if (c.part >= 0) {
      state.part_contacts[c.part].p_n = c.p_n, state.part_contacts[c.part].p_t = c.p_t;
      return;
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
  };
  for_chunks(static_cast<Index>(problem.contacts.size()), [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k) keep(problem.contacts[k]);
  });
}

Real spring_energy(const Scene& scene, const ContactRows& c, Real gap) {
  if (c.compliance == 0 || gap >= 0) return 0;
  return normal_energy(scene.law.choice.normal, scene.law.pairs[c.law], -gap, c.radius);
}

}  // namespace scree
