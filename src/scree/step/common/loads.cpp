#include "scree/step/common/loads.h"

#include "scree/base/parallel.h"

namespace scree {
namespace {

Load8 pushing(const Load& l) { return {l.force, l.torque, {0, 0}}; }
Load8 dragging(const Load& l, Vec3 v, Vec3 w) {
  return {l.drag - l.damping * v, l.turn_drag - l.turn_damping * w, {0, 0}};
}
Load8 mean(const Load8& a, const Load8& b) {
  return {0.5 * (a.force + b.force), 0.5 * (a.torque + b.torque), {0, 0}};
}
Real power(const Load8& l, Vec3 v, Vec3 w) { return dot(l.force, v) + dot(l.torque, w); }
LoadPower power(const Load8& push, const Load8& drag, Vec3 v, Vec3 w) {
  return {power(push, v, w), -power(drag, v, w)};
}

/// What the predicted velocity misses, which knows the loads of the last instant only.
struct Missing {
  Vec3 force, torque;
  Missing(const Load& l, const Load8& pushed, const Load8& dragged, const Load8& at_predicted)
      : force((l.force - pushed.force) + (at_predicted.force - dragged.force)),
        torque((l.torque - pushed.torque) + (at_predicted.torque - dragged.torque)) {}
};

/// R diag(1/(I + extra)) R^T t.
Vec3 turned(Quat q, Vec3 inertia, Real extra, Vec3 t) {
  const Vec3 l = rotate_back(q, t);
  return rotate(
      q, Vec3{l.x / (inertia.x + extra), l.y / (inertia.y + extra), l.z / (inertia.z + extra)});
}

void take(const Load& l, const Load8& drag, std::size_t k, Load8& pushed, Load8& dragged,
          LoadWork& work) {
  const Load8 push = pushing(l);
  work.push[k] = mean(pushed, push), work.drag[k] = mean(dragged, drag);
  pushed = push, dragged = drag;
}

LoadPower meet_single(Grains& g, Index r, Real dt, LoadWork& work) {
  const Load& l = g.load[r];
  const Motion8& m = g.motion[r];
  const Accel8& a = g.accel[r];
  const Missing f(l, g.pushed[r], g.dragged[r], dragging(l, m.v, m.w));
  const Real slow = 0.5 * dt * m.inv_mass, turn = 0.5 * dt * m.inv_inertia;
  const Vec3 v = m.v + slow / (1 + slow * l.damping) * f.force;
  const Vec3 w = m.w + turn / (1 + turn * l.turn_damping) * f.torque;
  const auto k = static_cast<std::size_t>(r);
  take(l, dragging(l, v, w), k, g.pushed[r], g.dragged[r], work);
  return power(work.push[k], work.drag[k], m.v - dt * a.a, m.w - dt * a.alpha);
}

LoadPower meet_rigid(RigidBodies& c, Index b, std::size_t k, Real dt, LoadWork& work) {
  const Load& l = c.load[b];
  const Missing f(l, c.pushed[b], c.dragged[b], dragging(l, c.v[b], c.w[b]));
  const Real slow = 0.5 * dt * c.inv_mass[b];
  const Vec3 v = c.v[b] + slow / (1 + slow * l.damping) * f.force;
  const Vec3 w =
      c.w[b] + 0.5 * dt * turned(c.q[b], c.inertia[b], 0.5 * dt * l.turn_damping, f.torque);
  take(l, dragging(l, v, w), k, c.pushed[b], c.dragged[b], work);
  return power(work.push[k], work.drag[k], work.v[b], work.w[b]);
}

/// Sum over single bodies and rigid ones; `rigid` is called with the row and its place in LoadWork.
template <class Single, class Rigid>
LoadPower sum_over(const State& state, const Single& single, const Rigid& rigid) {
  LoadPower sum = reduce_chunks<LoadPower>(state.grains.singles, [&](Index begin, Index end) {
    LoadPower part;
    for (Index r = begin; r < end; ++r) part += single(r);
    return part;
  });
  const auto first = static_cast<std::size_t>(state.grains.singles);
  for (Index b = 0; b < state.bodies.size(); ++b)
    if (state.bodies.active[b]) sum += rigid(b, first + static_cast<std::size_t>(b));
  return sum;
}

void book(const LoadPower& power, Real time, Ledger& ledger) {
  ledger.applied += time * power.applied;
  ledger.drag += time * power.drag;
}

}  // namespace

void remember_motion(const State& state, LoadWork& work) {
  work.v = state.bodies.v, work.w = state.bodies.w;
}

void meet_loads(State& state, Real dt, LoadWork& work) {
  const std::size_t n = static_cast<std::size_t>(state.grains.singles) + state.bodies.x.size();
  work.push.resize(n), work.drag.resize(n);
  book(sum_over(
           state, [&](Index r) { return meet_single(state.grains, r, dt, work); },
           [&](Index b, std::size_t k) { return meet_rigid(state.bodies, b, k, dt, work); }),
       0.5 * dt, state.ledger);
}

void book_loads(State& state, Real dt, const LoadWork& work) {
  const Grains& g = state.grains;
  const RigidBodies& c = state.bodies;
  book(sum_over(
           state,
           [&](Index r) {
             const auto k = static_cast<std::size_t>(r);
             return power(work.push[k], work.drag[k], g.motion[r].v, g.motion[r].w);
           },
           [&](Index b, std::size_t k) {
             return power(work.push[k], work.drag[k], c.v[b], c.w[b]);
           }),
       0.5 * dt, state.ledger);
}

void loads_now(State& state) {
  Grains& g = state.grains;
  for_chunks(g.singles, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      g.pushed[r] = pushing(g.load[r]);
      g.dragged[r] = dragging(g.load[r], g.motion[r].v, g.motion[r].w);
    }
  });
  RigidBodies& c = state.bodies;
  for (Index b = 0; b < c.size(); ++b) {
    c.pushed[b] = pushing(c.load[b]);
    c.dragged[b] = dragging(c.load[b], c.v[b], c.w[b]);
  }
}

LoadPower load_power(const State& state) {
  const Grains& g = state.grains;
  const RigidBodies& c = state.bodies;
  return sum_over(
      state,
      [&](Index r) { return power(g.pushed[r], g.dragged[r], g.motion[r].v, g.motion[r].w); },
      [&](Index b, std::size_t) { return power(c.pushed[b], c.dragged[b], c.v[b], c.w[b]); });
}

void book_mean(const LoadPower& then, const LoadPower& now, Real time, Ledger& ledger) {
  LoadPower sum = then;
  book(sum += now, 0.5 * time, ledger);
}

void add_loads(const Grains& g, ForceSums& sums) {
  for_chunks(g.singles, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      ForceSum& sum = sums.rows[r];
      sum.force += g.pushed[r].force + g.dragged[r].force;
      sum.torque += g.pushed[r].torque + g.dragged[r].torque;
    }
  });
}

}  // namespace scree
