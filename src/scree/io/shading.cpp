#include "scree/io/shading.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr int kMapSize = 2048;

Seen scaled(Seen a, float s) { return {s * a.u, s * a.v, s * a.w}; }
Seen unit(Seen a) { return scaled(a, 1 / std::sqrt(dot(a, a))); }
Seen cross(Seen a, Seen b) {
  return {a.v * b.w - a.w * b.v, a.w * b.u - a.u * b.w, a.u * b.v - a.v * b.u};
}
float smooth(float lo, float hi, float x) {
  const float t = std::clamp((x - lo) / (hi - lo), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

/// Points spread over the unit disc on a sunflower spiral; every fourth belongs to one pattern.
template <int kCount>
const std::array<Seen, kCount>& spiral() {
  static const auto points = [] {
    std::array<Seen, kCount> p;
    for (int i = 0; i < kCount; ++i) {
      const float r = std::sqrt((static_cast<float>(i) + 0.5f) / kCount);
      const float angle = 2.39996323f * static_cast<float>(i);
      p[static_cast<std::size_t>(i)] = {r * std::cos(angle), r * std::sin(angle), 0};
    }
    return p;
  }();
  return points;
}

float median_radius(std::span<const SeenDisc> discs) {
  if (discs.empty()) return 1;
  std::vector<float> r(discs.size());
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = discs[i].r;
  std::nth_element(r.begin(), r.begin() + static_cast<long>(r.size() / 2), r.end());
  return r[r.size() / 2];
}

}  // namespace

ShadowMap::ShadowMap(std::span<const SeenDisc> discs, Seen upright)
    : map_(discs.empty() ? 1 : kMapSize, discs.empty() ? 1 : kMapSize) {
  light_ = unit({-0.50f + 0.62f * upright.u, 0.62f * upright.v, -0.62f + 0.62f * upright.w});
  across_ = unit(cross(light_, {0.1f, 1.0f, 0.2f}));
  down_ = cross(light_, across_);
  if (discs.empty()) return;
  float u_lo = 1e30f, u_hi = -1e30f, v_lo = 1e30f, v_hi = -1e30f;
  for (const SeenDisc& d : discs) {
    const Seen p{d.u, d.v, d.depth};
    const float u = dot(p, across_), v = dot(p, down_);
    u_lo = std::min(u_lo, u - d.r), u_hi = std::max(u_hi, u + d.r);
    v_lo = std::min(v_lo, v - d.r), v_hi = std::max(v_hi, v + d.r);
  }
  scale_ = std::min(1.0f, (kMapSize - 8) / std::max({u_hi - u_lo, v_hi - v_lo, 1.0f}));
  u0_ = 4 - scale_ * u_lo, v0_ = 4 - scale_ * v_lo;
  std::vector<SeenDisc> turned(discs.size());
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const Seen p{discs[i].u, discs[i].v, discs[i].depth};
    turned[i] = {u0_ + scale_ * dot(p, across_), v0_ + scale_ * dot(p, down_),
                 -scale_ * dot(p, light_), scale_ * discs[i].r};
  }
  const float grain = median_radius(discs);
  bias_ = std::max(0.12f * grain, 1.5f / scale_);
  blur_ = std::clamp(0.45f * grain * scale_, 1.5f, 24.0f);
  draw_spheres(turned, map_);
}

float ShadowMap::lit(Seen place, int pattern) const {
  const float u = u0_ + scale_ * dot(place, across_), v = v0_ + scale_ * dot(place, down_);
  const float depth = scale_ * (-dot(place, light_) - bias_);
  const auto& taps = spiral<16>();
  float open = 0;
  for (std::size_t i = static_cast<std::size_t>(pattern); i < 16; i += 4)
    open += map_.depth_near(u + blur_ * taps[i].u, v + blur_ * taps[i].v) < depth ? 0.0f : 0.25f;
  return open;
}

float openness(const DepthImage& image, int x, int y, Seen normal, float grain) {
  const float z = image.z[image.at(x, y)];
  const float u = static_cast<float>(x) + 0.5f, v = static_cast<float>(y) + 0.5f;
  const auto& taps = spiral<16>();
  const std::size_t pattern = static_cast<std::size_t>((x & 1) + 2 * (y & 1));
  float blocked = 0;
  // The gaps between neighbours, and the hollows of the heap as a whole.
  for (const float reach : {std::max(1.6f * grain, 5.0f), std::max(6 * grain, 24.0f)}) {
    const float fade = 1 / (reach * reach);
    for (std::size_t i = pattern; i < 16; i += 4) {
      const float du = reach * taps[i].u, dv = reach * taps[i].v;
      const float dz = image.depth_near(u + du, v + dv) - z;
      if (!(dz > -2 * reach && dz < 2 * reach)) continue;
      const Seen to{du, dv, dz};
      const float d2 = dot(to, to) + 1e-3f;
      const float rise = dot(normal, to) / std::sqrt(d2) - 0.08f;
      if (rise > 0) blocked += rise * std::max(0.0f, 1 - 0.5f * d2 * fade);
    }
  }
  return std::exp(-0.42f * blocked);
}

Rgb shade_sphere(Rgb base, Seen normal, Seen light, Seen upright, float lit, float open) {
  constexpr Rgb kSun{1.0f, 0.965f, 0.90f}, kSky{0.90f, 0.95f, 1.0f}, kGround{0.62f, 0.58f, 0.54f};
  const float lambert = std::max(0.0f, dot(normal, light));
  const float key = 0.98f * smooth(0, 1, lambert) * 0.35f + 0.65f * lambert;
  const Rgb sky = mix(kGround, kSky, 0.5f + 0.5f * dot(normal, upright));
  const Rgb incoming = (0.47f * open) * sky + (0.80f * lit * key) * kSun;
  const float facing = -normal.w;
  const float rim = 0.45f + 0.55f * smooth(0.0f, 0.42f, facing);
  const Seen half = unit({light.u, light.v, light.w - 1});
  float gloss = std::max(0.0f, dot(normal, half));
  for (int k = 0; k < 5; ++k) gloss *= gloss;  // to the power 32
  const float shine = 0.07f * lit * gloss;
  return {rim * (base.r * incoming.r + shine), rim * (base.g * incoming.g + shine),
          rim * (base.b * incoming.b + shine)};
}

Rgb shade_disc(Rgb base, float du, float dv, float r) {
  constexpr float kDome = 0.62f;  // how much of a sphere's slope a disc shows
  const float rho2 = du * du + dv * dv;
  const Seen normal{kDome * du, kDome * dv, -std::sqrt(std::max(0.05f, 1 - kDome * kDome * rho2))};
  const Seen light = unit({-0.45f, -0.60f, -0.90f});
  const float brightness = 0.42f + 0.66f * std::max(0.0f, dot(normal, light));
  const float border = std::clamp(0.10f * r, 0.6f, 3.0f);  // [samples]
  const float inside = smooth(0, 1, (1 - std::sqrt(rho2)) * r / border);
  return (brightness * (0.25f + 0.75f * inside)) * base;
}

}  // namespace scree
