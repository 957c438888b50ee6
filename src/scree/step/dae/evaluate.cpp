#include "scree/step/dae/evaluate.h"

#include "scree/step/dae/velocity_projection.h"

namespace scree {
namespace {

void count(FrictionBooks& books, const SolveReport& solve) {
  books.iterations += solve.iterations;
  books.rounds += solve.rounds;
}

}  // namespace

StepReport evaluate(const Scene& scene, State& state, const DaeOptions& options, Moment at,
                    DaeWork& work, Friction& friction) {
  FrictionProblem& problem = friction.problem;
  FrictionResult& result = friction.result;
  ForceSums& sums = work.contacts.sums;
  StageTimes& times = *work.contacts.times;
  contact_forces(scene, state, at.dt, work.contacts, [](Index, Index) {});  // F_n and the rest
  pose_friction(scene, state, options, at, problem);                        // who may stick
  add_known_forces(problem, at.dt, state, sums);                            // who slides
  pose_accelerations(scene, state, sums, problem);                          // v'_0
  work.factor.match(scene, state, work.contacts.lists, problem);
  times.mark(Stage::kPose);
  solve_friction(problem, at.dt, work.factor.preconditioner(), work.friction, result);  // (P)
  times.mark(Stage::kSolve);
  add_found_forces(problem, result, at.dt, state, sums);
  if (at.instant == Instant::kFinal) keep_friction(problem, result, at.dt, state);
  count(state.friction, result.report);
  state.friction.unconverged += !result.report.converged;
  times.mark(Stage::kKeep);
  StepReport report = contact_trouble(scene, state, at.dt, work.contacts);
  report.residual = result.report.residual;
  return report;
}

void project(const DaeOptions& options, Real dt, const Friction& friction, DaeWork& work,
             State& state) {
  if (!options.project_velocities && !friction.result.caught) return;
  count(state.friction, project_velocities(friction.problem, friction.result, dt,
                                           work.factor.preconditioner(), work.friction, state));
}

}  // namespace scree
