#include "scree/io/canvas.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "scree/base/error.h"
#include "scree/io/atomic_file.h"

namespace scree {
namespace {

float distance2(float px, float py, StrokePoint a, StrokePoint b) {
  const float dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  const float along = length2 > 0 ? ((px - a.x) * dx + (py - a.y) * dy) / length2 : 0;
  const float t = std::clamp(along, 0.0f, 1.0f);
  const float ex = px - a.x - t * dx, ey = py - a.y - t * dy;
  return ex * ex + ey * ey;
}

void blend(std::uint8_t* pixel, const std::uint8_t* ink, float coverage) {
  for (int k = 0; k < 3; ++k)
    pixel[k] = static_cast<std::uint8_t>(
        std::lround(pixel[k] + coverage * (static_cast<float>(ink[k]) - pixel[k])));
}

}  // namespace

Image::Image(int w, int h) : width(w), height(h) {
  SCREE_EXPECT(w > 0 && h > 0);
  rgb.assign(3 * static_cast<std::size_t>(w) * static_cast<std::size_t>(h), 255);
}

void draw_line(Image& image, std::span<const StrokePoint> points, float width, Rgb ink) {
  if (points.empty()) return;
  const std::uint8_t bytes[] = {encode_srgb(ink.r), encode_srgb(ink.g), encode_srgb(ink.b)};
  const float reach = 0.5f * width + 1;
  StrokePoint lo = points[0], hi = points[0];
  for (const StrokePoint p : points) {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
  }
  const int x0 = std::max(0, static_cast<int>(lo.x - reach));
  const int y0 = std::max(0, static_cast<int>(lo.y - reach));
  const int x1 = std::min(image.width - 1, static_cast<int>(hi.x + reach));
  const int y1 = std::min(image.height - 1, static_cast<int>(hi.y + reach));
  for (int y = y0; y <= y1; ++y)
    for (int x = x0; x <= x1; ++x) {
      const float px = static_cast<float>(x) + 0.5f, py = static_cast<float>(y) + 0.5f;
      float nearest = distance2(px, py, points[0], points[0]);
      for (std::size_t i = 1; i < points.size(); ++i)
        nearest = std::min(nearest, distance2(px, py, points[i - 1], points[i]));
      const float coverage = std::clamp(0.5f + 0.5f * width - std::sqrt(nearest), 0.0f, 1.0f);
      if (coverage > 0) blend(image.pixel(x, y), bytes, coverage);
    }
}

void draw_text(Image& image, std::string_view text, float x, float y, float size, Rgb ink,
               Anchor anchor) {
  const float width = size * text_width(text);
  if (anchor == Anchor::kCentre) x -= 0.5f * width;
  if (anchor == Anchor::kRight) x -= width;
  for (Stroke& stroke : text_strokes(text)) {
    for (StrokePoint& p : stroke) p = {x + size * p.x, y - size * p.y};
    draw_line(image, stroke, std::max(1.0f, 0.125f * size), ink);
  }
}

void fill_rectangle(Image& image, int x0, int y0, int x1, int y1, Rgb ink) {
  const std::uint8_t bytes[] = {encode_srgb(ink.r), encode_srgb(ink.g), encode_srgb(ink.b)};
  for (int y = std::max(0, y0); y < std::min(image.height, y1); ++y)
    for (int x = std::max(0, x0); x < std::min(image.width, x1); ++x)
      std::copy(bytes, bytes + 3, image.pixel(x, y));
}

void write_png(const std::filesystem::path& path, const Image& image) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  png.flags = PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string bytes(size, '\0');
  const int ok =
      png_image_write_to_memory(&png, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr);
  SCREE_EXPECT(ok != 0);
  write_file(path, std::string_view(bytes.data(), size));
}

}  // namespace scree
