#pragma once
/// Where the liquid is now.
#include "scree/state/state.h"

namespace scree {

struct LiquidNow {
  Index bridges = 0;
  Real in_bridges = 0, in_films = 0;  // [m^3]

  Real total() const { return in_bridges + in_films; }
};
LiquidNow measure_liquid(const State& state);

}  // namespace scree
