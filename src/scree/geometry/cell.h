#pragma once
/// The periodic cell: what is repeated, and which image is near. One text for lanes and single
/// vectors.
#include <array>
#include <cstdint>

#include "scree/base/vec3.h"

namespace scree {

/// How many periods along each axis.
using Periods = std::array<std::int32_t, 3>;

inline Periods difference(const Periods& a, const Periods& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// Spanned by its periods along the axes, so its matrix and the inverse of that are diagonal. A
/// period of zero: the axis is not periodic.
struct Cell {
  Vec3 period{0, 0, 0};   // [m]
  Vec3 inverse{0, 0, 0};  // [1/m]; zero where there is no period

  Cell() = default;
  explicit Cell(Vec3 p)
      : period(p), inverse{p.x > 0 ? 1 / p.x : 0, p.y > 0 ? 1 / p.y : 0, p.z > 0 ? 1 / p.z : 0} {}

  bool periodic(int axis) const { return at(period, axis) > 0; }

  /// From a wrapped place to where it would be without wrapping [m].
  Vec3 shift(const Periods& image) const {
    return {period.x * image[0], period.y * image[1], period.z * image[2]};
  }

  /// The shortest of a difference of places and its periodic images.
  template <class N>
  SCREE_FN Vec3T<N> nearest(Vec3T<N> d) const {
    return {d.x - N(period.x) * nearest_whole(d.x * N(inverse.x)),
            d.y - N(period.y) * nearest_whole(d.y * N(inverse.y)),
            d.z - N(period.z) * nearest_whole(d.z * N(inverse.z))};
  }
};

}  // namespace scree
