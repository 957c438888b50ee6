#pragma once
/// Rods and springs at an instant.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct JointNow {
  const Joint* joint;
  Index i, j;     // rows of the grains; j = -1: the fixed point
  Vec3 d;         // from the partner to i [m]
  Real distance;  // [m]
  Vec3 v;         // of i relative to the partner [m/s]
};

/// All joints of the scene; rods only if asked.
std::vector<JointNow> joints_now(const Scene& scene, const State& state, bool rods_only = false);

/// F = -k (1 - L/|d|) d - c v_d on i; in all directions when the rest length is zero.
Vec3 spring_force(const JointNow& now);
Real spring_energy(const JointNow& now);
/// Power lost in the dashpot [W].
Real spring_loss(const JointNow& now);

}  // namespace scree
