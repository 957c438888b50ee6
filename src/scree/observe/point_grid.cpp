#include "scree/observe/point_grid.h"

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"

namespace scree {
namespace {

/// How many cells along each axis: as small as the reach, but not many more than points.
std::array<Index, 3> cell_counts(Vec3 size, Real reach, std::size_t points) {
  constexpr Real kMostAlong = 1e6;
  std::array<Real, 3> count;
  for (int k = 0; k < 3; ++k)
    count[k] = std::clamp(std::floor(at(size, k) / reach), 1.0, kMostAlong);
  const Real most = 64 + 8 * static_cast<Real>(points);
  while (count[0] * count[1] * count[2] > most) {
    Real& longest = *std::max_element(count.begin(), count.end());
    longest = std::ceil(0.5 * longest);
  }
  return {static_cast<Index>(count[0]), static_cast<Index>(count[1]), static_cast<Index>(count[2])};
}

}  // namespace

PointGrid::PointGrid(const Domain& domain, std::span<const Vec3> points, Real reach)
    : reach_(reach), period_(domain.cell.period), x_(points.begin(), points.end()) {
  SCREE_EXPECT(reach > 0);
  Vec3 lo = x_.empty() ? Vec3{0, 0, 0} : x_[0], hi = lo;
  for (Vec3& x : x_)
    for (int k = 0; k < 3; ++k) {
      const Real length = at(period_, k);
      if (length > 0) at(x, k) -= length * std::floor((at(x, k) - at(domain.lo, k)) / length);
      at(lo, k) = std::min(at(lo, k), at(x, k));
      at(hi, k) = std::max(at(hi, k), at(x, k));
    }
  Vec3 size = hi - lo;
  for (int k = 0; k < 3; ++k) {
    const bool periodic = at(period_, k) > 0;
    at(origin_, k) = periodic ? at(domain.lo, k) : at(lo, k);
    if (periodic) at(size, k) = at(period_, k);
  }
  count_ = cell_counts(size, reach, x_.size());
  for (int k = 0; k < 3; ++k) at(inv_cell_, k) = at(size, k) > 0 ? count_[k] / at(size, k) : 0;
  start_.assign(static_cast<std::size_t>(count_[0]) * count_[1] * count_[2] + 1, 0);
  std::vector<std::size_t> cell(x_.size());
  for (std::size_t n = 0; n < x_.size(); ++n) {
    Cell c = cell_of(x_[n]);
    for (int k = 0; k < 3; ++k) c[k] = std::clamp<Index>(c[k], 0, count_[k] - 1);
    cell[n] = number(c);
    ++start_[cell[n] + 1];
  }
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  members_.resize(x_.size());
  std::vector<Index> next(start_.begin(), start_.end() - 1);
  for (std::size_t n = 0; n < x_.size(); ++n) members_[next[cell[n]]++] = static_cast<Index>(n);
}

PointGrid::Cell PointGrid::cell_of(Vec3 x) const {
  constexpr Real kFarthest = 1e6;  // cells; keeps whole numbers in range
  Cell c;
  for (int k = 0; k < 3; ++k)
    c[k] = static_cast<Index>(std::clamp(std::floor((at(x, k) - at(origin_, k)) * at(inv_cell_, k)),
                                         -kFarthest, kFarthest));
  return c;
}

}  // namespace scree
