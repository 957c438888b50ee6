#include "scree/step/nonsmooth/half_step.h"

#include "scree/base/parallel.h"
#include "scree/step/common/loads.h"
#include "scree/step/nonsmooth/contact_rows.h"
#include "scree/step/nonsmooth/rigid_bodies.h"

namespace scree {
namespace {

/// What contacts gave in the last step to bodies without joints [N s].
std::vector<Vec3> impulses_on_bodies(const Scene& scene, const State& state,
                                     const std::vector<JointRow>& joints, Real dt,
                                     const ContactProblem& problem) {
  std::vector<Vec3> out(problem.mobile(), Vec3{0, 0, 0});
  for (const ContactRows& c : problem.contacts) {
    const ImpulseMemory m = kept_impulse(state, c);
    if (!(m.p_n > 0)) continue;
    const Real pull = scene.law.pull_off.empty() ? 0 : scene.law.pull_off[c.law] * dt;
    const Vec3 on_i = m.p_t - (m.p_n - pull) * c.n;
    if (c.i < problem.mobile()) out[c.i] += on_i;
    if (c.j < problem.mobile()) out[c.j] -= on_i;
  }
  for (const JointRow& r : joints)
    for (const Index b : {r.a, r.b})
      if (b < problem.mobile()) out[b] = {0, 0, 0};
  return out;
}

template <class Body>
void for_bodies(const ContactProblem& problem, Body&& body) {
  for_chunks(problem.mobile(), [&](Index, Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      if (problem.bodies[b].inv_mass > 0) body(b);
  });
}

/// Half a step of all that acts on a body, `outer` being that of gravity and loads. What its
/// contacts gave to it when it landed, or under a blow, says nothing of what comes: no more than
/// the outer one, and nothing against it.
Vec3 half_step_of(Vec3 outer, Vec3 contacts) {
  const Vec3 all = outer + contacts;
  if (!(dot(all, outer) > 0)) return {0, 0, 0};
  return norm2(all) > norm2(outer) ? (norm(outer) / norm(all)) * all : all;
}

}  // namespace

void HalfStep::forward(const Scene& scene, const State& state, const std::vector<JointRow>& joints,
                       Real dt, ContactProblem& problem) {
  const bool loads = loaded(state);
  const std::vector<Motion8> start = problem.bodies;
  half_ = 0.5 * dt * state.gravity;
  kick(problem, half_);
  if (loads) kick_by_loads(scene, state, 0.5 * dt, problem, kicks_);
  const std::vector<Vec3> held = impulses_on_bodies(scene, state, joints, dt, problem);
  kept_.assign(held.size(), Vec3{0, 0, 0});
  for_bodies(problem, [&](Index b) {
    if (!(norm2(held[b]) > 0)) return;
    Motion8& m = problem.bodies[b];
    const Vec3 outer = m.v - start[b].v;
    kept_[b] = half_step_of(outer, 0.5 * m.inv_mass * held[b]) - outer;
    m.v += kept_[b];
  });
}

void HalfStep::back(const State& state, ContactProblem& problem) const {
  for_bodies(problem, [&](Index b) { problem.bodies[b].v -= kept_[b]; });
  if (loaded(state)) take_kicks_back(kicks_, problem);
  kick(problem, -half_);
}

void HalfStep::book(const std::vector<Motion8>& start, const ContactProblem& problem,
                    State& state) const {
  if (loaded(state)) book_kicks(start, kicks_, problem, state);
  state.ledger.gravity -= reduce_chunks<Total>(problem.mobile(), [&](Index begin, Index end) {
                            Total t;
                            for (Index b = begin; b < end; ++b)
                              if (const Motion8& m = problem.bodies[b]; m.inv_mass > 0)
                                t.v += dot(kept_[b], m.v - start[b].v) / m.inv_mass;
                            return t;
                          }).v;
}

}  // namespace scree
