#pragma once
/// A frictional contact problem in the coordinates of its contacts, as the public collection FCLIB
/// keeps them (Acary, Brémond, Koziara, Pérignon 2014): find reactions r with
///   u = W r + q,   0 <= u_n _|_ r_n >= 0,   |r_t| <= mu r_n,   r_t against u_t where it slides.
/// Every contact has a normal and two tangents; in the plane the second one is empty.
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

/// How a contact problem is solved. pgs: blocks of a contact one after the other, once a sweep.
/// nsgs: each contact solved exactly before the next. anderson: sweeps of nsgs, accelerated. admm,
/// newton: to full precision. impulses, pair, lcp: simpler models of contact.
enum class LocalSolver { kPgs, kNsgs, kAnderson, kAdmm, kNewton, kImpulses, kPair, kLcp };

struct LocalProblem {
  bool planar = false;
  // W by rows of 3 x 3 blocks, columns ascending.
  std::vector<Index> start{0}, column;
  std::vector<Mat3> block;
  std::vector<Vec3> q;  // [m/s]
  std::vector<Real> friction;
  std::vector<Vec3> guess, solution;  // reactions [N s]; may be empty

  Index contacts() const { return static_cast<Index>(q.size()); }
  /// u of contact k with the reactions r.
  Vec3 velocity(const std::vector<Vec3>& r, Index k) const {
    Vec3 u = q[k];
    for (Index b = start[k]; b < start[k + 1]; ++b) u += block[b] * r[column[b]];
    return u;
  }
};

}  // namespace scree
