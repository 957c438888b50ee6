#include "scree/io/depth_image.h"

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"

namespace scree {
namespace {

/// Discs smaller than this would slip between samples and flicker [samples].
constexpr float kLeastRadius = 0.71f;

/// A range of rows or columns, both ends included.
struct Range {
  int first, last;
};

/// First and last sample whose centre lies in [from, to], within the image; kept in float until it
/// is known to fit an integer.
Range samples_between(float from, float to, int size) {
  const float first = std::max(0.0f, std::ceil(from - 0.5f));
  const float last = std::min(static_cast<float>(size - 1), std::floor(to - 0.5f));
  if (!(first <= last)) return {0, -1};  // also when not a number
  return {static_cast<int>(first), static_cast<int>(last)};
}

Range rows_of(const SeenDisc& d, int height) {
  const float r = std::max(d.r, kLeastRadius);
  if (!std::isfinite(d.u + d.depth)) return {0, -1};
  return samples_between(d.v - r, d.v + r, height);
}

/// Disc numbers of every band, band after band.
struct Bins {
  std::vector<std::size_t> start;
  std::vector<Index> disc;
};

Bins bin_by_band(std::span<const SeenDisc> discs, int height) {
  const int bands = (height + kBandRows - 1) / kBandRows;
  Bins bins;
  bins.start.assign(static_cast<std::size_t>(bands) + 1, 0);
  const auto for_bands = [&](const SeenDisc& d, auto&& visit) {
    const Range rows = rows_of(d, height);
    if (rows.last < rows.first) return;
    for (int b = rows.first / kBandRows; b <= rows.last / kBandRows; ++b)
      visit(static_cast<std::size_t>(b));
  };
  for (const SeenDisc& d : discs) for_bands(d, [&](std::size_t b) { ++bins.start[b + 1]; });
  for (std::size_t b = 1; b < bins.start.size(); ++b) bins.start[b] += bins.start[b - 1];
  bins.disc.resize(bins.start.back());
  std::vector<std::size_t> next = bins.start;
  for (std::size_t i = 0; i < discs.size(); ++i)
    for_bands(discs[i], [&](std::size_t b) { bins.disc[next[b]++] = static_cast<Index>(i); });
  return bins;
}

void draw_rows(const SeenDisc& d, Index number, Range rows, DepthImage& image) {
  const float r = std::max(d.r, kLeastRadius), r2 = r * r;
  for (int y = rows.first; y <= rows.last; ++y) {
    const float dy = static_cast<float>(y) + 0.5f - d.v, h2 = r2 - dy * dy;
    if (h2 < 0) continue;
    const float half = std::sqrt(h2);
    const Range columns = samples_between(d.u - half, d.u + half, image.width);
    float* z = image.z.data() + image.at(0, y);
    Index* id = image.id.data() + image.at(0, y);
    const float first = 0.5f - d.u;
#pragma omp simd
    for (int x = columns.first; x <= columns.last; ++x) {
      const float dx = static_cast<float>(x) + first;
      const float front = d.depth - std::sqrt(std::max(0.0f, h2 - dx * dx));
      const bool nearer = front < z[x];
      z[x] = nearer ? front : z[x];
      id[x] = nearer ? number : id[x];
    }
  }
}

}  // namespace

DepthImage::DepthImage(int w, int h) : width(w), height(h) {
  const auto samples = static_cast<std::size_t>(w) * static_cast<std::size_t>(h);
  z.assign(samples, kFar);
  id.assign(samples, -1);
}

void draw_spheres(std::span<const SeenDisc> discs, DepthImage& image) {
  const Bins bins = bin_by_band(discs, image.height);
  for_chunks(
      static_cast<Index>(bins.start.size()) - 1,
      [&](Index band, Index, Index) {
        const auto b = static_cast<std::size_t>(band);
        for (std::size_t k = bins.start[b]; k < bins.start[b + 1]; ++k) {
          const SeenDisc& d = discs[static_cast<std::size_t>(bins.disc[k])];
          Range rows = rows_of(d, image.height);
          rows.first = std::max(rows.first, band * kBandRows);
          rows.last = std::min(rows.last, (band + 1) * kBandRows - 1);
          draw_rows(d, bins.disc[k], rows, image);
        }
      },
      1);
}

}  // namespace scree
