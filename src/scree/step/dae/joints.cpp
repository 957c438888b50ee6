#include "scree/step/dae/joints.h"

#include <Eigen/QR>
#include <cmath>
#include <limits>

namespace scree {

ConstraintRow rod_row(const JointNow& now, Index free, Index immobile) {
  const bool i_moves = now.i < free, j_moves = now.j >= 0 && now.j < free;
  return {i_moves ? now.i : immobile,
          j_moves ? now.j : immobile,
          now.d / now.distance,
          {0, 0, 0},
          {0, 0, 0}};
}

Real rod_velocity(const JointNow& now, const Grains& g) {
  const auto told = [&](Index r) { return r >= g.free ? g.motion[r].v : Vec3{0, 0, 0}; };
  return dot(now.d, told(now.j) - told(now.i)) / now.distance;
}

Real rod_target(const JointNow& now, const DaeOptions& options) {
  const Real l = now.joint->length;
  const Real c = norm2(now.d) - l * l, c_rate = 2 * dot(now.d, now.v);
  return (-norm2(now.v) -
          0.5 * (options.baumgarte_stiffness * c + options.baumgarte_damping * c_rate)) /
         now.distance;
}

Real project_positions(const Scene& scene, State& state) {
  std::vector<JointNow> joints = joints_now(scene, state, true);
  const Index n = static_cast<Index>(joints.size());
  if (n == 0) return 0;
  Grains& g = state.grains;
  // Directions stay those of the unprojected positions.
  const std::vector<JointNow> first = joints;
  const auto inverse_mass = [&](Index r) {
    return r >= 0 && r < g.free ? g.motion[r].inv_mass : 0;
  };
  Real error = std::numeric_limits<Real>::infinity();
  for (int k = 0; k < 20; ++k) {
    Eigen::VectorXd c(n);
    Real largest = 0;
    for (Index a = 0; a < n; ++a) {
      const Real l = joints[a].joint->length;
      c[a] = norm2(joints[a].d) - l * l;
      largest = std::max(largest, std::fabs(c[a]));
    }
    if (largest == 0 || largest >= error) break;
    error = largest;
    // dC_a/dmu_b through the bodies that a and b share; dC_a = 2 d_a . (dx_i - dx_j).
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n);
    for (Index a = 0; a < n; ++a)
      for (Index b = 0; b < n; ++b) {
        const Real along = 2 * dot(joints[a].d, first[b].d);
        const auto shared = [&](Index p, Index q, Real sign) {
          if (p >= 0 && p == q) m(a, b) += sign * inverse_mass(p) * along;
        };
        shared(joints[a].i, first[b].i, 1);
        shared(joints[a].i, first[b].j, -1);
        shared(joints[a].j, first[b].i, -1);
        shared(joints[a].j, first[b].j, 1);
      }
    const Eigen::VectorXd mu = m.completeOrthogonalDecomposition().solve(-c);
    const auto place = g.place;
    for (Index b = 0; b < n; ++b) {
      const auto shift = [&](Index r, Real sign) {
        if (r < 0) return;
        const Vec3 dx = (sign * inverse_mass(r) * mu[b]) * first[b].d;
        Place& p = g.place[r];
        p.x += dx.x, p.y += dx.y, p.z += dx.z;
      };
      shift(first[b].i, 1);
      shift(first[b].j, -1);
    }
    joints = joints_now(scene, state, true);
    Real after = 0;
    for (const JointNow& j : joints)
      after = std::max(after, std::fabs(norm2(j.d) - j.joint->length * j.joint->length));
    if (after >= error) {  // nothing gained: keep the better
      g.place = place;
      break;
    }
  }
  return error;
}

}  // namespace scree
