#pragma once
/// Parts of machines: walls that rigid bodies carry.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// The body of a part that stands where the case says, at rest or with its velocity of the start.
inline void start_part(const Wall& wall, RigidBodies& bodies) {
  const PartBody& part = *wall.part;
  const Index k = part.body;
  bodies.x[k] = wall.origin, bodies.q[k] = part.frame;
  bodies.v[k] = part.velocity, bodies.w[k] = part.spin;
  bodies.inv_mass[k] = 1 / part.mass, bodies.inertia[k] = part.inertia;
  bodies.momentum[k] = momentum_of(part.frame, part.inertia, part.spin);
  bodies.id[k] = -1, bodies.active[k] = 1;
}

/// Brings the wall of every part to its body.
inline void place_parts(const Scene& scene, State& state) {
  if (state.bodies.parts == 0) return;
  const RigidBodies& b = state.bodies;
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    if (!scene.walls[w].part) continue;
    const Index k = scene.walls[w].part->body;
    WallState& s = state.walls[w];
    s.x = b.x[k], s.q = normalized(b.q[k] * conj(scene.walls[w].part->frame));
    s.v = b.v[k], s.w = b.w[k];
  }
}

}  // namespace scree
