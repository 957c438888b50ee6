#pragma once
/// A loose ball of grains flying together, generic in every respect.
#include "physics/small_scene.h"
#include "scree/base/random.h"

namespace scree {

/// Spheres of several sizes on a shaken lattice, moving towards their middle and spinning.
inline std::vector<Ball> falling_together(int across, Real speed) {
  Random random{5};
  const auto u = [&random] { return 2 * random.uniform() - 1; };
  std::vector<Ball> balls;
  for (int i = 0; i < across; ++i)
    for (int j = 0; j < across; ++j)
      for (int k = 0; k < across; ++k) {
        const Real middle = 0.5 * (across - 1);
        Ball b;
        b.x =
            0.021 * Vec3{i - middle + 0.02 * u(), j - middle + 0.02 * u(), k - middle + 0.02 * u()};
        b.v = speed * (-20.0 * b.x + 0.3 * Vec3{u(), u(), u()});
        b.w = 100 * speed * Vec3{u(), u(), u()};
        b.radius = 0.009 + 0.001 * u();
        balls.push_back(b);
      }
  return balls;
}

inline Contact rough() {
  return {.rolling = "spring",
          .twisting = "spring",
          .restitution = 0.6,
          .friction = 0.5,
          .more = {{"rolling_friction", 0.1}, {"twisting_friction", 0.1}}};
}

}  // namespace scree
