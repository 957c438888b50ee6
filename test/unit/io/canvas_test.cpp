#include "scree/io/canvas.h"

#include <doctest/doctest.h>
#include <png.h>

#include <algorithm>
#include <set>
#include <string>

#include "unit/io/scratch_folder.h"

using namespace scree;

TEST_CASE("a PNG read back is the image that was written") {
  ScratchFolder folder;
  Image image(7, 5);
  for (std::size_t i = 0; i < image.rgb.size(); ++i)
    image.rgb[i] = static_cast<std::uint8_t>(37 * i);
  write_png(folder / "a.png", image);
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_file(&png, (folder / "a.png").c_str()));
  CHECK((png.width == 7 && png.height == 5));
  png.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> back(PNG_IMAGE_SIZE(png));
  REQUIRE(png_image_finish_read(&png, nullptr, back.data(), 0, nullptr));
  CHECK(back == image.rgb);
}

TEST_CASE("every printable character has a shape of its own within its line") {
  std::set<std::string> shapes;
  for (char c = '!'; c <= '~'; ++c) {
    Image image(40, 40);
    draw_text(image, std::string(1, c), 8, 28, 20, {0, 0, 0});
    CHECK_MESSAGE(*std::min_element(image.rgb.begin(), image.rgb.end()) < 128, c);
    shapes.emplace(image.rgb.begin(), image.rgb.end());
    for (const Stroke& s : text_strokes(std::string(1, c)))
      for (const StrokePoint p : s) {
        CHECK(p.y > -0.35f);
        CHECK(p.y < 1.15f);
        CHECK(p.x > -0.25f);
        CHECK(p.x < text_width(std::string(1, c)) + 0.05f);
      }
  }
  CHECK(shapes.size() >= 93);  // I and l may look alike
}

TEST_CASE("text is anchored where it is asked to be, and clipped at the border") {
  const auto ink_columns = [](Anchor anchor) {
    Image image(200, 30);
    draw_text(image, "HH", 100, 20, 10, {0, 0, 0}, anchor);
    int first = 200, last = -1;
    for (int x = 0; x < 200; ++x)
      for (int y = 0; y < 30; ++y)
        if (image.pixel(x, y)[0] < 128) first = std::min(first, x), last = std::max(last, x);
    return std::pair(first, last);
  };
  CHECK(ink_columns(Anchor::kLeft).first >= 99);
  CHECK(ink_columns(Anchor::kRight).second <= 101);
  const auto [a, b] = ink_columns(Anchor::kCentre);
  CHECK(std::abs((a + b) / 2 - 100) <= 1);
  Image tiny(4, 4);
  draw_text(tiny, "overflowing", -20, 2, 30, {0, 0, 0}, Anchor::kRight);  // must not write outside
}
