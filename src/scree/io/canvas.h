#pragma once
/// An 8-bit sRGB image, text and lines on it, and the PNG file it becomes.
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "scree/io/colour_map.h"
#include "scree/io/stroke_font.h"

namespace scree {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // row by row from the top, three bytes a pixel

  Image(int w, int h);  // white
  std::uint8_t* pixel(int x, int y) {
    return rgb.data() + 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                             static_cast<std::size_t>(x));
  }
};

enum class Anchor { kLeft, kCentre, kRight };

/// Text with its baseline at (x, y) pixels and capitals `size` pixels high.
void draw_text(Image& image, std::string_view text, float x, float y, float size, Rgb ink,
               Anchor anchor = Anchor::kLeft);

/// A polyline of the given width in pixels, round at its ends.
void draw_line(Image& image, std::span<const StrokePoint> points, float width, Rgb ink);

void fill_rectangle(Image& image, int x0, int y0, int x1, int y1, Rgb ink);

/// Writes the image as PNG, whole or not at all.
void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace scree
