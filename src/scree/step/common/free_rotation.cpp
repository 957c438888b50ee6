#include "scree/step/common/free_rotation.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// Exact turn about principal axis k; m is the angular momentum in the frame of the body.
void turn_about(int k, Real inertia, Real dt, Quat& q, Vec3& m) {
  const Real angle = dt * at(m, k) / inertia;
  Vec3 axis{0, 0, 0};
  at(axis, k) = angle;
  const Quat turn = rotation(axis);
  m = rotate_back(turn, m);
  q = q * turn;
}

void second_order(Vec3 inertia, Real dt, Quat& q, Vec3& m) {
  turn_about(0, inertia.x, 0.5 * dt, q, m);
  turn_about(1, inertia.y, 0.5 * dt, q, m);
  turn_about(2, inertia.z, dt, q, m);
  turn_about(1, inertia.y, 0.5 * dt, q, m);
  turn_about(0, inertia.x, 0.5 * dt, q, m);
}

/// Suzuki's composition of five second-order steps.
void fourth_order(Vec3 inertia, Real dt, Quat& q, Vec3& m) {
  static const Real outer = 1 / (4 - std::cbrt(4.0)), middle = 1 - 4 * outer;
  for (const Real share : {outer, outer, middle, outer, outer})
    second_order(inertia, share * dt, q, m);
}

/// Largest turn of a step [rad].
constexpr Real kTurn = 0.1;

}  // namespace

void turn_freely(Vec3 inertia, Real dt, Quat& q, Vec3& w) {
  const Real least = std::min({inertia.x, inertia.y, inertia.z});
  const Real most = std::max({inertia.x, inertia.y, inertia.z});
  if (most - least <= 1e-12 * most || (w.x == 0 && w.y == 0 && q.x == 0 && q.y == 0)) {
    q = normalized(rotation(dt * w) * q);  // any axis is a principal one; or the plane case
    return;
  }
  const Vec3 body = rotate_back(q, w);
  Vec3 m{inertia.x * body.x, inertia.y * body.y, inertia.z * body.z};
  const int steps = std::max(1, static_cast<int>(std::ceil(dt * norm(m) / least / kTurn)));
  for (int k = 0; k < std::min(steps, 10000); ++k)
    fourth_order(inertia, dt / std::min(steps, 10000), q, m);
  q = normalized(q);
  w = rotate(q, Vec3{m.x / inertia.x, m.y / inertia.y, m.z / inertia.z});
}

}  // namespace scree
