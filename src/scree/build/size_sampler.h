#pragma once
/// Draws radii from the size distribution of a case.
///
/// A distribution by mass with density m(r) is one by number with density m(r) / r^3 (r^2 for
/// discs), normalised: a kilogram of fine grains is many grains. Distributions other than fixed
/// are tabulated once on fine cells, uniform within a cell.
#include <vector>

#include "scree/base/random.h"
#include "scree/case/case.h"

namespace scree {

class SizeSampler {
 public:
  SizeSampler(const Sizes& sizes, bool planar);

  Real draw(Random& random) const;
  Real smallest() const { return edges_.front(); }
  Real largest() const { return edges_.back(); }

 private:
  std::vector<Real> edges_;       // radii, growing; one alone when all are equal [m]
  std::vector<Real> cumulative_;  // number fraction below each edge, from 0 to 1
};

}  // namespace scree
