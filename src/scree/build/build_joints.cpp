#include "scree/build/build_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/state/joints.h"

namespace scree {
namespace {

/// Relative to length and speed: what rounding of the numbers in a case may leave.
constexpr Real kConsistent = 1e-9;

[[noreturn]] void refuse_joint(const JointOptions& j, const std::string& message) {
  throw CaseError(j.origin.file, j.origin.line, "joint: " + message);
}

void check_rod(const JointOptions& options, const JointNow& rod, const Grains& g) {
  const Real l = rod.joint->length;
  const Real speed = norm(g.motion[rod.i].v) + (rod.j >= 0 ? norm(g.motion[rod.j].v) : 0);
  if (std::fabs(rod.distance - l) > kConsistent * l)
    refuse_joint(options, fmt::format("the rod is {:.6g} long, but its ends are {:.6g} apart; "
                                      "move a body, or set dae.force_start = true to see what "
                                      "becomes of it",
                                      l, rod.distance));
  const Real along = std::fabs(dot(rod.d, rod.v)) / rod.distance;
  if (along > kConsistent * speed)
    refuse_joint(options,
                 fmt::format("at the start its ends move apart or together at {:.6g}; give "
                             "the body a velocity across the rod, or set dae.force_start "
                             "= true to see what becomes of it",
                             along));
}

}  // namespace

std::vector<Joint> build_joints(const Case& c, const State& state) {
  std::vector<Joint> out;
  if (state.joint_length.empty()) return out;  // those of a machine are built elsewhere
  for (std::size_t k = 0; k < c.joints.size(); ++k) {
    const JointOptions& j = c.joints[k];
    out.push_back({j.kind, static_cast<Id>(j.body), static_cast<Id>(j.to.value_or(-1)), j.anchor,
                   state.joint_length[k], j.stiffness, j.damping});
  }
  return out;
}

void start_joints(const Case& c, Scene& scene, State& state) {
  if (scene.joints.empty()) return;
  const std::vector<Id>& ids = state.grains.id;
  for (const JointOptions& j : c.joints)
    for (const long id : {j.body, j.to.value_or(j.body)})
      if (std::find(ids.begin(), ids.end(), static_cast<Id>(id)) == ids.end())
        refuse_joint(j, fmt::format("there is no body number {}; there are {}, counted from zero "
                                    "in the order of the case",
                                    id, ids.size()));
  state.joint_length.assign(c.joints.size(), 0);
  scene.joints = build_joints(c, state);
  const std::vector<JointNow> now = joints_now(scene, state);
  for (std::size_t k = 0; k < c.joints.size(); ++k) {
    state.joint_length[k] = c.joints[k].length.value_or(now[k].distance);
    if (c.joints[k].kind == JointKind::kRod && !(state.joint_length[k] > 0))
      refuse_joint(c.joints[k], "both ends of the rod are at the same place");
  }
  scene.joints = build_joints(c, state);
}

void check_joints(const Case& c, const Scene& scene, const State& state) {
  if (scene.joints.empty() || c.dae.force_start) return;
  const std::vector<JointNow> start = joints_now(scene, state);
  for (std::size_t k = 0; k < c.joints.size(); ++k)
    if (c.joints[k].kind == JointKind::kRod) check_rod(c.joints[k], start[k], state.grains);
}

}  // namespace scree
