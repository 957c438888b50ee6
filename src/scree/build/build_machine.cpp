#include "scree/build/build_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/detect/surface_pairs.h"
#include "scree/geometry/mesh_mass.h"
#include "scree/geometry/surface_shape.h"
#include "scree/state/parts.h"

namespace scree {
namespace {

/// Distance of the farthest point of the part from its centre of mass; infinite for a plane [m].
Real own_extent(const Wall& wall) {
  Real far = 0;
  for (const WallSurface& s : wall.surfaces) {
    const Aabb box = s.mesh ? bounds(s.mesh->mesh) : bounds(s.shape);
    const Vec3 most{std::max(std::fabs(box.lo.x), std::fabs(box.hi.x)),
                    std::max(std::fabs(box.lo.y), std::fabs(box.hi.y)),
                    std::max(std::fabs(box.lo.z), std::fabs(box.hi.z))};
    far = std::max(far, norm(most));
  }
  return far;
}

[[noreturn]] void refuse_part(const WallOptions& w, const std::string& message) {
  throw CaseError(w.origin.file, w.origin.line, fmt::format("wall \"{}\": {}", w.name, message));
}

/// Centre and inertia of a part of mass one, from its shape; empty if the shape does not say.
std::optional<MassProperties> shape_properties(const WallOptions& w, const Wall& wall) {
  MassProperties p{};
  const auto along_axes = [&](Vec3 centre, Vec3 principal) {
    p.centre = centre, p.principal = principal;
    return p;
  };
  if (w.shape == WallShape::kBox && w.side == Side::kOutside) {
    const Vec3 d = w.hi - w.lo, s{d.x * d.x / 12, d.y * d.y / 12, d.z * d.z / 12};
    return along_axes(0.5 * (w.lo + w.hi), {s.y + s.z, s.z + s.x, s.x + s.y});
  }
  if (w.shape == WallShape::kCylinder) {
    const Vec3 axis = w.to - w.from;
    const Real l2 = norm2(axis), r2 = w.radius * w.radius;
    const bool solid = w.side == Side::kOutside;
    const Real along = solid ? r2 / 2 : r2, across = l2 / 12 + (solid ? r2 / 4 : r2 / 2);
    p.frame = turn_from_z(axis / std::sqrt(l2));
    return along_axes(0.5 * (w.from + w.to), {across, across, along});
  }
  if (w.shape != WallShape::kMesh) return {};
  TriangleMesh whole;
  for (const WallSurface& s : wall.surfaces) {
    const auto first = static_cast<Index>(whole.vertices.size());
    for (const Vec3& v : s.mesh->mesh.vertices) whole.vertices.push_back(v);
    for (auto t : s.mesh->mesh.triangles) {
      for (Index& v : t) v += first;
      whole.triangles.push_back(t);
      whole.part.push_back(0);
    }
  }
  whole.part_names = {""};
  if (!repair(whole, 0).closed()) return {};
  p = mesh_mass_properties(whole);
  p.principal = p.principal / p.volume;
  return p;
}

}  // namespace

void make_part(const Case& c, const WallOptions& w, Wall& wall) {
  const std::optional<MassProperties> shape = shape_properties(w, wall);
  if (!shape && !(w.inertia && w.center))
    refuse_part(w,
                w.shape == WallShape::kMesh
                    ? "the mesh is not closed, so its mass is not that of a solid; give `center` "
                      "and `inertia` beside `mass`"
                    : "this shape does not say where its mass is; give `center` and `inertia` "
                      "beside `mass`");
  PartBody part;
  part.mass = *w.mass;
  if (shape) part.inertia = *w.mass * shape->principal, part.frame = shape->frame;
  if (w.inertia) part.inertia = *w.inertia, part.frame = Quat{};
  if (!(part.inertia.x > 0 && part.inertia.y > 0 && part.inertia.z > 0))
    refuse_part(w, "its volume or inertia is not above zero; is the mesh inside out?");
  part.velocity = w.velocity, part.spin = w.spin;
  wall.origin = w.center ? *w.center : shape->centre;
  if (c.run.planar) wall.origin.z = 0;
  wall.part = part;
  for (WallSurface& s : wall.surfaces) {
    if (!s.mesh) {
      s.shape = shifted(s.shape, -wall.origin);
      continue;
    }
    auto moved = std::make_shared<MeshSurface>(*s.mesh);
    for (Vec3& v : moved->mesh.vertices) v -= wall.origin;
    moved->tree = TriangleTree(moved->mesh);
    s.mesh = moved;
  }
  const Real own = own_extent(wall);
  wall.lever = std::isfinite(own) ? own : wall.lever + norm(wall.origin);
}

void check_part_pairs(const Case& c, const Scene& scene) {
  const JoinedWalls joined(scene.machine);
  for (std::size_t a = 0; a < scene.walls.size(); ++a)
    for (std::size_t b = 0; b < scene.walls.size(); ++b) {
      const Wall &wa = scene.walls[a], &wb = scene.walls[b];
      if (a == b || !wa.part || (wb.part && b < a) || !wa.touches_parts || !wb.touches_parts)
        continue;
      if (joined(static_cast<Index>(a), static_cast<Index>(b))) continue;
      for (const WallSurface& sa : wa.surfaces)
        for (const WallSurface& sb : wb.surfaces)
          if (!can_touch(sa, sb))
            refuse_part(c.walls[a],
                        fmt::format("contact of its shape with that of wall \"{}\" is not known; "
                                    "give one of the two touches = \"grains\", or another shape "
                                    "(see the table of pairs in the manual)",
                                    wb.name));
    }
}

std::vector<MachineJoint> machine_of(const Case& c) {
  std::vector<MachineJoint> out;
  const auto row = [&](const std::string& name) {
    Index w = -1;
    for (std::size_t k = 0; k < c.walls.size(); ++k)
      if (c.walls[k].name == name) w = static_cast<Index>(k);
    return w;
  };
  for (const JointOptions& j : c.joints) {
    if (j.part.empty()) continue;
    MachineJoint m;
    m.kind = j.kind, m.name = j.name;
    m.part = row(j.part), m.to = j.to_part.empty() ? -1 : row(j.to_part);
    m.at = j.at, m.to_at = j.to_at, m.axis = normalized(j.axis);
    m.length = j.length, m.lower = j.lower, m.upper = j.upper;
    m.motor_speed = j.motor_speed, m.motor_force = j.motor_force, m.motor_off = j.motor_off;
    for (int phase = 0; phase < static_cast<int>(c.phases.size()); ++phase)
      m.motor_on.push_back(active_in(c, j.motor_phases, phase));
    m.compliance = j.compliance, m.turn_compliance = j.turn_compliance;
    m.damping_time = j.damping_time;
    out.push_back(m);
  }
  return out;
}

JointState start_joint(const State& state, const MachineJoint& joint) {
  const auto local = [&](Index wall, Vec3 at, Vec3& x, Quat& frame) {
    const Quat axes = turn_from_z(joint.axis);
    const WallState s = wall >= 0 ? state.walls[wall] : WallState{};
    x = rotate_back(s.q, at - s.x);
    frame = conj(s.q) * axes;
  };
  JointState out;
  const bool two = joint.kind == JointKind::kDistance;
  local(joint.part, joint.at, out.at, out.frame);
  local(joint.to, two ? joint.to_at : joint.at, out.to_at, out.to_frame);
  out.length = joint.length.value_or(norm(joint.to_at - joint.at));
  return out;
}

void start_machine(const Case& c, const Scene& scene, State& state) {
  state.machine.clear();
  for (const MachineJoint& joint : scene.machine) {
    state.machine.push_back(start_joint(state, joint));
    if (joint.kind == JointKind::kDistance && !(state.machine.back().length > 0))
      for (const JointOptions& j : c.joints)
        if (j.name == joint.name)
          throw CaseError(j.origin.file, j.origin.line,
                          fmt::format("joint \"{}\": both ends are at the same place; use kind = "
                                      "\"ball\"",
                                      j.name));
  }
}

void start_parts(const Scene& scene, State& state) {
  for (const Wall& wall : scene.walls) state.bodies.parts += wall.part.has_value();
  set_rows(state.bodies, state.bodies.parts);
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    state.walls[w].x = scene.walls[w].origin;
    if (scene.walls[w].part) start_part(scene.walls[w], state.bodies);
  }
  place_parts(scene, state);
}

}  // namespace scree
