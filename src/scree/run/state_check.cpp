#include "scree/run/state_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/base/pack.h"
#include "scree/build/build_scene.h"
#include "scree/control/controls.h"
#include "scree/detect/cells.h"
#include "scree/detect/neighbours.h"
#include "scree/io/json.h"
#include "scree/state/edit.h"

namespace scree {
namespace {

/// Collects the first misfit.
class Fit {
 public:
  void holds(bool condition, const char* what) {
    if (!condition && found_.empty()) found_ = fmt::format("{} is out of range", what);
  }
  void rows(const char* name, std::size_t size, std::size_t wanted) {
    if (size != wanted && found_.empty())
      found_ = fmt::format("{} has {} rows where {} are due", name, size, wanted);
  }
  void says(const std::string& misfit) {
    if (found_.empty()) found_ = misfit;
  }
  const std::string& found() const { return found_; }

 private:
  std::string found_;
};

bool finite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void check_clock(const Case& c, const State& s, Fit& fit) {
  fit.holds(s.phase >= 0 && s.phase <= static_cast<std::int64_t>(c.phases.size()), "phase");
  const Real time = s.clock.time();
  fit.holds(std::isfinite(s.clock.dt) && s.clock.dt > 0, "clock/dt");
  fit.holds(std::isfinite(time) && time >= 0 && s.clock.step >= 0, "clock/step");
  fit.holds(std::isfinite(s.phase_start), "phase_start");
  fit.holds(s.next_id >= 0 && s.next_id <= std::numeric_limits<Id>::max(), "next_id");
}

void check_bodies(const Case& c, std::size_t materials, std::size_t labels, const State& s,
                  Fit& fit) {
  const Grains& g = s.grains;
  for (Index r = 0; r < g.size(); ++r) {
    const Place& p = g.place[r];
    // Of a body that has left for nowhere the step after tells; a size must make sense here.
    fit.holds(std::isfinite(p.r) && p.r > 0, "grains/place (radius)");
    fit.holds(g.motion[r].inv_mass >= 0 && g.motion[r].inv_inertia >= 0, "grains/motion (mass)");
    fit.holds(g.material[r] < materials, "grains/material");
    fit.holds(g.label[r] < labels, "grains/label");
    fit.holds(g.id[r] >= 0 && g.id[r] < s.next_id, "grains/id");
    if (r < g.free) continue;
    const bool grouped = g.has(kPrescribed) && g.group[r] >= 0 &&
                         static_cast<std::size_t>(g.group[r]) < c.bodies.size();
    fit.holds(grouped, "grains/group");
  }
  const bool films = c.liquid && !c.liquid->volume;
  fit.rows("grains/film", g.film.size(), films ? g.place.size() : 0);
  const RigidBodies& b = s.bodies;
  for (Index k = b.parts; k < b.size(); ++k)
    fit.holds(b.id[k] >= 0 && b.id[k] < s.next_id, "bodies/id");
}

/// Rows stand in the order in which the last list was built: it can be made again from them.
bool in_order(const Case& c, const State& s) {
  std::vector<Place> then = s.grains.place;
  for (std::size_t r = 0; r < then.size(); ++r)
    then[r] = {s.lists.outer[r].x, s.lists.outer[r].y, s.lists.outer[r].z, then[r].r};
  std::vector<Index> order;
  make_grids(build_domain(c), s.grains, then, s.lists.reach + s.lists.skin, order);
  return std::is_sorted(order.begin(), order.end());
}

void check_lists(const Case& c, const State& s, Fit& fit) {
  const std::size_t n = s.grains.place.size();
  fit.rows("lists/outer", s.lists.outer.size(), n);
  fit.rows("lists/inner", s.lists.inner.size(), n);
  for (const Vec3& x : s.lists.outer) fit.holds(finite(x), "lists/outer");
  const Real margins[] = {s.lists.skin, s.lists.reach, s.lists.inner_skin};
  for (const Real m : margins) fit.holds(std::isfinite(m) && m >= 0, "lists/skin");
  if (fit.found().empty()) fit.holds(in_order(c, s), "lists/outer");
}

/// Whole levels of the bodies that move, by id, and not more than their integrators keep.
void check_multistep(const State& s, Fit& fit) {
  const MultistepPast& past = s.multistep;
  std::vector<Id> ids;
  if (!past.body.empty())
    ids.assign(s.grains.id.begin(),
               s.grains.id.begin() + static_cast<std::ptrdiff_t>(s.grains.free));
  std::sort(ids.begin(), ids.end());
  fit.holds(past.body == ids, "multistep/body");
  const auto levels = [&](const char* name, const auto& table, std::size_t most) {
    fit.holds(table.size() <= most * ids.size(), name);
    fit.rows(name, table.size(), past.levels(table) * ids.size());
  };
  levels("multistep/points", past.points, kMultistepOrder);
  levels("multistep/rates", past.rates, kMultistepOrder - 1);
  levels("multistep/derivatives", past.derivatives, kMultistepOrder + 1);
  if (!past.derivatives.empty())
    fit.rows("multistep/derivatives", past.derivatives.size(), (kMultistepOrder + 1) * ids.size());
}

/// The pairs of each row chunk stand together, in order, in whole lanes.
void check_pairs(const State& s, Fit& fit) {
  const PairTable& p = s.pairs;
  fit.rows("pairs/i", p.i.size(), static_cast<std::size_t>(p.count));
  const Index size = row_chunk_size(s.grains.free);
  std::vector<Index> in_chunk(static_cast<std::size_t>(row_chunks(s.grains.free)) + 1, 0);
  for (std::size_t k = 0; k < p.i.size() && fit.found().empty(); ++k) {
    fit.holds(p.i[k] < s.grains.free && p.i[k] <= p.j[k], "pairs/i");
    fit.holds(k == 0 || p.i[k] / size >= p.i[k - 1] / size, "pairs/i");
    if (fit.found().empty()) ++in_chunk[static_cast<std::size_t>(p.i[k] / size)];
  }
  for (const Index count : in_chunk) fit.holds(count % kLanes == 0, "pairs/i");
}

/// What contacts remember is there if, and only if, their law has it.
template <class Table>
void check_memory(const char* name, std::int64_t memory, std::size_t rows, const Table& t,
                  Fit& fit) {
  for_each_column<Table>([&](const auto& c) {
    if (c.when != 0)
      fit.rows(fmt::format("{}/{}", name, c.name).c_str(), (t.*(c.values)).size(),
               (memory & c.when) ? rows : 0);
  });
  fit.holds(t.present == memory, fmt::format("{}/present", name).c_str());
}

void check_surfaces(const Scene& scene, const State& s, Fit& fit) {
  const auto known = [&](std::int64_t wall, std::int64_t surface) {
    return surface >= 0 && static_cast<std::size_t>(surface) <
                               scene.walls[static_cast<std::size_t>(wall)].surfaces.size();
  };
  for (std::size_t k = 0; k < s.wall_contacts.wall.size(); ++k)
    fit.holds(known(s.wall_contacts.wall[k], s.wall_contacts.surface[k]), "wall_contacts/surface");
  for (const PointContact& p : s.point_contacts)
    fit.holds(known(p.part, p.part_surface) && known(p.wall, p.surface), "point_contacts");
}

}  // namespace

std::string misfit(const Case& c, const Scene* scene, std::size_t materials, std::size_t labels,
                   const State& state) {
  Fit fit;
  State fresh;
  Controls(c).start(fresh);
  fit.rows("walls", state.walls.size(), c.walls.size());
  fit.rows("bodies/parts", static_cast<std::size_t>(state.bodies.parts),
           static_cast<std::size_t>(std::count_if(c.walls.begin(), c.walls.end(),
                                                  [](const WallOptions& w) { return w.mass; })));
  fit.rows("groups", state.groups.size(), c.bodies.size());
  fit.says(wrong_sections("controls", state.controls, fresh.controls));
  fit.rows("random", state.random.size(), fresh.random.size());
  if (!state.joint_length.empty())
    fit.rows("joint_length", state.joint_length.size(), c.joints.size());
  check_clock(c, state, fit);
  check_bodies(c, materials, labels, state, fit);
  check_lists(c, state, fit);
  check_pairs(state, fit);
  check_multistep(state, fit);
  if (!scene || !fit.found().empty()) return fit.found();
  fit.rows("machine", state.machine.size(), scene->machine.size());
  check_memory("pairs", scene->contact_memory(), state.pairs.i.size(), state.pairs, fit);
  check_memory("wall_contacts", scene->contact_memory(), state.wall_contacts.row.size(),
               state.wall_contacts, fit);
  check_surfaces(*scene, state, fit);
  return fit.found();
}

void require_fit(const Case& c, const Scene* scene, std::size_t materials, std::size_t labels,
                 const State& state) {
  const std::string found = misfit(c, scene, materials, labels, state);
  if (!found.empty())
    throw CaseError(
        c.file, 0,
        fmt::format("the checkpoint does not belong to this case: {}; use an earlier checkpoint, "
                    "or run the case again",
                    found));
}

std::vector<std::string> names_in(const CheckpointNote& note, const char* key) {
  const auto text = note.extra.find(key);
  try {
    if (text != note.extra.end()) return Json::parse(text->second).need_texts();
  } catch (const JsonError&) {  // told below
  }
  throw CaseError(
      fmt::format("the checkpoint of {} does not tell its {}; use an earlier "
                  "checkpoint, or run the case again",
                  note.case_file, key));
}

}  // namespace scree
