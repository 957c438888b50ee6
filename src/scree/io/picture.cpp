#include "scree/io/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/io/camera.h"
#include "scree/io/depth_image.h"
#include "scree/io/shading.h"
#include "scree/io/ticks.h"
#include "scree/io/wall_layer.h"

namespace scree {
namespace {

constexpr int kSuper = 2;  // samples per pixel and axis

// Room around the scene [pixels].
constexpr int kMargin = 36, kTop = 64, kBottom = 60, kBar = 150;

const Rgb kInk = from_srgb(38, 42, 48);
const Rgb kQuietInk = from_srgb(96, 102, 110);
const Rgb kGlass = from_srgb(150, 166, 182);
const Rgb kEdge = from_srgb(92, 106, 122);
const Rgb kUnknown = from_srgb(160, 160, 160);  // where the value is not a number

/// What the colours mean.
struct Scale {
  const Column* column = nullptr;  // null: sand
  Real lo = 0, hi = 1;
  bool below = false, above = false;  // values lie beyond the ends
};

Real value_of(const Column& c, std::size_t row) {
  if (c.components == 1) return c.data[row];
  Real sum = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(c.components); ++k) {
    const Real v = c.data[row * static_cast<std::size_t>(c.components) + k];
    sum += v * v;
  }
  return std::sqrt(sum);
}

Scale find_scale(const BodyFrame& bodies, const View& view) {
  Scale scale;
  if (view.colour_by.empty()) return scale;
  scale.column = find_column(bodies.columns, view.colour_by);
  if (!scale.column) {
    std::string known;
    for (const Column& c : bodies.columns) known += (known.empty() ? "" : ", ") + c.name;
    throw CaseError(fmt::format("there is no column '{}' to colour by; the bodies have: {}",
                                view.colour_by, known));
  }
  std::vector<Real> values;
  for (std::size_t i = 0; i < bodies.x.size(); ++i) {
    const Real v = value_of(*scale.column, i);
    if (std::isfinite(v)) values.push_back(v);
  }
  scale.lo = view.lo, scale.hi = view.hi;
  if (values.empty()) return scale;
  if (view.automatic_range) {
    const auto at = [&](Real share) {
      const auto k =
          values.begin() + static_cast<long>(share * static_cast<Real>(values.size() - 1));
      std::nth_element(values.begin(), k, values.end());
      return *k;
    };
    scale.lo = at(0.01), scale.hi = at(0.99);
    // Speeds and counts start at zero when they nearly do.
    if (scale.lo > 0 && scale.lo < 0.2 * scale.hi) scale.lo = 0;
  }
  if (!(scale.lo < scale.hi)) {
    const Real pad = scale.lo == 0 ? 1 : 0.5 * std::abs(scale.lo);
    scale.lo -= pad, scale.hi = scale.lo + 2 * pad;
  }
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  scale.below = *least<scale.lo, scale.above = *most> scale.hi;
  return scale;
}

/// Sand, each grain a little lighter or darker than the next, the same in every frame.
Rgb sand(const Column* id, std::size_t row) {
  const auto number =
      id ? static_cast<std::uint64_t>(static_cast<std::int64_t>(id->data[row])) : row;
  const std::uint64_t hash = (number + 1) * 0x9E3779B97F4A7C15ull;
  const float a = static_cast<float>(hash >> 40) * 0x1p-24f;
  const float b = static_cast<float>(hash >> 16 & 0xFFFFFF) * 0x1p-24f;
  static const Rgb kPale = from_srgb(238, 212, 168), kWarm = from_srgb(212, 166, 110);
  return (0.90f + 0.16f * b) * mix(kPale, kWarm, a);
}

std::vector<Rgb> body_colours(const BodyFrame& bodies, const Scale& scale) {
  std::vector<Rgb> colours(bodies.x.size());
  const Column* id = find_column(bodies.columns, "id");
  for (std::size_t i = 0; i < colours.size(); ++i) {
    if (!scale.column) {
      colours[i] = sand(id, i);
      continue;
    }
    const Real v = value_of(*scale.column, i);
    colours[i] = std::isnan(v) ? kUnknown : colour_map((v - scale.lo) / (scale.hi - scale.lo));
  }
  return colours;
}

/// Everything the shading of one sample needs.
struct Stage {
  const std::vector<SeenDisc>& discs;
  const std::vector<Rgb>& colours;
  const DepthImage& image;
  const WallLayer& walls;
  const ShadowMap& shadow;
  Seen upright;
  float grain;  // typical radius [samples]
  bool planar;
};

Rgb body_light(const Stage& s, int x, int y, std::size_t at, int pattern) {
  const auto row = static_cast<std::size_t>(s.image.id[at]);
  const SeenDisc& d = s.discs[row];
  const float r = std::max(d.r, 0.71f);
  const float du = (static_cast<float>(x) + 0.5f - d.u) / r;
  const float dv = (static_cast<float>(y) + 0.5f - d.v) / r;
  if (s.planar) return shade_disc(s.colours[row], du, dv, r);
  const Seen normal{du, dv, -std::sqrt(std::max(0.0f, 1 - du * du - dv * dv))};
  const float lift = 0.12f * r;  // off the surface, so that it does not shade itself
  const Seen place{static_cast<float>(x) + 0.5f + lift * normal.u,
                   static_cast<float>(y) + 0.5f + lift * normal.v, s.image.z[at] + lift * normal.w};
  const float lit = dot(normal, s.shadow.light()) > 0 ? s.shadow.lit(place, pattern) : 0.0f;
  const float open = openness(s.image, x, y, normal, s.grain);
  return shade_sphere(s.colours[row], normal, s.shadow.light(), s.upright, lit, open);
}

Rgb sample_light(const Stage& s, int x, int y) {
  const std::size_t at = s.image.at(x, y);
  const int pattern = (x & 1) + 2 * (y & 1);
  Rgb light{1, 1, 1};
  const bool body = s.image.id[at] >= 0;
  if (body) light = body_light(s, x, y, at, pattern);
  const float glass = 1 - s.walls.through[at];
  if (glass > 0) {
    light = mix(light, kGlass, body ? 0.4f * glass : glass);  // grains stay clear behind glass
    if (!body && !s.planar) {  // the heap's shadow falls on the wall behind it
      const Seen place{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f,
                       s.walls.backmost[at]};
      light = (0.70f + 0.30f * s.shadow.lit(place, pattern)) * light;
    }
  }
  return mix(light, kEdge, 0.75f * s.walls.edge[at]);
}

void resolve(const Stage& stage, Image& out) {
  for_chunks(
      out.height,
      [&](Index, Index first, Index last) {
        for (int y = first; y < last; ++y)
          for (int x = 0; x < out.width; ++x) {
            Rgb sum;
            for (int k = 0; k < kSuper * kSuper; ++k)
              sum = sum + sample_light(stage, kSuper * x + k % kSuper, kSuper * y + k / kSuper);
            constexpr float kShare = 1.0f / (kSuper * kSuper);
            std::uint8_t* p = out.pixel(x, y);
            p[0] = encode_srgb(kShare * sum.r);
            p[1] = encode_srgb(kShare * sum.g);
            p[2] = encode_srgb(kShare * sum.b);
          }
      },
      4);
}

float typical_radius(std::vector<SeenDisc> discs) {
  if (discs.empty()) return 1;
  const auto middle = discs.begin() + static_cast<long>(discs.size() / 2);
  std::nth_element(discs.begin(), middle, discs.end(),
                   [](const SeenDisc& a, const SeenDisc& b) { return a.r < b.r; });
  return middle->r;
}

std::string power_text(int exponent) { return exponent == 0 ? "" : fmt::format("1e{} ", exponent); }

void draw_colour_bar(Image& out, const Scale& scale, bool units) {
  const int right = out.width - 96, left = right - 20;
  const int top = kTop + 58, bottom = std::max(top + 40, out.height - kBottom - 40);
  for (int y = top; y < bottom; ++y)
    fill_rectangle(out, left, y, right, y + 1,
                   colour_map((bottom - 1 - y + 0.5) / static_cast<Real>(bottom - top)));
  // A tip says that some values lie beyond this end.
  for (int k = 0; k < 10; ++k) {
    if (scale.above) fill_rectangle(out, left + k, top - 1 - k, right - k, top - k, colour_map(1));
    if (scale.below)
      fill_rectangle(out, left + k, bottom + k, right - k, bottom + k + 1, colour_map(0));
  }
  const int wanted = std::clamp((bottom - top) / 70, 2, 8);
  const Ticks ticks = linear_ticks(scale.lo, scale.hi, wanted);
  for (std::size_t i = 0; i < ticks.value.size(); ++i) {
    const auto share = static_cast<float>((ticks.value[i] - scale.lo) / (scale.hi - scale.lo));
    const float y = static_cast<float>(bottom) - share * static_cast<float>(bottom - top);
    const auto x = static_cast<float>(right);
    const StrokePoint tick[] = {{x + 2, y}, {x + 7, y}};
    draw_line(out, tick, 1.2f, kQuietInk);
    draw_text(out, ticks.label[i], x + 13, y + 5, 10.5f, kInk);
  }
  const Column& c = *scale.column;
  const std::string name = (c.components > 1 ? "|" + c.name + "|" : c.name);
  const std::string unit = power_text(ticks.exponent) + (units ? c.unit : "");
  const auto middle = static_cast<float>(left + right) / 2;
  const float half = 5.25f * text_width(name);
  const float x = std::min(middle + 8, static_cast<float>(out.width) - 12 - half);
  draw_text(out, name, x, static_cast<float>(top) - 40, 10.5f, kInk, Anchor::kCentre);
  if (!unit.empty())
    draw_text(out, fmt::format("[{}]", unit.back() == ' ' ? unit.substr(0, unit.size() - 1) : unit),
              x, static_cast<float>(top) - 21, 10.5f, kQuietInk, Anchor::kCentre);
}

/// A length between a tenth and a quarter of the picture, round, in units people say.
void draw_scale_bar(Image& out, const Camera& camera, const std::string& unit) {
  const Real pixels_per_length = camera.scale / kSuper;
  const Real most = 0.2 * out.width / pixels_per_length;
  if (!(most > 0) || !std::isfinite(most)) return;
  const Real power = std::pow(10.0, std::floor(std::log10(most)));
  const Real length = (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1) * power;
  std::string label = fmt::format("{:g}", length);
  if (unit == "m" && length < 0.999e-3)
    label = fmt::format("{:g} um", length * 1e6);
  else if (unit == "m" && length < 0.0999)
    label = fmt::format("{:g} mm", length * 1e3);
  else if (!unit.empty())
    label += " " + unit;
  const float x0 = kMargin, x1 = x0 + static_cast<float>(length * pixels_per_length);
  const float y = static_cast<float>(out.height) - 26;
  const StrokePoint bar[] = {{x0, y - 5}, {x0, y}, {x1, y}, {x1, y - 5}};
  draw_line(out, bar, 1.6f, kQuietInk);
  draw_text(out, label, 0.5f * (x0 + x1), y - 9, 10.5f, kInk, Anchor::kCentre);
}

void draw_words(Image& out, const BodyFrame& bodies, const View& view) {
  draw_text(out, view.title, kMargin, 42, 15, kInk);
  std::string time = fmt::format("t = {:.4g}", bodies.time);
  if (!view.time_unit.empty()) time += " " + view.time_unit;
  draw_text(out, time, static_cast<float>(out.width - kMargin), 41, 12.5f, kInk, Anchor::kRight);
}

}  // namespace

Image render_picture(const BodyFrame& bodies, std::span<const WallFrame> walls, const View& view) {
  SCREE_EXPECT(bodies.radius.size() == bodies.x.size());
  const Scale scale = find_scale(bodies, view);
  Image out(view.width, view.height);
  const Area area{kSuper * Real(kMargin), kSuper * Real(kTop),
                  kSuper * Real(view.width - (scale.column ? kBar : kMargin)),
                  kSuper * Real(view.height - kBottom)};
  const Camera camera = aim_camera(bodies, walls, view, area);

  std::vector<SeenDisc> discs(bodies.x.size());
  for (std::size_t i = 0; i < discs.size(); ++i)
    discs[i] = camera.project(bodies.x[i], bodies.radius[i]);
  const std::vector<Rgb> colours = body_colours(bodies, scale);

  DepthImage image(kSuper * view.width, kSuper * view.height);
  draw_spheres(discs, image);
  const Vec3 up = bodies.planar ? camera.up : normalized(view.up);
  const Seen upright{static_cast<float>(dot(up, camera.right)),
                     static_cast<float>(-dot(up, camera.up)),
                     static_cast<float>(-dot(up, camera.toward))};
  const ShadowMap shadow(bodies.planar ? std::span<const SeenDisc>() : discs, upright);
  const WallLayer layer = draw_walls(walls, camera, image);
  resolve({discs, colours, image, layer, shadow, upright, typical_radius(discs), bodies.planar},
          out);

  if (scale.column) draw_colour_bar(out, scale, !view.length_unit.empty());
  draw_scale_bar(out, camera, view.length_unit);
  draw_words(out, bodies, view);
  return out;
}

void write_picture(const std::filesystem::path& path, const BodyFrame& bodies,
                   std::span<const WallFrame> walls, const View& view) {
  write_png(path, render_picture(bodies, walls, view));
}

}  // namespace scree
