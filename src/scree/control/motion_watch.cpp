#include "scree/control/motion_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "scree/detect/fast_bodies.h"
#include "scree/detect/wall_search.h"
#include "scree/state/edit.h"

namespace scree {
namespace {

std::string describe(const std::string& who, Real shift, Real radius, Real time, Real dt) {
  const Real speed = shift / dt;
  return fmt::format(
      "{} moves too fast: at {:.4g} m/s it goes {:.3g} of the smallest radius ({:.3g} m) in a "
      "step, "
      "and could pass grains without being felt, at time {:.6g} s. Use a time step of at most "
      "{:.2g} s (now {:.3g} s), or move it more slowly.",
      who, speed, shift / radius, radius, time, kComfortablePerStep * radius / speed, dt);
}

}  // namespace

void MotionWatch::remember(const Scene& scene, const State& state) {
  const Grains& g = state.grains;
  if (ids_ != state.next_id || rows_ != g.size()) {
    smallest_ = std::numeric_limits<Real>::infinity();
    for (const Place& p : g.place) smallest_ = std::min(smallest_, p.r);
    ids_ = state.next_id, rows_ = g.size();
  }
  wall_x_.resize(scene.walls.size());
  wall_q_.resize(scene.walls.size());
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    wall_x_[w] = state.walls[w].x, wall_q_[w] = state.walls[w].q;
  grain_x_.resize(g.size() - g.free);
  for (Index r = g.free; r < g.size(); ++r) grain_x_[r - g.free] = position(g.place[r]);
}

std::string MotionWatch::fast_wall(const Scene& scene, const State& state, Real dt) const {
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    if (scene.walls[w].part || !state.walls[w].present) continue;
    WallState step = state.walls[w];
    step.listed_x = wall_x_[w], step.listed_q = wall_q_[w];
    const Real shift = wall_shift(scene.walls[w], step);
    if (shift > kFarthestPerStep * smallest_)
      return describe(fmt::format("wall \"{}\"", scene.walls[w].name), shift, smallest_,
                      state.clock.time(), dt);
  }
  return {};
}

std::string MotionWatch::fast_group(const Case& c, const State& state, Real dt) const {
  const Grains& g = state.grains;
  const Real most = kFarthestPerStep * smallest_;
  for (Index r = g.free; r < g.size(); ++r) {
    const Real shift2 = norm2(position(g.place[r]) - grain_x_[r - g.free]);
    if (!(shift2 > most * most)) continue;
    const auto entry = static_cast<std::size_t>(g.group[r]);
    const std::string& label = c.bodies[entry].label;
    const std::string who =
        label.empty() ? fmt::format("prescribed body {} ([[bodies]] number {})", g.id[r], entry + 1)
                      : fmt::format("prescribed body {} (\"{}\")", g.id[r], label);
    return describe(who, std::sqrt(shift2), smallest_, state.clock.time(), dt);
  }
  return {};
}

std::string MotionWatch::too_fast(const Case& c, const Scene& scene, const State& state,
                                  Real dt) const {
  const std::string wall = fast_wall(scene, state, dt);
  return wall.empty() ? fast_group(c, state, dt) : wall;
}

}  // namespace scree
