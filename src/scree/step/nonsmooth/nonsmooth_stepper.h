#pragma once
/// Rigid or stiff contacts as a complementarity problem: large steps, impacts, friction, rolling
/// (docs/theory/nonsmooth.md).
#include "scree/detect/neighbours.h"
#include "scree/step/nonsmooth/half_step.h"
#include "scree/step/nonsmooth/impact_reach.h"
#include "scree/step/nonsmooth/local_problem.h"
#include "scree/step/nonsmooth/nonsmooth_options.h"
#include "scree/step/nonsmooth/regroup.h"
#include "scree/step/stepper.h"

namespace scree {

/// A step as the solver finds it.
struct PosedStep {
  State state;  // rows may have moved
  ContactProblem problem;
  std::vector<char> takes;
};

class NonsmoothStepper final : public Stepper {
 public:
  explicit NonsmoothStepper(const NonsmoothOptions& options,
                            const std::optional<ReductionOptions>& reduction = {})
      : options_(options) {
    if (reduction) regroup_.emplace(*reduction, options);
  }
  StepReport prepare(const Scene& scene, State& state, Real dt) override;
  void relist(const Scene& scene, State& state) override;
  void drop_scratch() override;

  /// The contact problem of the next step, from the velocities after impacts; `state` with its
  /// walls where they are at the end of that step.
  PosedStep next_problem(const Scene& scene, State state);

 private:
  StepReport step(const Scene& scene, State& state, Then then) override;
  /// Lists that hold every pair that may touch within the step: their reach follows the speeds.
  ListUpdate detect(const Scene& scene, State& state, Real dt);
  /// Solves the rows of the contacts that take part, from the impulses they hold.
  ContactSolveReport find_impulses(const Scene& scene);
  /// Which grains the problems are posed for; null: all that move freely.
  const Posing* posing(const Scene& scene, const State& state);
  /// Lets bound grains go, and poses the problem of those that move.
  void pose_reduced(const Scene& scene, ListUpdate lists, State& state, Real dt);
  /// Bodies, contacts and joints as they stand.
  void pose_problem(const Scene& scene, State& state, Real dt);
  void impact(const Scene& scene, State& state, Real dt);
  /// Rows and first guess of the step; velocities with gravity.
  void pose_step(const Scene& scene, const State& state, Real dt);
  void solve(const Scene& scene, State& state, Real dt, StepReport& step);

  const NonsmoothOptions options_;
  NeighbourWork lists_;
  WallTable gone_;
  ContactProblem problem_;
  std::vector<JointRow> joints_;
  ContactSystem system_;
  std::vector<Motion8> before_, start_;  // bodies before a stage, before the step
  std::vector<char> takes_;
  HalfStep half_step_;
  ImpactReach reach_;
  std::optional<Regroup> regroup_;  // with model reduction
};

}  // namespace scree
