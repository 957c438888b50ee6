#pragma once
/// Walls as tinted glass over the picture, with their edges drawn thin.
#include <span>
#include <vector>

#include "scree/io/camera.h"
#include "scree/io/shading.h"

namespace scree {

struct WallLayer {
  std::vector<float> through;   // share of light that passes the walls, per sample
  std::vector<float> backmost;  // depth of the farthest wall in sight; -kFar where there is none
  std::vector<float> edge;      // coverage by wall edges
};

/// Draws what of the walls is not hidden by the bodies of `image`.
WallLayer draw_walls(std::span<const WallFrame> walls, const Camera& camera,
                     const DepthImage& image);

}  // namespace scree
