#include "scree/step/dae/friction_contacts.h"

#include <cmath>

#include "scree/law/contact.h"

namespace scree {
namespace {

Vec3 flat(Vec3 a, Vec3 n) { return a - dot(a, n) * n; }

/// Size of the force that bounds friction, as law/contact.h takes it.
Real load_of(const Scene& scene, const PairLaw& law, const ContactIn<Real>& in) {
  const LawChoice& choice = scene.law.choice;
  return friction_load(choice, law, in.radius, normal_force(choice, law, in).total);
}

bool pair_contact(const Scene& scene, const State& state, Index k, FrictionContact& c) {
  const PairTable& t = state.pairs;
  const Grains& g = state.grains;
  c.row = k, c.i = t.i[k], c.j = t.j[k], c.wall = c.surface = -1;
  if (c.i == c.j || !(t.spring[k].a > 0)) return false;
  const Place &pi = g.place[c.i], &pj = g.place[c.j];
  const Motion8 &mi = g.motion[c.i], &mj = g.motion[c.j];
  const Vec3 d = scene.domain.cell.nearest(position(pj) - position(pi));
  const SpherePair<Real> pair = sphere_pair(d, pi.r, pj.r, motion_of(mi), motion_of(mj), true);
  c.n = pair.in.n;
  c.arm_i = pair.arm_i, c.arm_j = pair.arm_j;
  const Vec3 roll = c.arm_i * mi.w + c.arm_j * mj.w, dv = mi.v - mj.v;
  const PairLaw& law = scene.law.of(g.material[c.i], g.material[c.j]);
  c.point = position(pi) + c.arm_i * c.n;
  c.load = load_of(scene, law, pair.in);
  c.dynamic_friction = law.friction;
  c.static_friction = scene.law.static_of(g.material[c.i], g.material[c.j]);
  c.u = flat(pair.in.v, c.n);
  const bool i_moves = c.i < g.free, j_moves = c.j < g.free;
  const Motion8& other = i_moves ? mj : mi;
  const Real arm = i_moves ? -c.arm_j : c.arm_i;
  c.driven = !(i_moves && j_moves);
  c.partner = c.driven ? other.v + cross(other.w, arm * c.n) : Vec3{0, 0, 0};
  // d/dt of the tangential part of dv + roll x n for given accelerations: n' = -dv_t/distance, and
  // both arms change by half the rate of the distance.
  const Vec3 n_rate = -flat(dv, c.n) / pair.distance;
  const Real arm_rate = -0.5 * dot(dv, c.n);
  c.turning =
      flat(arm_rate * cross(mi.w + mj.w, c.n) + cross(roll, n_rate), c.n) - dot(dv, c.n) * n_rate;
  return true;
}

bool wall_contact(const Scene& scene, const State& state, Index k, FrictionContact& c) {
  const WallTable& t = state.wall_contacts;
  const Grains& g = state.grains;
  if (!(t.spring[k].a > 0)) return false;
  c.row = k, c.i = t.row[k], c.j = -1, c.wall = t.wall[k], c.surface = t.surface[k];
  const Place& p = g.place[c.i];
  const Motion8& m = g.motion[c.i];
  const WallState& wall = state.walls[c.wall];
  const SphereWall<Real> at =
      sphere_wall(t.normal[k], t.gap[k], position(p), p.r, motion_of(m), wall.motion());
  const ContactIn<Real>& in = at.in;
  c.n = in.n;
  c.arm_i = at.arm, c.arm_j = 0;
  c.point = at.point;
  c.partner = at.wall_motion;
  const Index grain = g.material[c.i];
  const Index material = scene.walls[c.wall].surfaces[t.surface[k]].material;
  const PairLaw& law = scene.law.of(grain, material);
  c.load = load_of(scene, law, in);
  c.dynamic_friction = law.friction;
  c.static_friction = scene.law.static_of(grain, material);
  c.u = flat(in.v, c.n);
  c.driven = norm2(c.partner) > 0;
  // The normal of a curved wall turns, too; that part is left to the projection.
  c.turning = flat(-0.5 * dot(in.v, c.n) * cross(m.w, c.n), c.n);
  return true;
}

}  // namespace

void find_friction_contacts(const Scene& scene, const State& state,
                            std::vector<FrictionContact>& out) {
  out.resize(state.pairs.count + state.wall_contacts.size());
  std::size_t n = 0;
  for (Index k = 0; k < state.pairs.count; ++k) n += pair_contact(scene, state, k, out[n]);
  for (Index k = 0; k < state.wall_contacts.size(); ++k) n += wall_contact(scene, state, k, out[n]);
  out.resize(n);
}

std::vector<Mobility> mobilities(const Grains& g) {
  std::vector<Mobility> out(g.size() + 1, {0, 0});
  for (Index r = 0; r < g.free; ++r) out[r] = {g.motion[r].inv_mass, g.motion[r].inv_inertia};
  return out;
}

Index friction_rows(const FrictionContact& c, bool planar, Index free, Index immobile,
                    ConstraintRow rows[2]) {
  Vec3 t[2];
  const Index count = tangents(planar, c.n, t);
  const bool i_moves = c.i < free, j_moves = c.j >= 0 && c.j < free;
  for (Index r = 0; r < count; ++r) {
    const Vec3 lever = cross(c.n, t[r]);
    rows[r] = {i_moves ? c.i : immobile, j_moves ? c.j : immobile, t[r], c.arm_i * lever,
               c.arm_j * lever};
  }
  return count;
}

}  // namespace scree
