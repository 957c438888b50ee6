#pragma once
/// How well constraints hold: sticking contacts and rods.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct FrictionNow {
  Index sticking = 0, slipping = 0;  // touching contacts
  Real stick_speed = 0;              // largest sliding speed of a sticking contact [m/s]
};
FrictionNow measure_friction(const Scene& scene, const State& state);

struct RodsNow {
  Real position_error = 0;  // largest |d^2 - L^2| [m^2]
  Real velocity_error = 0;  // largest |d.v| [m^2/s]
};
RodsNow measure_rods(const Scene& scene, const State& state);

}  // namespace scree
