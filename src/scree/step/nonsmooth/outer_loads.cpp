#include "scree/step/nonsmooth/outer_loads.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/step/common/loads.h"
#include "scree/step/nonsmooth/rigid_bodies.h"

namespace scree {
namespace {

const Load& load_of(const State& state, Index body) {
  const Index singles = state.grains.singles;
  return body < singles ? state.grains.load[body] : state.bodies.load[body - singles];
}

/// Calls f(body, load) for the bodies that impulses move.
template <class F>
void for_moved(const State& state, const ContactProblem& problem, const F& f) {
  for_chunks(problem.mobile(), [&](Index, Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      if (problem.bodies[b].inv_mass > 0) f(b, load_of(state, b));
  });
}

/// Spin that an angular impulse gives to a body that is heavier by `extra`.
Vec3 spin_from(const Scene& scene, const State& state, const ContactProblem& problem, Index body,
               Real extra, Vec3 turn) {
  if (problem.has_tensor(body)) {
    const Index k = body - problem.spheres;
    return inverse_tensor(state.bodies.q[k], state.bodies.inertia[k] + Vec3{extra, extra, extra},
                          scene.planar) *
           turn;
  }
  const Real inverse = problem.bodies[body].inv_inertia;
  return inverse / (1 + extra * inverse) * turn;
}

void set_tensors(const Scene& scene, const State& state, Real dt, ContactProblem& problem) {
  const RigidBodies& c = state.bodies;
  for (Index k = 0; k < c.size(); ++k) {
    if (!c.active[k]) continue;
    const Real extra = dt * c.load[k].turn_damping;
    problem.inverse_inertia[k] =
        inverse_tensor(c.q[k], c.inertia[k] + Vec3{extra, extra, extra}, scene.planar);
  }
}

}  // namespace

OuterAcceleration outer_acceleration(const State& state, Real dt) {
  OuterAcceleration most;
  const auto take = [&](const Load& l, Real inverse) {
    const Real slow = inverse / (1 + dt * inverse * l.damping);
    most.pushed = std::max(most.pushed, norm(state.gravity + inverse * l.force));
    most.loads = std::max(most.loads, norm(inverse * l.force + slow * l.drag));
  };
  const Grains& g = state.grains;
  for (Index r = 0; r < g.singles; ++r) take(g.load[r], g.motion[r].inv_mass);
  const RigidBodies& c = state.bodies;
  for (Index k = 0; k < c.size(); ++k)
    if (c.active[k]) take(c.load[k], c.inv_mass[k]);
  return most;
}

void kick_by_loads(const Scene& scene, const State& state, Real time, ContactProblem& problem,
                   LoadKicks& kicks) {
  const auto n = static_cast<std::size_t>(problem.mobile());
  kicks.push.assign(n, Load8{}), kicks.drag.assign(n, Load8{});
  for_moved(state, problem, [&](Index b, const Load& l) {
    Motion8& m = problem.bodies[b];
    const Real slow = time * m.inv_mass / (1 + time * l.damping * m.inv_mass);
    const auto turned = [&](Vec3 t) {
      return spin_from(scene, state, problem, b, time * l.turn_damping, time * t);
    };
    Load8 &push = kicks.push[b], &drag = kicks.drag[b];
    push = {slow * l.force, turned(l.torque), {0, 0}};
    drag = {slow * (l.drag - l.damping * m.v), turned(l.turn_drag - l.turn_damping * m.w), {0, 0}};
    if (scene.planar)
      for (Load8* k : {&push, &drag}) k->force.z = k->torque.x = k->torque.y = 0;
    m.v += push.force + drag.force, m.w += push.torque + drag.torque;
  });
}

void take_kicks_back(const LoadKicks& kicks, ContactProblem& problem) {
  for_chunks(problem.mobile(), [&](Index, Index begin, Index end) {
    for (Index b = begin; b < end; ++b) {
      problem.bodies[b].v -= kicks.push[b].force + kicks.drag[b].force;
      problem.bodies[b].w -= kicks.push[b].torque + kicks.drag[b].torque;
    }
  });
}

void book_kicks(const std::vector<Motion8>& start, const LoadKicks& kicks,
                const ContactProblem& problem, State& state) {
  const RigidBodies& c = state.bodies;
  const LoadPower sum = reduce_chunks<LoadPower>(problem.mobile(), [&](Index begin, Index end) {
    LoadPower part;
    for (Index b = begin; b < end; ++b) {
      const Motion8 &now = problem.bodies[b], &then = start[b];
      if (!(now.inv_mass > 0)) continue;
      const Vec3 p = (now.v - then.v) / now.inv_mass, w = now.w - then.w;
      const Index k = b - problem.spheres;
      const Vec3 turn = problem.has_tensor(b) ? momentum_of(c.q[k], c.inertia[k], w)
                        : now.inv_inertia > 0 ? w / now.inv_inertia
                                              : Vec3{0, 0, 0};
      part.applied += dot(p, kicks.push[b].force) + dot(turn, kicks.push[b].torque);
      part.drag -= dot(p, kicks.drag[b].force) + dot(turn, kicks.drag[b].torque);
    }
    return part;
  });
  state.ledger.applied -= sum.applied;
  state.ledger.drag -= sum.drag;
}

void make_heavier(const Scene& scene, const State& state, Real dt, ContactProblem& problem) {
  for_moved(state, problem, [&](Index b, const Load& l) {
    Motion8& m = problem.bodies[b];
    m.inv_mass = m.inv_mass / (1 + dt * l.damping * m.inv_mass);
    m.inv_inertia = m.inv_inertia / (1 + dt * l.turn_damping * m.inv_inertia);
  });
  set_tensors(scene, state, dt, problem);
}

void make_as_they_are(const Scene& scene, const State& state, ContactProblem& problem) {
  const Grains& g = state.grains;
  for_moved(state, problem, [&](Index b, const Load&) {
    Motion8& m = problem.bodies[b];
    m.inv_mass = b < g.singles ? g.motion[b].inv_mass : state.bodies.inv_mass[b - g.singles];
    m.inv_inertia = b < g.singles ? g.motion[b].inv_inertia : 0;
  });
  set_tensors(scene, state, 0, problem);
}

void push_over_step(const Scene& scene, const State& state, const std::vector<Motion8>& before,
                    Real dt, ContactProblem& problem) {
  for_moved(state, problem, [&](Index b, const Load& l) {
    Motion8& m = problem.bodies[b];
    const Vec3 fallen = before[b].v + dt * state.gravity;
    Vec3 v = dt * m.inv_mass * (l.force + l.drag - l.damping * fallen);
    Vec3 w = problem.spin_from(b, dt * (l.torque + l.turn_drag - l.turn_damping * before[b].w));
    if (scene.planar) v.z = w.x = w.y = 0;
    m.v += v, m.w += w;
  });
}

void book_loads(const std::vector<Motion8>& before, const ContactProblem& problem, Real dt,
                State& state) {
  Grains& g = state.grains;
  RigidBodies& c = state.bodies;
  const LoadPower sum = reduce_chunks<LoadPower>(problem.mobile(), [&](Index begin, Index end) {
    LoadPower part;
    for (Index b = begin; b < end; ++b) {
      const Motion8& m = problem.bodies[b];
      if (!(m.inv_mass > 0)) continue;
      const bool single = b < g.singles;
      const Index k = b - g.singles;
      const Load& l = load_of(state, b);
      Load8& push = single ? g.pushed[b] : c.pushed[k];
      Load8& drag = single ? g.dragged[b] : c.dragged[k];
      push = {l.force, l.torque, {0, 0}};
      drag = {l.drag - l.damping * m.v, l.turn_drag - l.turn_damping * m.w, {0, 0}};
      const Vec3 v = 0.5 * (before[b].v + m.v), w = 0.5 * (before[b].w + m.w);
      part.applied += dot(push.force, v) + dot(push.torque, w);
      part.drag -= dot(drag.force, v) + dot(drag.torque, w);
    }
    return part;
  });
  state.ledger.applied += dt * sum.applied;
  state.ledger.drag += dt * sum.drag;
}

}  // namespace scree
