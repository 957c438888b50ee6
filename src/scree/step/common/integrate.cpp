#include "scree/step/common/integrate.h"

#include <cmath>

#include "scree/base/pack.h"
#include "scree/base/parallel.h"
#include "scree/step/common/body_motion.h"

namespace scree {
namespace {

/// Lanes 0-2 of a record: force; 3-5: torque.
SCREE_FN Mask force_lanes() { return {Mask::V{-1, -1, -1, 0, 0, 0, 0, 0}}; }
SCREE_FN Pack six(Vec3 a, Vec3 b) { return Pack(Pack::V{a.x, a.y, a.z, b.x, b.y, b.z, 0, 0}); }

/// A planar scene has no freedom along z and no spin but about z.
SCREE_FN Pack freedom(const Scene& scene) {
  return scene.planar ? Pack(Pack::V{1, 1, 0, 0, 0, 1, 0, 0})
                      : Pack(Pack::V{1, 1, 1, 1, 1, 1, 0, 0});
}

/// x', v* of one row.
SCREE_FN void predict_row(Grains& g, Index r, Pack v, Pack a, Real dt,
                          const std::vector<Tether>& since, Largest& far) {
  const Pack half = v + Pack(0.5 * dt) * a;
  Place& p = g.place[r];
  p.x += dt * half[0];
  p.y += dt * half[1];
  p.z += dt * half[2];
  (v + Pack(dt) * a).store(&g.motion[r].v.x);
  far.take(beyond_room(p, since[r]));
}

/// Stores a' of one row and returns v'.
SCREE_FN Pack correct_row(Grains& g, ForceSum& sum, Index r, Pack gravity, Pack free, Real dt,
                          Pack& now) {
  const Motion8& m = g.motion[r];
  const Pack inverse = select(force_lanes(), Pack(m.inv_mass), Pack(m.inv_inertia));
  now = free * (inverse * Pack::load(&sum.force.x) + gravity);
  sum = ForceSum{};
  const Pack before = Pack::load(&g.accel[r].a.x);
  now.store(&g.accel[r].a.x);
  return Pack::load(&m.v.x) + Pack(0.5 * dt) * (now - before);
}

}  // namespace

Real predict_rows(State& state, Real dt) {
  Grains& g = state.grains;
  return reduce_chunks<Largest>(g.singles,
                                [&](Index begin, Index end) {
                                  Largest far;
                                  for (Index r = begin; r < end; ++r)
                                    predict_row(g, r, Pack::load(&g.motion[r].v.x),
                                                Pack::load(&g.accel[r].a.x), dt, state.lists.inner,
                                                far);
                                  return far;
                                })
      .v;
}

Real predict_rest(const Scene& scene, State& state, Real dt, Real beyond) {
  const Grains& g = state.grains;
  if (g.singles == g.size()) return beyond;
  predict_bodies(state, dt);
  place_members(scene, state);
  return std::max(beyond, farthest_beyond_room(state, g.singles, g.size()));
}

void correct_rows(const Scene& scene, State& state, ForceSums& sums, Real dt, Index begin,
                  Index end) {
  Grains& g = state.grains;
  const Pack gravity = six(state.gravity, {0, 0, 0}), free = freedom(scene);
  Pack now;
  for (Index r = begin; r < std::min(end, g.singles); ++r)
    correct_row(g, sums.rows[r], r, gravity, free, dt, now).store(&g.motion[r].v.x);
}

Real correct_and_predict_rows(const Scene& scene, State& state, ForceSums& sums, Real dt,
                              Index begin, Index end) {
  Grains& g = state.grains;
  const Pack gravity = six(state.gravity, {0, 0, 0}), free = freedom(scene);
  Largest far;
  Pack now;
  for (Index r = begin; r < std::min(end, g.singles); ++r) {
    const Pack v = correct_row(g, sums.rows[r], r, gravity, free, dt, now);
    predict_row(g, r, v, now, dt, state.lists.inner, far);
  }
  return far.v;
}

void unpredict_rows(State& state, Real dt) {
  Grains& g = state.grains;
  for (Index r = 0; r < g.singles; ++r) {
    Motion8& m = g.motion[r];
    m.v -= dt * g.accel[r].a;
    m.w -= dt * g.accel[r].alpha;
    const Vec3 x = position(g.place[r]) - dt * (m.v + 0.5 * dt * g.accel[r].a);
    g.place[r] = {x.x, x.y, x.z, g.place[r].r};
  }
}

void correct_rest(const Scene& scene, State& state, ForceSums& sums, Real dt) {
  Grains& g = state.grains;
  for (Index r = g.singles; r < g.size(); ++r) {
    const Pack felt = Pack::load(&sums.rows[r].force.x);
    (r < g.free ? freedom(scene) * felt : felt).store(&g.felt[r].force.x);
    sums.rows[r] = ForceSum{};
  }
  if (state.bodies.clumps() == 0) return;
  correct_bodies(scene, state, dt);
  place_members(scene, state);
}

void place_members(const Scene& scene, State& state) {
  Grains& g = state.grains;
  const RigidBodies& c = state.bodies;
  for_chunks(g.free - g.singles, [&](Index, Index begin, Index end) {
    for (Index s = begin; s < end; ++s) {
      const Index r = g.singles + s, o = g.body[r];
      const Vec3 arm = rotate(c.q[o], g.local[r]);
      // A member may have been wrapped into another image than its clump's centre.
      const Vec3 x = c.x[o] + arm + scene.domain.cell.shift(difference(c.image[o], g.image[r]));
      g.place[r] = {x.x, x.y, x.z, g.place[r].r};
      g.motion[r].v = c.v[o] + cross(c.w[o], arm);
      g.motion[r].w = c.w[o];
    }
  });
}

}  // namespace scree
