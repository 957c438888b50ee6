#pragma once
/// Queries on the regions of a case. In a planar case a region is its cut with the plane z = 0.
#include "scree/base/random.h"
#include "scree/case/case.h"

namespace scree {

/// A region with the domain it lies in. Along a periodic axis that the region spans entirely,
/// bodies may cross its ends, as they return on the other side.
class RegionSpace {
 public:
  RegionSpace(const Region& region, const DomainOptions& domain, bool planar);

  /// Volume [m^3]; area when planar [m^2].
  Real volume() const;
  /// Does a sphere at x with radius r lie inside?
  bool holds(Vec3 x, Real r) const;
  /// Centre of a sphere of radius r, uniform over where it fits; false if it fits nowhere.
  bool random_center(Real r, Random& random, Vec3& x) const;
  /// The centre nearest to x at which a sphere of radius r lies inside (it is known to fit).
  Vec3 moved_inside(Vec3 x, Real r) const;
  /// Box around the region.
  Vec3 lo() const { return lo_; }
  Vec3 hi() const { return hi_; }
  /// Does the region span the domain along this periodic axis?
  bool wraps(int axis) const { return wraps_[axis]; }

 private:
  Region region_;
  bool planar_;
  Vec3 lo_, hi_;
  bool wraps_[3] = {false, false, false};
};

/// The whole domain as a region.
Region whole_domain(const Case& c);

}  // namespace scree
