#include "scree/control/controls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/control/new_walls.h"
#include "scree/state/edit.h"
#include "scree/state/liquid.h"

namespace scree {
namespace {

/// Of this instant.
MassMoments mass_moments(const Scene& scene, const State& state) {
  if constexpr (!kLedger) return {};
  const Grains& g = state.grains;
  const Cell& cell = scene.domain.cell;
  MassMoments total = reduce_chunks<MassMoments>(g.singles, [&](Index begin, Index end) {
    MassMoments sum;
    for (Index r = begin; r < end; ++r) {
      const Vec3 x = position(g.place[r]) + cell.shift(g.image[r]);
      sum.add(1 / g.motion[r].inv_mass, x, g.motion[r].v, g.accel[r].a);
    }
    return sum;
  });
  const RigidBodies& c = state.bodies;
  for (Index k = 0; k < c.size(); ++k)
    if (c.active[k]) total.add(1 / c.inv_mass[k], c.x[k], c.v[k], c.a[k]);
  return total;
}

}  // namespace

Controls::Controls(const Case& c) : case_(c) {
  const MotionRows rows = add_motions(c, fresh_.motions);
  for (std::size_t w = 0; w < c.walls.size(); ++w)
    wall_movers_.push_back(make_mover(c.walls[w].motion, rows.walls[w]));
  for (std::size_t b = 0; b < c.bodies.size(); ++b)
    body_movers_.push_back(make_mover(c.bodies[b].motion, rows.bodies[b]));
  poses_.resize(c.bodies.size());
  fresh_.emitters.resize(c.emitters.size());
  fresh_.outlets.resize(c.outlets.size());
}

void Controls::start(State& state) const {
  state.controls = fresh_;
  state.random.resize(2 * case_.emitters.size());  // sizes and places of each emitter
  for (std::size_t k = 0; k < state.random.size(); ++k)
    state.random[k] = Random{static_cast<std::uint64_t>(case_.run.seed) * 1000003u + k + 1, 0};
}

void Controls::take_memory(const Mover& from, const State& then, const Mover& to,
                           State& now) const {
  const std::span<const MotionMemory> old = from.rows.of(then.controls.motions);
  const std::span<MotionMemory> memory = to.rows.of(now.controls.motions);
  for (std::size_t k = 0; k < std::min(old.size(), memory.size()); ++k) {
    if ((*from.motions)[k].kind != (*to.motions)[k].kind) continue;
    memory[k] = old[k];
    if (case_.run.clocks == Clocks::kRestart) memory[k].clock = 0;
  }
}

void Controls::take_motions(const Controls& from, const State& then, State& now) const {
  for (std::size_t w = 0; w < case_.walls.size(); ++w)
    for (std::size_t o = 0; o < from.case_.walls.size(); ++o)
      if (case_.walls[w].name == from.case_.walls[o].name)
        take_memory(from.wall_movers_[o], then, wall_movers_[w], now);
  std::size_t o = 0;
  for (std::size_t b = 0; b < case_.bodies.size(); ++b) {
    if (!case_.bodies[b].prescribed) continue;
    while (!from.case_.bodies[o].prescribed) ++o;
    take_memory(from.body_movers_[o++], then, body_movers_[b], now);
  }
}

const GravityOptions& Controls::gravity(const State& state) const {
  const PhaseOptions& p = case_.phases[state.phase];
  return p.gravity ? *p.gravity : case_.gravity;
}

Vec3 Controls::gravity_then(const State& state, Real time) const {
  const GravityOptions& options = gravity(state);
  return gravity_changes(options) ? gravity_at(options, time) : state.gravity;
}

Controls::Mover Controls::make_mover(const std::vector<Motion>& motions, SectionRows rows) const {
  Mover m;
  m.motions = &motions;
  m.rows = rows;
  for (int phase = 0; phase < static_cast<int>(case_.phases.size()); ++phase) {
    m.on.emplace_back();
    for (const Motion& one : motions) m.on.back().push_back(active_in(case_, one.phases, phase));
  }
  for (std::size_t k = 0; k < motions.size(); ++k) {
    if (motions[k].kind != MotionKind::kExpression) continue;
    m.formulas.push_back({k, MotionFormula(motions[k].formula, motions[k].constants)});
    m.deforms = m.deforms || m.formulas.back().formula.uses_position();
  }
  return m;
}

bool Controls::enter_phase(const Scene& scene, State& state) const {
  bool changed = false;
  std::vector<Index> come;
  for (std::size_t w = 0; w < case_.walls.size(); ++w) {
    const bool there = active_in(case_, case_.walls[w].phases, static_cast<int>(state.phase));
    if (there && !state.walls[w].present) come.push_back(static_cast<Index>(w));
    changed = changed || there != (state.walls[w].present != 0);
    if (!there && state.walls[w].present)
      state.ledger.removed += wall_spring_energy(scene, state, static_cast<Index>(w)) +
                              end_wall_bridges(scene, state, static_cast<Index>(w));
    state.walls[w].present = there;
    if (scene.walls[w].part) state.bodies.active[scene.walls[w].part->body] = there;
  }
  for (const Index w : come) state.ledger.emitted += met_spring_energy(scene, state, w);
  const Vec3 now = gravity_at(gravity(state), state.clock.time());
  state.ledger.gravity -= dot(now - state.gravity, mass_moments(scene, state).moment);
  state.gravity = now;
  return changed;
}

void Controls::move_one(Mover& mover, Vec3 force, Real dt, State& state, Pose& pose) {
  const std::vector<Motion>& motions = *mover.motions;
  const std::vector<char>& on = mover.on[static_cast<std::size_t>(state.phase)];
  const std::span<MotionMemory> memory = mover.rows.of(state.controls.motions);
  advance_motions(motions, on, force, dt, memory);
  pose = pose_of(motions, memory, on);
  for (Mover::Formula& f : mover.formulas) {
    f.formula.set_time(memory[f.motion].clock, on[f.motion]);
    if (!mover.deforms) f.formula.add(pose.x, pose.v);
  }
}

/// Place factors of the formulas, made anew when rows have moved.
void Controls::weigh_rows(const Grains& g) {
  if (std::equal(g.id.begin() + g.free, g.id.end(), weighed_.begin(), weighed_.end())) return;
  weighed_.assign(g.id.begin() + g.free, g.id.end());
  weights_.clear();
  weight_.clear();
  for (Index r = g.free; r < g.size(); ++r) {
    weight_.push_back(weights_.size());
    const Mover& mover = body_movers_[static_cast<std::size_t>(g.group[r])];
    if (!mover.deforms) continue;
    for (const Mover::Formula& f : mover.formulas) {
      weights_.resize(weights_.size() + f.formula.weights());
      f.formula.weigh(g.origin[r], weights_.data() + weights_.size() - f.formula.weights());
    }
  }
}

void Controls::move_prescribed(const Scene& scene, State& state, Real dt) {
  Grains& g = state.grains;
  for (std::size_t b = 0; b < poses_.size(); ++b)
    if (!case_.bodies[b].motion.empty())
      move_one(body_movers_[b], state.groups[b].force, dt, state, poses_[b]);
  weigh_rows(g);
  for (Index r = g.free; r < g.size(); ++r) {
    const auto group = static_cast<std::size_t>(g.group[r]);
    const Pose& p = poses_[group];
    const Vec3 arm = p.q.w == 1 ? g.origin[r] : rotate(p.q, g.origin[r]);  // most never turn
    Vec3 x = p.x + arm, v = p.v + cross(p.w, arm);
    const Mover& mover = body_movers_[group];
    if (mover.deforms) {
      const Real* weights = weights_.data() + weight_[static_cast<std::size_t>(r - g.free)];
      for (const Mover::Formula& f : mover.formulas) {
        f.formula.add(weights, g.origin[r], x, v);
        weights += f.formula.weights();
      }
    }
    x -= scene.domain.cell.shift(g.image[r]);
    g.place[r] = {x.x, x.y, x.z, g.place[r].r};
    g.motion[r].v = v;
    g.motion[r].w = p.w;
  }
}

/// Names the first formula of which a wall or a prescribed body would get a place or velocity that
/// is not finite.
std::string Controls::formula_not_finite(const State& state, Real dt) const {
  const auto blame = [&](const Mover& mover, Vec3 at, const Origin& entry, const std::string& who) {
    std::string what = "its motions add up to no finite place or velocity";
    for (const Mover::Formula& f : mover.formulas)
      if (const std::string which = f.formula.not_finite(at); !which.empty()) {
        what = fmt::format("motion {}: {}", f.motion + 1, which);
        break;
      }
    return fmt::format(
        "{}:{}: {}, {}, at time {:.6g} s. Write a formula that is finite and smooth "
        "there, or end the motion before.",
        entry.file, entry.line, who, what, state.clock.time() + dt);
  };
  for (std::size_t w = 0; w < case_.walls.size(); ++w) {
    const WallState& s = state.walls[w];
    if (wall_movers_[w].formulas.empty() || std::isfinite(norm2(s.x) + norm2(s.v))) continue;
    return blame(wall_movers_[w], {0, 0, 0}, case_.walls[w].origin,
                 fmt::format("wall \"{}\"", case_.walls[w].name));
  }
  const Grains& g = state.grains;
  for (Index r = g.free; r < g.size(); ++r) {
    const auto group = static_cast<std::size_t>(g.group[r]);
    const Vec3 x = position(g.place[r]), v = g.motion[r].v;
    if (body_movers_[group].formulas.empty() || std::isfinite(norm2(x) + norm2(v))) continue;
    return blame(body_movers_[group], g.origin[r], case_.bodies[group].origin,
                 fmt::format("prescribed body {}", g.id[r]));
  }
  return {};
}

DriveReport Controls::move(const Scene& scene, State& state) {
  const Real dt = state.clock.dt;
  watch_.remember(scene, state);
  if (std::string wrong = advance(scene, state, dt); !wrong.empty())
    return {Told::kNowhere, std::move(wrong)};
  if (std::string fast = watch_.too_fast(case_, scene, state, dt); !fast.empty())
    return {Told::kTooFar, std::move(fast)};
  return {};
}

std::string Controls::advance(const Scene& scene, State& state, Real dt) {
  before_ = state.controls.motions;
  move_all(scene, state, dt);
  const std::string wrong = formula_not_finite(state, dt);
  if (wrong.empty()) {
    turn_gravity(scene, state, dt);
    return {};
  }
  state.controls.motions = before_;
  move_all(scene, state, 0);
  state.controls.motions = before_;
  return wrong;
}

void Controls::move_all(const Scene& scene, State& state, Real dt) {
  for (std::size_t w = 0; w < case_.walls.size(); ++w) {
    if (case_.walls[w].motion.empty()) continue;
    Pose p;
    WallState& s = state.walls[w];
    move_one(wall_movers_[w], s.force, dt, state, p);
    if (!scene.walls[w].part) s.x = p.x, s.q = p.q, s.v = p.v, s.w = p.w;
    s.belt_v = p.belt_v, s.belt_w = p.belt_w, s.belt_x = p.belt_x;
  }
  if (state.grains.free < state.grains.size()) move_prescribed(scene, state, dt);
}

void Controls::turn_gravity(const Scene& scene, State& state, Real dt) const {
  const GravityOptions& options = gravity(state);
  if (!gravity_changes(options)) return;
  const Vec3 now = gravity_at(options, state.clock.time() + dt);
  // Energy -m g.x changes with g, to second order as m x of the middle of the step. The sum over
  // all bodies is made afresh now and then and carried on by its momentum in between.
  MassMoments& sums = state.controls.moments;
  const std::int64_t since = state.clock.step % kFlowInterval;
  if (since == 0) sums = mass_moments(scene, state);
  state.ledger.gravity -=
      dot(now - state.gravity, sums.after((static_cast<Real>(since) + 0.5) * dt));
  state.gravity = now;
}

bool Controls::flow(Scene& scene, State& state) const {
  if (state.clock.step % kFlowInterval != 0) return false;
  bool changed = !case_.outlets.empty() && drain(scene, state);
  for (std::size_t k = 0; k < case_.emitters.size(); ++k)
    changed = pour(scene, state, k, kFlowInterval * state.clock.dt) || changed;
  return changed;
}

bool Controls::drains_through(Face face, const State& state) const {
  for (const OutletOptions& o : case_.outlets)
    if (o.face && *o.face == face && active_in(case_, o.phases, static_cast<int>(state.phase)))
      return true;
  return false;
}

std::string Controls::lost_body(const Scene& scene, const State& state) const {
  const Grains& g = state.grains;
  for (Index r = 0; r < g.free; ++r) {
    const Vec3 x = position(g.place[r]);
    for (int k = 0; k < 3; ++k) {
      if (at(scene.domain.cell.period, k) > 0 || (scene.planar && k == 2)) continue;
      const bool below = at(x, k)<at(scene.domain.lo, k), above = at(x, k)> at(scene.domain.hi, k);
      if (!below && !above) continue;
      if (drains_through(static_cast<Face>(2 * k + above), state)) continue;
      return fmt::format(
          "body {} left the domain through {}{} at ({:.4g}, {:.4g}, {:.4g}), time {:.6g} s. Put a "
          "wall "
          "or an [[outlet]] there, or enlarge the domain.",
          g.id[r], "xyz"[k], below ? "lo" : "hi", x.x, x.y, x.z, state.clock.time());
    }
  }
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    if (!scene.walls[w].part || !state.walls[w].present) continue;
    const Vec3 x = state.walls[w].x;
    for (int k = 0; k < 3; ++k)
      if (at(x, k) < at(scene.domain.lo, k) || at(x, k) > at(scene.domain.hi, k))
        return fmt::format(
            "part \"{}\" left the domain at ({:.4g}, {:.4g}, {:.4g}), time {:.6g} s. Hold it by a "
            "joint, put a wall there, or enlarge the domain.",
            scene.walls[w].name, x.x, x.y, x.z, state.clock.time());
  }
  return {};
}

std::vector<FlowCount> Controls::emitted(const State& state) const {
  std::vector<FlowCount> out;
  for (std::size_t k = 0; k < case_.emitters.size(); ++k) {
    const EmitterMemory& m = state.controls.emitters[k];
    out.push_back({case_.emitters[k].name, std::lround(m.number), m.mass, std::lround(m.blocked)});
  }
  return out;
}

std::vector<FlowCount> Controls::removed(const State& state) const {
  std::vector<FlowCount> out;
  for (std::size_t k = 0; k < case_.outlets.size(); ++k) {
    const OutletMemory& m = state.controls.outlets[k];
    out.push_back({case_.outlets[k].name, std::lround(m.number), m.mass, 0});
  }
  return out;
}

}  // namespace scree
