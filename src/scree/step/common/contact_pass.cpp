#include "scree/step/common/contact_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/text.h"
#include "scree/detect/wall_search.h"
#include "scree/step/common/bridges.h"
#include "scree/step/common/stiffer.h"

namespace scree {
namespace {

/// Are the two spheres of a trouble at one place?
bool at_one_place(const Grains& g, const ContactTrouble& t) {
  return t.part < 0 && t.j >= 0 && t.overlap > (1 - kSamePlace) * (g.place[t.i].r + g.place[t.j].r);
}

std::string describe(const Scene& scene, const State& state, const ContactTrouble& t, Real dt) {
  const Grains& g = state.grains;
  const std::string other = t.j >= 0 ? fmt::format("body {}", g.id[t.j])
                                     : fmt::format("wall \"{}\"", scene.walls[t.wall].name);
  if (t.part >= 0)
    return fmt::format(
        "overlap of part \"{}\" with {} is {:.3g} m, {:.3g} of its size (limit {:.3g}), closing at "
        "{:.3g} m/s, at time {:.6g} s. Move them apart if they overlap at the start, use a smaller "
        "time step (now {:.3g} s), or raise run.overlap_limit.",
        scene.walls[t.part].name, other, t.overlap, t.overlap / t.radius, scene.overlap_limit,
        t.speed, rounded_time(state.clock.time(), dt), dt);
  if (at_one_place(g, t))
    return fmt::format(
        "body {} and body {} are at one place, ({:.4g}, {:.4g}, {:.4g}), at time {:.6g} s: there "
        "is "
        "no direction in which they could push each other. Move them apart if they start like "
        "that, use stiffer grains, a smaller time step (now {:.3g} s), or lower run.overlap_limit "
        "(now {:.3g}).",
        std::min(g.id[t.i], g.id[t.j]), std::max(g.id[t.i], g.id[t.j]), g.place[t.i].x,
        g.place[t.i].y, g.place[t.i].z, rounded_time(state.clock.time(), dt), dt,
        scene.overlap_limit);
  return fmt::format(
      "overlap of body {} with {} is {:.3g} m, {:.3g} of the radius (limit {:.3g}), closing at "
      "{:.3g} m/s, at time {:.6g} s, position ({:.4g}, {:.4g}, {:.4g}). Use {}, a smaller time "
      "step (now {:.3g} s), or raise run.overlap_limit.",
      g.id[t.i], other, t.overlap, t.overlap / t.radius, scene.overlap_limit, t.speed,
      rounded_time(state.clock.time(), dt), g.place[t.i].x, g.place[t.i].y, g.place[t.i].z,
      stiffness_offer(scene, state, t), dt);
}

void book(Ledger& ledger, const ForcePass& pass) {
  add(ledger, pass.loss);
  ledger.prescribed += pass.prescribed_work;
}

}  // namespace

void contact_forces(const Scene& scene, State& state, Real dt, ContactWork& work,
                    const FinishRows& finish) {
  find_wall_contacts(scene, state, work.lists, work.gone);  // 3  wall contacts
  state.ledger.released += energy_left(scene, state, work.gone);
  work.times->mark(Stage::kWallSearch);
  ForceSums& sums = work.sums;
  sums.rows.resize(state.grains.size() + work.lists.stand_in_row.size());  // grains, then stand-ins
  if (loaded(state)) add_loads(state.grains, sums);
  ForcePass walls = wall_forces(scene, state, dt, sums);  // 4  grain-wall
  work.times->mark(Stage::kWallForces);
  ForcePass pairs = pair_forces(scene, state, work.lists, dt, sums, finish);  // 5  grain-grain
  book(state.ledger, pairs);
  book(state.ledger, walls);
  work.pair_bridges = std::move(pairs.bridges);
  work.wall_bridges = std::move(walls.bridges);
  work.trouble = pairs.trouble.found ? pairs.trouble : walls.trouble;
  work.deepest = std::max(pairs.deepest, walls.deepest);
  work.times->mark(Stage::kPairForces);
}

StepReport overlap_trouble(const Scene& scene, const State& state, Real dt,
                           const ContactTrouble& trouble) {
  return {Trouble::kOverlap, describe(scene, state, trouble, dt), false};
}

StepReport contact_trouble(const Scene& scene, const State& state, Real dt,
                           const ContactWork& work) {
  StepReport report;
  if (work.trouble.found) report = overlap_trouble(scene, state, dt, work.trouble);
  report.deepest = work.deepest;
  return report;
}

void settle_bridges(const Scene& scene, State& state, Real dt, ContactWork& work) {
  if (!scene.law.wet()) return;
  apply_gone(scene, state, work.gone);
  apply_torn(scene, state, work.lists.torn, dt);
  work.lists.torn.clear();
  apply_pair_bridges(scene, state, work.pair_bridges, dt);
  apply_wall_bridges(scene, state, work.wall_bridges, dt);
}

void set_too_fast(const Scene& scene, const State& state, Real dt, const FastBody& body,
                  StepReport& report) {
  const Grains& g = state.grains;
  const Place& p = g.place[body.row];
  const std::string other = body.other >= 0
                                ? fmt::format("body {}", g.id[body.other])
                                : fmt::format("wall \"{}\"", scene.walls[body.wall].name);
  report.trouble = Trouble::kTooFast;
  report.message = fmt::format(
      "body {} meets {} too fast: at {:.4g} m/s it moves {:.3g} radii (of {:.3g} m) "
      "in a step, and could pass without being felt, at time {:.6g} s, position "
      "({:.4g}, {:.4g}, {:.4g}). Use a time step of at most {:.2g} s (now {:.3g} "
      "s).",
      g.id[body.row], other, body.speed, body.speed * dt / body.radius, body.radius,
      rounded_time(state.clock.time(), dt), p.x, p.y, p.z,
      kComfortablePerStep * body.radius / body.speed, dt);
}

StepReport not_finite(const State& state) {
  const Grains& g = state.grains;
  for (Index r = 0; r < g.size(); ++r) {
    const Place& p = g.place[r];
    if (!std::isfinite(p.x + p.y + p.z))
      return {Trouble::kNotFinite,
              fmt::format(
                  "position of body {} is not finite at time {:.6g} s: use a smaller time step.",
                  g.id[r], state.clock.time()),
              false};
  }
  return {Trouble::kNotFinite, "a position is not finite", false};
}

}  // namespace scree
