#include "scree/build/relax.h"

#include <algorithm>
#include <cmath>

#include "scree/build/sphere_grid.h"

namespace scree {
namespace {

constexpr Real kSpare = 1e-4;  // radii are enlarged by this, so that touching ends in finite time
constexpr Real kMargin = 0.3;  // of the smallest radius: how far the list of pairs looks
constexpr long kMostSweeps = 20000;
constexpr long kPatience = 1000;  // sweeps without progress before giving up

/// Half the overlap each is stable for a lone pair; with a dozen neighbours it overshoots a little,
/// which is what shakes the packing into place.
constexpr Real kShare = 0.5;

class Relaxation {
 public:
  Relaxation(std::vector<Vec3>& x, const std::vector<Real>& r, const RegionSpace& space,
             const DomainOptions& domain)
      : x_(x), r_(r), space_(space), domain_(domain), cell_(domain.periods()), shift_(x.size()) {
    smallest_ = *std::min_element(r.begin(), r.end());
  }

  /// One sweep; returns the largest overlap before it, over the smaller radius.
  Real sweep() {
    if (moved_ > kMargin * smallest_ / 2 || pairs_.empty()) list_pairs();
    std::fill(shift_.begin(), shift_.end(), Vec3{0, 0, 0});
    Real worst = 0;
    for (const auto& [i, j] : pairs_) {
      const Vec3 d = cell_.nearest(x_[j] - x_[i]);
      const Real distance = norm(d), depth = (1 + kSpare) * (r_[i] + r_[j]) - distance;
      if (depth <= 0) continue;
      worst = std::max(worst, (r_[i] + r_[j] - distance) / std::min(r_[i], r_[j]));
      // Two in one place part along an arbitrary axis; the lighter one moves farther.
      const Vec3 n = distance > 0 ? d / distance : Vec3{1, 0, 0};
      const Real wi = r_[j] / (r_[i] + r_[j]);
      shift_[i] -= 2 * kShare * wi * depth * n;
      shift_[j] += 2 * kShare * (1 - wi) * depth * n;
    }
    if (worst > 0) move();
    return worst;
  }

 private:
  void list_pairs() {
    SphereGrid grid(domain_);
    for (std::size_t i = 0; i < x_.size(); ++i) grid.add(x_[i], r_[i]);
    pairs_.clear();
    const Real margin = kMargin * smallest_ + 2 * kSpare * *std::max_element(r_.begin(), r_.end());
    grid.visit_pairs(margin, [&](Index i, Index j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      if (grid.overlap(x_[a], r_[a], x_[b], r_[b]) > -margin) pairs_.emplace_back(a, b);
    });
    moved_ = 0;
  }
  void move() {
    Real farthest = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const Vec3 to = space_.moved_inside(x_[i] + shift_[i], r_[i]);
      farthest = std::max(farthest, norm(to - x_[i]));
      x_[i] = to;
    }
    moved_ += farthest;
  }

  std::vector<Vec3>& x_;
  const std::vector<Real>& r_;
  const RegionSpace& space_;
  const DomainOptions& domain_;
  const Cell cell_;
  std::vector<Vec3> shift_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  Real smallest_ = 0, moved_ = 0;
};

}  // namespace

RelaxReport push_apart(std::vector<Vec3>& x, const std::vector<Real>& r, const RegionSpace& space,
                       const DomainOptions& domain) {
  RelaxReport report;
  if (x.size() < 2) return {true, 0, 0};
  Relaxation relaxation(x, r, space, domain);
  Real best = INFINITY;
  long last_progress = 0;
  for (; report.sweeps < kMostSweeps; ++report.sweeps) {
    report.overlap = relaxation.sweep();
    if (report.overlap <= 0) return {true, report.sweeps, 0};
    if (report.overlap < 0.9 * best) best = report.overlap, last_progress = report.sweeps;
    if (report.sweeps - last_progress > kPatience) break;
  }
  return report;
}

}  // namespace scree
