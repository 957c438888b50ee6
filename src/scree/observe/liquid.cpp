#include "scree/observe/liquid.h"

namespace scree {

LiquidNow measure_liquid(const State& state) {
  LiquidNow now;
  for (const auto* column : {&state.pairs.bridge, &state.wall_contacts.bridge})
    for (const Real volume : *column) now.bridges += volume > 0, now.in_bridges += volume;
  for (const Real film : state.grains.film) now.in_films += film;
  return now;
}

}  // namespace scree
