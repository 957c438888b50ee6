#pragma once
/// Points sorted into cells, for finding those within a distance, periodic copies included. For
/// measurements now and then; the steps have their own detection.
#include <array>
#include <span>
#include <vector>

#include "scree/state/scene.h"

namespace scree {

class PointGrid {
 public:
  /// Positions may be unwrapped: along a periodic axis only the place in the period counts.
  PointGrid(const Domain& domain, std::span<const Vec3> points, Real reach);

  /// Calls visit(n, d) for every point n, and every periodic copy of it, at d = x_n - x with
  /// |d| <= reach, the point itself included. The order depends on the points alone.
  template <class Visit>
  void for_each_near(Index point, Visit&& visit) const;

 private:
  using Cell = std::array<Index, 3>;
  Cell cell_of(Vec3 x) const;
  std::size_t number(const Cell& c) const {
    return (static_cast<std::size_t>(c[2]) * count_[1] + c[1]) * count_[0] + c[0];
  }

  Real reach_;
  Vec3 origin_{0, 0, 0}, period_{0, 0, 0}, inv_cell_{0, 0, 0};
  Cell count_{1, 1, 1};
  std::vector<Vec3> x_;         // wrapped
  std::vector<Index> start_;    // of each cell in members_
  std::vector<Index> members_;  // points, in order within a cell
};

template <class Visit>
void PointGrid::for_each_near(Index point, Visit&& visit) const {
  const Vec3 x = x_[point], corner{reach_, reach_, reach_};
  Cell lo = cell_of(x - corner), hi = cell_of(x + corner);
  for (int k = 0; k < 3; ++k) {
    if (at(period_, k) > 0) continue;
    lo[k] = std::max<Index>(lo[k], 0);
    hi[k] = std::min<Index>(hi[k], count_[k] - 1);
  }
  // Cell numbers beyond the grid are those of copies, as many periods away.
  const auto periods = [this](Index c, int k) {
    return c >= 0 ? c / count_[k] : -((-c + count_[k] - 1) / count_[k]);
  };
  for (Index cz = lo[2]; cz <= hi[2]; ++cz)
    for (Index cy = lo[1]; cy <= hi[1]; ++cy)
      for (Index cx = lo[0]; cx <= hi[0]; ++cx) {
        const Index px = periods(cx, 0), py = periods(cy, 1), pz = periods(cz, 2);
        const std::size_t cell =
            number({cx - px * count_[0], cy - py * count_[1], cz - pz * count_[2]});
        const Vec3 shift{period_.x * px, period_.y * py, period_.z * pz};
        for (Index m = start_[cell]; m < start_[cell + 1]; ++m) {
          const Vec3 d = x_[members_[m]] + shift - x;
          if (norm2(d) <= reach_ * reach_) visit(members_[m], d);
        }
      }
}

}  // namespace scree
