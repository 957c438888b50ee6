#pragma once
/// Which of some rows lie close to a grain: eight at a time.
#include <bit>
#include <span>

#include "scree/state/row_lanes.h"
#include "scree/state/scene.h"

namespace scree {

/// Looks for rows j with a gap to a given grain below a margin, through periodic borders.
class CloseRows {
 public:
  CloseRows(const Domain& domain, std::span<const Place> place, Real margin)
      : place_(place.data()), margin_(margin), cell_(domain.cell) {}

  /// Calls found(j) for the close ones of rows [begin, end), in order.
  template <class Found>
  SCREE_FN void in_range(const Place& p, Index begin, Index end, Found&& found) const {
    for (Index first = begin; first < end; first += kLanes) {
      Index rows[kLanes];
      for (int l = 0; l < kLanes; ++l) rows[l] = first + l < end ? first + l : end - 1;
      each(p, rows, end - first, found);
    }
  }

  /// The same for `count` listed rows; the list must be readable up to whole lanes.
  template <class Found>
  SCREE_FN void in_list(const Place& p, const Index* list, Index count, Found&& found) const {
    for (Index k = 0; k < count; k += kLanes) each(p, list + k, count - k, found);
  }

 private:
  template <class Found>
  SCREE_FN void each(const Place& p, const Index* rows, Index count, Found&& found) const {
    const PlaceLanes q = load_places(place_, rows);
    const Vec3T<Pack> d = cell_.nearest(q.x - in_lanes<Pack>(position(p)));
    const Pack reach = Pack(p.r + margin_) + q.r;
    unsigned close = bits(norm2(d) < reach * reach);
    if (count < kLanes) close &= (1u << count) - 1;
    for (; close != 0; close &= close - 1) found(rows[std::countr_zero(close)]);
  }

  const Place* place_;
  Real margin_;
  Cell cell_;
};

}  // namespace scree
