#include "scree/step/nonsmooth/nonsmooth_stepper.h"

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/detect/part_search.h"
#include "scree/detect/wall_search.h"
#include "scree/step/common/contact_pass.h"
#include "scree/step/nonsmooth/books.h"
#include "scree/step/nonsmooth/contact_rows.h"
#include "scree/step/nonsmooth/rigid_bodies.h"

namespace scree {
namespace {

/// The largest of a number of each grain, but for single ones that do not move.
template <class Of>
Real largest_of_movers(const Grains& g, const Posing* movers, Of&& of) {
  const auto over = [&](Index count, auto&& row_at) {
    return reduce_chunks<Largest>(count,
                                  [&](Index begin, Index end) {
                                    Largest most;
                                    for (Index n = begin; n < end; ++n) most.take(of(row_at(n)));
                                    return most;
                                  })
        .v;
  };
  if (!movers) return over(g.size(), [](Index r) { return r; });
  const Real singles =
      over(static_cast<Index>(movers->rows.size()), [&](Index n) { return movers->rows[n]; });
  return std::max(singles, over(g.size() - g.singles, [&](Index n) { return g.singles + n; }));
}

/// How far two grains may come closer within a step [m].
Real largest_approach(const Scene& scene, const State& state, const Posing* movers, Real dt) {
  const Real speed = largest_of_movers(state.grains, movers,
                                       [&](Index r) { return norm(state.grains.motion[r].v); });
  const Real faster =
      norm(state.gravity) + (loaded(state) ? outer_acceleration(state, dt).loads : 0);
  return 2 * dt * (std::max(speed, largest_part_speed(scene, state)) + dt * faster);
}

/// Grains that were hit hit others within the same step; the rest of such a chain goes on in the
/// next one.
constexpr int kImpactRounds = 10;

/// Changes of velocity by impacts that are left to the step, over the speed at which contacts
/// collide: by default a tenth of g dt, a third of what lies still in a pile.
constexpr Real kFelt = 0.05;

/// Two spheres without a direction between them.
StepReport same_place(const Scene& scene, const State& state, Index pair, Real dt) {
  const Index i = state.pairs.i[pair], j = state.pairs.j[pair];
  const Real a = state.grains.place[i].r, b = state.grains.place[j].r;
  return overlap_trouble(scene, state, dt, {true, i, j, -1, a + b, std::min(a, b), 0});
}

/// The smaller radius of a contact; the size of a part [m].
Real smaller_radius(const State& state, const ContactRows& c) {
  if (c.keeper != Keeper::kPair) return c.radius;
  const auto& place = state.grains.place;
  return std::min(place[state.pairs.i[c.row]].r, place[state.pairs.j[c.row]].r);
}

/// Collisions wider apart than this many radii are counted: there the place of the bounce is wrong
/// by more than the size of a grain's contacts.
constexpr Real kEarlyImpact = 1;

/// A contact collides where the step begins, not where it would touch: counts those that are far
/// from touching.
void count_early_impacts(const ContactProblem& problem, State& state) {
  ContactBooks& books = state.contact_solve;
  for (const ContactRows& c : problem.contacts) {
    if (!c.impact || !(c.gap > 0)) continue;
    const Real early = c.gap / smaller_radius(state, c);
    books.early_impacts += early > kEarlyImpact;
    books.earliest_impact = std::max(books.earliest_impact, early);
  }
}

/// The deepest overlap over the smaller radius, and its contact if it is beyond the limit.
StepReport check_overlaps(const Scene& scene, const State& state, const ContactProblem& problem,
                          Real dt) {
  if (problem.same_place >= 0) return same_place(scene, state, problem.same_place, dt);
  const ContactRows* worst = nullptr;
  Real largest = scene.overlap_limit;
  const auto smaller = [&](const ContactRows& c) { return smaller_radius(state, c); };
  const Real limit = largest;
  const Real deepest =
      reduce_chunks<Largest>(static_cast<Index>(problem.contacts.size()), [&](Index begin,
                                                                              Index end) {
        Largest most;
        for (Index k = begin; k < end; ++k) {
          const ContactRows& c = problem.contacts[k];
          if (c.gap < 0) most.take(-c.gap / smaller(c));
        }
        return most;
      }).v;
  StepReport report;
  report.deepest = deepest;
  if (deepest <= limit) return report;
  for (const ContactRows& c : problem.contacts)
    if (-c.gap > largest * smaller(c)) largest = -c.gap / smaller(c), worst = &c;
  if (!worst) return report;
  ContactTrouble t;
  t.found = true;
  t.i = t.j = t.wall = -1;
  const Index row = worst->row;
  switch (worst->keeper) {
    case Keeper::kPair:
      t.i = state.pairs.i[row], t.j = state.pairs.j[row];
      break;
    case Keeper::kWall:
      t.i = state.wall_contacts.row[row], t.wall = state.wall_contacts.wall[row];
      t.surface = state.wall_contacts.surface[row];
      break;
    case Keeper::kPart:
      t.part = static_cast<Index>(state.point_contacts[row].part);
      t.wall = static_cast<Index>(state.point_contacts[row].wall);
  }
  t.overlap = -worst->gap, t.radius = smaller(*worst);
  t.speed = -velocity_at(problem, *worst).normal;
  report = overlap_trouble(scene, state, dt, t);
  report.deepest = deepest;
  return report;
}

bool finite(const WallState& s) {
  return std::isfinite(norm2(s.x) + norm2(s.v) + norm2(s.w) + s.q.w + s.q.x + s.q.y + s.q.z);
}

/// Where the joints are now, and what that changed in the energy they store.
void follow_joints(const Scene& scene, State& state) {
  for (const JointState& s : state.machine) state.ledger.joints += s.energy;
  measure_joints(scene, state);
  for (const JointState& s : state.machine) state.ledger.joints -= s.energy;
}

}  // namespace

ListUpdate NonsmoothStepper::detect(const Scene& scene, State& state, Real dt) {
  const Posing* movers = regroup_ ? regroup_->movers(scene, state) : nullptr;
  const Real beyond = largest_of_movers(state.grains, movers, [&](Index r) {
    return beyond_room(state.grains.place[r], state.lists.inner[r]);
  });
  if (!std::isfinite(beyond)) return ListUpdate::kNotFinite;
  const Real needed = largest_approach(scene, state, movers, dt) + largest_pull_range(scene);
  ListUpdate update = ListUpdate::kRebuilt;
  if (needed > state.lists.reach || needed < 0.1 * state.lists.reach) {
    state.lists.reach = 1.5 * needed;
    rebuild_lists(scene, state, lists_);
  } else {
    update = update_lists(scene, state, lists_, beyond);
  }
  if (regroup_ && update != ListUpdate::kKept) regroup_->forget();
  find_wall_contacts(scene, state, lists_, gone_);
  find_point_contacts(scene, dt, state);
  return update;
}

const Posing* NonsmoothStepper::posing(const Scene& scene, const State& state) {
  return regroup_ ? &regroup_->active(scene, state) : nullptr;
}

ContactSolveReport NonsmoothStepper::find_impulses(const Scene& scene) {
  const NonsmoothOptions& o = options_;
  const ContactSolve options{static_cast<Index>(o.iterations), o.tolerance, 5, o.speed_tolerance};
  ContactSolveReport report;
  const bool bodies = o.solver == LocalSolver::kPgs;
  if (!bodies) {
    const LocalSolution s =
        scree::solve(local_form(problem_, takes_, scene.planar), o.solver, options);
    give_reactions(s.reaction, takes_, scene.planar, problem_);
    report = s.report;
  }
  make_system(problem_, takes_, scene.planar, joints_, system_);
  const Real load = bodies ? impulse_scale(problem_, system_) : 0;
  apply_impulses(problem_, system_);
  if (bodies) report = gauss_seidel(options, load, problem_, system_);
  take_impulses(system_, problem_);
  return report;
}

void NonsmoothStepper::pose_problem(const Scene& scene, State& state, Real dt) {
  find_contacts(scene, state, posing(scene, state), dt, problem_);
  find_joint_rows(scene, state, dt, problem_, joints_);
}

void NonsmoothStepper::pose_reduced(const Scene& scene, ListUpdate lists, State& state, Real dt) {
  regroup_->split_from_walls(scene, dt, lists == ListUpdate::kRebuilt, state);
  regroup_->split_by_trial(scene, dt, state);
  times_.mark(Stage::kTrial);
  pose_problem(scene, state, dt);
  times_.mark(Stage::kPose);
  const bool again = regroup_->split_by_contacts(scene, gone_, problem_, dt, state);
  times_.mark(Stage::kRegroup);
  if (again) pose_problem(scene, state, dt);
}

void NonsmoothStepper::impact(const Scene& scene, State& state, Real dt) {
  const NonsmoothOptions& o = options_;
  start_ = problem_.bodies;
  if (!o.impacts) return;
  const Real outer = loaded(state) ? outer_acceleration(state, dt).pushed : norm(state.gravity);
  const Real threshold = o.impact_speed.value_or(2 * outer * dt);
  half_step_.forward(scene, state, joints_, dt, problem_);
  const std::int64_t before = state.contact_solve.impact_stages;
  for (int round = 0; round < kImpactRounds && impact_rows(scene, threshold, dt, problem_, takes_);
       ++round) {
    before_ = problem_.bodies;
    impact_rows(joints_);
    reach_.begin(problem_, kFelt * threshold, takes_);
    do {
      problem_.bodies = before_;
      state.contact_solve.impact_iterations += find_impulses(scene).iterations;
    } while (reach_.grow(problem_, before_, takes_));
    ++state.contact_solve.impact_stages;
    book_stage(scene, before_, problem_, dt, false, state);
    book_joints(before_, problem_, joints_, dt, state);
  }
  half_step_.back(state, problem_);
  if (state.contact_solve.impact_stages == before) return;
  count_early_impacts(problem_, state);
  half_step_.book(start_, problem_, state);
}

void NonsmoothStepper::pose_step(const Scene& scene, const State& state, Real dt) {
  before_ = problem_.bodies;
  step_rows(scene, options_, dt, problem_, takes_);
  step_rows(scene, state, options_, dt, problem_, joints_);
  if (options_.warm_start) recall_impulses(state, takes_, problem_);
  if (loaded(state)) make_heavier(scene, state, dt, problem_);
  if (!scene.law.pull_off.empty()) apply_pulls(problem_);
  kick(problem_, dt * state.gravity);
  if (loaded(state)) push_over_step(scene, state, before_, dt, problem_);
}

PosedStep NonsmoothStepper::next_problem(const Scene& scene, State state) {
  const Real dt = state.clock.dt;
  const ListUpdate lists = detect(scene, state, dt);
  regroup_ ? pose_reduced(scene, lists, state, dt) : pose_problem(scene, state, dt);
  impact(scene, state, dt);
  pose_step(scene, state, dt);
  return {std::move(state), problem_, takes_};
}

void NonsmoothStepper::solve(const Scene& scene, State& state, Real dt, StepReport& step) {
  pose_step(scene, state, dt);
  const ContactSolveReport report = find_impulses(scene);
  if (loaded(state)) make_as_they_are(scene, state, problem_);
  ContactBooks& books = state.contact_solve;
  books.iterations += report.iterations;
  books.unconverged += !report.converged;
  books.residual = report.residual;
  step.iterations = report.iterations, step.residual = report.residual;
  book_stage(scene, before_, problem_, dt, true, state);
  book_joints(before_, problem_, joints_, dt, state);
  if (loaded(state)) book_loads(before_, problem_, dt, state);
}

StepReport NonsmoothStepper::step(const Scene& scene, State& state, Then) {
  const Real dt = state.clock.dt;
  const ListUpdate lists = detect(scene, state, dt);  // 1  who may touch
  if (lists == ListUpdate::kNotFinite) return not_finite(state);
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    if (const WallState& s = state.walls[w]; scene.walls[w].part && !finite(s))
      return {Trouble::kNotFinite,
              "place or motion of part \"" + scene.walls[w].name +
                  "\" is not finite: use a smaller time step.",
              false};
  times_.mark(Stage::kLists);
  // 2  gaps, frames, joints
  regroup_ ? pose_reduced(scene, lists, state, dt) : pose_problem(scene, state, dt);
  StepReport report = check_overlaps(scene, state, problem_, dt);
  open_books(state);
  times_.mark(Stage::kPose);
  impact(scene, state, dt);  // 3  v+ of the contacts that collide
  times_.mark(Stage::kImpact);
  solve(scene, state, dt, report);  // 4  impulses and v' of the step
  times_.mark(Stage::kSolve);
  book_gravity(start_, problem_, dt, state);
  const Posing* active = posing(scene, state);
  keep_impulses(problem_, active, state);  // 5  for the next step
  keep_impulses(joints_, state);
  times_.mark(Stage::kKeep);
  give_velocities(scene, problem_, active, dt, state);
  times_.mark(Stage::kMove);
  if (regroup_) regroup_->merge(scene, dt, problem_, state), regroup_->carry(dt, state);
  times_.mark(Stage::kRegroup);
  move_bodies(scene, active, dt, state);  // 6  x' = x + dt v'
  follow_joints(scene, state);
  times_.mark(Stage::kMove);
  report.rows_moved = lists == ListUpdate::kRebuilt;
  return report;
}

StepReport NonsmoothStepper::prepare(const Scene& scene, State& state, Real) {
  rebuild_lists(scene, state, lists_);
  find_wall_contacts(scene, state, lists_, gone_);
  find_point_contacts(scene, 0, state);
  if (regroup_) regroup_->forget();
  pose_problem(scene, state, 0);
  measure_joints(scene, state);
  StepReport report = check_overlaps(scene, state, problem_, 0);
  report.rows_moved = true;
  return report;
}

void NonsmoothStepper::relist(const Scene& scene, State& state) {
  rebuild_lists(scene, state, lists_);
  if (regroup_) regroup_->forget();
}

void NonsmoothStepper::drop_scratch() {
  lists_ = {};
  gone_ = {};
  problem_ = {};
  joints_.clear();
  system_ = {};
  before_ = start_ = {};
  takes_.clear();
  half_step_ = {};
  reach_ = {};
  if (regroup_) regroup_->forget();
}

}  // namespace scree
