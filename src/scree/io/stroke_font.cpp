#include "scree/io/stroke_font.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

namespace scree {
namespace {

constexpr float kCap = 7;         // cap height in the units of the table below
constexpr float kSpacing = 1.7f;  // between two characters

struct Drawing {
  float width;
  const char* strokes;
};

// One drawing per printable character, in reading order from ' ' to '~'. Baseline 0, x-height 5,
// capitals 7, descenders -2. Numbers are points "x y"; "a cx cy rx ry from to" follows an arc
// (degrees, counter-clockwise when to > from); ";" lifts the pen.
constexpr Drawing kDrawings[] = {
    {1.6f, ""},                                                                  // space
    {0, "0 7 0 2; 0 0.1 0 0"},                                                   // !
    {1.4f, "0 7 0 5; 1.4 7 1.4 5"},                                              // "
    {4.6f, "1.2 0 2 7; 2.6 0 3.4 7; 0.3 4.7 4.6 4.7; 0 2.3 4.3 2.3"},            // #
    {4.2f, "a 2.1 4.9 1.8 1.4 35 270 a 2.1 2 2 1.5 90 -145; 2.1 7.5 2.1 -0.5"},  // $
    {6, "a 1.3 5.5 1.3 1.5 0 360; a 4.7 1.5 1.3 1.5 0 360; 1.2 0 4.8 7"},        // %
    {5, "5 0 1.2 5 a 2.2 5.7 1.3 1.3 210 -30 a 2.2 1.9 2 1.9 135 330 5 3"},      // &
    {0, "0 7 0 5"},                                                              // '
    {1.4f, "a 3 3 3 5.4 122 238"},                                               // (
    {1.4f, "a -1.6 3 3 5.4 58 -58"},                                             // )
    {3, "1.5 7 1.5 4; 0.1 6.3 2.9 4.7; 0.1 4.7 2.9 6.3"},                        // *
    {3.6f, "0 3 3.6 3; 1.8 1.2 1.8 4.8"},                                        // +
    {0.4f, "0.4 0.2 0.4 0 0 -1.2"},                                              // ,
    {2.6f, "0 3 2.6 3"},                                                         // -
    {0.2f, "0.1 0 0.1 0.15"},                                                    // .
    {3, "0 -0.8 3 7.4"},                                                         // /
    {4.2f, "a 2.1 3.5 2.1 3.5 0 360"},                                           // 0
    {4.2f, "0.7 5.4 2.4 7 2.4 0"},                                               // 1
    {4.2f, "a 2.1 5.1 1.9 1.9 165 -40 0.1 0 4.2 0"},                             // 2
    {4.2f, "a 2 5.3 1.7 1.7 150 -90 a 2 1.8 2.1 1.8 90 -150"},                   // 3
    {4.2f, "3.2 0 3.2 7 0 2.2 4.2 2.2"},                                         // 4
    {4.2f, "3.8 7 0.7 7 0.4 3.8 a 2 2.25 2.1 2.25 138 -150"},                    // 5
    {4.2f, "a 2.1 2.2 2.1 2.2 0 360; 0 2.2 a 3.4 2.2 3.4 4.8 180 90"},           // 6
    {4.2f, "0 7 4.2 7 1.4 0"},                                                   // 7
    {4.2f, "a 2.1 5.3 1.75 1.7 0 360; a 2.1 1.8 2.1 1.8 0 360"},                 // 8
    {4.2f, "a 2.1 4.8 2.1 2.2 0 360; 4.2 4.8 a 0.8 4.8 3.4 4.8 0 -90"},          // 9
    {0.2f, "0.1 0 0.1 0.15; 0.1 4.1 0.1 4.25"},                                  // :
    {0.4f, "0.4 0.2 0.4 0 0 -1.2; 0.3 4.1 0.3 4.25"},                            // ;
    {3.4f, "3.4 5.2 0 3 3.4 0.8"},                                               // <
    {3.6f, "0 4 3.6 4; 0 2 3.6 2"},                                              // =
    {3.4f, "0 5.2 3.4 3 0 0.8"},                                                 // >
    {3.6f, "a 1.8 5.2 1.8 1.8 165 -60 1.8 2.8 1.8 2; 1.8 0.1 1.8 0"},            // ?
    {6.4f, "a 3.2 3 1.4 1.6 0 360; 4.6 4.6 4.6 2.2 a 5.4 2.2 0.8 0.8 180 360 a 3.2 3 3.2 4 5 300"},
    {5, "0 0 2.5 7 5 0; 0.9 2.4 4.1 2.4"},  // A
    {4.5f, "0 0 0 7 2.4 7 a 2.4 5.3 1.7 1.7 90 -90 0 3.6; 2.4 3.6 a 2.6 1.8 1.9 1.8 90 -90 0 0"},
    {5, "a 2.9 3.5 2.9 3.5 50 310"},                                              // C
    {4.9f, "0 0 0 7 1.8 7 a 1.8 3.5 3.1 3.5 90 -90 0 0"},                         // D
    {4, "4 0 0 0 0 7 4 7; 0 3.7 3.4 3.7"},                                        // E
    {3.9f, "0 0 0 7 3.9 7; 0 3.7 3.3 3.7"},                                       // F
    {5.2f, "a 2.9 3.5 2.9 3.5 50 320 5.2 3.2 3.1 3.2"},                           // G
    {4.8f, "0 0 0 7; 4.8 0 4.8 7; 0 3.7 4.8 3.7"},                                // H
    {0, "0 0 0 7"},                                                               // I
    {3, "3 7 3 1.6 a 1.5 1.6 1.5 1.6 0 -170"},                                    // J
    {4.5f, "0 0 0 7; 4.3 7 0 2.6; 1.5 4.1 4.5 0"},                                // K
    {3.8f, "0 7 0 0 3.8 0"},                                                      // L
    {5.8f, "0 0 0 7 2.9 2.2 5.8 7 5.8 0"},                                        // M
    {4.8f, "0 0 0 7 4.8 0 4.8 7"},                                                // N
    {5.8f, "a 2.9 3.5 2.9 3.5 0 360"},                                            // O
    {4.2f, "0 0 0 7 2.2 7 a 2.2 5 2 2 90 -90 0 3"},                               // P
    {5.8f, "a 2.9 3.5 2.9 3.5 0 360; 3.5 1.8 5.7 -0.4"},                          // Q
    {4.4f, "0 0 0 7 2.2 7 a 2.2 5 2 2 90 -90 0 3; 2.2 3 4.4 0"},                  // R
    {4.3f, "a 2.15 5.25 1.9 1.75 32 270 a 2.15 1.75 2.1 1.75 90 -148"},           // S
    {5, "0 7 5 7; 2.5 7 2.5 0"},                                                  // T
    {4.8f, "0 7 0 2.4 a 2.4 2.4 2.4 2.4 180 360 4.8 7"},                          // U
    {5, "0 7 2.5 0 5 7"},                                                         // V
    {7, "0 7 1.7 0 3.5 5.6 5.3 0 7 7"},                                           // W
    {4.8f, "0 0 4.8 7; 0 7 4.8 0"},                                               // X
    {5, "0 7 2.5 3.4 5 7; 2.5 3.4 2.5 0"},                                        // Y
    {4.6f, "0.1 7 4.6 7 0 0 4.6 0"},                                              // Z
    {1.4f, "1.4 7.6 0 7.6 0 -1.4 1.4 -1.4"},                                      // [
    {3, "0 7.4 3 -0.8"},                                                          // backslash
    {1.4f, "0 7.6 1.4 7.6 1.4 -1.4 0 -1.4"},                                      // ]
    {2.8f, "0 5 1.4 7 2.8 5"},                                                    // ^
    {4, "0 -1 4 -1"},                                                             // _
    {1.2f, "0 7.2 1.2 6"},                                                        // `
    {3.8f, "3.8 5 3.8 0; a 1.9 2.5 1.9 2.5 0 360"},                               // a
    {3.8f, "0 0 0 7; a 1.9 2.5 1.9 2.5 0 360"},                                   // b
    {3.5f, "a 2 2.5 2 2.5 48 312"},                                               // c
    {3.8f, "3.8 7 3.8 0; a 1.9 2.5 1.9 2.5 0 360"},                               // d
    {3.9f, "0.05 2.7 3.9 2.7 a 1.95 2.5 1.95 2.5 5 318"},                         // e
    {2.5f, "2.6 7 a 2.4 5.6 1.4 1.4 90 180 1 0; 0 5 2.4 5"},                      // f
    {3.8f, "3.8 5 3.8 -0.4 a 1.9 -0.4 1.9 1.7 0 -150; a 1.9 2.5 1.9 2.5 0 360"},  // g
    {3.6f, "0 0 0 7; 0 3.2 a 1.8 3.2 1.8 1.8 180 0 3.6 0"},                       // h
    {0.1f, "0 0 0 5; 0 6.7 0 6.85"},                                              // i
    {1, "0.9 5 0.9 -0.9 a -0.2 -0.9 1.1 1.1 0 -90; 0.9 6.7 0.9 6.85"},            // j
    {3.4f, "0 0 0 7; 3.2 5 0 1.9; 1.2 3 3.4 0"},                                  // k
    {0.1f, "0 0 0 7"},                                                            // l
    {5.8f,
     "0 0 0 5; 0 3.5 a 1.45 3.5 1.45 1.5 180 0 2.9 0; "
     "2.9 3.5 a 4.35 3.5 1.45 1.5 180 0 5.8 0"},                                        // m
    {3.6f, "0 0 0 5; 0 3.2 a 1.8 3.2 1.8 1.8 180 0 3.6 0"},                             // n
    {3.9f, "a 1.95 2.5 1.95 2.5 0 360"},                                                // o
    {3.8f, "0 5 0 -2; a 1.9 2.5 1.9 2.5 0 360"},                                        // p
    {3.8f, "3.8 5 3.8 -2; a 1.9 2.5 1.9 2.5 0 360"},                                    // q
    {2.1f, "0 0 0 5; 0 3.2 a 1.8 3.2 1.8 1.8 180 75"},                                  // r
    {3.2f, "a 1.6 3.75 1.4 1.25 30 270 a 1.6 1.25 1.6 1.25 90 -150"},                   // s
    {2.4f, "1 6.6 1 1.3 a 2.3 1.3 1.3 1.3 180 275; 0 5 2.4 5"},                         // t
    {3.6f, "0 5 0 1.8 a 1.8 1.8 1.8 1.8 180 360; 3.6 5 3.6 0"},                         // u
    {3.6f, "0 5 1.8 0 3.6 5"},                                                          // v
    {5.4f, "0 5 1.4 0 2.7 4 4 0 5.4 5"},                                                // w
    {3.4f, "0 0 3.4 5; 0 5 3.4 0"},                                                     // x
    {3.6f, "0 5 1.8 0; 3.6 5 1.4 -1.3 0.9 -1.9 0.1 -2"},                                // y
    {3.2f, "0 5 3.2 5 0 0 3.2 0"},                                                      // z
    {1.8f, "1.8 7.6 a 1.8 6.6 1 1 90 180 0.8 4 0 3.1 0.8 2.2 a 1.8 -0.4 1 1 180 270"},  // {
    {0, "0 7.6 0 -1.4"},                                                                // |
    {1.8f, "0 7.6 a 0 6.6 1 1 90 0 1 4 1.8 3.1 1 2.2 a 0 -0.4 1 1 0 -90"},              // }
    {3.8f, "0 2.6 a 0.95 2.6 0.95 0.9 180 0 a 2.85 2.6 0.95 0.9 180 360"},              // ~
};
static_assert(std::size(kDrawings) == '~' - ' ' + 1);
constexpr Drawing kUnknown{3, "0 0 3 0 3 5 0 5 0 0"};

struct Glyph {
  float width = 0;  // [cap height]
  std::vector<Stroke> strokes;
};

void add_arc(Stroke& stroke, const std::array<float, 6>& a) {
  const float sweep = a[5] - a[4];
  const int pieces = std::max(2, static_cast<int>(std::abs(sweep) / 12));
  for (int i = 0; i <= pieces; ++i) {
    const float angle = (a[4] + sweep * i / pieces) * static_cast<float>(kPi / 180);
    stroke.push_back(
        {(a[0] + a[2] * std::cos(angle)) / kCap, (a[1] + a[3] * std::sin(angle)) / kCap});
  }
}

Glyph parse(const Drawing& drawing) {
  Glyph glyph{drawing.width / kCap, {Stroke()}};
  const char* p = drawing.strokes;
  const auto number = [&p] {
    char* end = nullptr;
    const float value = std::strtof(p, &end);
    p = end;
    return value;
  };
  while (*p) {
    if (*p == ' ') {
      ++p;
    } else if (*p == ';') {
      ++p;
      glyph.strokes.emplace_back();
    } else if (*p == 'a') {
      ++p;
      std::array<float, 6> arc{};
      for (float& value : arc) value = number();
      add_arc(glyph.strokes.back(), arc);
    } else {
      const float x = number(), y = number();
      glyph.strokes.back().push_back({x / kCap, y / kCap});
    }
  }
  return glyph;
}

const Glyph& glyph_of(char c) {
  static const std::vector<Glyph> glyphs = [] {
    std::vector<Glyph> all;
    for (const Drawing& d : kDrawings) all.push_back(parse(d));
    all.push_back(parse(kUnknown));
    return all;
  }();
  return c >= ' ' && c <= '~' ? glyphs[static_cast<std::size_t>(c - ' ')] : glyphs.back();
}

}  // namespace

std::vector<Stroke> text_strokes(std::string_view text) {
  std::vector<Stroke> strokes;
  float pen = 0;
  for (const char c : text) {
    const Glyph& glyph = glyph_of(c);
    for (const Stroke& s : glyph.strokes) {
      if (s.empty()) continue;
      strokes.push_back(s);
      for (StrokePoint& p : strokes.back()) p.x += pen;
    }
    pen += glyph.width + kSpacing / kCap;
  }
  return strokes;
}

float text_width(std::string_view text) {
  float width = 0;
  for (const char c : text) width += glyph_of(c).width + kSpacing / kCap;
  return text.empty() ? 0 : width - kSpacing / kCap;
}

}  // namespace scree
