#include "scree/step/nonsmooth/contact_rows.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/law/impulse.h"
#include "scree/step/nonsmooth/carriers.h"
#include "scree/step/nonsmooth/outer_loads.h"
#include "scree/step/nonsmooth/rigid_bodies.h"

namespace scree {
namespace {

/// Do any contacts resist rolling or twisting?
bool resists_rolling(const Scene& scene) {
  const LawChoice& choice = scene.law.choice;
  return std::any_of(scene.law.pairs.begin(), scene.law.pairs.end(), [&](const PairLaw& law) {
    return (choice.rolling != RollingLaw::kNone && law.rolling_friction > 0) ||
           (choice.twisting != TwistingLaw::kNone && law.twisting_friction > 0);
  });
}

/// Raises a number of a table that other threads raise as well; not below zero.
void raise(Real& number, Real to) {
  std::atomic_ref<Real> shared(number);
  Real now = shared.load(std::memory_order_relaxed);
  while (now < to && !shared.compare_exchange_weak(now, to, std::memory_order_relaxed)) continue;
}

/// What is to be known of all pairs and grains before contacts are chosen.
struct Approach {
  std::vector<Real> gap;  // of the pairs of the list that are asked for [m]
  // Of the grains in these pairs, or of a grain that may hit them in this step [m/s].
  RawVector<Real> speed;
  Real dt, fall;  // of a step; how far gravity and loads take a grain in it

  Approach(const Scene& scene, const State& state, const Posing* posing, Real step)
      : gap(posing ? posing->pairs.size() : state.pairs.count),
        speed(state.grains.size()),
        dt(step),
        fall(step * step * norm(state.gravity)) {
    if (state.grains.has(kLoads)) fall += 2 * step * step * outer_acceleration(state, step).loads;
    const Grains& g = state.grains;
    for_rows(g, posing, [&](Index r) { speed[r] = norm(g.motion[r].v); });
    for_pairs(state, posing, [&](Index k, Index i, Index j) {
      gap[k] = i == j ? INFINITY : -between(scene, state, i, j).overlap;
    });
    // A fast grain passes its speed on to one it hits, and that to the next one.
    RawVector<Real> next(speed.size());
    for (int round = 0; round < 2; ++round) {
      for_rows(g, posing, [&](Index r) { next[r] = speed[r]; });
      for_pairs(state, posing, [&](Index k, Index i, Index j) {
        if (!near(gap[k], speed[i] + speed[j])) return;
        raise(next[i], speed[j]);
        if (j < g.free) raise(next[j], speed[i]);
      });
      std::swap(speed, next);
    }
  }

  /// Could this gap close within the step? Either grain may be stopped while the other goes on.
  bool near(Real distance, Real speeds) const {
    return distance <= 0 || distance < dt * speeds + fall;
  }

  /// Prescribed grains, like walls, already stand where they will be at the end of the step.
  SphereGap<Real> between(const Scene& scene, const State& state, Index i, Index j) const {
    const Grains& g = state.grains;
    const Place &pi = g.place[i], &pj = g.place[j];
    const Vec3 ahead = j >= g.free ? dt * g.motion[j].v : Vec3{0, 0, 0};
    return sphere_gap(scene.domain.cell.nearest(position(pj) - ahead - position(pi)), pi.r, pj.r,
                      true);
  }

 private:
  template <class Body>
  static void for_rows(const Grains& g, const Posing* posing, Body&& body) {
    const auto each = [&](Index count, auto&& row_at) {
      for_chunks(count, [&](Index, Index begin, Index end) {
        for (Index n = begin; n < end; ++n) body(row_at(n));
      });
    };
    if (!posing) return each(g.size(), [](Index r) { return r; });
    each(static_cast<Index>(posing->rows.size()), [&](Index n) { return posing->rows[n]; });
    each(static_cast<Index>(posing->around.size()), [&](Index n) { return posing->around[n]; });
  }
  template <class Body>
  void for_pairs(const State& state, const Posing* posing, Body&& body) const {
    const PairTable& p = state.pairs;
    for_chunks(static_cast<Index>(gap.size()), [&](Index, Index begin, Index end) {
      for (Index n = begin; n < end; ++n) {
        const Index k = posing ? posing->pairs[n] : n;
        body(n, p.i[k], p.j[k]);
      }
    });
  }
};

/// Rows of the tables of a problem: how many a contact takes, or where its own begin. A partner
/// that impulses do not move stands among the bodies once per contact, with its velocity at the
/// point.
struct Rows {
  Index contacts = 0, partners = 0, levers = 0;
  Index no_direction = 0;  // pairs at one place, which take no rows
  Rows& operator+=(const Rows& o) {
    contacts += o.contacts, partners += o.partners, levers += o.levers;
    no_direction += o.no_direction;
    return *this;
  }
};

class ContactFinder {
 public:
  ContactFinder(const Scene& scene, const State& state, const Posing* posing, Real dt,
                ContactProblem& problem)
      : scene_(scene),
        state_(state),
        posing_(posing),
        problem_(problem),
        approach_(scene, state, posing, dt) {}

  void find() {
    const auto walls = [&](Index k) { return wall_takes(k); };
    const auto parts = [&](Index k) { return part_takes(k); };
    const Index pair_count = static_cast<Index>(approach_.gap.size());
    const bool others = !posing_ || posing_->others;
    const Index part_count = others ? static_cast<Index>(state_.point_contacts.size()) : 0;
    Rows next{0, static_cast<Index>(problem_.bodies.size()), 0, 0};
    const std::vector<Rows> of_pairs =
        count(pair_count, next, [&](Index n) { return pair_takes(n); });
    problem_.same_place = -1;
    for (Index n = 0; next.no_direction > 0 && problem_.same_place < 0; ++n)
      if (pair_takes(n).no_direction) problem_.same_place = pair_at(n);
    const std::vector<Rows> of_walls = count(state_.wall_contacts.size(), next, walls);
    const std::vector<Rows> of_parts = count(part_count, next, parts);
    problem_.contacts.resize(next.contacts);
    problem_.rolling.resize(resists_rolling(scene_) ? next.contacts : 0);
    problem_.bodies.resize(next.partners);
    problem_.levers.resize(next.levers);
    fill(pair_count, of_pairs, [&](Index n, Rows& at) { fill_pair(n, at); });
    fill(state_.wall_contacts.size(), of_walls, [&](Index k, Rows& at) { fill_wall(k, at); });
    fill(part_count, of_parts, [&](Index k, Rows& at) { fill_part(k, at); });
  }

 private:
  /// Where the rows of every chunk begin, from `next` on, which moves behind the last.
  template <class Takes>
  static std::vector<Rows> count(Index entries, Rows& next, Takes&& takes) {
    std::vector<Rows> start(chunk_count(entries));
    for_chunks(entries, [&](Index c, Index begin, Index end) {
      for (Index k = begin; k < end; ++k) start[c] += takes(k);
    });
    for (Rows& s : start) {
      const Rows here = next;
      next += s;
      s = here;
    }
    return start;
  }
  template <class Fill>
  static void fill(Index entries, const std::vector<Rows>& start, Fill&& one) {
    for_chunks(entries, [&](Index c, Index begin, Index end) {
      Rows at = start[c];
      for (Index k = begin; k < end; ++k) one(k, at);
    });
  }

  /// The row of the n-th pair that is looked at.
  Index pair_at(Index n) const { return posing_ ? posing_->pairs[n] : n; }

  /// The body of the problem that a row belongs to; kHeld or kGiven: to none.
  Index body_of(Index row) const {
    const Grains& g = state_.grains;
    if (row < g.singles) return posing_ ? posing_->body[row] : row;
    if (row >= g.free) return Posing::kHeld;
    return !posing_ || posing_->others ? problem_.spheres + g.body[row] : Posing::kGiven;
  }
  /// From the centre of mass of the body of a row to the centre of the row.
  Vec3 arm_of(Index row) const {
    const Grains& g = state_.grains;
    if (row < g.singles) return {0, 0, 0};
    return rotate(state_.bodies.q[g.body[row]], g.local[row]);
  }

  Rows pair_takes(Index n) const {
    const Grains& g = state_.grains;
    const Index k = pair_at(n), i = state_.pairs.i[k], j = state_.pairs.j[k];
    if (i == j) return {};  // filling
    const Real gap = approach_.gap[n];
    if (!approach_.near(gap, approach_.speed[i] + approach_.speed[j]) && !pair_coheres(n))
      return {};
    const Index of_i = body_of(i), of_j = body_of(j);
    const bool clump_i = of_i >= problem_.spheres, clump_j = of_j >= problem_.spheres;
    if (clump_i && of_i == of_j) return {};
    const Real radii = g.place[i].r + g.place[j].r;
    if (!(gap + radii > kSamePlace * radii)) return {0, 0, 0, 1};
    return {1, of_i < 0 || of_j < 0, clump_i || clump_j, 0};
  }
  Rows wall_takes(Index k) const {
    const WallTable& t = state_.wall_contacts;
    const Index body = posing_ ? body_of(t.row[k]) : 0;
    const bool part = problem_.body_of_wall[t.wall[k]] >= 0;
    if (body < 0 && (body == Posing::kGiven || !part)) return {};
    const Vec3 surface = state_.walls[t.wall[k]].surface_velocity(wall_point(k), t.normal[k]);
    // A bound grain at a part may be in no pair.
    const Index r = t.row[k];
    const Real speed = body < 0 ? norm(state_.grains.motion[r].v) : approach_.speed[r];
    if (!wall_coheres(k) && !approach_.near(wall_gap(k), speed + norm(surface))) return {};
    return {1, !part || body < 0, part || t.row[k] >= state_.grains.singles, 0};
  }
  /// The search kept only what may touch.
  Rows part_takes(Index k) const {
    return {1, problem_.body_of_wall[state_.point_contacts[k].wall] < 0, 1, 0};
  }

  /// Does cohesion hold the contact, though it may be open? It has touched, and is within range.
  bool coheres(Index a, Index b, Real gap, Real memory) const {
    return !scene_.law.pull_off.empty() && memory > 0 && gap <= scene_.law.pull_range_of(a, b);
  }
  bool pair_coheres(Index n) const {
    const auto& material = state_.grains.material;
    const Index k = pair_at(n);
    return coheres(material[state_.pairs.i[k]], material[state_.pairs.j[k]], approach_.gap[n],
                   state_.pairs.impulse[k].p_n);
  }
  bool wall_coheres(Index k) const {
    const WallTable& t = state_.wall_contacts;
    return coheres(state_.grains.material[t.row[k]], wall_material(k), wall_gap(k),
                   t.impulse[k].p_n);
  }

  Index wall_material(Index k) const {
    const WallTable& t = state_.wall_contacts;
    return scene_.walls[t.wall[k]].surfaces[t.surface[k]].material;
  }
  Vec3 wall_point(Index k) const {
    const WallTable& t = state_.wall_contacts;
    const Place& p = state_.grains.place[t.row[k]];
    return position(p) + p.r * t.normal[k];
  }
  Real wall_gap(Index k) const {
    const WallTable& t = state_.wall_contacts;
    if (problem_.body_of_wall[t.wall[k]] >= 0) return t.gap[k];
    // The shape; a belt moves only its surface.
    const WallState& wall = state_.walls[t.wall[k]];
    const Vec3 moves = wall.v + cross(wall.w, wall_point(k) - wall.x);
    return t.gap[k] - approach_.dt * dot(moves, t.normal[k]);
  }

  /// The motion of a partner that stands among the bodies: at the contact. Bound grains go with
  /// their wall, which has the velocity of the end of the step.
  Motion8 partner(Index row, Vec3 arm) const {
    const Grains& g = state_.grains;
    if (is_bound(g, row)) {
      const WallState& wall = state_.walls[g.bond[row]];
      return {carried_velocity(wall, position(g.place[row]) + arm), wall.w, 0, 0};
    }
    return {g.motion[row].v + cross(g.motion[row].w, arm), g.motion[row].w, 0, 0};
  }

  void fill_pair(Index n, Rows& at) {
    const Rows own = pair_takes(n);
    if (own.contacts == 0) return;
    const Grains& g = state_.grains;
    const Index k = pair_at(n);
    const Index i = state_.pairs.i[k], j = state_.pairs.j[k];
    const Place &pi = g.place[i], &pj = g.place[j];
    const SphereGap<Real> s = approach_.between(scene_, state_, i, j);
    ContactRows c;
    c.gap = -s.overlap;
    c.holds = pair_coheres(n);
    c.n = s.n;
    c.radius = pi.r * pj.r / (pi.r + pj.r);
    c.arm_i = s.arm_i, c.arm_j = s.arm_j;
    c.row = k;
    c.i = body_of(i), c.j = body_of(j);
    c.given = c.i == Posing::kGiven || c.j == Posing::kGiven;
    Levers lever{{0, 0, 0}, {0, 0, 0}};
    if (c.i >= 0) {
      lever.i = arm_of(i) + c.arm_i * c.n;
    } else {
      c.i = at.partners;
      problem_.bodies[c.i] = partner(i, c.arm_i * c.n);
      c.arm_i = 0;
    }
    if (c.j >= 0) {
      lever.j = arm_of(j) - c.arm_j * c.n;
    } else {
      c.j = at.partners;
      problem_.bodies[c.j] = partner(j, -c.arm_j * c.n);
      c.arm_j = 0;
    }
    place(c, g.material[i], g.material[j], lever, own, at);
  }

  void fill_wall(Index k, Rows& at) {
    const Rows own = wall_takes(k);
    if (own.contacts == 0) return;
    const WallTable& t = state_.wall_contacts;
    const Place& p = state_.grains.place[t.row[k]];
    const WallState& wall = state_.walls[t.wall[k]];
    ContactRows c;
    c.n = t.normal[k];
    c.gap = wall_gap(k);
    c.holds = wall_coheres(k);
    c.radius = p.r;
    c.row = k, c.keeper = Keeper::kWall;
    c.arm_i = p.r + 0.5 * c.gap;
    c.i = body_of(t.row[k]);
    c.given = scene_.walls[t.wall[k]].part && problem_.body_of_wall[t.wall[k]] < 0;
    const Vec3 point = position(p) + c.arm_i * c.n;
    Levers lever{{0, 0, 0}, {0, 0, 0}};
    if (problem_.body_of_wall[t.wall[k]] >= 0) {
      c.j = problem_.body_of_wall[t.wall[k]];
      lever.j = point - problem_.centre[c.j - problem_.spheres];
    } else {
      c.j = at.partners;
      problem_.bodies[c.j] = {wall.surface_velocity(wall_point(k), t.normal[k]), wall.w, 0, 0};
    }
    if (c.i >= 0) {
      lever.i = arm_of(t.row[k]) + c.arm_i * c.n;
    } else {
      c.i = at.partners;
      problem_.bodies[c.i] = partner(t.row[k], c.arm_i * c.n);
      c.arm_i = 0;
    }
    place(c, state_.grains.material[t.row[k]], wall_material(k), lever, own, at);
  }

  /// A point between a part and a wall or another part.
  void fill_part(Index k, Rows& at) {
    const Rows own = part_takes(k);
    const PointContact& t = state_.point_contacts[k];
    const WallState &a = state_.walls[t.part], &b = state_.walls[t.wall];
    ContactRows c;
    c.row = k, c.keeper = Keeper::kPart;
    c.n = t.normal;
    c.gap = t.gap;
    c.radius = scene_.walls[t.part].lever;
    c.i = problem_.body_of_wall[t.part];
    Levers lever{t.point - a.x, {0, 0, 0}};
    if (own.partners) {
      c.j = at.partners;
      problem_.bodies[c.j] = {b.surface_velocity(t.point, t.normal), b.w, 0, 0};
    } else {
      c.j = problem_.body_of_wall[t.wall];
      lever.j = t.point - b.x;
    }
    const Index row = at.contacts;
    place(c, scene_.walls[t.part].surfaces[t.part_surface].material,
          scene_.walls[t.wall].surfaces[t.surface].material, lever, own, at);
    if (!problem_.rolling.empty()) problem_.rolling[row] = {};  // a face has many points
  }

  /// Puts a contact between two materials into the tables, and goes on to the next rows.
  void place(ContactRows& c, Index a, Index b, const Levers& lever, const Rows& own, Rows& at) {
    const PairLaw& law = scene_.law.of(a, b);
    c.law = a * scene_.law.materials + b;
    c.friction = law.friction;
    c.touches = c.gap <= 0;
    if (own.levers) {
      c.levers = at.levers;
      problem_.levers[at.levers] = lever;
    }
    problem_.contacts[at.contacts] = c;
    if (!problem_.rolling.empty()) {
      const LawChoice& choice = scene_.law.choice;
      problem_.rolling[at.contacts] = {
          choice.rolling != RollingLaw::kNone ? law.rolling_friction * c.radius : 0,
          choice.twisting != TwistingLaw::kNone ? law.twisting_friction * c.radius : 0,
          {0, 0, 0}};
    }
    at += own;
  }

  const Scene& scene_;
  const State& state_;
  const Posing* posing_;
  ContactProblem& problem_;
  Approach approach_;
};

/// m* along the normal [kg].
Real effective_mass(const ContactProblem& problem, const ContactRows& c) {
  Real mobility = problem.bodies[c.i].inv_mass + problem.bodies[c.j].inv_mass;
  if (c.levers >= 0) {
    const Levers& lever = problem.levers[c.levers];
    const Vec3 ti = cross(lever.i, c.n), tj = cross(lever.j, c.n);
    mobility += dot(ti, problem.spin_from(c.i, ti)) + dot(tj, problem.spin_from(c.j, tj));
  }
  return 1 / mobility;
}

void forget(ContactProblem& problem, Index k) {
  problem.contacts[k].p_n = 0, problem.contacts[k].p_t = {0, 0, 0};
  if (!problem.rolling.empty()) problem.rolling[k].q = {0, 0, 0};
}

/// Calls body(contact) for all contacts, in parallel.
template <class Body>
void for_contacts(ContactProblem& problem, Body&& body) {
  for_chunks(static_cast<Index>(problem.contacts.size()), [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k) body(k, problem.contacts[k]);
  });
}

}  // namespace

void find_contacts(const Scene& scene, const State& state, const Posing* posing, Real dt,
                   ContactProblem& problem) {
  take_bodies(scene, state, posing, problem);
  ContactFinder(scene, state, posing, dt, problem).find();
}

/// Speeds of what rose from rest are multiples of g dt/2, as the threshold is: rounding must not
/// decide.
constexpr Real kBeyond = 1 + 1e-6;

bool impact_rows(const Scene& scene, Real threshold, Real dt, ContactProblem& problem,
                 std::vector<char>& takes) {
  takes.assign(problem.contacts.size(), 0);
  std::vector<char> any(chunk_count(static_cast<Index>(problem.contacts.size())), 0);
  problem.tangent_soft = problem.rolling_soft = 0;
  for_contacts(problem, [&](Index k, ContactRows& c) {
    const Real u = velocity_at(problem, c).normal;
    c.collides = -u > kBeyond * threshold && (c.touches || c.gap + dt * u < 0);
    c.impact |= c.collides;
    takes[k] = c.impact || c.touches;
    c.target = c.collides ? -scene.law.restitution[c.law] * u : 0;
    c.soft = c.pull = 0;
    forget(problem, k);
    if (c.collides) any[k / kChunk] = 1;
  });
  return std::find(any.begin(), any.end(), 1) != any.end();
}

void step_rows(const Scene& scene, const NonsmoothOptions& o, Real dt, ContactProblem& problem,
               std::vector<char>& takes) {
  takes.assign(problem.contacts.size(), 0);
  problem.tangent_soft = o.friction_softness / dt;
  problem.rolling_soft = o.rolling_softness / dt;
  for_contacts(problem, [&](Index k, ContactRows& c) {
    const NormalLaw kind = scene.law.choice.normal;
    const PairLaw& law = scene.law.pairs[c.law];
    const bool acts = c.touches || c.holds;
    const Real overlap = std::max(-c.gap, 0.0);
    const ImpulseSpring spring = impulse_spring(kind, law, c.radius, overlap);
    takes[k] = acts || o.impacts;
    // Restitution is the business of the impact stage; without it, of the dashpot of the law.
    const Real damped =
        o.impacts || spring.compliance == 0
            ? 0
            : spring.compliance * dashpot(kind, law, effective_mass(problem, c), c.radius, overlap);
    const Real tau = std::max(o.stabilisation * dt, damped);
    const Real share = 1 / (1 + 4 * tau / dt);  // Upsilon
    const Real u = velocity_at(problem, c).normal;
    c.pull = acts && !scene.law.pull_off.empty() ? scene.law.pull_off[c.law] * dt : 0;
    c.soft = acts ? 4 / (dt * dt) * spring.compliance * share : 0;
    // An open contact that coheres is pulled back as an overlap is pushed out.
    const Real depth = c.touches ? spring.overlap : -c.gap;
    c.target = acts ? share * (4 / dt * depth + u) + c.soft * c.pull : -c.gap / dt;
    forget(problem, k);
  });
}

void apply_pulls(ContactProblem& problem) {
  for (const ContactRows& c : problem.contacts) {
    if (!(c.pull > 0)) continue;
    Motion8 &i = problem.bodies[c.i], &j = problem.bodies[c.j];
    i.v += i.inv_mass * c.pull * c.n;
    j.v -= j.inv_mass * c.pull * c.n;
    if (c.levers < 0) continue;
    const Levers& lever = problem.levers[c.levers];
    i.w += problem.spin_from(c.i, c.pull * cross(lever.i, c.n));
    j.w -= problem.spin_from(c.j, c.pull * cross(lever.j, c.n));
  }
}

ImpulseMemory kept_impulse(const State& state, const ContactRows& c) {
  switch (c.keeper) {
    case Keeper::kPair:
      return state.pairs.impulse[c.row];
    case Keeper::kWall:
      return state.wall_contacts.impulse[c.row];
    case Keeper::kPart:
      break;
  }
  const PointContact& t = state.point_contacts[c.row];
  return {t.p_t, t.p_n};
}

void recall_impulses(const State& state, const std::vector<char>& takes, ContactProblem& problem) {
  const PairTable& p = state.pairs;
  const WallTable& w = state.wall_contacts;
  const bool rolls = !problem.rolling.empty();
  // The solver thinks of what j feels.
  for_contacts(problem, [&](Index k, ContactRows& c) {
    if (!takes[k] || c.impact) return;
    const ImpulseMemory m = kept_impulse(state, c);
    if (!(m.p_n > 0)) return;
    c.p_n = m.p_n;
    c.p_t = dot(m.p_t, c.n) * c.n - m.p_t;
    if (!rolls || c.keeper == Keeper::kPart) return;
    const CoupleMemory& q = c.keeper == Keeper::kPair ? p.couple[c.row] : w.couple[c.row];
    problem.rolling[k].q = cross(c.n, q.roll) - q.twist * c.n;
  });
}

/// Impulse that stands for "has touched": the smallest there is [N s].
constexpr Real kHeld = std::numeric_limits<Real>::min();

namespace {

/// Of all contacts, or of those that a posing is about: frozen ones keep theirs.
void forget_impulses(const Posing* posing, State& state) {
  PairTable& p = state.pairs;
  WallTable& w = state.wall_contacts;
  const auto forget = [](auto& table, Index begin, Index end) {
    std::fill(table.impulse.begin() + begin, table.impulse.begin() + end, ImpulseMemory{});
    if (table.has(kCouples))
      std::fill(table.couple.begin() + begin, table.couple.begin() + end, CoupleMemory{});
  };
  if (!posing) {
    for_chunks(p.count, [&](Index, Index begin, Index end) { forget(p, begin, end); });
    forget(w, 0, w.size());
  } else {
    for (const Index k : posing->pairs) forget(p, k, k + 1);
    for (Index k = 0; k < w.size(); ++k)
      if (posing->moves(state.grains, w.row[k])) forget(w, k, k + 1);
  }
  for (PointContact& t : state.point_contacts) t.p_n = 0, t.p_t = {0, 0, 0};
}

}  // namespace

namespace {

/// What the contacts of a problem did; what did nothing is left as it is.
void put_impulses(const ContactProblem& problem, State& state) {
  const bool rolls = !problem.rolling.empty();
  // What i feels.
  const auto put = [&](auto& table, Index k, Real p_n) {
    const ContactRows& c = problem.contacts[k];
    table.impulse[c.row] = {-c.p_t, p_n};
    if (rolls)
      table.couple[c.row] = {cross(problem.rolling[k].q, c.n), -dot(problem.rolling[k].q, c.n)};
  };
  const auto keep = [&](Index k) {
    const ContactRows& c = problem.contacts[k];
    // A cohesive contact that is drawn apart presses with nothing, and still holds.
    const Real p_n = c.pull > 0 ? std::max(c.p_n, kHeld) : c.p_n;
    if (!(p_n > 0) || c.given) return;
    if (c.keeper == Keeper::kPart) {
      state.point_contacts[c.row].p_n = p_n, state.point_contacts[c.row].p_t = -c.p_t;
      return;
    }
    if (c.keeper == Keeper::kPair)
      put(state.pairs, k, p_n);
    else
      put(state.wall_contacts, k, p_n);
  };
  for_chunks(static_cast<Index>(problem.contacts.size()), [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k) keep(k);
  });
}

}  // namespace

void keep_impulses(const ContactProblem& problem, const Posing* posing, State& state) {
  forget_impulses(posing, state);
  put_impulses(problem, state);
}

void replace_impulses(const ContactProblem& problem, State& state) {
  const auto forget = [&](auto& table, Index row) {
    table.impulse[row] = {};
    if (table.has(kCouples)) table.couple[row] = {};
  };
  for (const ContactRows& c : problem.contacts) {
    if (c.given) continue;
    if (c.keeper == Keeper::kPair) forget(state.pairs, c.row);
    if (c.keeper == Keeper::kWall) forget(state.wall_contacts, c.row);
  }
  put_impulses(problem, state);
}

Real largest_pull_range(const Scene& scene) {
  const std::vector<Real>& range = scene.law.pull_range;
  return range.empty() ? 0 : *std::max_element(range.begin(), range.end());
}

Real spring_energy(const Scene& scene, const ContactRows& c, Real gap) {
  if (gap >= 0 || rigid(scene.law.choice.normal, scene.law.pairs[c.law])) return 0;
  return normal_energy(scene.law.choice.normal, scene.law.pairs[c.law], -gap, c.radius);
}

}  // namespace scree
