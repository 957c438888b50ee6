#include "scree/lib/look.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/observe/bodies.h"
#include "scree/observe/contact_sample.h"

namespace scree {
namespace {

api::Vector shown(Vec3 v) { return {v.x, v.y, v.z}; }
api::Vector reversed(api::Vector v) { return {-v[0], -v[1], -v[2]}; }
constexpr Vec3 kUnknown{kNothing, kNothing, kNothing};

Index need_row(const Grains& grains, RowIndex& rows, Id id) {
  const Index row = rows.find(grains, id);
  if (row < 0) throw CaseError("there is no body " + std::to_string(id) + " (any more)");
  return row;
}

bool is_member(const Grains& g, Index row) { return row >= g.singles && row < g.free; }

/// Row of the clump whose name the id of this grain is; -1: it is no first member.
Index clump_named_by(const State& state, Index row) {
  const Grains& g = state.grains;
  if (!is_member(g, row)) return -1;
  return state.bodies.id[g.body[row]] == g.id[row] ? g.body[row] : -1;
}

/// Of contacts, bridges and joints: what accelerates a body beside its weight and loads.
void show_forces(const State& state, Index row, Index clump, const BodyNow& now, api::Body& out) {
  const Grains& g = state.grains;
  Vec3 force = kUnknown, torque = kUnknown;
  const auto take_off = [&](const Load8& pushed, const Load8& dragged) {
    force -= pushed.force + dragged.force;
    torque -= pushed.torque + dragged.torque;
  };
  if (clump >= 0) {
    force = now.mass * (state.bodies.a[clump] - state.gravity);
    torque = state.bodies.torque[clump];
    if (state.bodies.has(kLoads)) take_off(state.bodies.pushed[clump], state.bodies.dragged[clump]);
  } else if (row < g.singles) {
    force = now.mass * (g.accel[row].a - state.gravity);
    torque = inverse_or_zero(g.motion[row].inv_inertia) * g.accel[row].alpha;
    if (g.has(kLoads)) take_off(g.pushed[row], g.dragged[row]);
  } else if (row >= g.free || !state.pairs.has(kImpulses)) {  // rigid contacts tell no member
    force = g.felt[row].force;
    torque = g.felt[row].torque;
  }
  out.force = shown(force);
  out.torque = shown(torque);
}

api::Contact shown(const Scene& scene, const State& state, const ContactSample& c) {
  api::Contact out;
  out.i = state.grains.id[c.i];
  if (c.j >= 0)
    out.j = state.grains.id[c.j];
  else
    out.wall = scene.walls[c.wall].name;
  out.point = shown(c.point);
  out.normal = shown(c.normal);
  out.gap = -c.overlap;
  out.force = shown(c.force);
  out.moment = shown(c.moment);
  out.sliding = c.sliding;
  return out;
}

/// Where parts of machines touch walls and each other.
api::Contact shown(const Scene& scene, const State& state, const PointContact& c) {
  api::Contact out;
  out.part = scene.walls[c.part].name;
  out.wall = scene.walls[c.wall].name;
  out.point = shown(c.point);
  out.normal = shown(c.normal);
  out.gap = c.gap;
  if (state.clock.dt > 0) out.force = shown((c.p_t - c.p_n * c.normal) / state.clock.dt);
  return out;
}

/// A column of rows that lie in records of their own.
template <class T, class Record>
api::Column<T> column(const std::vector<Record>& records, const T* first, int components,
                      std::shared_ptr<const void> keep) {
  return {records.empty() ? nullptr : first, static_cast<std::int64_t>(records.size()), components,
          static_cast<std::int64_t>(sizeof(Record)), std::move(keep)};
}

}  // namespace

std::vector<api::BodyId> ids_now(const State& state) {
  const Grains& g = state.grains;
  std::vector<api::BodyId> ids;
  for (Index r = 0; r < g.size(); ++r)
    if (!is_member(g, r) || clump_named_by(state, r) >= 0) ids.push_back(g.id[r]);
  std::sort(ids.begin(), ids.end());
  return ids;
}

api::Body body_now(const Scene& scene, const State& state, RowIndex& rows, Id id) {
  const Grains& g = state.grains;
  const Index row = need_row(g, rows, id), clump = clump_named_by(state, row);
  const BodyNow now = clump >= 0 ? rigid_at(scene, state, clump) : grain_at(scene, state, row);
  api::Body out;
  out.id = id;
  out.position = shown(clump >= 0 ? state.bodies.x[clump] : position(g.place[row]));
  out.unwrapped = shown(now.x);
  out.velocity = shown(now.v);
  out.spin = shown(now.w);
  out.radius = clump >= 0 ? kNothing : g.place[row].r;
  out.prescribed = row >= g.free;
  out.mass = out.prescribed ? std::numeric_limits<Real>::infinity() : now.mass;
  out.material = scene.materials[g.material[row]];
  out.label = scene.labels[g.label[row]];
  if (is_member(g, row)) out.clump = state.bodies.id[g.body[row]];
  show_forces(state, row, clump, now, out);
  return out;
}

std::vector<api::Contact> contacts_now(const Scene& scene, const State& state) {
  std::vector<api::Contact> out;
  for_each_contact(scene, state,
                   [&](const ContactSample& c) { out.push_back(shown(scene, state, c)); });
  for (const PointContact& c : state.point_contacts) out.push_back(shown(scene, state, c));
  return out;
}

std::vector<api::Contact> contacts_now(const Scene& scene, const State& state, RowIndex& rows,
                                       Id id) {
  const Grains& g = state.grains;
  const Index row = need_row(g, rows, id), clump = clump_named_by(state, row);
  const auto belongs = [&](Index r) {
    return r == row || (clump >= 0 && is_member(g, r) && g.body[r] == clump);
  };
  std::vector<api::Contact> out;
  for_each_contact(scene, state, [&](const ContactSample& c) {
    const bool as_i = belongs(c.i), as_j = c.j >= 0 && belongs(c.j);
    if (!as_i && !as_j) return;
    api::Contact contact = shown(scene, state, c);
    if (!as_i) {
      std::swap(contact.i, contact.j);
      contact.normal = reversed(contact.normal);
      contact.force = reversed(contact.force);
      contact.moment = reversed(contact.moment);
    }
    out.push_back(std::move(contact));
  });
  return out;
}

api::Wall wall_now(const Scene& scene, const State& state, Index wall) {
  const WallState& w = state.walls[wall];
  api::Wall out;
  out.name = scene.walls[wall].name;
  out.present = w.present != 0;
  out.position = shown(w.x);
  out.rotation = {w.q.w, w.q.x, w.q.y, w.q.z};
  out.velocity = shown(w.v);
  out.spin = shown(w.w);
  out.force = shown(w.force);
  out.torque = shown(w.torque);
  out.work = w.work;
  return out;
}

Index wall_row(const Scene& scene, const std::string& name) {
  std::vector<std::string> names;
  for (const Wall& wall : scene.walls) {
    if (wall.name == name) return static_cast<Index>(names.size());
    names.push_back(wall.name);
  }
  const std::string near = nearest(name, names);
  throw CaseError("there is no wall '" + name + "'" +
                  (near.empty() ? "" : ", did you mean '" + near + "'?") +
                  "; there are: " + join_some(names));
}

api::Columns SharedGrains::show(const Grains& g) {
  const Place* place = g.place.data();
  const Motion8* motion = g.motion.data();
  api::Columns out;
  out.id = column<Id>(g.id, g.id.data(), 1, id_.share());
  out.position = column<Real>(g.place, place ? &place->x : nullptr, 3, place_.share());
  out.radius = column<Real>(g.place, place ? &place->r : nullptr, 1, place_.share());
  out.velocity = column<Real>(g.motion, motion ? &motion->v.x : nullptr, 3, motion_.share());
  out.spin = column<Real>(g.motion, motion ? &motion->w.x : nullptr, 3, motion_.share());
  out.inverse_mass =
      column<Real>(g.motion, motion ? &motion->inv_mass : nullptr, 1, motion_.share());
  out.material = column<std::uint16_t>(g.material, g.material.data(), 1, material_.share());
  out.label = column<std::uint16_t>(g.label, g.label.data(), 1, label_.share());
  return out;
}

void SharedGrains::part(Grains& g, bool going_on) {
  id_.part(g.id, going_on);
  place_.part(g.place, going_on);
  motion_.part(g.motion, going_on);
  material_.part(g.material, going_on);
  label_.part(g.label, going_on);
}

}  // namespace scree
