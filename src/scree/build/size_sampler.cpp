#include "scree/build/size_sampler.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "scree/base/error.h"

namespace scree {
namespace {

constexpr int kCells = 4096;  // relative error of a moment about 1/kCells^2
constexpr Real kTail = 3;     // deviations at which tails are cut unless the case says otherwise

struct Shape {
  std::vector<Real> edges;            // where the density may jump
  std::function<Real(Real)> density;  // of the quantity the distribution counts, any scale
};

Shape bell(const Sizes& s) {
  Shape shape;
  if (s.kind == SizeKind::kNormal) {
    shape.edges = {s.min.value_or(s.mean - kTail * s.deviation),
                   s.max.value_or(s.mean + kTail * s.deviation)};
    shape.density = [s](Real r) {
      const Real u = (r - s.mean) / s.deviation;
      return std::exp(-u * u / 2);
    };
    return shape;
  }
  // Lognormal with given mean and deviation of r itself: sigma^2 = ln(1 + (dev/mean)^2).
  const Real sigma = std::sqrt(std::log1p(std::pow(s.deviation / s.mean, 2)));
  const Real mu = std::log(s.mean) - sigma * sigma / 2;
  shape.edges = {s.min.value_or(std::exp(mu - kTail * sigma)),
                 s.max.value_or(std::exp(mu + kTail * sigma))};
  shape.density = [mu, sigma](Real r) {
    const Real u = (std::log(r) - mu) / sigma;
    return std::exp(-u * u / 2) / r;
  };
  return shape;
}

/// Between two openings the fraction passing grows linearly with the diameter.
Shape sieve(const Sizes& s) {
  Shape shape;
  for (const SievePoint& p : s.passing) shape.edges.push_back(p.diameter / 2);
  const std::vector<SievePoint> points = s.passing;
  shape.density = [points](Real r) {
    std::size_t i = 1;
    while (i + 1 < points.size() && points[i].diameter / 2 < r) ++i;
    return (points[i].passing - points[i - 1].passing) /
           (points[i].diameter - points[i - 1].diameter);
  };
  return shape;
}

Shape shape_of(const Sizes& s) {
  if (s.kind == SizeKind::kUniform) return {{*s.min, *s.max}, [](Real) { return 1.0; }};
  return s.kind == SizeKind::kSieve ? sieve(s) : bell(s);
}

}  // namespace

SizeSampler::SizeSampler(const Sizes& sizes, bool planar) {
  if (sizes.kind == SizeKind::kFixed) {
    edges_ = {sizes.radius};
    return;
  }
  const Shape shape = shape_of(sizes);
  const Real power = !counts_mass(sizes) ? 0 : planar ? 2 : 3;
  const int bins = static_cast<int>(shape.edges.size()) - 1;
  const int cells = std::max(1, kCells / bins);
  edges_ = {shape.edges.front()};
  cumulative_ = {0};
  for (int b = 0; b < bins; ++b) {
    const Real lo = shape.edges[static_cast<std::size_t>(b)];
    const Real width = (shape.edges[static_cast<std::size_t>(b) + 1] - lo) / cells;
    for (int c = 0; c < cells; ++c) {
      const Real middle = lo + (c + 0.5) * width;
      edges_.push_back(lo + (c + 1) * width);
      cumulative_.push_back(cumulative_.back() +
                            shape.density(middle) * width / std::pow(middle, power));
    }
    edges_.back() = shape.edges[static_cast<std::size_t>(b) + 1];
  }
  const Real total = cumulative_.back();
  SCREE_EXPECT(total > 0);
  for (Real& value : cumulative_) value /= total;
}

Real SizeSampler::draw(Random& random) const {
  if (edges_.size() == 1) return edges_[0];
  const Real u = random.uniform();
  const auto above = std::upper_bound(cumulative_.begin(), cumulative_.end(), u);
  const auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(
      above - cumulative_.begin(), 1, static_cast<std::ptrdiff_t>(edges_.size()) - 1));
  const Real share = (u - cumulative_[i - 1]) / (cumulative_[i] - cumulative_[i - 1]);
  return edges_[i - 1] + std::clamp<Real>(share, 0, 1) * (edges_[i] - edges_[i - 1]);
}

}  // namespace scree
