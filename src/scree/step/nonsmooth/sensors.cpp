#include "scree/step/nonsmooth/sensors.h"

#include <algorithm>
#include <cmath>

#include "scree/step/nonsmooth/carriers.h"

namespace scree {
namespace {

/// The wall that a sensor moves with; -1: it stays where the case put it.
Index carrier_of(const Sensor& s, const Scene& scene) {
  for (std::size_t w = 0; !s.wall.empty() && w < scene.walls.size(); ++w)
    if (scene.walls[w].name == s.wall) return static_cast<Index>(w);
  return -1;
}

/// From a place to the nearest of the sensor [m]; negative inside.
Real distance(const Sensor& s, Vec3 x) {
  switch (s.kind) {
    case SensorKind::kPlane:
      return std::fabs(dot(x - s.point, s.normal) / norm(s.normal));
    case SensorKind::kSphere:
      return norm(x - s.center) - s.radius;
    case SensorKind::kBox:
      break;
  }
  const auto beyond = [&](int k) {
    return std::max({at(s.lo, k) - at(x, k), at(x, k) - at(s.hi, k), 0.0});
  };
  return norm(Vec3{beyond(0), beyond(1), beyond(2)});
}

}  // namespace

bool Sensors::see(const Scene& scene, const State& state, const Place& grain) const {
  return std::any_of(sensors_.begin(), sensors_.end(), [&](const Sensor& s) {
    Vec3 x = position(grain);
    if (const Index w = carrier_of(s, scene); w >= 0)
      x = scene.walls[w].origin + rotate_back(state.walls[w].q, x - state.walls[w].x);
    return distance(s, x) < grain.r;
  });
}

void Sensors::find(const Scene& scene, const State& state, Release& out) const {
  const bool sensors_rest = std::all_of(sensors_.begin(), sensors_.end(), [&](const Sensor& s) {
    const Index w = carrier_of(s, scene);
    return w < 0 || !(norm2(state.walls[w].v) + norm2(state.walls[w].w) > 0);
  });
  std::vector<char> asks(state.walls.size());
  for (std::size_t w = 0; w < asks.size(); ++w)
    asks[w] = !sensors_rest || !carries_at_rest(state.walls[w]);
  if (std::find(asks.begin(), asks.end(), 1) == asks.end()) return;
  const Grains& g = state.grains;
  for (Index r = 0; r < g.singles; ++r)
    if (g.bond[r] >= 0 && asks[g.bond[r]] && see(scene, state, g.place[r])) out.add(r, 0);
}

}  // namespace scree
