#include "scree/io/colour_map.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace scree {
namespace {

constexpr int kEntries = 512;

/// OKLab (Ottosson 2020): a colour space in which distance is perceived difference.
struct Lab {
  double l, a, b;
};

Rgb to_linear_rgb(Lab c) {
  const double l = std::pow(c.l + 0.3963377774 * c.a + 0.2158037573 * c.b, 3);
  const double m = std::pow(c.l - 0.1055613458 * c.a - 0.0638541728 * c.b, 3);
  const double s = std::pow(c.l - 0.0894841775 * c.a - 1.2914855480 * c.b, 3);
  return {static_cast<float>(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          static_cast<float>(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          static_cast<float>(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

bool displayable(Rgb c) {
  const auto fits = [](float v) { return v >= 0 && v <= 1; };
  return fits(c.r) && fits(c.g) && fits(c.b);
}

constexpr int kFine = 8 * kEntries;

Lab lch(double l, double chroma, double hue) {
  return {l, chroma * std::cos(hue), chroma * std::sin(hue)};
}

/// The path before equalising: lightness and hue run evenly; chroma is what the screen can show,
/// smoothed (least value nearby, then mean nearby, which stays displayable) so that no kink of the
/// gamut draws a line that is not in the data.
std::vector<Lab> path() {
  constexpr double kDark = 0.29, kLight = 0.91;     // OKLab lightness
  constexpr double kViolet = 5.25, kYellow = 1.80;  // hue [rad]
  constexpr int kNear = kFine / 6;
  const auto lightness = [](double t) { return kDark + (kLight - kDark) * t; };
  const auto hue = [](double t) { return kViolet + (kYellow - kViolet) * t; };
  std::vector<double> most(kFine + 1), least(kFine + 1);
  for (int i = 0; i <= kFine; ++i) {
    const double t = static_cast<double>(i) / kFine;
    most[i] = 0.13 + 0.04 * t * t;
    while (!displayable(to_linear_rgb(lch(lightness(t), most[i], hue(t))))) most[i] -= 0.0005;
  }
  const auto window = [](int i) {
    const int reach = std::min({kNear, i, kFine - i});
    return std::pair(i - reach, i + reach);
  };
  for (int i = 0; i <= kFine; ++i) {
    const auto [a, b] = window(i);
    least[i] = *std::min_element(most.begin() + a, most.begin() + b + 1);
  }
  std::vector<Lab> points(kFine + 1);
  for (int i = 0; i <= kFine; ++i) {
    const auto [a, b] = window(i);
    double mean = 0;
    for (int k = a; k <= b; ++k) mean += least[k] / (b - a + 1);
    const double t = static_cast<double>(i) / kFine;
    points[i] = lch(lightness(t), std::min(mean, most[i]), hue(t));
  }
  return points;
}

/// Samples the path at equal arc lengths in OKLab.
std::array<Rgb, kEntries> equal_steps() {
  const std::vector<Lab> point = path();
  std::vector<double> length(kFine + 1, 0.0);
  for (int i = 1; i <= kFine; ++i)
    length[i] = length[i - 1] + std::hypot(point[i].l - point[i - 1].l, point[i].a - point[i - 1].a,
                                           point[i].b - point[i - 1].b);
  std::array<Rgb, kEntries> table;
  for (int k = 0; k < kEntries; ++k) {
    const double wanted = length.back() * k / (kEntries - 1);
    const auto at = std::lower_bound(length.begin(), length.end(), wanted) - length.begin();
    table[k] = to_linear_rgb(point[std::min<long>(at, kFine)]);
  }
  return table;
}

float encode_exactly(float v) {
  return v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
}

}  // namespace

std::uint8_t encode_srgb(float linear) {
  constexpr int kSteps = 1 << 14;  // finer than the steepest part of the curve needs for a byte
  static const auto table = [] {
    std::vector<std::uint8_t> t(kSteps + 1);
    for (int i = 0; i <= kSteps; ++i)
      t[i] = static_cast<std::uint8_t>(
          std::lround(255 * encode_exactly(static_cast<float>(i) / kSteps)));
    return t;
  }();
  const float clamped = linear > 0 ? std::min(linear, 1.0f) : 0.0f;  // NaN becomes black
  return table[static_cast<std::size_t>(clamped * kSteps + 0.5f)];
}

float decode_srgb(std::uint8_t byte) {
  const float v = static_cast<float>(byte) / 255;
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

Rgb from_srgb(std::uint8_t r, std::uint8_t g, std::uint8_t b) {
  return {decode_srgb(r), decode_srgb(g), decode_srgb(b)};
}

Rgb colour_map(Real t) {
  static const std::array<Rgb, kEntries> table = equal_steps();
  const Real clamped = t > 0 ? std::min<Real>(t, 1) : 0;
  return table[static_cast<std::size_t>(clamped * (kEntries - 1) + 0.5)];
}

}  // namespace scree
