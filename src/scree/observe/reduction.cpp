#include "scree/observe/reduction.h"

#include "scree/observe/bodies.h"

namespace scree {

ReductionNow measure_reduction(const State& state) {
  const Grains& g = state.grains;
  const auto bound = [&](Index row) {
    return row >= g.free || (row < g.singles && g.bond[row] >= 0);
  };
  ReductionNow now;
  for (Index r = 0; r < g.singles; ++r) {
    now.bound += g.bond[r] >= 0;
    now.resting += g.bond[r] >= 0 || g.still[r] > 0;
  }
  const Index bodies = body_count(state);
  if (bodies > 0) now.level = static_cast<Real>(now.bound) / bodies;
  const PairTable& p = state.pairs;
  for (Index k = 0; k < p.count; ++k) {
    if (p.i[k] == p.j[k] || !touched(p, k)) continue;
    ++now.contacts;
    now.active += !bound(p.i[k]) || !bound(p.j[k]);
  }
  const WallTable& t = state.wall_contacts;
  for (Index k = 0; k < t.size(); ++k) {
    if (!touched(t, k)) continue;
    ++now.contacts;
    now.active += !bound(t.row[k]);
  }
  return now;
}

}  // namespace scree
