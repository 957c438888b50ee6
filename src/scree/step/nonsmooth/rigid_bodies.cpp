#include "scree/step/nonsmooth/rigid_bodies.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/step/common/body_motion.h"
#include "scree/step/common/free_rotation.h"
#include "scree/step/common/integrate.h"

namespace scree {
namespace {

/// R diag(1/I) R^T.
Mat3 inverse_tensor(Quat q, Vec3 inertia, bool planar) {
  if (planar) return {{{0, 0, 0}, {0, 0, 0}, {0, 0, 1 / inertia.z}}};
  const Vec3 x = rotate(q, Vec3{1, 0, 0}), y = rotate(q, Vec3{0, 1, 0}),
             z = rotate(q, Vec3{0, 0, 1});
  return outer((1 / inertia.x) * x, x) + outer((1 / inertia.y) * y, y) +
         outer((1 / inertia.z) * z, z);
}

Vec3 times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

}  // namespace

void take_bodies(const Scene& scene, const State& state, ContactProblem& problem) {
  const Grains& g = state.grains;
  const RigidBodies& c = state.bodies;
  problem.spheres = g.singles;
  problem.bodies.assign(g.motion.begin(), g.motion.begin() + g.singles);
  problem.inverse_inertia.clear(), problem.centre.clear();
  for (Index k = 0; k < c.size(); ++k) {
    problem.bodies.push_back({c.v[k], c.w[k], c.inv_mass[k], 0});
    problem.inverse_inertia.push_back(inverse_tensor(c.q[k], c.inertia[k], scene.planar));
    problem.centre.push_back(c.x[k]);
  }
  problem.body_of_wall.assign(scene.walls.size(), -1);
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    const WallState& s = state.walls[w];
    if (!scene.walls[w].part || !s.present) continue;
    const PartBody& part = *scene.walls[w].part;
    problem.body_of_wall[w] = static_cast<Index>(problem.bodies.size());
    problem.bodies.push_back({s.v, s.w, 1 / part.mass, 0});
    problem.inverse_inertia.push_back(inverse_tensor(s.q * part.frame, part.inertia, scene.planar));
    problem.centre.push_back(s.x);
  }
}

void kick(ContactProblem& problem, Vec3 dv) {
  for_chunks(problem.mobile(), [&](Index, Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      if (problem.bodies[b].inv_mass > 0) problem.bodies[b].v += dv;
  });
}

void give_velocities(const Scene& scene, const ContactProblem& problem, Real dt, State& state) {
  Grains& g = state.grains;
  for_chunks(g.singles, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      const Motion8 &now = problem.bodies[r], &then = g.motion[r];
      g.accel[r] = {(now.v - then.v) / dt, (now.w - then.w) / dt, {0, 0}};
      g.motion[r] = now;
    }
  });
  RigidBodies& c = state.bodies;
  for (Index k = 0; k < c.size(); ++k) {
    const Motion8& now = problem.bodies[g.singles + k];
    c.a[k] = (now.v - c.v[k]) / dt;
    c.v[k] = now.v, c.w[k] = now.w;
    const Vec3 l = rotate(c.q[k], times(c.inertia[k], rotate_back(c.q[k], now.w)));
    c.torque[k] = (l - c.momentum[k]) / dt;
    c.momentum[k] = l;
  }
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    const Index body = problem.body_of_wall[w];
    if (body >= 0)
      state.walls[w].v = problem.bodies[body].v, state.walls[w].w = problem.bodies[body].w;
  }
}

void move_bodies(const Scene& scene, Real dt, State& state) {
  Grains& g = state.grains;
  WallTable& t = state.wall_contacts;
  for (Index k = 0; k < t.size(); ++k) {
    const WallState& wall = state.walls[t.wall[k]];
    Vec3 v = g.motion[t.row[k]].v;
    if (scene.walls[t.wall[k]].part)
      v -= wall.v + cross(wall.w, position(g.place[t.row[k]]) - wall.x);
    t.gap[k] -= dt * dot(v, t.normal[k]);
  }
  for_chunks(g.singles, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      Place& p = g.place[r];
      const Vec3 v = g.motion[r].v;
      p.x += dt * v.x, p.y += dt * v.y, p.z += dt * v.z;
    }
  });
  RigidBodies& c = state.bodies;
  for_chunks(c.size(), [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      c.x[k] += dt * c.v[k];
      turn_freely(c.inertia[k], dt, c.q[k], c.w[k]);
    }
  });
  if (c.size() > 0) place_members(scene, state);
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    WallState& s = state.walls[w];
    if (!scene.walls[w].part || !s.present) continue;
    const PartBody& part = *scene.walls[w].part;
    s.x += dt * s.v;
    Quat q = s.q * part.frame;
    turn_freely(part.inertia, dt, q, s.w);
    s.q = normalized(q * conj(part.frame));
  }
}

Real largest_part_speed(const Scene& scene, const State& state) {
  Real most = 0;
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    if (scene.walls[w].part && state.walls[w].present)
      most = std::max(most, norm(state.walls[w].v) + scene.walls[w].lever * norm(state.walls[w].w));
  return most;
}

}  // namespace scree
