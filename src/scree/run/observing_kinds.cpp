#include "scree/run/observing_kinds.h"

#include <algorithm>
#include <cmath>

#include "scree/observe/bodies.h"
#include "scree/observe/coordination.h"
#include "scree/observe/group.h"
#include "scree/observe/momentum.h"
#include "scree/observe/repose.h"
#include "scree/observe/stress.h"
#include "scree/run/observing_parts.h"
#include "scree/run/observing_sums.h"

namespace scree {
namespace {

Index find_row(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<Index>(found - names.begin());
}

/// Unless the case says so a heap is a ridge when planar, or when exactly one horizontal axis is
/// periodic; else it is round.
ReposeOptions repose_options(const Case& c, const ObserveOptions& o) {
  ReposeOptions options{.up = o.axis, .bins = o.bins};
  if (o.ridge) {
    options.round = false;
    options.along = normalized(*o.ridge - dot(*o.ridge, o.axis) * o.axis);
    return options;
  }
  if (c.run.planar) {
    options.round = false;
    options.along = {o.axis.y, -o.axis.x, 0};
    return options;
  }
  std::vector<Vec3> periodic;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis{0, 0, 0};
    at(axis, k) = 1;
    if (c.domain.periodic[k] && std::fabs(dot(axis, o.axis)) < 0.5) periodic.push_back(axis);
  }
  options.round = periodic.size() != 1;
  if (!options.round) options.along = normalized(cross(periodic[0], o.axis));
  return options;
}

ObserverPart momentum_part(const Names& n, const Zone& zone, bool planar) {
  ColumnList<Momentum> c(n, planar);
  c.vector("momentum", "kg m/s", &Momentum::linear);
  c.turn("angular", "kg m^2/s", &Momentum::angular);
  return c.measured_by(
      [=](const Scene& s, State& state) { return measure_momentum(s, state, zone); });
}

ObserverPart coordination_part(const Names& n, const Zone& zone) {
  ColumnList<Coordination> c(n, false);
  c.number("mean", "", &Coordination::mean);
  c.number("without_rattlers", "", &Coordination::mechanical);
  c.number("rattlers", "", &Coordination::rattlers);
  c.number("bodies", "", &Coordination::bodies);
  return c.measured_by(
      [=](const Scene& s, State& state) { return measure_coordination(s, state, zone); });
}

ObserverPart stress_part(const Names& n, const Zone& zone, bool planar) {
  ColumnList<Stress> c(n, planar);
  c.tensor("stress", "Pa", &Stress::total);
  c.tensor("kinetic", "Pa", &Stress::kinetic);
  c.number("pressure", "Pa", [=](const Stress& s) { return pressure(s.total(), planar); });
  return c.measured_by(
      [=](const Scene& s, State& state) { return measure_stress(s, state, zone); });
}

ObserverPart wall_part(const Names& n, const Scene& scene, const std::string& name, bool planar) {
  Index wall = 0;
  while (scene.walls[wall].name != name) ++wall;
  ColumnList<WallState> c(n, planar);
  c.vector("force", "N", &WallState::force);
  c.turn("torque", "N m", &WallState::torque);
  c.number("power", "W", &WallState::power);
  if (scene.walls[wall].part) {
    c.vector("x", "m", &WallState::x);
    c.vector("v", "m/s", &WallState::v);
    c.turn("w", "rad/s", &WallState::w);
  }
  return c.measured_by([=](const Scene&, State& state) { return state.walls[wall]; });
}

ObserverPart joint_part(const Names& n, const Scene& scene, const std::string& name, bool planar) {
  std::size_t row = 0;
  while (scene.machine[row].name != name) ++row;
  const MachineJoint& joint = scene.machine[row];
  const bool turns = joint.turns();
  ColumnList<JointState> c(n, planar);
  c.vector("force", "N", &JointState::force);
  c.turn("torque", "N m", &JointState::torque);
  c.number("error", "", &JointState::error);
  if (turns || joint.slides()) {
    c.number(turns ? "angle" : "shift", turns ? "rad" : "m", &JointState::coordinate);
    c.number("rate", turns ? "rad/s" : "m/s", &JointState::rate);
    c.number("motor", turns ? "N m" : "N", &JointState::motor);
  }
  return c.measured_by([=](const Scene&, State& state) { return state.machine[row]; });
}

ObserverPart repose_part(const Names& n, const Zone& zone, const ReposeOptions& options) {
  ColumnList<Repose> c(n, false);
  c.number("angle", "deg", [](const Repose& fit) { return fit.angle * 180 / kPi; });
  c.number("height", "m", &Repose::height);
  return c.measured_by(
      [=](const Scene&, State& state) { return measure_repose(state, options, zone); });
}

ObserverPart group_part(const Names& n, const std::string& label, bool planar) {
  ColumnList<GroupNow> c(n, planar);
  c.number("count", "", &GroupNow::count);
  c.number("mass", "kg", &GroupNow::mass);
  c.vector("centre", "m", &GroupNow::centre);
  c.vector("velocity", "m/s", &GroupNow::velocity);
  c.number("kinetic_energy", "J", &GroupNow::kinetic);
  return c.measured_by([=](const Scene& s, State& state) {
    return measure_group(s, state, find_row(s.labels, label));
  });
}

ObserverPart track_part(const Names& n, Id id, bool planar) {
  ColumnList<BodyNow> c(n, planar);
  c.vector("x", "m", &BodyNow::x);
  c.vector("v", "m/s", &BodyNow::v);
  c.turn("w", "rad/s", &BodyNow::w);
  return c.measured_by([=, rows = RowIndex()](const Scene& s, State& state) mutable {
    BodyNow b;
    b.x = b.v = b.w = {kNothing, kNothing, kNothing};  // gone, or not yet there
    find_body(s, state, rows, id, b);
    return b;
  });
}

}  // namespace

std::string prefix_of(const ObserveOptions& o) {
  if (o.kind == ObserveKind::kWall && o.name == o.wall) return "wall." + o.wall;
  if (o.kind == ObserveKind::kJoint && o.name == o.joint) return "joint." + o.joint;
  if (o.kind == ObserveKind::kGroup && o.name == o.label) return "group." + o.label;
  if (o.kind == ObserveKind::kPrescribed && o.name == o.label) return "prescribed." + o.label;
  return o.name;
}

ObserverPart make_part(const Case& c, const Scene& scene, const ObserveOptions& o) {
  const bool planar = c.run.planar;
  const Names n{!c.run.dimensionless, prefix_of(o) + "."};
  const Zone zone = make_zone(c, o.region);
  switch (o.kind) {
    case ObserveKind::kMomentum:
      return momentum_part(n, zone, planar);
    case ObserveKind::kCoordination:
      return coordination_part(n, zone);
    case ObserveKind::kStress:
      return stress_part(n, zone, planar);
    case ObserveKind::kWall:
      return wall_part(n, scene, o.wall, planar);
    case ObserveKind::kJoint:
      return joint_part(n, scene, o.joint, planar);
    case ObserveKind::kRepose:
      return repose_part(n, zone, repose_options(c, o));
    case ObserveKind::kGroup:
      return group_part(n, o.label, planar);
    case ObserveKind::kPrescribed:
      return prescribed_part(n, c, o);
    default:
      return track_part(n, static_cast<Id>(o.body), planar);
  }
}

}  // namespace scree
