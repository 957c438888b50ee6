#include "scree/run/frames.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include "scree/geometry/surface_shape.h"
#include "scree/observe/bodies.h"
#include "scree/observe/contact_sample.h"
#include "scree/observe/coordination.h"

namespace scree {
namespace {

/// Collects a column row by row.
Column number(std::string name, std::string unit) {
  return {std::move(name), 1, {}, false, std::move(unit)};
}
Column vector(std::string name, std::string unit) {
  return {std::move(name), 3, {}, false, std::move(unit)};
}
Column whole(std::string name) { return {std::move(name), 1, {}, true, ""}; }

void put(Column& column, Vec3 v) { column.data.insert(column.data.end(), {v.x, v.y, v.z}); }
void put(Column& column, Real v) { column.data.push_back(v); }

std::vector<Index> rows_by_id(const Grains& g) {
  std::vector<Index> rows(static_cast<std::size_t>(g.size()));
  std::iota(rows.begin(), rows.end(), 0);
  std::sort(rows.begin(), rows.end(), [&g](Index a, Index b) { return g.id[a] < g.id[b]; });
  return rows;
}

/// Sum of the normal forces of all contacts of every grain, without the pull of liquid.
std::vector<Real> normal_forces(const Scene& scene, const State& state) {
  std::vector<Real> sum(static_cast<std::size_t>(state.grains.size()), 0);
  for_each_contact(scene, state, [&](const ContactSample& c) {
    const Real force = c.elastic + c.viscous;
    sum[c.i] += force;
    if (c.j >= 0) sum[c.j] += force;
  });
  return sum;
}

/// The part of a surface that shows: in the wall's frame for bounded shapes, else cut off at the
/// domain, for which the surface is first brought into the world.
struct Shown {
  TriangleMesh mesh;
  WallState pose;
};
Shown shown(const Surface& surface, const WallState& wall, const Aabb& domain) {
  const WallState world;
  if (const auto* plane = std::get_if<Plane>(&surface)) {
    const Plane moved{wall.x + rotate(wall.q, plane->point), rotate(wall.q, plane->normal)};
    return {triangulate(moved, domain), world};
  }
  const auto* cone = std::get_if<Cone>(&surface);
  if (cone && cone->endless()) {
    Cone moved = *cone;
    moved.base = wall.x + rotate(wall.q, cone->base);
    moved.axis = rotate(wall.q, cone->axis);
    return {triangulate(moved, domain), world};
  }
  return {triangulate(surface, domain), wall};
}

void append(WallFrame& frame, const TriangleMesh& mesh, const WallState& wall) {
  const Index first = static_cast<Index>(frame.vertices.size());
  for (const Vec3 v : mesh.vertices) frame.vertices.push_back(wall.x + rotate(wall.q, v));
  for (const auto& t : mesh.triangles)
    frame.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

}  // namespace

BodyFrame body_frame(const Scene& scene, const State& state) {
  const Grains& g = state.grains;
  BodyFrame frame;
  frame.time = state.clock.time();
  frame.planar = scene.planar;
  frame.lo = scene.domain.lo;
  frame.hi = scene.domain.hi;
  frame.periodic = {scene.domain.cell.period.x > 0, scene.domain.cell.period.y > 0,
                    scene.domain.cell.period.z > 0};
  const std::vector<int> contacts = contact_counts(scene, state);
  const std::vector<Real> forces = normal_forces(scene, state);
  Column id = whole("id"), velocity = vector("velocity", "m/s"), spin = vector("spin", "rad/s"),
         speed = number("speed", "m/s"), material = whole("material"), label = whole("label"),
         coordination = whole("coordination"), normal_force = number("normal_force", "N"),
         clump = whole("clump"), carrier = whole("carrier");
  for (const Index r : rows_by_id(g)) {
    frame.x.push_back(position(g.place[r]));
    frame.radius.push_back(g.place[r].r);
    put(id, g.id[r]);
    put(velocity, g.motion[r].v);
    put(spin, g.motion[r].w);
    put(speed, norm(g.motion[r].v));
    put(material, g.material[r]);
    put(label, g.label[r]);
    put(coordination, contacts[r]);
    put(normal_force, forces[r]);
    const bool member = r >= g.singles && r < g.free;
    put(clump, member ? state.bodies.id[g.body[r]] : -1);
    put(carrier, is_bound(g, r) ? g.bond[r] : -1);
  }
  frame.columns = {id, velocity, spin, speed, material, label, coordination, normal_force};
  if (state.bodies.clumps() > 0) frame.columns.push_back(clump);
  if (g.has(kBonds)) frame.columns.push_back(carrier);
  return frame;
}

std::vector<WallFrame> wall_frames(const Scene& scene, const State& state) {
  Aabb domain;
  domain.include(scene.domain.lo);
  domain.include(scene.domain.hi);
  std::vector<WallFrame> frames;
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    const WallState& pose = state.walls[w];
    if (!pose.present) continue;
    WallFrame frame;
    frame.name = scene.walls[w].name;
    for (const WallSurface& s : scene.walls[w].surfaces) {
      const Shown part = s.mesh ? Shown{s.mesh->mesh, pose} : shown(s.shape, pose, domain);
      append(frame, part.mesh, part.pose);
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

ContactFrame contact_frame(const Scene& scene, const State& state) {
  ContactFrame frame;
  const Grains& g = state.grains;
  Column id_i = whole("id_i"), id_j = whole("id_j"), wall = whole("wall"),
         normal = vector("normal", ""), overlap = number("overlap", "m"),
         elastic = number("elastic", "N"), viscous = number("viscous", "N"),
         tangential = vector("tangential", "N"), sliding = whole("sliding"),
         capillary = number("capillary", "N"), bridge = number("bridge", "m^3");
  for_each_contact(scene, state, [&](const ContactSample& c) {
    frame.point.push_back(c.point);
    put(id_i, g.id[c.i]);
    put(id_j, c.j >= 0 ? g.id[c.j] : -1);
    put(wall, c.wall);
    put(normal, c.normal);
    put(overlap, c.overlap);
    put(elastic, c.elastic);
    put(viscous, c.viscous);
    put(tangential, c.tangential);
    put(sliding, c.sliding);
    put(capillary, c.capillary);
    put(bridge, c.bridge);
  });
  frame.columns = {id_i, id_j, wall, normal, overlap, elastic, viscous, tangential, sliding};
  if (scene.law.wet()) frame.columns.insert(frame.columns.end(), {capillary, bridge});
  return frame;
}

}  // namespace scree
