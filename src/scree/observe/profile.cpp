#include "scree/observe/profile.h"

#include <cmath>

#include "scree/observe/bodies.h"

namespace scree {
namespace {

constexpr int kGrid = 96;  // points per axis where volumes are counted

std::size_t rows(const Slices& slices) { return static_cast<std::size_t>(slices.count); }

}  // namespace

int Slices::of(Real s) const {
  const Real k = std::floor((s - lo) / width());
  return k >= 0 && k < count ? static_cast<int>(k) : -1;
}

std::vector<Real> height_profile(const State& state, const Slices& slices, const Zone& zone,
                                 Vec3 up) {
  std::vector<Real> top(rows(slices), kNothing);
  for (Index r = 0; r < state.grains.free; ++r) {
    const Vec3 x = position(state.grains.place[r]);
    const int k = slices.of(dot(x, slices.axis));
    if (k < 0 || !zone.has(x)) continue;
    const Real h = dot(x, up) + state.grains.place[r].r;
    if (!(top[k] >= h)) top[k] = h;
  }
  return top;
}

std::vector<Vec3> velocity_profile(const Scene& scene, const State& state, const Slices& slices,
                                   const Zone& zone) {
  std::vector<Real> mass(rows(slices), 0);
  std::vector<Vec3> velocity(rows(slices), Vec3{0, 0, 0});
  for (Index b = 0; b < body_count(state); ++b) {
    const Vec3 x = wrapped_centre(state, b);
    const int k = slices.of(dot(x, slices.axis));
    if (k < 0 || !zone.has(x)) continue;
    const BodyNow body = body_at(scene, state, b);
    mass[k] += body.mass;
    velocity[k] += body.mass * body.v;
  }
  for (std::size_t k = 0; k < mass.size(); ++k)
    velocity[k] = mass[k] > 0 ? velocity[k] / mass[k] : Vec3{kNothing, kNothing, kNothing};
  return velocity;
}

Real share_below(Real s, Real r, bool planar) {
  const Real t = std::fmin(std::fmax(s / r, -1.0), 1.0);
  if (planar) return 0.5 + (std::asin(t) + t * std::sqrt(1 - t * t)) / kPi;
  return 0.5 + 0.75 * t - 0.25 * t * t * t;
}

std::vector<Real> fraction_profile(const Scene& scene, const State& state, const Slices& slices,
                                   const Zone& zone, const std::vector<Real>& volumes) {
  std::vector<Real> solid(rows(slices), 0);
  const Real w = slices.width();
  for (Index row = 0; row < state.grains.free; ++row) {
    const Place& p = state.grains.place[row];
    const Vec3 x = position(p);
    if (!zone.has(x)) continue;
    const Real s = dot(x, slices.axis) - slices.lo;
    const Real whole =
        scene.planar ? kPi * p.r * p.r * scene.thickness : 4.0 / 3.0 * kPi * p.r * p.r * p.r;
    const int first = std::max(0, static_cast<int>(std::floor((s - p.r) / w)));
    const int last = std::min(slices.count - 1, static_cast<int>(std::floor((s + p.r) / w)));
    for (int k = first; k <= last; ++k)
      solid[k] += whole * (share_below((k + 1) * w - s, p.r, scene.planar) -
                           share_below(k * w - s, p.r, scene.planar));
  }
  for (std::size_t k = 0; k < solid.size(); ++k)
    solid[k] = volumes[k] > 0 ? solid[k] / volumes[k] : kNothing;
  return solid;
}

std::vector<Real> slice_volumes(const Scene& scene, const Slices& slices, const Zone& zone, Vec3 lo,
                                Vec3 hi) {
  if (scene.planar) lo.z = -0.5 * scene.thickness, hi.z = 0.5 * scene.thickness;
  const Vec3 size = hi - lo;
  const Real all = size.x * size.y * size.z;
  std::vector<Real> volume(rows(slices), 0);
  for (int a = 0; a < 3; ++a) {
    Vec3 along{0, 0, 0};
    at(along, a) = 1;
    if (zone.holds || !(slices.axis == along)) continue;
    for (int k = 0; k < slices.count; ++k) {
      const Real from = std::fmax(slices.lo + k * slices.width(), at(lo, a));
      const Real to = std::fmin(slices.lo + (k + 1) * slices.width(), at(hi, a));
      volume[k] = all / at(size, a) * std::fmax(to - from, 0.0);
    }
    return volume;
  }
  const int depth = scene.planar ? 1 : kGrid;
  const Real cell = all / (Real(kGrid) * kGrid * depth);
  for (int c = 0; c < kGrid * kGrid * depth; ++c) {
    const int i = c % kGrid, j = c / kGrid % kGrid, layer = c / (kGrid * kGrid);
    const Vec3 f{(i + 0.5) / kGrid, (j + 0.5) / kGrid, (layer + 0.5) / depth};
    const Vec3 x{lo.x + f.x * size.x, lo.y + f.y * size.y, lo.z + f.z * size.z};
    const int k = slices.of(dot(x, slices.axis));
    if (k >= 0 && zone.has(x)) volume[k] += cell;
  }
  return volume;
}

}  // namespace scree
