#include "scree/io/colour_map.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace scree;

namespace {

struct Lab {
  double l, a, b;
};

/// CIELAB under D65: another model of perception than the one the map is built with.
Lab cielab(Rgb c) {
  const auto f = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  const double x = f((0.4124564 * c.r + 0.3575761 * c.g + 0.1804375 * c.b) / 0.95047);
  const double y = f(0.2126729 * c.r + 0.7151522 * c.g + 0.0721750 * c.b);
  const double z = f((0.0193339 * c.r + 0.1191920 * c.g + 0.9503041 * c.b) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

}  // namespace

TEST_CASE("the colour map grows lighter all the way and in even steps") {
  double shortest = 1e9, longest = 0;
  for (int i = 0; i < 20; ++i) {
    const Lab p = cielab(colour_map(i / 20.0)), q = cielab(colour_map((i + 1) / 20.0));
    CHECK(q.l > p.l + 2);
    const double step = std::hypot(q.l - p.l, q.a - p.a, q.b - p.b);
    shortest = std::min(shortest, step), longest = std::max(longest, step);
  }
  CHECK(longest < 2.5 * shortest);  // the rainbow map: over 10
  CHECK(cielab(colour_map(0)).l < 25);
  CHECK(cielab(colour_map(1)).l > 85);
}

TEST_CASE("the colour map stays on the screen and in its range") {
  for (int i = 0; i <= 100; ++i) {
    const Rgb c = colour_map(i / 100.0);
    CHECK(std::min({c.r, c.g, c.b}) >= 0);
    CHECK(std::max({c.r, c.g, c.b}) <= 1);
  }
  CHECK(colour_map(-5).g == colour_map(0).g);
  CHECK(colour_map(7).g == colour_map(1).g);
  CHECK(colour_map(std::numeric_limits<Real>::quiet_NaN()).g == colour_map(0).g);
}

TEST_CASE("every byte survives the way to linear light and back") {
  for (int byte = 0; byte < 256; ++byte)
    CHECK(encode_srgb(decode_srgb(static_cast<std::uint8_t>(byte))) == byte);
  CHECK(encode_srgb(2.0f) == 255);
  CHECK(encode_srgb(-1.0f) == 0);
}
