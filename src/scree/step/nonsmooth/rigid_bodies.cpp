#include "scree/step/nonsmooth/rigid_bodies.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/state/parts.h"
#include "scree/step/common/body_motion.h"
#include "scree/step/common/free_rotation.h"
#include "scree/step/common/integrate.h"

namespace scree {

Mat3 inverse_tensor(Quat q, Vec3 inertia, bool planar) {
  if (planar) return {{{0, 0, 0}, {0, 0, 0}, {0, 0, 1 / inertia.z}}};
  const Vec3 x = rotate(q, Vec3{1, 0, 0}), y = rotate(q, Vec3{0, 1, 0}),
             z = rotate(q, Vec3{0, 0, 1});
  return outer((1 / inertia.x) * x, x) + outer((1 / inertia.y) * y, y) +
         outer((1 / inertia.z) * z, z);
}

namespace {

/// Calls body(row, k) for the single grains that move, k counting them.
template <class Body>
void for_single_bodies(const Grains& g, const Posing* posing, Body&& body) {
  for_chunks(posing ? static_cast<Index>(posing->rows.size()) : g.singles,
             [&](Index, Index begin, Index end) {
               for (Index k = begin; k < end; ++k) body(posing ? posing->rows[k] : k, k);
             });
}

}  // namespace

void take_bodies(const Scene& scene, const State& state, const Posing* posing,
                 ContactProblem& problem) {
  const Grains& g = state.grains;
  const RigidBodies& b = state.bodies;
  if (posing) {
    problem.spheres = static_cast<Index>(posing->rows.size());
    problem.bodies.resize(problem.spheres);
    for_single_bodies(g, posing, [&](Index r, Index k) { problem.bodies[k] = g.motion[r]; });
  } else {
    problem.spheres = g.singles;
    problem.bodies.assign(g.motion.begin(), g.motion.begin() + g.singles);
  }
  problem.inverse_inertia.clear();
  problem.body_of_wall.assign(scene.walls.size(), -1);
  problem.centre.clear();
  if (posing && !posing->others) return;
  problem.centre = b.x;
  for (Index k = 0; k < b.size(); ++k) {
    const bool moves = b.active[k];
    problem.bodies.push_back({b.v[k], b.w[k], moves ? b.inv_mass[k] : 0, 0});
    problem.inverse_inertia.push_back(moves ? inverse_tensor(b.q[k], b.inertia[k], scene.planar)
                                            : Mat3{});
  }
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    if (scene.walls[w].part && state.walls[w].present)
      problem.body_of_wall[w] = problem.spheres + scene.walls[w].part->body;
}

void kick(ContactProblem& problem, Vec3 dv) {
  for_chunks(problem.mobile(), [&](Index, Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      if (problem.bodies[b].inv_mass > 0) problem.bodies[b].v += dv;
  });
}

void give_velocities(const Scene& scene, const ContactProblem& problem, const Posing* posing,
                     Real dt, State& state) {
  Grains& g = state.grains;
  for_single_bodies(g, posing, [&](Index r, Index k) {
    const Motion8 &now = problem.bodies[k], &then = g.motion[r];
    g.accel[r] = {(now.v - then.v) / dt, (now.w - then.w) / dt, {0, 0}};
    g.motion[r] = now;
  });
  RigidBodies& b = state.bodies;
  for (Index k = 0; k < b.size(); ++k) {
    if (!b.active[k]) continue;
    const Motion8& now = problem.bodies[problem.spheres + k];
    b.a[k] = (now.v - b.v[k]) / dt;
    b.v[k] = now.v, b.w[k] = now.w;
    const Vec3 l = momentum_of(b.q[k], b.inertia[k], now.w);
    b.torque[k] = (l - b.momentum[k]) / dt;
    b.momentum[k] = l;
  }
  if (b.clumps() > 0) place_members(scene, state);  // their velocities, where they still are
  place_parts(scene, state);
}

Real gap_after_way(const Scene& scene, const State& state, Index k, Vec3 way) {
  const WallTable& t = state.wall_contacts;
  const Wall& wall = scene.walls[t.wall[k]];
  const WallSurface& surface = wall.surfaces[t.surface[k]];
  if (wall.part || surface.mesh) return t.gap[k] - dot(way, t.normal[k]);
  const WallState& pose = state.walls[t.wall[k]];
  const Place& p = state.grains.place[t.row[k]];
  return query(surface.shape, rotate_back(pose.q, position(p) + way - pose.x)).distance - p.r;
}

void move_bodies(const Scene& scene, const Posing* posing, Real dt, State& state) {
  Grains& g = state.grains;
  WallTable& t = state.wall_contacts;
  for (Index k = 0; k < t.size(); ++k) {
    const WallState& wall = state.walls[t.wall[k]];
    Vec3 v = g.motion[t.row[k]].v;
    if (scene.walls[t.wall[k]].part)
      v -= wall.v + cross(wall.w, position(g.place[t.row[k]]) - wall.x);
    const bool single = t.row[k] < g.singles && (!posing || posing->body[t.row[k]] >= 0);
    t.gap[k] =
        single ? gap_after_way(scene, state, k, dt * v) : t.gap[k] - dt * dot(v, t.normal[k]);
  }
  for_single_bodies(g, posing, [&](Index r, Index) {
    Place& p = g.place[r];
    const Vec3 v = g.motion[r].v;
    p.x += dt * v.x, p.y += dt * v.y, p.z += dt * v.z;
  });
  RigidBodies& b = state.bodies;
  for_chunks(b.size(), [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      if (!b.active[k]) continue;
      b.x[k] += dt * b.v[k];
      turn_freely(b.inertia[k], dt, b.q[k], b.w[k]);
    }
  });
  if (b.clumps() > 0) place_members(scene, state);
  place_parts(scene, state);
}

Real largest_part_speed(const Scene& scene, const State& state) {
  Real most = 0;
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    if (scene.walls[w].part && state.walls[w].present)
      most = std::max(most, norm(state.walls[w].v) + scene.walls[w].lever * norm(state.walls[w].w));
  return most;
}

}  // namespace scree
