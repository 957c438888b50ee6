#include "scree/build/build_state.h"

#include <algorithm>
#include <cmath>

#include "scree/build/build_machine.h"
#include "scree/build/build_scene.h"
#include "scree/build/size_sampler.h"
#include "scree/geometry/clump.h"

namespace scree {
namespace {

/// Depth that turns an area into a volume: planar bodies are discs of the case's thickness.
Real depth(const Case& c) { return c.run.planar ? c.run.thickness : 1; }

void set_sphere(const Case& c, Real radius, Real density, NewBody& b) {
  const Real r2 = radius * radius;
  b.radii = {radius};
  b.mass = density * (c.run.planar ? kPi * r2 * depth(c) : 4 * kPi / 3 * r2 * radius);
  const Real inertia = (c.run.planar ? 0.5 : 0.4) * b.mass * r2;
  b.inertia = {inertia, inertia, inertia};
}

void set_clump(const Case& c, const Clump& clump, Real scale, Real density, NewBody& b) {
  std::vector<ClumpSphere> spheres;
  for (const auto& s : clump.spheres)
    spheres.push_back({scale * Vec3{s[0], s[1], s[2]}, scale * s[3]});
  MassProperties p =
      c.run.planar ? planar_clump_mass_properties(spheres) : clump_mass_properties(spheres);
  const Real unit = clump.mass ? *clump.mass * std::pow(scale, 3) / p.volume : density * depth(c);
  b.mass = unit * p.volume;
  b.inertia = unit * p.principal;
  if (clump.inertia) {
    b.inertia = std::pow(scale, 5) * *clump.inertia;
    p.frame = Quat{};
  }
  // A planar clump only turns about z: the moments about x and y never act, but must not be zero.
  if (c.run.planar) b.inertia.x = b.inertia.y = b.inertia.z;
  b.x += rotate(b.q, p.centre);
  const Quat frame = p.frame;
  for (const ClumpSphere& s : spheres) {
    b.centres.push_back(rotate_back(frame, s.centre - p.centre));
    b.radii.push_back(s.radius);
  }
  b.q = b.q * frame;
}

}  // namespace

NewBody make_body(const Case& c, Scene& scene, const BodyList& list, Index k) {
  NewBody b;
  b.x = list.x[k], b.v = list.v[k], b.w = list.w[k], b.q = list.q[k];
  b.material = static_cast<std::uint16_t>(list.material[k]);
  b.label = label_row(scene, list.labels[list.label[k]]);
  if (list.clump[k] < 0)
    set_sphere(c, list.radius[k], list.density[k], b);
  else
    set_clump(c, c.clumps[list.clump[k]], list.scale[k], list.density[k], b);
  if (scene.law.wet() && !c.liquid->volume)
    for (const Real radius : b.radii) b.films.push_back(film_volume(*c.liquid, radius));
  const int entry = list.entry[k];
  if (entry >= 0 && c.bodies[entry].prescribed) {
    b.prescribed = entry;
    // No force moves it: a contact with it has the reduced mass of one with a wall.
    if (c.bodies[entry].contact_mass == ContactMass::kInfinite) b.mass = INFINITY;
  }
  if (entry >= 0 && !c.bodies[entry].turns) b.inertia = {0, 0, 0};
  return b;
}

RadiusRange emitted_radii(const Case& c, const EmitterOptions& e) {
  const int shape = clump_index(c, e.shape);
  if (shape < 0) {
    const SizeSampler sizes(*e.sizes, c.run.planar);
    return {sizes.smallest(), sizes.largest()};
  }
  const Clump& clump = c.clumps[shape];
  RadiusRange range{INFINITY, 0};
  for (const auto& s : clump.spheres)
    range = {std::min(range.smallest, s[3]), std::max(range.largest, s[3])};
  if (!e.sizes) return range;
  const SizeSampler sizes(*e.sizes, c.run.planar);
  const Real drawn = bounding_radius(clump);
  return {range.smallest * sizes.smallest() / drawn, range.largest * sizes.largest() / drawn};
}

ListMemory sized_lists(const Case& c, const Scene& scene, const Grains& grains) {
  ListMemory lists;
  Real lo = INFINITY, hi = 0, sum = 0;
  Index count = 0;
  for (const Place& p : grains.place) {
    lo = std::min(lo, p.r), hi = std::max(hi, p.r), sum += p.r;
    ++count;
  }
  for (const EmitterOptions& e : c.emitters) {
    const auto [small, large] = emitted_radii(c, e);
    lo = std::min(lo, small), hi = std::max(hi, large);
    if (count == 0) sum = 0.5 * (small + large), count = 1;
  }
  if (count > 0) size_lists(c, scene, lo, hi, sum / count, lists);
  return lists;
}

State build_state(const Case& c, Scene& scene, const BodyList& list) {
  State state;
  state.walls.resize(scene.walls.size());
  start_parts(scene, state);
  state.groups.resize(c.bodies.size());
  std::vector<NewBody> bodies;
  bodies.reserve(list.size());
  for (Index k = 0; k < list.size(); ++k) bodies.push_back(make_body(c, scene, list, k));
  add_bodies(state, bodies);
  state.lists = sized_lists(c, scene, state.grains);
  return state;
}

}  // namespace scree
