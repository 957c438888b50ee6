#pragma once
/// States made by hand, with contacts whose memory tells them apart.
#include <algorithm>

#include "scree/state/edit.h"

namespace scree {

inline NewBody ball(Vec3 x, Real radius = 0.5) {
  NewBody b;
  b.x = x;
  b.mass = 2;
  b.inertia = {0.2, 0.2, 0.2};
  b.radii = {radius};
  return b;
}

inline NewBody dumbbell(Vec3 x) {
  NewBody b = ball(x);
  b.inertia = {0.1, 0.3, 0.3};
  b.centres = {{-0.4, 0, 0}, {0.4, 0, 0}};
  b.radii = {0.3, 0.3};
  return b;
}

inline NewBody fixed_ball(Vec3 x, Index group = 0) {
  NewBody b = ball(x);
  b.prescribed = group;
  return b;
}

inline Index row_of(const State& state, Id id) {
  for (Index r = 0; r < state.grains.size(); ++r)
    if (state.grains.id[r] == id) return r;
  return -1;
}

/// The spring of a contact says whose it is: (100 i + j) by ids.
inline Real mark_of(Id i, Id j) { return 100.0 * static_cast<Real>(i) + static_cast<Real>(j); }

inline void join(State& state, Id a, Id b) {
  PairTable& p = state.pairs;
  const Index i = row_of(state, a), j = row_of(state, b);
  p.present = kSprings | kRolls | kPartialSlip;
  p.i.push_back(std::min(i, j));
  p.j.push_back(std::max(i, j));
  p.spring.push_back({{mark_of(a, b), 0, 0}, 1});
  p.roll.push_back({{0, mark_of(a, b), 0}, 2});
  p.slip.emplace_back();
  p.slip.back().a = mark_of(a, b);
  ++p.count;
}

inline void lean(State& state, Id a, Index wall) {
  WallTable& t = state.wall_contacts;
  t.present = kSprings | kRolls | kPartialSlip;
  t.row.push_back(row_of(state, a));
  t.wall.push_back(wall);
  t.surface.push_back(0);
  t.normal.push_back({0, 0, -1});
  t.gap.push_back(-0.01);
  t.spring.push_back({{mark_of(a, 0), 0, 0}, 1});
  t.roll.push_back({{0, mark_of(a, 0), 0}, 2});
  t.slip.emplace_back();
}

}  // namespace scree
