#pragma once
/// Small scenes for the tests of observers: spheres placed by hand, contacts found by comparing all
/// pairs, memory brought about by the laws themselves.
#include <initializer_list>

#include "scree/law/contact.h"
#include "scree/law/mixing.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct SphereSpec {
  Vec3 x{0, 0, 0};
  Real r = 0.5;
  Vec3 v{0, 0, 0}, w{0, 0, 0};
  Real mass = 1;
};

class SmallScene {
 public:
  Scene scene;
  State state;

  explicit SmallScene(LawChoice choice = linear_choice()) {
    PairInput pair;
    pair.stiffness = 1000;
    pair.tangential_ratio = 0.5;
    pair.friction = 0.5;
    pair.restitution = 0.8;
    pair.rolling_friction = 0.1;
    pair.twisting_friction = 0.1;
    scene.law.choice = choice;
    scene.law.materials = 1;
    scene.law.pairs = {mix(choice, {1e6, 0.25}, {1e6, 0.25}, pair)};
    scene.materials = {"glass"};
    scene.labels = {"", "red"};
    scene.domain.lo = {-10, -10, -10};
    scene.domain.hi = {10, 10, 10};
    state.clock.dt = 1e-4;
  }
  static LawChoice linear_choice() {
    return {NormalLaw::kLinear, TangentialLaw::kCundallStrack, RollingLaw::kNone,
            TwistingLaw::kNone, true};
  }
  const PairLaw& law() const { return scene.law.pairs[0]; }

  /// Adds a sphere that is a body of its own; all of them before any clump member.
  Index add(const SphereSpec& s) {
    Grains& g = state.grains;
    const Index row = g.size();
    set_rows(g, row + 1);
    g.place[row] = {s.x.x, s.x.y, s.x.z, s.r};
    g.motion[row] = {s.v, s.w, 1 / s.mass, 1 / (0.4 * s.mass * s.r * s.r)};
    g.accel[row] = {};
    g.id[row] = static_cast<Id>(state.next_id++);
    g.singles = g.free = row + 1;
    return row;
  }
  /// A plane wall, normal towards the grains.
  Index add_plane(const char* name, Vec3 point, Vec3 normal) {
    Wall wall;
    wall.name = name;
    wall.surfaces.push_back({Plane{point, normal}, nullptr, 0});
    scene.walls.push_back(wall);
    state.walls.emplace_back();
    return static_cast<Index>(scene.walls.size()) - 1;
  }
  /// Lists all pairs and all wall contacts that touch, each with memory after one evaluation from
  /// the spring `xi` (projected onto the tangent plane).
  void touch(Vec3 xi = {0, 0, 0}) {
    state.pairs = {};
    state.wall_contacts = {};
    state.pairs.present = state.wall_contacts.present = scene.contact_memory();
    const Grains& g = state.grains;
    for (Index i = 0; i < g.size(); ++i)
      for (Index j = i + 1; j < g.size(); ++j) touch_pair(i, j, xi);
    for (Index i = 0; i < g.size(); ++i)
      for (Index w = 0; w < static_cast<Index>(scene.walls.size()); ++w) touch_wall(i, w, xi);
  }

 private:
  ContactMemory<Real> remember(const ContactIn<Real>& in, Vec3 xi) const {
    const Vec3 vt = in.v - dot(in.v, in.n) * in.n;
    ContactMemory<Real> m{xi - dot(xi, in.n) * in.n + 0.5 * state.clock.dt * vt,
                          normal_spring(scene.law.choice.normal, law(), in.overlap, in.radius).a,
                          {0, 0, 0},
                          0};
    return m;
  }
  template <class Table>
  void push(Table& table, const ContactMemory<Real>& m) {
    table.spring.push_back({m.spring, m.a});
    if (table.has(kRolls)) table.roll.push_back({m.roll, m.twist});
  }
  void touch_pair(Index i, Index j, Vec3 xi) {
    const Grains& g = state.grains;
    const Place &a = g.place[i], &b = g.place[j];
    const Vec3 d = scene.domain.cell.nearest(position(b) - position(a));
    const Real overlap = a.r + b.r - norm(d);
    if (overlap <= 0) return;
    const Motion8 &p = g.motion[i], &q = g.motion[j];
    const Vec3 n = normalized(d);
    const Vec3 spins = (a.r - overlap / 2) * p.w + (b.r - overlap / 2) * q.w;
    const ContactIn<Real> in{overlap,
                             n,
                             p.v - q.v + cross(spins, n),
                             p.w - q.w,
                             a.r * b.r / (a.r + b.r),
                             1 / (p.inv_mass + q.inv_mass)};
    ++state.pairs.count;
    state.pairs.i.push_back(i);
    state.pairs.j.push_back(j);
    push(state.pairs, remember(in, xi));
  }
  void touch_wall(Index i, Index w, Vec3 xi) {
    const Place& a = state.grains.place[i];
    const Motion8& p = state.grains.motion[i];
    const SurfaceHit<Real> hit = query(scene.walls[w].surfaces[0].shape, position(a));
    const Real gap = hit.distance - a.r;
    if (gap >= 0) return;
    const Real arm = a.r + gap / 2;
    const Vec3 at = position(a) + arm * hit.toward;
    const Vec3 surface = state.walls[w].surface_velocity(at, hit.toward);
    const ContactIn<Real> in{-gap, hit.toward, p.v + cross(arm * p.w, hit.toward) - surface,
                             p.w,  a.r,        1 / p.inv_mass};
    WallTable& t = state.wall_contacts;
    t.row.push_back(i);
    t.wall.push_back(w);
    t.surface.push_back(0);
    t.normal.push_back(hit.toward);
    t.gap.push_back(gap);
    push(t, remember(in, xi));
  }
};

}  // namespace scree
