#include "scree/control/expected_speed.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/control/motion.h"
#include "scree/detect/wall_search.h"
#include "scree/formula/motion_formula.h"
#include "scree/state/edit.h"

namespace scree {
namespace {

/// Largest speeds of one motion.
struct Rates {
  Real straight = 0;  // [m/s]
  Real turn = 0;      // [rad/s]
};

/// Looks at a formula in this many instants, and a few times at every body.
constexpr Index kSamples = 4096, kSamplesPerBody = 4;

/// Part of a whole that never falls into step with anything periodic: multiples of the golden
/// ratio, modulo one.
Real golden(Index k) {
  const Real x = 0.6180339887498949 * static_cast<Real>(k);
  return x - std::floor(x);
}

/// The largest speed a formula gives to bodies at these reference places while its clock runs from
/// `from` to `to`. Instants at which it has no finite rate do not count.
Real formula_speed(const Motion& m, const std::vector<Vec3>& places, Real from, Real to) {
  MotionFormula formula(m.formula, m.constants);
  std::vector<Real> weights(formula.weights());
  const Index bodies = formula.uses_position() ? static_cast<Index>(places.size()) : 1;
  Real most = 0;
  for (Index k = 0; k < kSamples + kSamplesPerBody * bodies && bodies > 0; ++k) {
    const Vec3 place = formula.uses_position() ? places[k % bodies] : Vec3{0, 0, 0};
    formula.set_time(from + golden(k) * (to - from), true);
    formula.weigh(place, weights.data());
    Vec3 x{0, 0, 0}, v{0, 0, 0};
    formula.add(weights.data(), place, x, v);
    if (std::isfinite(norm(v))) most = std::max(most, norm(v));
  }
  return most;
}

Rates table_rates(const std::vector<MotionRow>& rows) {
  Rates r;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const Real span = rows[k].t - rows[k - 1].t;
    if (!(span > 0)) continue;
    r.straight = std::max(r.straight, norm(rows[k].x - rows[k - 1].x) / span);
    r.turn = std::max(r.turn, std::fabs(rows[k].angle - rows[k - 1].angle) / span);
  }
  return r;
}

Rates rates_of(const Motion& m, const std::vector<Vec3>& places, Real from, Real to) {
  const Real swings = 2 * kPi * m.frequency * m.amplitude;
  switch (m.kind) {
    case MotionKind::kTranslate:
      return {norm(m.velocity), 0};
    case MotionKind::kRotate:
      return {0, std::fabs(m.rate)};
    case MotionKind::kOscillate:
      return {swings, 0};
    case MotionKind::kSwing:
      return {0, swings};
    case MotionKind::kTable:
      return table_rates(m.rows);
    case MotionKind::kBelt:
      return {norm(m.velocity), std::fabs(m.rate)};
    case MotionKind::kServo:
      return {m.max_speed, 0};
    case MotionKind::kExpression:
      return {formula_speed(m, places, from, to), 0};
  }
  return {};
}

/// The motions of a wall or of prescribed bodies, each with its rates.
struct Mover {
  const std::vector<Motion>& motions;
  std::vector<Rates> rates;

  Mover(const Case& c, const std::vector<Motion>& all, const std::vector<Vec3>& places,
        std::span<const MotionMemory> memory)
      : motions(all) {
    for (std::size_t k = 0; k < motions.size(); ++k) {
      Real on = 0;
      for (std::size_t p = static_cast<std::size_t>(first_phase(c)); p < c.phases.size(); ++p)
        if (active_in(c, motions[k].phases, static_cast<int>(p)))
          on += c.phases[p].duration ? *c.phases[p].duration : c.phases[p].until->at_most;
      const Real from = memory[k].clock;
      rates.push_back(rates_of(motions[k], places, from, from + on));
    }
  }

  /// Calls look(k) for the motions that run in phase p.
  template <class Look>
  void for_each(const Case& c, std::size_t p, Look&& look) const {
    for (std::size_t k = 0; k < motions.size(); ++k)
      if (active_in(c, motions[k].phases, static_cast<int>(p))) look(k);
  }
};

/// Does turning about the axis of this motion carry the wall into itself?
bool turns_into_itself(const Wall& wall, const Motion& m) {
  Motion turn;
  turn.kind = MotionKind::kRotate;
  turn.axis = m.axis, turn.center = m.center, turn.rate = 1;
  const MotionMemory after_a_second{.clock = 1};
  const Pose pose = pose_of({turn}, {&after_a_second, 1}, {1});
  WallState s;
  s.x = pose.x, s.q = pose.q;
  return wall_shift(wall, s) == 0;
}

/// How fast the motions of phase p carry a wall along: a bound, as that of the neighbour lists.
Real wall_speed(const Case& c, const Wall& wall, const Mover& mover, std::size_t p) {
  Real sum = 0;
  int moving = 0;
  bool symmetric = false;
  mover.for_each(c, p, [&](std::size_t k) {
    const Motion& m = mover.motions[k];
    const Rates& r = mover.rates[k];
    if (m.kind == MotionKind::kBelt || (r.straight == 0 && r.turn == 0)) return;
    sum += r.straight + r.turn * (wall.lever + norm(m.center));
    symmetric = ++moving == 1 && r.straight == 0 && turns_into_itself(wall, m);
  });
  return symmetric ? 0 : sum;
}

/// The same for prescribed bodies with these reference places.
Real group_speed(const Case& c, const std::vector<Vec3>& places, const Mover& mover,
                 std::size_t p) {
  Real sum = 0;
  mover.for_each(c, p, [&](std::size_t k) {
    const Motion& m = mover.motions[k];
    Real lever = 0;
    for (const Vec3 x : places)
      lever = std::max(lever, norm(cross(normalized(m.axis), x - m.center)));
    sum += mover.rates[k].straight + mover.rates[k].turn * lever;
  });
  return sum;
}

/// Twice the energy per mass that a fall through the domain can give [m^2/s^2].
Real fall(const Case& c, Vec3 g, bool turns) {
  const Vec3 size = c.domain.hi - c.domain.lo;
  Vec3 deep{0, 0, 0};
  for (int k = 0; k < 3; ++k)
    if (!c.domain.periodic[k]) at(deep, k) = at(size, k);
  if (turns) return 2 * norm(g) * norm(deep);
  return 2 * (std::fabs(g.x) * deep.x + std::fabs(g.y) * deep.y + std::fabs(g.z) * deep.z);
}

/// What a fall in this gravity can give. Oscillation shakes a grain to a / (pi f) at most.
Real fall_speed(const Case& c, const GravityOptions& g) {
  Real energy = g.rows.empty() ? fall(c, g.vector, g.rate != 0) : 0;
  for (const GravityRow& row : g.rows) energy = std::max(energy, fall(c, row.g, g.rate != 0));
  Real speed = std::sqrt(energy);
  for (const Oscillation& o : g.oscillation) {
    const Real through = std::sqrt(fall(c, o.amplitude, false));
    speed += o.frequency > 0 ? std::min(through, norm(o.amplitude) / (kPi * o.frequency)) : through;
  }
  return speed;
}

}  // namespace

ExpectedSpeeds expected_speeds(const Case& c, const Scene& scene, const State& state) {
  ExpectedSpeeds v;
  const Grains& g = state.grains;
  for (const Motion8& m : g.motion) v.grains = std::max(v.grains, norm(m.v));
  for (const EmitterOptions& e : c.emitters) v.grains = std::max(v.grains, norm(e.velocity));
  std::vector<std::vector<Vec3>> places(c.bodies.size());
  for (Index r = g.free; r < g.size(); ++r)
    places[static_cast<std::size_t>(g.group[r])].push_back(g.origin[r]);
  std::vector<MotionMemory> motions;
  const MotionRows rows = add_motions(c, motions);
  if (state.controls.motions.size() == motions.size()) motions = state.controls.motions;
  const Real reach = 0.5 * norm(c.domain.hi - c.domain.lo);
  const auto take = [&](const Mover& mover, const auto& carried) {
    for (std::size_t p = static_cast<std::size_t>(first_phase(c)); p < c.phases.size(); ++p) {
      Real sum = 0;
      mover.for_each(c, p, [&](std::size_t k) {
        sum += mover.rates[k].straight + mover.rates[k].turn * reach;
      });
      v.grains = std::max(v.grains, sum);
      v.surfaces = std::max(v.surfaces, carried(mover, p));
    }
  };
  for (std::size_t w = 0; w < c.walls.size(); ++w)
    take(Mover(c, c.walls[w].motion, {}, rows.walls[w].of(motions)),
         [&](const Mover& m, std::size_t p) {
           return scene.walls[w].part ? 0 : wall_speed(c, scene.walls[w], m, p);
         });
  for (std::size_t b = 0; b < c.bodies.size(); ++b)
    take(Mover(c, c.bodies[b].motion, places[b], rows.bodies[b].of(motions)),
         [&](const Mover& m, std::size_t p) { return group_speed(c, places[b], m, p); });
  for (std::size_t p = static_cast<std::size_t>(first_phase(c)); p < c.phases.size(); ++p)
    v.grains =
        std::max(v.grains, fall_speed(c, c.phases[p].gravity ? *c.phases[p].gravity : c.gravity));
  return v;
}

}  // namespace scree
