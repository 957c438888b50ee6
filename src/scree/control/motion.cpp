#include "scree/control/motion.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

struct Straight {
  Vec3 x{0, 0, 0}, v{0, 0, 0};
};
struct Turn {
  Real angle = 0, rate = 0;
};

/// Rows of a table around t: weight of the later one, and the slope's time span.
template <class Row>
struct Between {
  const Row* a;
  const Row* b;
  Real part, span;

  Between(const std::vector<Row>& rows, Real t) {
    const auto later = std::upper_bound(rows.begin(), rows.end(), t,
                                        [](Real time, const Row& r) { return time < r.t; });
    const bool inside = later != rows.begin() && later != rows.end();
    b = later == rows.end() ? &rows.back() : &*later;
    a = inside ? b - 1 : b;
    span = inside ? b->t - a->t : 0;
    part = inside ? (t - a->t) / span : 0;
  }
};

Straight straight_part(const Motion& m, const MotionMemory& memory, bool on) {
  Straight s;
  if (m.kind == MotionKind::kTranslate) {
    s = {memory.clock * m.velocity, m.velocity};
  } else if (m.kind == MotionKind::kOscillate) {
    const Real w = 2 * kPi * m.frequency, arg = w * memory.clock + m.phase;
    s = {m.amplitude * (std::sin(arg) - std::sin(m.phase)) * m.direction,
         m.amplitude * w * std::cos(arg) * m.direction};
  } else if (m.kind == MotionKind::kServo) {
    s = {memory.servo * m.direction, memory.speed * m.direction};
  } else if (m.kind == MotionKind::kTable && !m.rows.empty()) {
    const Between<MotionRow> r(m.rows, memory.clock);
    s.x = r.a->x + r.part * (r.b->x - r.a->x);
    if (r.span > 0) s.v = (r.b->x - r.a->x) / r.span;
  }
  if (!on) s.v = {0, 0, 0};
  return s;
}

Turn turn_part(const Motion& m, const MotionMemory& memory, bool on) {
  Turn t;
  if (m.kind == MotionKind::kRotate) {
    t = {m.rate * memory.clock, m.rate};
  } else if (m.kind == MotionKind::kSwing) {
    const Real w = 2 * kPi * m.frequency, arg = w * memory.clock + m.phase;
    t = {m.amplitude * (std::sin(arg) - std::sin(m.phase)), m.amplitude * w * std::cos(arg)};
  } else if (m.kind == MotionKind::kTable && !m.rows.empty()) {
    const Between<MotionRow> r(m.rows, memory.clock);
    t.angle = r.a->angle + r.part * (r.b->angle - r.a->angle);
    if (r.span > 0) t.rate = (r.b->angle - r.a->angle) / r.span;
  }
  if (!on) t.rate = 0;
  return t;
}

}  // namespace

MotionRows add_motions(const Case& c, std::vector<MotionMemory>& motions) {
  MotionRows rows;
  for (const WallOptions& w : c.walls) rows.walls.push_back(add_rows(motions, w.motion.size()));
  for (const BodiesOptions& b : c.bodies) rows.bodies.push_back(add_rows(motions, b.motion.size()));
  return rows;
}

Pose pose_of(const std::vector<Motion>& motions, std::span<const MotionMemory> memory,
             const std::vector<char>& on) {
  Pose p;
  for (std::size_t k = motions.size(); k-- > 0;) {
    const Turn t = turn_part(motions[k], memory[k], on[k]);
    if (t.angle == 0 && t.rate == 0) continue;
    const Vec3 axis = normalized(motions[k].axis), c = motions[k].center;
    const Quat q = rotation(t.angle * axis);
    p.x = c + rotate(q, p.x - c);
    p.v = rotate(q, p.v) + cross(t.rate * axis, p.x - c);
    p.q = q * p.q;
    p.w = rotate(q, p.w) + t.rate * axis;
  }
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const Straight s = straight_part(motions[k], memory[k], on[k]);
    p.x += s.x;
    p.v += s.v;
  }
  for (std::size_t k = 0; k < motions.size(); ++k) {
    if (motions[k].kind != MotionKind::kBelt || !on[k]) continue;
    p.belt_v += motions[k].velocity;
    if (motions[k].rate == 0) continue;
    p.belt_w = motions[k].rate * normalized(motions[k].axis);
    p.belt_x = p.x + rotate(p.q, motions[k].center);
  }
  return p;
}

void advance_motions(const std::vector<Motion>& motions, const std::vector<char>& on,
                     Vec3 wall_force, Real dt, std::span<MotionMemory> memory) {
  for (std::size_t k = 0; k < motions.size(); ++k) {
    MotionMemory& m = memory[k];
    if (!on[k]) m.speed = 0;  // a servo starts from rest when it is on again
    if (!on[k]) continue;
    m.clock += dt;
    if (motions[k].kind != MotionKind::kServo) continue;
    // The wall presses along its direction with the reaction of what presses on it.
    const Real now = -dot(wall_force, motions[k].direction);
    const Real blend = motions[k].smoothing > 0 ? 1 - std::exp(-dt / motions[k].smoothing) : 1;
    m.measured += blend * (now - m.measured);
    const Real target =
        motions[k].force ? *motions[k].force : motions[k].pressure.value_or(0) * motions[k].area;
    const Real top = motions[k].max_speed;
    const Real missing = target - m.measured;
    if (motions[k].mass)
      m.speed = (m.speed + dt * missing / *motions[k].mass) /
                (1 + dt * motions[k].damping / *motions[k].mass);
    else
      m.speed = motions[k].gain.value_or(0) * missing;
    m.speed = std::clamp(m.speed, -top, top);
    m.servo += m.speed * dt;
  }
}

Vec3 gravity_at(const GravityOptions& g, Real t) {
  Vec3 now = g.vector;
  if (!g.rows.empty()) {
    const Between<GravityRow> r(g.rows, t);
    now = r.a->g + r.part * (r.b->g - r.a->g);
  }
  if (g.rate != 0) now = rotate(rotation(g.rate * t * normalized(g.axis)), now);
  for (const Oscillation& o : g.oscillation)
    now += std::sin(2 * kPi * o.frequency * t + o.phase) * o.amplitude;
  return now;
}

bool gravity_changes(const GravityOptions& g) {
  return g.rows.size() > 1 || g.rate != 0 || !g.oscillation.empty();
}

}  // namespace scree
