#pragma once
/// Soft contacts, explicit in time (docs/theory/smooth.md).
#include "scree/step/common/contact_pass.h"

namespace scree {

class SmoothStepper final : public Stepper {
 public:
  StepReport prepare(const Scene& scene, State& state, Real dt) override;
  void relist(const Scene& scene, State& state) override;
  void drop_scratch() override;

 private:
  StepReport step(const Scene& scene, State& state, Then then) override;
  void take_back(State& state) override;
  StepReport evaluate(const Scene& scene, State& state, Real dt, Then then);

  ContactWork work_{times_};
  bool ahead_ = false;  // single bodies stand at x', v* of the coming step
  Real beyond_ = 0;     // what predict_rows() would say of them
};

}  // namespace scree
