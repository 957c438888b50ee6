#include "scree/step/nonsmooth/carriers.h"

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/step/common/partner_books.h"

namespace scree {
namespace {

/// What the grains of one wall did to it over a step.
struct Carried {
  Vec3 impulse{0, 0, 0}, moment{0, 0, 0};  // on it, about its origin [N s], [N m s]
  Real work = 0;                           // of it on them [J]
  Vec3 place{0, 0, 0};                     // sum of m x at the end [kg m]
};

/// A step of a wall as those it carries see it: it stands at the end of it already, and has turned
/// about its axis as it turns then, wherever that is.
struct Passage {
  bool turns;
  Vec3 from, to;  // its origin
  Mat3 turn;
  Vec3 straight;  // way of all, where it does not turn; of its belt, where it does [m]

  Passage(const WallState& wall, Real dt)
      : turns(norm2(wall.w) > 0), to(wall.x), straight(dt * (wall.v + wall.belt_v)) {
    if (!turns) return;
    const Real rate = norm(wall.w), angle = dt * rate;
    const Vec3 axis = wall.w / rate, along = dot(wall.v, axis) * axis, across = wall.v - along;
    from = wall.x - dt * along - (std::sin(angle) / rate) * across +
           ((1 - std::cos(angle)) / rate) * cross(axis, across);
    turn = matrix_of(rotation(dt * wall.w));
    straight = dt * wall.belt_v;
  }
  /// How far it takes a grain.
  Vec3 way(Vec3 x) const { return turns ? to + turn * (x - from) - x + straight : straight; }
};

/// One grain over a step with its wall.
void carry(const WallState& wall, const Passage& passage, Vec3 gravity, Real dt, Index row,
           Grains& g, Carried& sum) {
  Place& place = g.place[row];
  Motion8& m = g.motion[row];
  const Vec3 way = passage.way(position(place)), x = position(place) + way;
  const Vec3 dv = carried_velocity(wall, x) - m.v, dw = wall.w - m.w;
  const Real mass = 1 / m.inv_mass, inertia = m.inv_inertia > 0 ? 1 / m.inv_inertia : 0;
  sum.work +=
      mass * (dot(dv, m.v + 0.5 * dv) - dot(gravity, way)) + inertia * dot(dw, m.w + 0.5 * dw);
  const Vec3 impulse = mass * (dt * gravity - dv);
  sum.impulse += impulse;
  sum.moment += cross(x - wall.x, impulse) - inertia * dw;
  sum.place += mass * x;
  place.x = x.x, place.y = x.y, place.z = x.z;
  m.v += dv, m.w += dw;
  g.accel[row] = {dv / dt, dw / dt, {0, 0}};
}

/// Impulses of contacts among what turns as one turn with it.
void turn_impulses(const std::vector<Passage>& passages, State& state) {
  const Grains& g = state.grains;
  const auto turned = [](auto& table, Index k, const Mat3& turn) {
    table.impulse[k].p_t = turn * table.impulse[k].p_t;
    if (table.has(kCouples)) table.couple[k].roll = turn * table.couple[k].roll;
  };
  PairTable& p = state.pairs;
  for_chunks(p.count, [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      if (!(p.impulse[k].p_n > 0) || !is_bound(g, p.i[k]) || !is_bound(g, p.j[k])) continue;
      const Passage& i = passages[g.bond[p.i[k]]];
      if (i.turns && passages[g.bond[p.j[k]]].turns) turned(p, k, i.turn);
    }
  });
  WallTable& t = state.wall_contacts;
  for (Index k = 0; k < t.size(); ++k)
    if (is_bound(g, t.row[k]) && passages[t.wall[k]].turns && passages[g.bond[t.row[k]]].turns)
      turned(t, k, passages[t.wall[k]].turn);
}

}  // namespace

Vec3 carried_way(const WallState& wall, Vec3 at, Real dt) { return Passage(wall, dt).way(at); }

bool can_carry(const Domain& domain, const WallState& wall) {
  if (!wall.present || norm2(wall.belt_w) > 0) return false;
  if (!(norm2(wall.w) > 0)) return true;
  if (norm2(wall.belt_v) > 0) return false;
  for (int k = 0; k < 3; ++k)
    if (domain.cell.periodic(k) && std::fabs(at(wall.w, k)) < norm(wall.w)) return false;
  return true;
}

bool move_alike(const WallState& a, const WallState& b) {
  return norm2(a.w - b.w) <= 0 && norm2(carried_velocity(a, a.x) - carried_velocity(b, a.x)) <= 0;
}

std::vector<Burden> burdens_of(const Scene& scene, const State& state) {
  std::vector<Burden> out(scene.walls.size());
  const Grains& g = state.grains;
  for (Index r = 0; r < g.singles; ++r) {
    if (g.bond[r] < 0) continue;
    Burden& b = out[g.bond[r]];
    const Real mass = 1 / g.motion[r].inv_mass;
    if (b.first < 0) b.first = r;
    b.mass += mass, b.moment += mass * position(g.place[r]);
  }
  return out;
}

std::vector<char> walls_that_shake(const Scene& scene, const std::vector<Burden>& burdens,
                                   Real most, Real dt, const State& state) {
  std::vector<char> out(burdens.size(), 0);
  for (std::size_t w = 0; w < out.size(); ++w) {
    if (burdens[w].first < 0) continue;
    const WallState& wall = state.walls[w];
    const Motion8& m = state.grains.motion[burdens[w].first];
    const Vec3 x = position(state.grains.place[burdens[w].first]);
    const Vec3 v = carried_velocity(wall, x + carried_way(wall, x, dt));
    out[w] = !can_carry(scene.domain, wall) || norm(v - m.v) > most ||
             norm(wall.w - m.w) * scene.walls[w].lever > most;
  }
  return out;
}

void carry_bound(const Posing& active, Real dt, std::vector<Burden>& burdens, State& state) {
  Grains& g = state.grains;
  std::vector<Carried> sums(burdens.size());
  std::vector<Passage> passages;
  std::vector<char> moves(burdens.size(), 0);
  bool any = false, turns = false;
  passages.reserve(burdens.size());
  for (std::size_t w = 0; w < burdens.size(); ++w) {
    const WallState& wall = state.walls[w];
    passages.emplace_back(wall, dt);
    const Burden& b = burdens[w];
    if (b.first < 0) continue;
    // Also in the step after it has come to rest: its grains are no longer accelerated.
    const Motion8& m = g.motion[b.first];
    const Accel8& a = g.accel[b.first];
    moves[w] = !carries_at_rest(wall) || norm2(m.v) + norm2(m.w) + norm2(a.a) + norm2(a.alpha) > 0;
    any |= moves[w] != 0, turns |= passages[w].turns;
    sums[w].impulse = dt * b.mass * state.gravity;
    sums[w].moment = dt * cross(b.moment - b.mass * wall.x, state.gravity);
    if (moves[w]) sums[w] = {};
  }
  if (turns) turn_impulses(passages, state);
  for (Index r = 0; any && r < g.singles; ++r)
    if (const Index w = g.bond[r]; w >= 0 && moves[w] && !active.moves(g, r))
      carry(state.walls[w], passages[w], state.gravity, dt, r, g, sums[w]);
  for (std::size_t w = 0; w < burdens.size(); ++w) {
    if (burdens[w].first < 0) continue;
    if (moves[w]) burdens[w].moment = sums[w].place;
    book_impulse(PartnerLoad<Real>{sums[w].impulse, sums[w].moment, sums[w].work}, dt, false,
                 state.walls[w]);
  }
}

}  // namespace scree
