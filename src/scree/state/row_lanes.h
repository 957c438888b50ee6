#pragma once
/// Eight grains at once: their records in lanes.
#include "scree/base/lanes.h"
#include "scree/law/kinematics.h"
#include "scree/state/grains.h"

namespace scree {

struct PlaceLanes {
  Vec3T<Pack> x;
  Pack r;
};
using MotionLanes = MotionOf<Pack>;

SCREE_FN PlaceLanes load_places(const Place* table, const Index* rows) {
  Pack p[4];
  load4([&](int l) { return &table[rows[l]].x; }, p);
  return {{p[0], p[1], p[2]}, p[3]};
}

SCREE_FN MotionLanes load_motions(const Motion8* table, const Index* rows) {
  Pack p[8];
  load8([&](int l) { return &table[rows[l]].v.x; }, p);
  return {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, p[6]};
}

}  // namespace scree
