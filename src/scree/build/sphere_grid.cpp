#include "scree/build/sphere_grid.h"

#include <algorithm>
#include <cmath>

namespace scree {

int SphereGrid::exponent(Real r) { return std::ilogb(r); }

SphereGrid::Level SphereGrid::make_level(int e) const {
  Level level;
  level.reach = std::ldexp(1.0, e + 1);
  for (int k = 0; k < 3; ++k) {
    at(level.cell, k) = 2 * level.reach;
    if (!domain_.periodic[static_cast<std::size_t>(k)]) continue;
    const Real length = at(domain_.hi, k) - at(domain_.lo, k);
    constexpr Real kMostCells = 1e6;
    level.count[k] =
        static_cast<long>(std::clamp(std::floor(length / at(level.cell, k)), 1.0, kMostCells));
    at(level.cell, k) = length / static_cast<Real>(level.count[k]);
  }
  return level;
}

long SphereGrid::cell_of(const Level& level, Real x, int axis) const {
  constexpr Real kFarthest = 1e6;  // cells from the corner of the domain; farther ones share one
  const Real c = std::floor((x - at(domain_.lo, axis)) / at(level.cell, axis));
  return static_cast<long>(std::clamp(c, -kFarthest, kFarthest));
}

std::uint64_t SphereGrid::key(long i, long j, long k) {
  constexpr long kShift = 1 << 20;  // makes indices positive; three of 21 bits fill a key
  const auto part = [](long c) { return static_cast<std::uint64_t>(c + kShift) & 0x1FFFFF; };
  return part(i) | part(j) << 21 | part(k) << 42;
}

void SphereGrid::add(Vec3 x, Real r) {
  const int e = exponent(r);
  auto found = levels_.find(e);
  if (found == levels_.end()) found = levels_.emplace(e, make_level(e)).first;
  Level& level = found->second;
  long c[3];
  for (int k = 0; k < 3; ++k) {
    c[k] = cell_of(level, at(x, k), k);
    if (level.count[k] > 0) c[k] = (c[k] % level.count[k] + level.count[k]) % level.count[k];
  }
  const Index n = size();
  const auto [cell, fresh] = level.first.emplace(key(c[0], c[1], c[2]), n);
  next_.push_back(fresh ? -1 : cell->second);
  cell->second = n;
  x_.push_back(x);
  r_.push_back(r);
}

Real SphereGrid::overlap(Vec3 xa, Real ra, Vec3 xb, Real rb) const {
  return ra + rb - norm(cell_.nearest(xb - xa));
}

}  // namespace scree
