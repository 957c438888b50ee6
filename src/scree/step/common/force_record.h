#pragma once
/// What a contact hands to the sum over a body's contacts.
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

/// Force on i and n x F_t; body i gets +force and arm_i n_x_force, body j -force and
/// +arm_j n_x_force (both torques have the same sense).
struct alignas(64) ForceRecord {
  Vec3 force;         // on i [N]
  Vec3 n_x_force;     // [N]
  Real arm_i, arm_j;  // from the centres to the contact point [m]
};
/// Rolling and twisting couple on i; j gets the opposite.
struct alignas(32) MomentRecord {
  Vec3 moment;  // [N m]
  Real unused;
};

struct ForceRecords {
  std::vector<ForceRecord> pairs, walls;
  std::vector<MomentRecord> pair_moments, wall_moments;
  std::vector<Index> wall_start;  // first wall contact of each free row
};

}  // namespace scree
