#include "scree/step/nonsmooth/bonds.h"

#include <algorithm>
#include <cmath>

#include "scree/law/impulse.h"
#include "scree/step/common/partner_books.h"
#include "scree/step/nonsmooth/books.h"
#include "scree/step/nonsmooth/carriers.h"
#include "scree/step/nonsmooth/contact_rows.h"
#include "scree/step/nonsmooth/sensors.h"

namespace scree {
namespace {

/// Faster than that at a contact, in any of its directions? A spin counts at R*.
bool faster(const ContactVelocity& u, Real radius, Real speed) {
  return std::fabs(u.normal) > speed || norm2(u.tangent) > speed * speed ||
         norm2(u.spin) * radius * radius > speed * speed;
}

/// Is a contact an event for the bound grain in it? It closes fast, or slides or rolls on it.
bool is_event(const ContactRows& c, const ContactVelocity& u, Real speed, Real dt) {
  if (c.gap > 0 && !(c.gap + dt * u.normal < 0)) return false;
  if (-u.normal > speed) return true;
  return c.touches &&
         (norm2(u.tangent) > speed * speed || norm2(u.spin) * c.radius * c.radius > speed * speed);
}

/// Closed, or will it be within the step?
bool meets(Real gap, Real normal, Real dt) { return gap <= 0 || gap + dt * normal < 0; }

/// A contact that opens by this much of a radius holds nothing any more.
constexpr Real kOpen = 1e-2;
/// Velocities that differ by less, over their size, are the same but for rounding.
constexpr Real kAsOne = 1e-9;

bool move_apart(const Vec3& a, const Vec3& b) {
  return norm2(a - b) > kAsOne * kAsOne * (norm2(a) + norm2(b));
}

/// Of bound grains with walls that move against the one that carries them: however slow, neither
/// gives way. A belt carries its grains past its own edge, or into another face of its wall.
void find_at_walls(const Scene& scene, Real open, Real dt, const State& state, Release& out) {
  const WallTable& t = state.wall_contacts;
  const Grains& g = state.grains;
  for (Index k = 0; k < t.size(); ++k) {
    const Index r = t.row[k], w = t.wall[k];
    if (!is_bound(g, r) || scene.walls[w].part) continue;
    const WallState &wall = state.walls[w], &carrier = state.walls[g.bond[r]];
    const Vec3 n = t.normal[k], point = position(g.place[r]) + g.place[r].r * n;
    // Walls stand where they will be at the end of the step; a belt moves its surface only.
    const Real gap = t.gap[k] - dt * dot(wall.v + cross(wall.w, point - wall.x), n);
    if (touched(t, k) && gap > kOpen * g.place[r].r + open) out.add(r, 1);
    if (norm2(wall.belt_v) <= 0 && (g.bond[r] == w || move_alike(wall, carrier))) continue;
    const Vec3 surface = wall.surface_velocity(point, n), own = carried_velocity(carrier, point);
    if (!move_apart(surface, own)) continue;
    if (touched(t, k) || meets(gap, dot(surface - own, n), dt)) out.add(r, 1);
  }
}

/// Do the grains that walls carry move as one?
bool carried_as_one(const State& state) {
  const Grains& g = state.grains;
  Index one = -1;
  for (Index r = 0; r < g.singles; ++r) {
    const Index w = g.bond[r];
    if (w < 0 || w == one) continue;
    if (one < 0) one = w;
    if (!move_alike(state.walls[one], state.walls[w])) return false;
  }
  return true;
}

/// Of grains that are carried past each other, by walls or as prescribed.
void find_between_carried(Real dt, const Domain& domain, const State& state, Release& out) {
  const Grains& g = state.grains;
  if (g.free == g.size() && carried_as_one(state)) return;
  const auto prescribed = [&](Index row) { return row >= g.free; };
  const auto velocity = [&](Index row, Vec3 at) {
    return prescribed(row) ? Vec3(g.motion[row].v) : carried_velocity(state.walls[g.bond[row]], at);
  };
  for (Index k = 0; k < state.pairs.count; ++k) {
    const Index i = state.pairs.i[k], j = state.pairs.j[k];
    const bool bi = is_bound(g, i), bj = is_bound(g, j);
    if (!(bi || prescribed(i)) || !(bj || prescribed(j)) || !(bi || bj)) continue;
    if (bi && bj && move_alike(state.walls[g.bond[i]], state.walls[g.bond[j]])) continue;
    const Vec3 touch = position(g.place[i]);  // near enough: walls turn slowly
    const Vec3 vi = velocity(i, touch), vj = velocity(j, touch), u = vj - vi;
    const bool turns = (prescribed(i) && norm2(Vec3(g.motion[i].w)) > 0) ||
                       (prescribed(j) && norm2(Vec3(g.motion[j].w)) > 0);
    if (!move_apart(vi, vj) && !turns) continue;
    const Place &a = g.place[i], &b = g.place[j];
    const SphereGap<Real> s =
        sphere_gap(domain.cell.nearest(position(b) - position(a)), a.r, b.r, true);
    if (!touched(state.pairs, k) && !meets(-s.overlap, dot(u, s.n), dt)) continue;
    for (const Index r : {i, j})
      if (is_bound(g, r)) out.add(r, 1);
  }
}

/// What one pushes another up with, over its weight, to count as carrying it.
constexpr Real kCarries = 0.1;

/// Does an impulse on a body of this mass carry it?
bool carries(Vec3 impulse, Real inv_mass, Vec3 gravity, Real dt) {
  return -dot(impulse, gravity) * inv_mass > kCarries * dt * norm2(gravity);
}

/// Contacts at rest between active grains, and where walls begin, as the merge test finds them.
struct RestingContacts {
  struct Root {
    Index body, wall;
  };
  std::vector<Root> roots;                     // in the order of contacts
  std::vector<std::pair<Index, Index>> links;  // contacts between two active grains
  std::vector<char> rests, moves;  // by body: does a contact of it, does one that carries it?
  std::vector<Index> at_wall;      // by body: a wall that it lies at, or -1

  RestingContacts(const Scene& scene, const ContactProblem& problem, Real speed, Real dt,
                  const State& state);

 private:
  void take(const Scene& scene, const State& state, const ContactRows& c, Index bi, Index bj);
};

RestingContacts::RestingContacts(const Scene& scene, const ContactProblem& problem, Real speed,
                                 Real dt, const State& state)
    : rests(problem.spheres, 0), moves(problem.spheres, 0), at_wall(problem.spheres, -1) {
  for (const ContactRows& c : problem.contacts) {
    if (!(c.p_n > 0)) continue;  // it carries nothing: neighbours that fall together are not bound
    const Index bi = c.i < problem.spheres ? c.i : -1, bj = c.j < problem.spheres ? c.j : -1;
    const bool still = !c.impact && !faster(velocity_at(problem, c), c.radius, speed) && speed > 0;
    // What moves on a grain, a spinning one in a gap, may move; what carries it may not.
    const Vec3 p = c.p_n * c.n + c.p_t;
    const bool weightless = !(norm2(state.gravity) > 0);
    for (const auto& [b, impulse] : {std::pair(bi, -p), std::pair(bj, p)}) {
      if (b < 0) continue;
      if (still)
        rests[b] = 1;
      else if (weightless || carries(impulse, problem.bodies[b].inv_mass, state.gravity, dt))
        moves[b] = 1;
    }
    if (still) take(scene, state, c, bi, bj);
  }
}

void RestingContacts::take(const Scene& scene, const State& state, const ContactRows& c, Index bi,
                           Index bj) {
  if (bi >= 0 && bj >= 0) {
    links.emplace_back(bi, bj);
    return;
  }
  const Index body = std::max(bi, bj);
  if (body < 0) return;
  if (c.keeper == Keeper::kWall) {
    const Index wall = state.wall_contacts.wall[c.row];
    if (scene.walls[wall].part) return;
    if (can_carry(scene.domain, state.walls[wall])) roots.push_back({body, wall});
    // Between walls that move against each other nothing hangs.
    if (at_wall[body] >= 0 && !move_alike(state.walls[at_wall[body]], state.walls[wall]))
      moves[body] = 1;
    at_wall[body] = wall;
  } else if (c.keeper == Keeper::kPair) {
    const Index other = bi >= 0 ? state.pairs.j[c.row] : state.pairs.i[c.row];
    if (is_bound(state.grains, other)) roots.push_back({body, state.grains.bond[other]});
  }
}

/// Who hangs on which wall: by body, from the walls on over links between bodies that are ripe.
std::vector<Index> hang(const RestingContacts& at, const std::vector<char>& ripe,
                        const State& state) {
  const auto n = static_cast<Index>(ripe.size());
  std::vector<Index> start(n + 1, 0), to(2 * at.links.size()), wall(n, -1), queue;
  for (const auto& [a, b] : at.links) ++start[a + 1], ++start[b + 1];
  for (Index b = 0; b < n; ++b) start[b + 1] += start[b];
  std::vector<Index> next(start.begin(), start.end() - 1);
  for (const auto& [a, b] : at.links) to[next[a]++] = b, to[next[b]++] = a;
  const auto reach = [&](Index body, Index by) {
    if (!ripe[body] || wall[body] >= 0) return;
    if (at.at_wall[body] >= 0 && !move_alike(state.walls[at.at_wall[body]], state.walls[by]))
      return;
    wall[body] = by;
    queue.push_back(body);
  };
  for (const RestingContacts::Root& r : at.roots) reach(r.body, r.wall);
  for (std::size_t k = 0; k < queue.size(); ++k)
    for (Index l = start[queue[k]]; l < start[queue[k] + 1]; ++l) reach(to[l], wall[queue[k]]);
  return wall;
}

/// How much of a weight something firm carries, and something that moves [N s].
struct Support {
  Real firm = 0, moving = 0;

  void add(Real up, bool moves) { (moves ? moving : firm) += std::max(up, 0.0); }
  bool holds() const { return firm >= moving; }
};

/// Takes those off their walls again that are mostly carried by what moves on: bonds bear no
/// weight, so what lies on such grains must be free to press on them.
void drop_carried(const ContactProblem& problem, const State& state, std::vector<Index>& wall) {
  const auto n = static_cast<Index>(wall.size());
  struct Carried {
    Index below, above;
    Real up;
    bool operator<(const Carried& o) const {
      return below != o.below ? below < o.below : above < o.above;
    }
  };
  std::vector<Carried> on;  // by bodies that may move on, of those that are to stay
  std::vector<Support> of(n);
  std::vector<Index> dropped;
  for (const ContactRows& c : problem.contacts) {
    if (!(c.p_n > 0)) continue;
    const Real up = -dot(c.p_n * c.n + c.p_t, state.gravity);
    const auto look = [&](Index below, Index above, Real lift) {
      if (above >= n || wall[above] < 0 || !(lift > 0)) return;
      of[above].add(lift, below < n ? wall[below] < 0 : problem.has_tensor(below));
      if (below < n && wall[below] >= 0) on.push_back({below, above, lift});
    };
    look(c.i, c.j, up), look(c.j, c.i, -up);
  }
  std::sort(on.begin(), on.end());
  const auto look_again = [&](Index body) {
    if (wall[body] < 0 || of[body].holds()) return;
    wall[body] = -1;
    dropped.push_back(body);
  };
  for (Index b = 0; b < n; ++b) look_again(b);
  for (std::size_t k = 0; k < dropped.size(); ++k)
    for (auto it = std::lower_bound(on.begin(), on.end(), Carried{dropped[k], -1, 0});
         it != on.end() && it->below == dropped[k]; ++it) {
      of[it->above].firm -= it->up, of[it->above].moving += it->up;
      look_again(it->above);
    }
}

/// Contacts of bodies that stop end the step with another gap than was booked.
void rebook_springs(const Scene& scene, const std::vector<Motion8>& before,
                    const ContactProblem& problem, const std::vector<Index>& wall, Real dt,
                    State& state) {
  Real more = 0;
  const auto stops = [&](Index b) { return b < problem.spheres && wall[b] >= 0; };
  for (const ContactRows& c : problem.contacts) {
    if (!stops(c.i) && !stops(c.j)) continue;
    if (!(c.p_n > 0 || c.pull > 0)) continue;
    if (rigid(scene.law.choice.normal, scene.law.pairs[c.law])) continue;
    more += spring_energy(scene, c, gap_after(scene, state, problem, before, c, dt)) -
            spring_energy(scene, c, gap_after(scene, state, problem, problem.bodies, c, dt));
  }
  state.ledger.normal_dashpot += more;
}

/// The motion that a body loses to its wall.
void stop(const Vec3& x, Real dt, Motion8& m, WallState& wall, State& state) {
  const Real mass = 1 / m.inv_mass, inertia = m.inv_inertia > 0 ? 1 / m.inv_inertia : 0;
  const Vec3 with = carried_velocity(wall, x), v = m.v - with, w = m.w - wall.w;
  state.ledger.merging += 0.5 * mass * norm2(v) + 0.5 * inertia * norm2(w);
  // Its place goes on with the velocity it has now: books of gravity are those of the solver's.
  state.ledger.gravity += dt * mass * dot(state.gravity, v);
  book_impulse(load_on_wall(mass * v, inertia * w, x, with, wall.x, wall.w), dt, false, wall);
  m.v = with, m.w = wall.w;
}

}  // namespace

Index let_go(const Scene& scene, const Release& release, const ContactGraph& graph, State& state) {
  Grains& g = state.grains;
  const PairTable& p = state.pairs;
  const WallTable& t = state.wall_contacts;
  // Is a bound grain mostly carried by what does not move?
  const auto held = [&](Index r) {
    Support all;
    graph.for_each(p, r, [&](Index k, Index other) {
      if (!touched(p, k)) return;
      const Vec3 d = scene.domain.cell.nearest(position(g.place[other]) - position(g.place[r]));
      const Vec3 on_i = p.impulse[k].p_t, on_r = p.i[k] == r ? on_i : -on_i;
      const Vec3 push = on_r - (p.impulse[k].p_n / norm(d)) * d;
      all.add(-dot(push, state.gravity), other < g.free && !is_bound(g, other));
    });
    Index k = static_cast<Index>(std::lower_bound(t.row.begin(), t.row.end(), r) - t.row.begin());
    for (; k < t.size() && t.row[k] == r; ++k)
      all.add(-dot(t.impulse[k].p_t - t.impulse[k].p_n * t.normal[k], state.gravity),
              scene.walls[t.wall[k]].part.has_value());
    return all.holds();
  };
  Index gone = 0;
  std::vector<long> layers(g.singles, -1);  // that are still to go around a row
  std::vector<Index> queue;
  const auto reach = [&](Index r, long left) {
    if (left <= layers[r]) return;
    layers[r] = left;
    queue.push_back(r);
  };
  for (std::size_t n = 0; n < release.row.size(); ++n) reach(release.row[n], release.depth[n]);
  for (std::size_t n = 0; n < queue.size(); ++n) {
    const Index r = queue[n];
    gone += g.bond[r] >= 0;
    g.bond[r] = -1, g.still[r] = 0;
    graph.for_each(p, r, [&](Index k, Index other) {
      if (!touched(p, k) || !is_bound(g, other)) return;
      if (layers[r] > 0) reach(other, layers[r] - 1);
      if (layers[other] < 0 && !held(other)) reach(other, 0);
    });
  }
  return gone;
}

void find_events(const Scene& scene, const ContactProblem& problem, const SplitRule& rule, Real dt,
                 const State& state, Release& out) {
  const Grains& g = state.grains;
  for (const ContactRows& c : problem.contacts) {
    if (c.keeper == Keeper::kPart) continue;
    const bool pair = c.keeper == Keeper::kPair;
    const Index i = pair ? state.pairs.i[c.row] : state.wall_contacts.row[c.row];
    const Index j = pair ? state.pairs.j[c.row] : -1;
    const Index bound = is_bound(g, i) ? i : j >= 0 && is_bound(g, j) ? j : -1;
    if (bound < 0) continue;
    const ContactVelocity u = velocity_at(problem, c);
    if (!is_event(c, u, rule.speed, dt)) continue;
    // A hit spreads: k layers away some k^2 grains share its impulse.
    const Real other = problem.bodies[bound == i ? c.j : c.i].inv_mass;
    const Real impulse = (1 + scene.law.restitution[c.law]) * std::max(-u.normal, 0.0) / other;
    const Real share = impulse * g.motion[bound].inv_mass / rule.speed;
    out.add(bound, rule.depth.value_or(std::lround(std::ceil(std::sqrt(1 + share)))));
  }
}

void find_squeezed(const Scene& scene, const WallTable& gone, Real open, Real dt,
                   const State& state, Release& out) {
  for (Index k = 0; k < gone.size(); ++k)
    if (is_bound(state.grains, gone.row[k])) out.add(gone.row[k], 1);
  find_at_walls(scene, open, dt, state, out);
  find_between_carried(dt, scene.domain, state, out);
}

void find_unheld(const Scene& scene, const ContactGraph& graph, const State& state, Release& out) {
  const Grains& g = state.grains;
  const PairTable& p = state.pairs;
  const WallTable& t = state.wall_contacts;
  std::vector<char> held(g.singles, 0);
  std::vector<Index> queue;
  const auto hold = [&](Index r) {
    if (!is_bound(g, r) || held[r]) return;
    held[r] = 1;
    queue.push_back(r);
  };
  const auto hold_around = [&](Index row) {
    graph.for_each(p, row, [&](Index k, Index other) {
      if (touched(p, k)) hold(other);
    });
  };
  for (Index k = 0; k < t.size(); ++k)
    if (touched(t, k) && !scene.walls[t.wall[k]].part) hold(t.row[k]);
  for (Index r = g.free; r < g.size(); ++r) hold_around(r);
  for (std::size_t n = 0; n < queue.size(); ++n) hold_around(queue[n]);
  for (Index r = 0; r < g.singles; ++r)
    if (is_bound(g, r) && !held[r]) out.add(r, 0);
}

Index bind(const Scene& scene, const Posing& posing, const ReductionOptions& options,
           const Sensors& sensors, Real merge_speed, Real dt, ContactProblem& problem,
           State& state) {
  Grains& g = state.grains;
  const RestingContacts at(scene, problem, merge_speed, dt, state);
  std::vector<char> ripe(posing.rows.size());
  for (std::size_t b = 0; b < ripe.size(); ++b) {
    Index& still = g.still[posing.rows[b]];
    // Accelerated with what it lies on it is not at rest, though nothing moves at its contacts.
    const bool even = norm2(g.accel[posing.rows[b]].a) * dt * dt < merge_speed * merge_speed;
    still = at.rests[b] && !at.moves[b] && even ? still + 1 : 0;
    ripe[b] = still >= options.merge_steps &&
              !(sensors.any() && sensors.see(scene, state, g.place[posing.rows[b]]));
  }
  std::vector<Index> wall = hang(at, ripe, state);
  drop_carried(problem, state, wall);
  if (std::all_of(wall.begin(), wall.end(), [](Index w) { return w < 0; })) return 0;
  const std::vector<Motion8> before = problem.bodies;
  Index bound = 0;
  for (std::size_t b = 0; b < wall.size(); ++b) {
    if (wall[b] < 0) continue;
    const Index r = posing.rows[b];
    WallState& carrier = state.walls[wall[b]];
    const Vec3 x = position(g.place[r]);
    stop(x, dt, problem.bodies[b], carrier, state);
    g.motion[r] = problem.bodies[b], g.accel[r] = {}, g.lean[r] = {0, 0, 0};
    ++bound;
  }
  rebook_springs(scene, before, problem, wall, dt, state);
  for (std::size_t b = 0; b < wall.size(); ++b)
    if (wall[b] >= 0) g.bond[posing.rows[b]] = wall[b];
  return bound;
}

}  // namespace scree
