#pragma once
/// Rotation of a rigid body on which nothing acts.
#include "scree/base/vec3.h"

namespace scree {

/// Turns a body of principal moments `inertia` (its frame to the world: q) by its spin w for dt;
/// the spin changes with it, the angular momentum does not. A composition of exact turns about the
/// principal axes (Dullweber, Leimkuhler and McLachlan, J. Chem. Phys. 107 (1997) 5840) in steps of
/// at most a tenth of a radian, of fourth order: energy is kept to about 1e-7 for ever, however
/// fast the body spins.
void turn_freely(Vec3 inertia, Real dt, Quat& q, Vec3& w);

}  // namespace scree
