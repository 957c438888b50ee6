#pragma once
/// Finds overlaps among spheres of very different sizes: one hashed grid per power of two of the
/// radius. For setting up a case; the run has its own detection.
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "scree/case/case.h"
#include "scree/geometry/cell.h"

namespace scree {

class SphereGrid {
 public:
  explicit SphereGrid(const DomainOptions& domain) : domain_(domain), cell_(domain.periods()) {}

  void add(Vec3 x, Real r);
  /// Overlap of spheres a and b, shortest way round periodic axes; negative when apart [m].
  Real overlap(Vec3 xa, Real ra, Vec3 xb, Real rb) const;
  /// Calls visit(number) for every added sphere of at least about the size of r that may lie
  /// within `margin` of a sphere at x; until visit returns false. Smaller ones are left to their
  /// own visit.
  template <class Visit>
  void visit_near(Vec3 x, Real r, Real margin, Visit visit) const;
  /// Calls visit(i, j) once for every two added spheres that may lie within `margin`.
  template <class Visit>
  void visit_pairs(Real margin, Visit visit) const;
  Index size() const { return static_cast<Index>(x_.size()); }
  Vec3 x(Index i) const { return x_[static_cast<std::size_t>(i)]; }
  Real r(Index i) const { return r_[static_cast<std::size_t>(i)]; }

 private:
  struct Level {
    Real reach = 0;             // largest radius of the level [m]
    Vec3 cell{0, 0, 0};         // at least 2 reach [m]
    long count[3] = {0, 0, 0};  // cells along a periodic axis, 0 otherwise
    std::unordered_map<std::uint64_t, Index> first;
  };
  static int exponent(Real r);
  Level make_level(int e) const;
  long cell_of(const Level& level, Real x, int axis) const;
  static std::uint64_t key(long i, long j, long k);

  DomainOptions domain_;
  Cell cell_;
  std::unordered_map<int, Level> levels_;  // by exponent of the radius
  std::vector<Vec3> x_;
  std::vector<Real> r_;
  std::vector<Index> next_;  // of the same cell, -1 at the end
};

template <class Visit>
void SphereGrid::visit_near(Vec3 x, Real r, Real margin, Visit visit) const {
  const int own = exponent(r);
  for (const auto& entry : levels_) {
    if (entry.first < own) continue;
    const Level& level = entry.second;
    const Real reach = r + level.reach + margin;
    long lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
      lo[k] = cell_of(level, at(x, k) - reach, k);
      hi[k] = cell_of(level, at(x, k) + reach, k);
      if (level.count[k] > 0 && hi[k] - lo[k] >= level.count[k]) hi[k] = lo[k] + level.count[k] - 1;
    }
    auto wrap = [&](long c, int k) {
      return level.count[k] > 0 ? (c % level.count[k] + level.count[k]) % level.count[k] : c;
    };
    for (long i = lo[0]; i <= hi[0]; ++i)
      for (long j = lo[1]; j <= hi[1]; ++j)
        for (long l = lo[2]; l <= hi[2]; ++l) {
          const auto found = level.first.find(key(wrap(i, 0), wrap(j, 1), wrap(l, 2)));
          if (found == level.first.end()) continue;
          for (Index n = found->second; n >= 0; n = next_[static_cast<std::size_t>(n)])
            if (!visit(n)) return;
        }
  }
}

template <class Visit>
void SphereGrid::visit_pairs(Real margin, Visit visit) const {
  for (Index i = 0; i < size(); ++i)
    visit_near(x(i), r(i), margin, [&](Index j) {
      // Two of one level see each other twice, two of different levels once.
      if (j > i || (j < i && exponent(r(i)) != exponent(r(j)))) visit(i, j);
      return true;
    });
}

}  // namespace scree
