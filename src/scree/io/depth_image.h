#pragma once
/// Depth buffer: which sphere is seen at each sample, and how far away.
#include <limits>
#include <span>
#include <vector>

#include "scree/base/real.h"

namespace scree {

/// A sphere as an orthographic camera sees it, in samples; depth grows away from the eye.
struct SeenDisc {
  float u, v, depth, r;
};

struct DepthImage {
  static constexpr float kFar = std::numeric_limits<float>::infinity();

  int width = 0, height = 0;
  std::vector<float> z;   // depth of the nearest surface; kFar where there is none
  std::vector<Index> id;  // which disc; -1 where there is none

  DepthImage(int w, int h);
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  /// Depth at a place given in samples; kFar outside the image.
  float depth_near(float u, float v) const {
    if (!(u >= 0 && v >= 0 && u < static_cast<float>(width) && v < static_cast<float>(height)))
      return kFar;
    return z[at(static_cast<int>(u), static_cast<int>(v))];
  }
};

/// Rows per band: bands are drawn in parallel, each by one thread, in the order of the discs, so
/// the image does not depend on the number of threads.
constexpr int kBandRows = 32;

/// Draws every disc as a sphere; the nearest surface wins, the first disc among equals.
void draw_spheres(std::span<const SeenDisc> discs, DepthImage& image);

}  // namespace scree
