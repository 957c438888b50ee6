#pragma once
/// The contacts of this instant as friction sees them.
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/common/tangents.h"
#include "scree/step/dae/constraints.h"

namespace scree {

struct FrictionContact {
  Index row;            // in the table of pairs, or of wall contacts: what it remembers
  Index i, j;           // rows of the grains; j = -1 at a wall
  Index wall, surface;  // -1 between grains
  Vec3 n;               // from i to j
  Vec3 point;           // [m]
  Real arm_i, arm_j;
  Real load;  // what bounds friction: the size of the normal force [N]
  Real dynamic_friction, static_friction;
  Vec3 u;        // of i relative to j along the surface [m/s]
  Vec3 partner;  // what a wall or prescribed partner does at the point [m/s]
  Vec3 turning;  // rate of u that is due to the turning of the frame, not to forces [m/s^2]
  bool driven;   // the partner moves
};

/// Touching contacts, pairs in table order, then walls.
void find_friction_contacts(const Scene& scene, const State& state,
                            std::vector<FrictionContact>& out);

/// What a contact remembers, in the State in which it was found.
inline const FrictionMemory& memory_of(const State& state, const FrictionContact& c) {
  return c.wall < 0 ? state.pairs.friction[c.row] : state.wall_contacts.friction[c.row];
}
inline FrictionMemory& memory_of(State& state, const FrictionContact& c) {
  return c.wall < 0 ? state.pairs.friction[c.row] : state.wall_contacts.friction[c.row];
}

/// Of all rows, and of the one after them that stands for what does not move.
std::vector<Mobility> mobilities(const Grains& grains);

/// The rows of a contact: relative velocity along its tangents; returns how many. Rows from `free`
/// on cannot be moved by forces: `immobile` stands for them.
Index friction_rows(const FrictionContact& c, bool planar, Index free, Index immobile,
                    ConstraintRow rows[2]);

/// What the row must come to so that i follows a partner that cannot be moved [m/s].
inline Real driven_velocity(const FrictionContact& c, const ConstraintRow& row, Index free) {
  return (c.i < free ? 1 : -1) * dot(c.partner, row.d);
}

}  // namespace scree
