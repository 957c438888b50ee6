#include "scree/run/continue_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <type_traits>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/build/build_machine.h"
#include "scree/build/build_scene.h"
#include "scree/build/build_state.h"
#include "scree/case/case_check.h"
#include "scree/case/case_schema.h"
#include "scree/observe/contact_sample.h"
#include "scree/state/edit.h"
#include "scree/state/parts.h"

namespace scree {
namespace {

[[noreturn]] void refuse(const Case& c, const std::string& why) {
  throw CaseError(c.file, 0, "run.from: " + why);
}

void check_space(const Case& c, const EarlierRun& run) {
  if (c.run.planar != run.c.run.planar)
    refuse(c, fmt::format("{} is {}planar, this case is {}", run.folder,
                          run.c.run.planar ? "" : "not ", c.run.planar ? "planar" : "not"));
  for (int k = 0; k < 3; ++k) {
    const Real now = at(c.domain.hi, k) - at(c.domain.lo, k);
    const Real then = at(run.c.domain.hi, k) - at(run.c.domain.lo, k);
    if (c.domain.periodic[k] != run.c.domain.periodic[k] || (c.domain.periodic[k] && now != then))
      refuse(c, fmt::format("the domain is periodic along {} in another way than that of {}; give "
                            "it the same length and periodic axes",
                            "xyz"[k], run.folder));
  }
}

/// Row in `names` of each earlier name; -1 where there is none.
std::vector<int> rows_in(const std::vector<std::string>& names,
                         const std::vector<std::string>& earlier) {
  std::vector<int> rows;
  for (const std::string& name : earlier) {
    const auto found = std::find(names.begin(), names.end(), name);
    rows.push_back(found == names.end() ? -1 : static_cast<int>(found - names.begin()));
  }
  return rows;
}

void name_grains_anew(const Case& c, Scene& scene, const EarlierRun& run, Grains& g) {
  const std::vector<int> material = rows_in(scene.materials, run.materials);
  std::vector<std::uint16_t> label;
  for (const std::string& name : run.labels) label.push_back(label_row(scene, name));
  MaterialCounts used;
  std::set<Index> clumps;
  for (Index r = 0; r < g.size(); ++r) {
    const std::string& name = run.materials[g.material[r]];
    const int row = material[g.material[r]];
    if (row < 0)
      refuse(c, fmt::format("{} has grains of \"{}\", which this case does not define", run.folder,
                            name));
    const bool member = r >= g.singles && r < g.free;
    used[row] += !member || clumps.insert(g.body[r]).second;
    g.material[r] = static_cast<std::uint16_t>(row);
    g.label[r] = label[g.label[r]];
  }
  check_body_materials(c, used, {c.file, 0});
  for (const auto& [row, count] : used) {
    const Material& now = c.materials[static_cast<std::size_t>(row)];
    for (const Material& then : run.c.materials)
      if (then.name == now.name && then.density != now.density)
        refuse(c, fmt::format("material.{}.density is {} in {}: grains keep their masses, so give "
                              "this case the same density",
                              now.name, plain(*then.density), run.folder));
  }
}

/// Prescribed entries of a case, by row of Case::bodies.
std::vector<std::size_t> prescribed_entries(const Case& c) {
  std::vector<std::size_t> rows;
  for (std::size_t b = 0; b < c.bodies.size(); ++b)
    if (c.bodies[b].prescribed) rows.push_back(b);
  return rows;
}

/// Which entry of this case each entry of the earlier one is; only for prescribed ones.
std::vector<std::size_t> match_entries(const Case& c, const EarlierRun& run) {
  const std::vector<std::size_t> now = prescribed_entries(c), then = prescribed_entries(run.c);
  if (now.size() != then.size())
    refuse(c, fmt::format("{} has {} entries of prescribed [[bodies]], this case {}; give it the "
                          "same ones",
                          run.folder, then.size(), now.size()));
  std::vector<std::size_t> row(run.c.bodies.size(), 0);
  for (std::size_t k = 0; k < now.size(); ++k) {
    const std::string &a = c.bodies[now[k]].label, &b = run.c.bodies[then[k]].label;
    if (a != b)
      refuse(c, fmt::format("prescribed [[bodies]] number {} are labelled \"{}\" here and \"{}\" "
                            "in {}; keep their order and labels",
                            k + 1, a, b, run.folder));
    if (c.bodies[now[k]].contact_mass != run.c.bodies[then[k]].contact_mass)
      refuse(c,
             fmt::format("prescribed [[bodies]] number {} have another contact_mass here than in "
                         "{}; give them the same one",
                         k + 1, run.folder));
    row[then[k]] = now[k];
  }
  return row;
}

/// Columns of memory as the law has them; new ones begin as zeros.
template <class Table>
void fit_memory(const Scene& scene, std::size_t rows, Table& t) {
  t.present = scene.contact_memory();
  set_rows(t, static_cast<Index>(rows));
}

/// What contacts remember beside their liquid: springs or impulses, and whether they held.
template <class Table>
void forget_contacts(Table& t) {
  for_each_column<Table>([&](const auto& c) {
    if (c.holds != Holds::kMemory || c.when == kBridges) return;
    auto& column = t.*(c.values);
    std::fill(column.begin(), column.end(), typename std::decay_t<decltype(column)>::value_type{});
  });
}

/// Drops what only the earlier method understands.
void change_method(const Case& c, const EarlierRun& run, State& state) {
  if (c.run.method == Method::kDae && state.bodies.clumps() > 0)
    refuse(c, fmt::format("{} holds clumps; the method dae moves single spheres and discs only",
                          run.folder));
  forget_contacts(state.pairs);
  forget_contacts(state.wall_contacts);
  state.multistep.clear();
  state.friction = {};
  state.contact_solve = {};
}

/// The books of the solvers, and steps and times that they remember.
void restart_books(State& state) {
  FrictionBooks& f = state.friction;
  f.iterations = f.rounds = f.unconverged = 0;
  f.factored_at -= state.clock.step;
  f.last_event -= state.clock.time();
  state.contact_solve = {.residual = state.contact_solve.residual};
}

/// Contacts with walls that are still there, sorted as the search leaves them. Says which rows
/// those were.
std::vector<Index> keep_wall_contacts(const Scene& scene, const std::vector<int>& wall,
                                      State& state) {
  WallTable& t = state.wall_contacts;
  std::vector<Index> kept;
  for (Index k = 0; k < t.size(); ++k) {
    const int now = wall[static_cast<std::size_t>(t.wall[k])];
    const bool known =
        now >= 0 && t.surface[k] < static_cast<Index>(scene.walls[now].surfaces.size());
    if (known) kept.push_back(k);
    t.wall[k] = now;
  }
  std::sort(kept.begin(), kept.end(), [&t](Index a, Index b) {
    if (t.row[a] != t.row[b]) return t.row[a] < t.row[b];
    if (t.wall[a] != t.wall[b]) return t.wall[a] < t.wall[b];
    return t.surface[a] != t.surface[b] ? t.surface[a] < t.surface[b] : a < b;
  });
  gather_rows(t, kept);
  return kept;
}

/// The same of points where parts touch.
void keep_point_contacts(const Scene& scene, const std::vector<int>& wall, State& state) {
  const auto known = [&](std::int64_t w, std::int64_t surface) {
    return w >= 0 && surface < static_cast<std::int64_t>(scene.walls[w].surfaces.size());
  };
  std::vector<PointContact> kept;
  for (PointContact c : state.point_contacts) {
    c.part = wall[static_cast<std::size_t>(c.part)];
    c.wall = wall[static_cast<std::size_t>(c.wall)];
    if (known(c.part, c.part_surface) && known(c.wall, c.surface)) kept.push_back(c);
  }
  std::sort(kept.begin(), kept.end(),
            [](const PointContact& a, const PointContact& b) { return a.key() < b.key(); });
  state.point_contacts = std::move(kept);
}

std::vector<std::string> wall_names(const Case& c) {
  std::vector<std::string> names;
  for (const WallOptions& w : c.walls) names.push_back(w.name);
  return names;
}

/// Says which of the earlier contacts with walls are left, in order.
std::vector<Index> take_walls(const Case& c, const Scene& scene, const EarlierRun& run,
                              const Scene& before, State& state) {
  const std::vector<int> row = rows_in(wall_names(c), wall_names(run.c));
  state.walls.assign(scene.walls.size(), WallState{});
  for (std::size_t w = 0; w < row.size(); ++w) {
    if (row[w] < 0) continue;
    WallState& wall = state.walls[static_cast<std::size_t>(row[w])];
    wall = run.state.walls[w];
    wall.work = 0;
    // The frame of a part begins at its centre of mass, that of other walls where the case does.
    const Vec3 shift = scene.walls[row[w]].origin - before.walls[w].origin;
    wall.x += rotate(wall.q, shift);
    wall.listed_x += rotate(wall.listed_q, shift);
  }
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    if (std::find(row.begin(), row.end(), static_cast<int>(w)) == row.end())
      state.walls[w].x = scene.walls[w].origin;
  keep_point_contacts(scene, row, state);
  return keep_wall_contacts(scene, row, state);
}

/// Gives the body of a part the pose and motion of its wall; to the last bit, if it was the same
/// body before.
void take_part(const Wall& wall, const WallState& s, const Wall& then, const RigidBodies& old,
               RigidBodies& now) {
  const PartBody& part = *wall.part;
  const Index k = part.body;
  now.x[k] = s.x, now.q[k] = normalized(s.q * part.frame);
  now.v[k] = s.v, now.w[k] = s.w;
  now.momentum[k] = momentum_of(now.q[k], part.inertia, s.w);
  if (!then.part || !(then.origin == wall.origin) || !(then.part->frame == part.frame)) return;
  const Index o = then.part->body;
  now.q[k] = old.q[o], now.a[k] = old.a[o], now.torque[k] = old.torque[o];
  if (then.part->inertia == part.inertia) now.momentum[k] = old.momentum[o];
}

/// The bodies of this case's parts, then the clumps of the earlier run.
void take_bodies(const Case& c, const Scene& scene, const Scene& before, const EarlierRun& run,
                 State& state) {
  const RigidBodies& old = run.state.bodies;
  RigidBodies now;
  for (const Wall& wall : scene.walls) now.parts += wall.part.has_value();
  now.present = old.present;
  set_rows(now, now.parts);
  const std::vector<int> row = rows_in(wall_names(run.c), wall_names(c));
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    if (!scene.walls[w].part) continue;
    start_part(scene.walls[w], now);
    if (row[w] >= 0) take_part(scene.walls[w], state.walls[w], before.walls[row[w]], old, now);
  }
  for (Index k = old.parts; k < old.size(); ++k) append_row(now, old, k);
  Grains& g = state.grains;
  for (Index r = g.singles; r < g.free; ++r) g.body[r] += now.parts - old.parts;
  state.bodies = std::move(now);
  place_parts(scene, state);
}

/// Joints that were there before stay as they were made; others are made where the parts are now.
void take_machine(const Scene& scene, const EarlierRun& run, State& state) {
  const std::vector<MachineJoint> old = machine_of(run.c);
  state.machine.clear();
  for (const MachineJoint& joint : scene.machine) {
    state.machine.push_back(start_joint(state, joint));
    for (std::size_t k = 0; k < old.size(); ++k)
      if (old[k].name == joint.name && old[k].kind == joint.kind)
        state.machine.back() = run.state.machine[k];
  }
}

void take_groups(const Case& c, const EarlierRun& run, State& state) {
  const std::vector<std::size_t> row = match_entries(c, run);
  Grains& g = state.grains;
  for (Index r = g.free; r < g.size(); ++r) g.group[r] = static_cast<Index>(row[g.group[r]]);
  state.groups.assign(c.bodies.size(), GroupState{});
  for (std::size_t b = 0; b < run.state.groups.size(); ++b)
    if (run.c.bodies[b].prescribed) {
      state.groups[row[b]] = run.state.groups[b];
      state.groups[row[b]].work = 0;
    }
}

void take_liquid(const Case& c, const Scene& scene, State& state) {
  Grains& g = state.grains;
  const bool films = scene.law.wet() && !c.liquid->volume;
  const bool begins = films && !g.has(kFilms);
  g.present = films ? g.present | kFilms : g.present & ~kFilms;
  set_rows(g, g.size());
  for (Index r = 0; begins && r < g.size(); ++r) g.film[r] = film_volume(*c.liquid, g.place[r].r);
}

/// Keeps the lists if this case would make them with the same margins. Returns false if not.
bool keep_lists(const Case& c, const Scene& scene, const EarlierRun& run, State& state) {
  constexpr Real kSame = 1e-9;  // relative: the mean radius depends on the order of summation
  const ListMemory wanted = sized_lists(c, scene, state.grains);
  ListMemory& lists = state.lists;
  const bool same_walls = wall_names(c) == wall_names(run.c);
  // The method nonsmooth makes its reach follow the speeds, step by step.
  const bool follows = c.run.method == Method::kNonsmooth && run.c.run.method == c.run.method;
  const bool same = std::fabs(wanted.skin - lists.skin) <= kSame * wanted.skin &&
                    (follows || std::fabs(wanted.reach - lists.reach) <= kSame * wanted.skin) &&
                    scene.domain.lo == run.c.domain.lo && scene.domain.hi == run.c.domain.hi;
  if (!same)
    lists.skin = wanted.skin, lists.reach = wanted.reach, lists.inner_skin = wanted.inner_skin;
  return same && same_walls;
}

Real turn_between(Quat a, Quat b) {
  const Quat d = conj(a) * b;
  return 2 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::fabs(d.w));
}

}  // namespace

std::string Continuation::note(Method now) const {
  if (!memory) return {};
  const std::vector<std::string>& word = words_of<Method>();
  std::string text = fmt::format(
      "from {}, a run by \"{}\": {} contacts go on by \"{}\" with the friction they carried",
      folder, word[static_cast<std::size_t>(method)], memory->kept,
      word[static_cast<std::size_t>(now)]);
  if (memory->anew > 0)
    text += fmt::format(
        "; {} begin anew: {}", memory->anew,
        now == Method::kNonsmooth
            ? "they pulled, and rigid contacts only push"
            : "they carried force without overlap, or their law remembers more than a force");
  return text;
}

State continue_run(const Case& c, Scene& scene, const Controls& controls, EarlierRun run,
                   Continuation& how, CarriedForces& carried) {
  check_space(c, run);
  State state = run.state;
  how = {run.folder, run.c.run.method};
  if (run.c.run.method != c.run.method) how.memory.emplace();
  SceneNotes notes;
  const Scene before = build_scene(run.c, notes);
  name_grains_anew(c, scene, run, state.grains);
  const std::vector<Index> kept = take_walls(c, scene, run, before, state);
  if (how.memory) {
    CarriedForces all = carried_forces(before, run.state);
    carried.pairs = std::move(all.pairs);
    for (const Index k : kept) carried.walls.push_back(all.walls[k]);
  }
  take_bodies(c, scene, before, run, state);
  take_machine(scene, run, state);
  take_groups(c, run, state);
  take_liquid(c, scene, state);
  fit_memory(scene, state.pairs.i.size(), state.pairs);
  fit_memory(scene, state.wall_contacts.row.size(), state.wall_contacts);
  if (how.memory) change_method(c, run, state);
  how.new_lists = !keep_lists(c, scene, run, state);
  controls.start(state);
  controls.take_motions(Controls(run.c), run.state, state);
  restart_books(state);
  state.lists.refreshed_at -= state.clock.step;
  state.lists.builds = state.lists.refreshes = 0;
  state.clock = {.dt = state.clock.dt};
  state.phase_start = 0;
  state.phase = first_phase(c);
  state.observers = {};
  return state;
}

MovedPlaces::MovedPlaces(const State& state)
    : walls(state.walls),
      prescribed(state.grains.place.begin() + state.grains.free, state.grains.place.end()) {}

void MovedPlaces::check_no_jump(const Case& c, const Scene& scene, const State& state,
                                const std::string& remedy) const {
  constexpr Real kShift = 0.01;  // of the smallest radius: what half a time step may bring
  constexpr Real kTurn = 1e-3;   // [rad]
  Real smallest = INFINITY;
  for (const Place& p : state.grains.place) smallest = std::min(smallest, p.r);
  const auto refuse_jump = [&](const std::string& what, Real by) {
    refuse(c, fmt::format("{} would jump by {:.3g} at time {:.6g}. {}", what, by,
                          state.clock.time(), remedy));
  };
  for (std::size_t w = 0; w < walls.size(); ++w) {
    const Real shift = norm(state.walls[w].x - walls[w].x);
    const Real turn = turn_between(walls[w].q, state.walls[w].q);
    if (shift > kShift * smallest || turn > kTurn)
      refuse_jump("wall \"" + scene.walls[w].name + "\"", shift > kShift * smallest ? shift : turn);
  }
  for (std::size_t k = 0; k < prescribed.size(); ++k) {
    const Index row = state.grains.free + static_cast<Index>(k);
    const Real shift = norm(position(state.grains.place[row]) - position(prescribed[k]));
    if (shift > kShift * smallest)
      refuse_jump(fmt::format("prescribed body {}", state.grains.id[row]), shift);
  }
}

}  // namespace scree
