#include "scree/observe/friction.h"

#include <algorithm>
#include <cmath>

#include "scree/observe/contact_sample.h"
#include "scree/state/joints.h"

namespace scree {

FrictionNow measure_friction(const Scene& scene, const State& state) {
  FrictionNow now;
  for_each_contact(scene, state, [&](const ContactSample& c) {
    if (!c.touches) return;
    ++(c.sliding ? now.slipping : now.sticking);
    if (!c.sliding) now.stick_speed = std::max(now.stick_speed, norm(c.slip_velocity));
  });
  return now;
}

RodsNow measure_rods(const Scene& scene, const State& state) {
  RodsNow now;
  for (const JointNow& j : joints_now(scene, state, true)) {
    const Real l = j.joint->length;
    now.position_error = std::max(now.position_error, std::fabs(norm2(j.d) - l * l));
    now.velocity_error = std::max(now.velocity_error, std::fabs(dot(j.d, j.v)));
  }
  return now;
}

}  // namespace scree
