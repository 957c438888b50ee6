/// Bodies that come (emitters) and go (outlets).
#include <algorithm>
#include <cmath>

#include "scree/build/build_state.h"
#include "scree/build/region.h"
#include "scree/build/size_sampler.h"
#include "scree/control/controls.h"
#include "scree/observe/energy.h"
#include "scree/state/edit.h"

namespace scree {
namespace {

/// Positions tried for one body before the emitter counts as blocked for now.
constexpr int kTries = 40;

/// Spheres in and around the mouth of an emitter.
struct Crowd {
  std::vector<Vec3> x;
  std::vector<Real> r;

  Crowd(const State& state, const Domain& domain, Vec3 lo, Vec3 hi, Real margin) {
    const Vec3 middle = 0.5 * (lo + hi), half = 0.5 * (hi - lo);
    for (const Place& p : state.grains.place) {
      const Vec3 d = domain.cell.nearest(position(p) - middle);
      const Real m = margin + p.r;
      if (std::fabs(d.x) < half.x + m && std::fabs(d.y) < half.y + m && std::fabs(d.z) < half.z + m)
        add(position(p), p.r);
    }
  }
  void add(Vec3 where, Real radius) {
    x.push_back(where);
    r.push_back(radius);
  }
  bool free(const Domain& domain, Vec3 where, Real radius) const {
    for (std::size_t k = 0; k < x.size(); ++k) {
      const Real reach = r[k] + radius;
      if (norm2(domain.cell.nearest(x[k] - where)) < reach * reach) return false;
    }
    return true;
  }
};

/// The next body of an emitter, not yet placed: its size comes from a stream of its own.
BodyList next_body(const Case& c, const EmitterOptions& e, Random& sizes) {
  BodyList list;
  const int clump = clump_index(c, e.shape);
  const Real drawn = clump < 0 ? 0 : bounding_radius(c.clumps[clump]);
  const Real radius = e.sizes ? SizeSampler(*e.sizes, c.run.planar).draw(sizes) : drawn;
  list.x = {Vec3{0, 0, 0}};
  list.v = {e.velocity};
  list.w = {e.spin};
  list.q = {e.orientation == Orientation::kRandom && clump >= 0
                ? random_orientation(sizes, c.run.planar)
                : Quat{}};
  list.radius = {radius};
  list.scale = {clump < 0 ? 1 : radius / drawn};
  list.material = {material_index(c, e.material)};
  list.density = {c.materials[list.material[0]].density.value_or(0)};
  list.label = {list.label_row(e.label)};
  list.clump = {clump};
  list.entry = {-1};
  return list;
}

bool find_room(const RegionSpace& space, const Domain& domain, const Crowd& crowd, Real radius,
               Random& places, Vec3& x) {
  for (int k = 0; k < kTries; ++k)
    if (space.random_center(radius, places, x) && crowd.free(domain, x, radius)) return true;
  return false;
}

}  // namespace

bool Controls::pour(Scene& scene, State& state, std::size_t k, Real seconds) const {
  const EmitterOptions& e = case_.emitters[k];
  const bool on = active_in(case_, e.phases, static_cast<int>(state.phase)) &&
                  state.clock.time() >= e.start && state.clock.time() < e.stop.value_or(INFINITY);
  if (!on) return false;
  EmitterMemory& memory = state.controls.emitters[k];
  Real& owed = e.mass_rate ? memory.owed_mass : memory.owed_number;
  const auto done = [&] {
    return (e.total_number && memory.number >= *e.total_number) ||
           (e.total_mass && memory.mass >= *e.total_mass);
  };
  if (done()) return false;
  owed += seconds * (e.mass_rate ? *e.mass_rate : e.number_rate.value_or(0));
  Random &sizes = state.random[2 * k], &places = state.random[2 * k + 1];
  const RegionSpace space(e.region, case_.domain, case_.run.planar);
  std::vector<NewBody> bodies;
  std::optional<Crowd> crowd;
  while (!done()) {
    const Random before = sizes;
    BodyList one = next_body(case_, e, sizes);
    if (!crowd) crowd.emplace(state, scene.domain, space.lo(), space.hi(), one.radius[0]);
    const NewBody drawn = make_body(case_, scene, one, 0);
    const Real price = e.mass_rate ? drawn.mass : 1;
    Vec3 x;
    const bool affordable = owed >= price;
    const bool room =
        affordable && find_room(space, scene.domain, *crowd, one.radius[0], places, x);
    if (!room) {
      sizes = before;  // the same body is tried again next time: being blocked must not sort sizes
      memory.blocked += affordable;
      break;
    }
    one.x[0] = x;
    bodies.push_back(make_body(case_, scene, one, 0));
    crowd->add(x, one.radius[0]);
    owed -= price;
    memory.number += 1;
    memory.mass += drawn.mass;
  }
  if (bodies.empty()) return false;
  const Real before = energy_now(scene, state).total();
  add_bodies(state, bodies);
  state.ledger.emitted += energy_now(scene, state).total() - before;
  return true;
}

bool Controls::drain(const Scene& scene, State& state) const {
  const Grains& g = state.grains;
  bool any_left = false;
  for (std::size_t k = 0; k < case_.outlets.size(); ++k) {
    const OutletOptions& o = case_.outlets[k];
    if (!active_in(case_, o.phases, static_cast<int>(state.phase))) continue;
    std::optional<RegionSpace> space;
    if (o.region) space.emplace(*o.region, case_.domain, case_.run.planar);
    const auto leaves = [&](Vec3 x) {
      if (space) return space->holds(x, 0);
      const int face = static_cast<int>(*o.face), axis = face / 2;
      return face % 2 == 0 ? at(x, axis) < at(scene.domain.lo, axis)
                           : at(x, axis) > at(scene.domain.hi, axis);
    };
    std::vector<char> marked(g.size(), 0);
    bool found = false;
    for (Index r = 0; r < g.free; ++r) found |= (marked[r] = leaves(position(g.place[r])));
    if (!found) continue;
    const auto mass_of = [&] {
      Real m = 0;
      for (Index r = 0; r < g.singles; ++r) m += 1 / g.motion[r].inv_mass;
      for (Index c = state.bodies.parts; c < state.bodies.size(); ++c)
        m += 1 / state.bodies.inv_mass[c];
      return m;
    };
    const Real energy = energy_now(scene, state).total(), mass_before = mass_of();
    const Index gone = remove_bodies(state, marked);
    state.ledger.removed += energy - energy_now(scene, state).total();
    OutletMemory& memory = state.controls.outlets[k];
    memory.number += gone;
    memory.mass += mass_before - mass_of();
    any_left = true;
  }
  return any_left;
}

}  // namespace scree
