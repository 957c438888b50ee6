#pragma once
/// A small single-stroke font, drawn from lines and arcs: sharp at any size, no font file needed.
#include <string_view>
#include <vector>

#include "scree/base/real.h"

namespace scree {

struct StrokePoint {
  float x = 0, y = 0;  // in units of the cap height; y grows upward from the baseline
};
using Stroke = std::vector<StrokePoint>;

/// The strokes of a text whose baseline starts at the origin. Printable ASCII; other bytes show
/// as a small box.
std::vector<Stroke> text_strokes(std::string_view text);

/// Width of the text in units of the cap height.
float text_width(std::string_view text);

}  // namespace scree
