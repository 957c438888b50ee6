#include "scree/state/joints.h"

#include "scree/base/error.h"
#include "scree/state/row_index.h"

namespace scree {
namespace {

Index row_of(const Grains& g, Id id, RowIndex& rows) {
  const Index row = rows.find(g, id);
  SCREE_EXPECT(row >= 0);
  return row;
}

/// The part of the relative velocity on which the dashpot acts.
Vec3 damped(const JointNow& now) {
  if (now.joint->length == 0) return now.v;
  const Vec3 n = now.d / now.distance;
  return dot(now.v, n) * n;
}

}  // namespace

std::vector<JointNow> joints_now(const Scene& scene, const State& state, bool rods_only) {
  std::vector<JointNow> out;
  const Grains& g = state.grains;
  RowIndex rows;
  for (const Joint& joint : scene.joints) {
    if (rods_only && joint.kind != JointKind::kRod) continue;
    JointNow now{&joint, row_of(g, joint.body, rows), -1, {}, 0, {}};
    Vec3 other = joint.anchor, other_v{0, 0, 0};
    if (joint.to >= 0) {
      now.j = row_of(g, joint.to, rows);
      other = position(g.place[now.j]), other_v = g.motion[now.j].v;
    }
    now.d = scene.domain.cell.nearest(position(g.place[now.i]) - other);
    now.distance = norm(now.d);
    now.v = g.motion[now.i].v - other_v;
    out.push_back(now);
  }
  return out;
}

Vec3 spring_force(const JointNow& now) {
  const Joint& s = *now.joint;
  const Real stretched = s.length > 0 ? 1 - s.length / now.distance : 1;
  return -s.stiffness * stretched * now.d - s.damping * damped(now);
}

Real spring_energy(const JointNow& now) {
  const Real stretch = now.distance - now.joint->length;
  return 0.5 * now.joint->stiffness * stretch * stretch;
}

Real spring_loss(const JointNow& now) { return now.joint->damping * norm2(damped(now)); }

}  // namespace scree
