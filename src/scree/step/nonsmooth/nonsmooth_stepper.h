#pragma once
/// Rigid or stiff contacts as a complementarity problem: large steps, impacts, friction, rolling
/// (docs/theory/nonsmooth.md).
#include "scree/detect/neighbours.h"
#include "scree/step/nonsmooth/gauss_seidel.h"
#include "scree/step/stepper.h"

namespace scree {

class NonsmoothStepper final : public Stepper {
 public:
  StepReport prepare(const Scene& scene, State& state) override;
  void relist(const Scene& scene, State& state) override;
  StepReport step(const Scene& scene, State& state, Real dt, Then then = Then::kLook) override;
  bool ahead() const override { return false; }
  void drop_scratch() override;

 private:
  /// Lists that hold every pair that may touch within the step. True: rows were sorted anew.
  ListUpdate detect(const Scene& scene, State& state, Real dt);
  void impact(const Scene& scene, State& state, Real dt);
  void solve(const Scene& scene, State& state, Real dt);

  NeighbourWork lists_;
  WallTable gone_;
  ContactProblem problem_;
  ContactBatches batches_;
  std::vector<char> takes_;
};

}  // namespace scree
