#pragma once
/// Soft normal forces, static friction as an exact constraint (docs/theory/dae.md).
#include "scree/step/dae/evaluate.h"

namespace scree {

class DaeStepper final : public Stepper {
 public:
  explicit DaeStepper(const DaeOptions& options) : options_(options) {}
  StepReport prepare(const Scene& scene, State& state, Real dt) override;
  void relist(const Scene& scene, State& state) override;
  void drop_scratch() override;

 private:
  StepReport step(const Scene& scene, State& state, Then then) override;
  StepReport verlet(const Scene& scene, State& state, Real dt);

  const DaeOptions options_;
  DaeWork work_{times_};
  Friction friction_;  // room for that of the present step
};

}  // namespace scree
