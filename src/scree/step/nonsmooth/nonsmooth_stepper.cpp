#include "scree/step/nonsmooth/nonsmooth_stepper.h"

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/detect/wall_search.h"
#include "scree/step/common/contact_pass.h"
#include "scree/step/nonsmooth/books.h"
#include "scree/step/nonsmooth/contact_rows.h"

namespace scree {
namespace {

/// How far two grains may come closer within a step [m].
Real largest_approach(const State& state, Real dt) {
  const Real speed = reduce_chunks<Largest>(state.grains.size(), [&](Index begin, Index end) {
                       Largest v;
                       for (Index r = begin; r < end; ++r) v.take(norm(state.grains.motion[r].v));
                       return v;
                     }).v;
  return 2 * dt * (speed + dt * norm(state.gravity));
}

/// Grains that were hit hit others within the same step; the rest of such a chain goes on in the
/// next one.
constexpr int kImpactRounds = 10;

/// v += dv of all that moves.
void kick(ContactProblem& problem, Index free, Vec3 dv) {
  for (Index r = 0; r < free; ++r)
    if (problem.bodies[r].inv_mass > 0) problem.bodies[r].v += dv;
}

/// x' = x + dt v'. Gaps to walls follow: walls are there already.
void move(State& state, Real dt) {
  Grains& g = state.grains;
  WallTable& t = state.wall_contacts;
  for (Index k = 0; k < t.size(); ++k) t.gap[k] -= dt * dot(g.motion[t.row[k]].v, t.normal[k]);
  for_chunks(g.free, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      Place& p = g.place[r];
      const Vec3 v = g.motion[r].v;
      p.x += dt * v.x, p.y += dt * v.y, p.z += dt * v.z;
    }
  });
}

/// The deepest overlap over the smaller radius, if it is beyond the limit.
StepReport check_overlaps(const Scene& scene, const State& state, const ContactProblem& problem,
                          Real dt) {
  const ContactRows* worst = nullptr;
  Real largest = scene.overlap_limit;
  const auto smaller = [&](const ContactRows& c) {
    const Real r = state.grains.place[c.i].r;
    return c.pair >= 0 ? std::min(r, state.grains.place[state.pairs.j[c.pair]].r) : r;
  };
  for (const ContactRows& c : problem.contacts)
    if (-c.gap > largest * smaller(c)) largest = -c.gap / smaller(c), worst = &c;
  if (!worst) return {};
  ContactTrouble t;
  t.found = true;
  t.i = worst->i, t.j = worst->pair >= 0 ? state.pairs.j[worst->pair] : -1;
  t.wall = worst->wall >= 0 ? state.wall_contacts.wall[worst->wall] : -1;
  t.overlap = -worst->gap, t.radius = smaller(*worst);
  t.speed = -velocity_at(*worst, problem.bodies[worst->i], problem.bodies[worst->j]).normal;
  return overlap_trouble(scene, state, dt, t);
}

}  // namespace

ListUpdate NonsmoothStepper::detect(const Scene& scene, State& state, Real dt) {
  const Real beyond = farthest_beyond_room(state, 0, state.grains.size());
  if (!std::isfinite(beyond)) return ListUpdate::kNotFinite;
  const Real needed = largest_approach(state, dt);
  ListUpdate update = ListUpdate::kRebuilt;
  if (needed > state.lists.reach || needed < 0.1 * state.lists.reach) {
    state.lists.reach = 1.5 * needed;
    rebuild_lists(scene, state, lists_);
  } else {
    update = update_lists(scene, state, lists_, beyond);
  }
  find_wall_contacts(scene, state, lists_, gone_);
  return update;
}

ContactSolveReport NonsmoothStepper::find_impulses(const NonsmoothOptions& o) {
  make_batches(problem_, takes_, batches_);
  const Real load = load_of(problem_, batches_);
  apply_impulses(problem_, batches_);
  const ContactSolveReport report =
      gauss_seidel({static_cast<Index>(o.iterations), o.tolerance, 5}, load, problem_, batches_);
  take_impulses(batches_, problem_);
  problem_.bodies.resize(batches_.spare);
  return report;
}

void NonsmoothStepper::impact(const Scene& scene, State& state, Real dt) {
  const NonsmoothOptions& o = scene.nonsmooth;
  if (!o.impacts) return;
  const Index free = state.grains.free;
  const Real threshold = o.impact_speed.value_or(2 * norm(state.gravity) * dt);
  // Velocities stand half a step behind the positions: bring them there, and back again.
  const Vec3 half = 0.5 * dt * state.gravity;
  kick(problem_, free, half);
  for (int round = 0; round < kImpactRounds && impact_rows(threshold, dt, problem_, takes_);
       ++round) {
    const std::vector<Motion8> before = problem_.bodies;
    state.contact_solve.impact_iterations += find_impulses(o).iterations;
    ++state.contact_solve.impact_stages;
    book_stage(scene, before, problem_, dt, false, state);
  }
  kick(problem_, free, -half);
}

void NonsmoothStepper::pose(const Scene& scene, const State& state, Real dt) {
  step_rows(scene, dt, problem_, takes_);
  if (scene.nonsmooth.warm_start) recall_impulses(state, takes_, problem_);
  kick(problem_, state.grains.free, dt * state.gravity);
}

LocalProblem NonsmoothStepper::next_problem(const Scene& scene, State state, Real dt) {
  detect(scene, state, dt);
  find_contacts(scene, state, dt, problem_);
  impact(scene, state, dt);
  pose(scene, state, dt);
  return local_form(problem_, takes_, scene.planar);
}

void NonsmoothStepper::solve(const Scene& scene, State& state, Real dt) {
  const std::vector<Motion8> before = problem_.bodies;
  pose(scene, state, dt);
  const ContactSolveReport report = find_impulses(scene.nonsmooth);
  ContactBooks& books = state.contact_solve;
  books.iterations += report.iterations;
  books.unconverged += !report.converged;
  books.residual = report.residual;
  book_stage(scene, before, problem_, dt, true, state);
}

StepReport NonsmoothStepper::step(const Scene& scene, State& state, Real dt, Then) {
  const ListUpdate lists = detect(scene, state, dt);  // 1  who may touch
  if (lists == ListUpdate::kNotFinite) return not_finite(state);
  find_contacts(scene, state, dt, problem_);  // 2  gaps and frames
  StepReport report = check_overlaps(scene, state, problem_, dt);
  open_books(state);
  impact(scene, state, dt);  // 3  v+ of the contacts that collide
  solve(scene, state, dt);   // 4  impulses and v' of the step
  book_gravity(problem_.bodies, dt, state);
  for (Index r = 0; r < state.grains.free; ++r) {
    state.grains.accel[r] = {(problem_.bodies[r].v - state.grains.motion[r].v) / dt,
                             (problem_.bodies[r].w - state.grains.motion[r].w) / dt,
                             {0, 0}};
    state.grains.motion[r] = problem_.bodies[r];
  }
  keep_impulses(problem_, state);  // 5  for the next step
  move(state, dt);                 // 6  x' = x + dt v'
  state.time += dt;
  state.dt = dt;
  ++state.step;
  report.rows_moved = lists == ListUpdate::kRebuilt;
  return report;
}

StepReport NonsmoothStepper::prepare(const Scene& scene, State& state) {
  rebuild_lists(scene, state, lists_);
  find_wall_contacts(scene, state, lists_, gone_);
  find_contacts(scene, state, 0, problem_);
  StepReport report = check_overlaps(scene, state, problem_, 0);
  report.rows_moved = true;
  return report;
}

void NonsmoothStepper::relist(const Scene& scene, State& state) {
  rebuild_lists(scene, state, lists_);
}

void NonsmoothStepper::drop_scratch() {
  lists_ = {};
  gone_ = {};
  problem_ = {};
  batches_ = {};
}

}  // namespace scree
