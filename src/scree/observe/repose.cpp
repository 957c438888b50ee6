#include "scree/observe/repose.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "scree/geometry/surface.h"

namespace scree {
namespace {

constexpr Real kSquare = 4;                  // side of a square of the ground plan, in mean radii
constexpr Real kToe = 0.2, kShoulder = 0.8;  // heights between which the flank is fitted
constexpr int kFewestBins = 3;

/// A point of the surface: s from the axis or along the ridge, h above the foot.
struct SurfacePoint {
  Real s, h;
};
struct Bin {
  Real s = 0, h = 0;
  int count = 0;
};

Vec3 centre_of_mass(std::span<const Vec3> x, std::span<const Real> r) {
  Vec3 sum{0, 0, 0};
  Real weight = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Real w = r[k] * r[k] * r[k];
    sum += w * x[k];
    weight += w;
  }
  return sum / weight;
}

/// The highest grain of every square of the ground plan.
std::vector<SurfacePoint> free_surface(std::span<const Vec3> x, std::span<const Real> r,
                                       const ReposeOptions& options, Real foot) {
  Real mean = 0;
  for (const Real radius : r) mean += radius / static_cast<Real>(r.size());
  const Vec3 e1 = options.round ? any_perpendicular(options.up) : options.along;
  const Vec3 e2 = cross(options.up, e1);
  const Vec3 centre = options.round ? centre_of_mass(x, r) : Vec3{0, 0, 0};
  std::map<std::pair<long, long>, SurfacePoint> highest;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Vec3 d = x[k] - centre;
    const Real a = dot(d, e1), b = dot(d, e2);
    const std::pair<long, long> square{std::lround(a / (kSquare * mean)),
                                       std::lround(b / (kSquare * mean))};
    const SurfacePoint p{options.round ? std::hypot(a, b) : a, dot(x[k], options.up) + r[k] - foot};
    const auto [at, is_new] = highest.emplace(square, p);
    if (!is_new && p.h > at->second.h) at->second = p;
  }
  std::vector<SurfacePoint> points;
  points.reserve(highest.size());
  for (const auto& [square, p] : highest) points.push_back(p);
  return points;
}

std::vector<Bin> average(const std::vector<SurfacePoint>& points, int count, bool round) {
  Real lo = round ? 0 : points[0].s, hi = points[0].s;
  for (const SurfacePoint& p : points) lo = std::min(lo, p.s), hi = std::max(hi, p.s);
  std::vector<Bin> bins(static_cast<std::size_t>(count));
  for (const SurfacePoint& p : points) {
    const int k = hi > lo ? static_cast<int>((p.s - lo) / (hi - lo) * count) : 0;
    Bin& bin = bins[static_cast<std::size_t>(std::min(k, count - 1))];
    bin.s += p.s, bin.h += p.h, ++bin.count;
  }
  std::erase_if(bins, [](const Bin& b) { return b.count == 0; });
  for (Bin& b : bins) b.s /= b.count, b.h /= b.count;
  return bins;
}

/// Angle below the horizontal of the line through the bins of one flank, outwards from the crest.
struct Flank {
  Real angle = 0;
  int bins = 0;
};
Flank fit_flank(const std::vector<Bin>& bins, int crest, int step) {
  const int n = static_cast<int>(bins.size());
  const Real top = bins[static_cast<std::size_t>(crest)].h;
  Real s = 0, h = 0, ss = 0, sh = 0;
  int used = 0;
  for (int k = crest; k >= 0 && k < n; k += step) {
    const Bin& b = bins[static_cast<std::size_t>(k)];
    if (b.h > kShoulder * top) continue;
    if (b.h < kToe * top) break;
    const Real out = step * (b.s - bins[static_cast<std::size_t>(crest)].s);
    s += out, h += b.h, ss += out * out, sh += out * b.h, ++used;
  }
  const Real spread = used * ss - s * s;
  if (used < kFewestBins || !(spread > 0)) return {};
  return {std::atan(-(used * sh - s * h) / spread), used};
}

}  // namespace

Repose fit_repose(std::span<const Vec3> x, std::span<const Real> r, const ReposeOptions& options) {
  Repose out;
  out.angle = std::numeric_limits<Real>::quiet_NaN();
  if (x.empty()) return out;
  Real foot = std::numeric_limits<Real>::infinity();
  for (std::size_t k = 0; k < x.size(); ++k) foot = std::min(foot, dot(x[k], options.up) - r[k]);
  const std::vector<SurfacePoint> points = free_surface(x, r, options, foot);
  for (const SurfacePoint& p : points) out.height = std::max(out.height, p.h);
  const std::vector<Bin> bins = average(points, options.bins, options.round);
  const auto highest = std::max_element(bins.begin(), bins.end(),
                                        [](const Bin& a, const Bin& b) { return a.h < b.h; });
  const int crest = static_cast<int>(highest - bins.begin());
  const Flank outwards = fit_flank(bins, crest, 1);
  const Flank backwards = options.round ? Flank{} : fit_flank(bins, crest, -1);
  out.bins = outwards.bins + backwards.bins;
  if (out.bins > 0)
    out.angle = (outwards.bins * outwards.angle + backwards.bins * backwards.angle) / out.bins;
  return out;
}

Repose measure_repose(const State& state, const ReposeOptions& options, const Zone& zone) {
  std::vector<Vec3> x;
  std::vector<Real> r;
  for (Index row = 0; row < state.grains.free; ++row) {
    if (!zone.has(position(state.grains.place[row]))) continue;
    x.push_back(position(state.grains.place[row]));
    r.push_back(state.grains.place[row].r);
  }
  return fit_repose(x, r, options);
}

}  // namespace scree
