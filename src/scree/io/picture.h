#pragma once
/// The quick look: an orthographic picture of a frame with shaded spheres, soft shadows, glassy
/// walls, a colour bar and a scale bar. Planar frames are seen along z as discs.
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "scree/io/canvas.h"
#include "scree/io/frame.h"

namespace scree {

struct View {
  Vec3 direction{0, 0, 0};  // from the eye into the scene; zero: from the front and a little above
  Vec3 up{0, 0, 1};         // what stands upright in the picture (planar frames: y)
  int width = 1200, height = 800;          // [pixels]
  std::string colour_by;                   // a column (a vector shows its magnitude); empty: sand
  bool automatic_range = true;             // colours span the values, the outermost percent aside
  Real lo = 0, hi = 1;                     // what they span otherwise
  std::string title;                       // top left; the time stands at the right
  std::string length_unit = "m";           // of the scale bar, and
  std::string time_unit = "s";             // of the time; empty for dimensionless cases
  std::optional<std::array<Vec3, 2>> fit;  // the box to show (a steady camera for animations);
                                           // otherwise the bodies and the walls close to them
};

/// Throws CaseError when colour_by names no column, listing those there are.
Image render_picture(const BodyFrame& bodies, std::span<const WallFrame> walls, const View& view);

void write_picture(const std::filesystem::path& path, const BodyFrame& bodies,
                   std::span<const WallFrame> walls, const View& view);

}  // namespace scree
