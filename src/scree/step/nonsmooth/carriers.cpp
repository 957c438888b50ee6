#include "scree/step/nonsmooth/carriers.h"

#include "scree/step/common/partner_books.h"

namespace scree {
namespace {

/// What the grains of one wall did to it over a step.
struct Carried {
  Vec3 impulse{0, 0, 0}, moment{0, 0, 0};  // on it, about its origin [N s], [N m s]
  Real work = 0;                           // of it on them [J]
};

/// One grain over a step with its wall.
void carry(const WallState& wall, Vec3 gravity, Real dt, Place& place, Motion8& m, Carried& sum) {
  const Vec3 v = carried_velocity(wall), way = dt * v, x = position(place) + way;
  const Real mass = 1 / m.inv_mass;
  sum.work += mass * (0.5 * (norm2(v) - norm2(m.v)) - dot(gravity, way));
  const Vec3 impulse = mass * (dt * gravity - (v - m.v));
  sum.impulse += impulse, sum.moment += cross(x - wall.x, impulse);
  place.x = x.x, place.y = x.y, place.z = x.z;
  m.v = v;
}

}  // namespace

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

std::vector<char> walls_that_shake(const std::vector<Burden>& burdens, Real most,
                                   const State& state) {
  std::vector<char> out(burdens.size(), 0);
  for (std::size_t w = 0; w < out.size(); ++w) {
    if (burdens[w].first < 0) continue;
    const WallState& wall = state.walls[w];
    const Vec3 change = carried_velocity(wall) - state.grains.motion[burdens[w].first].v;
    out[w] = !can_carry(wall) || norm2(change) > most * most;
  }
  return out;
}

void carry_bound(const std::vector<Burden>& burdens, Real dt, State& state) {
  Grains& g = state.grains;
  std::vector<Carried> sums(burdens.size());
  std::vector<char> moves(burdens.size(), 0);
  bool any = false;
  for (std::size_t w = 0; w < burdens.size(); ++w) {
    if (burdens[w].first < 0) continue;
    const WallState& wall = state.walls[w];
    moves[w] = norm2(carried_velocity(wall)) + norm2(g.motion[burdens[w].first].v) > 0;
    any |= moves[w] != 0;
    sums[w].impulse = dt * burdens[w].mass * state.gravity;
    sums[w].moment = dt * cross(burdens[w].moment - burdens[w].mass * wall.x, state.gravity);
    if (moves[w]) sums[w] = {};
  }
  for (Index r = 0; any && r < g.singles; ++r)
    if (const Index w = g.bond[r]; w >= 0 && moves[w])
      carry(state.walls[w], state.gravity, dt, g.place[r], g.motion[r], sums[w]);
  for (std::size_t w = 0; w < burdens.size(); ++w)
    if (burdens[w].first >= 0)
      book_impulse(PartnerLoad<Real>{sums[w].impulse, sums[w].moment, sums[w].work}, dt, false,
                   state.walls[w]);
}

}  // namespace scree
