#include "scree/step/common/body_motion.h"

#include "scree/base/parallel.h"

namespace scree {

Vec3 spin_of(Quat q, Vec3 inertia, Vec3 momentum) {
  const Vec3 l = rotate_back(q, momentum);
  return rotate(q, Vec3{l.x / inertia.x, l.y / inertia.y, l.z / inertia.z});
}

void predict_bodies(State& state, Real dt) {
  RigidBodies& c = state.bodies;
  for_chunks(c.size(), [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      c.x[k] += dt * (c.v[k] + 0.5 * dt * c.a[k]);
      c.v[k] += dt * c.a[k];
      const Vec3 half = c.momentum[k] + 0.5 * dt * c.torque[k];
      const Quat middle = normalized(rotation(0.5 * dt * c.w[k]) * c.q[k]);
      const Vec3 w = spin_of(middle, c.inertia[k], half);
      c.q[k] = normalized(rotation(dt * w) * c.q[k]);
      c.momentum[k] += dt * c.torque[k];
      c.w[k] = spin_of(c.q[k], c.inertia[k], c.momentum[k]);
    }
  });
}

void correct_bodies(const Scene& scene, State& state, Real dt) {
  RigidBodies& c = state.bodies;
  const Grains& g = state.grains;
  std::vector<Vec3> force(c.size(), Vec3{0, 0, 0}), torque(c.size(), Vec3{0, 0, 0});
  for (Index k = 0; k < c.size() && c.has(kLoads); ++k) {
    force[k] = c.pushed[k].force + c.dragged[k].force;
    torque[k] = c.pushed[k].torque + c.dragged[k].torque;
  }
  for (Index r = g.singles; r < g.free; ++r) {
    const Index o = g.body[r];
    const Vec3 f = g.felt[r].force;
    force[o] += f;
    torque[o] += g.felt[r].torque + cross(rotate(c.q[o], g.local[r]), f);
  }
  for (Index k = 0; k < c.size(); ++k) {
    Vec3 a = c.inv_mass[k] * force[k] + state.gravity;
    Vec3 t = torque[k];
    if (scene.planar) a.z = 0, t.x = t.y = 0;
    c.v[k] += 0.5 * dt * (a - c.a[k]);
    c.momentum[k] += 0.5 * dt * (t - c.torque[k]);
    c.a[k] = a;
    c.torque[k] = t;
    c.w[k] = spin_of(c.q[k], c.inertia[k], c.momentum[k]);
  }
}

}  // namespace scree
