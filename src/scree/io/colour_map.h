#pragma once
/// Colours: linear light, the sRGB encoding of files and screens, and one perceptually uniform map.
#include <array>
#include <cstdint>

#include "scree/base/real.h"

namespace scree {

/// Red, green, blue. Linear light unless said otherwise; 0 dark, 1 full.
struct Rgb {
  float r = 0, g = 0, b = 0;
};
inline Rgb operator+(Rgb a, Rgb b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Rgb operator*(float s, Rgb a) { return {s * a.r, s * a.g, s * a.b}; }
inline Rgb mix(Rgb a, Rgb b, float t) { return (1 - t) * a + t * b; }

/// sRGB transfer curve (IEC 61966-2-1): linear light in [0, 1] to a byte, and back.
std::uint8_t encode_srgb(float linear);
float decode_srgb(std::uint8_t byte);
Rgb from_srgb(std::uint8_t r, std::uint8_t g, std::uint8_t b);

/// Violet over teal to yellow for t in [0, 1] (clamped): lightness grows evenly and equal steps in
/// t look equally far apart, so the picture also reads in grey and for the colour-blind.
Rgb colour_map(Real t);

}  // namespace scree
