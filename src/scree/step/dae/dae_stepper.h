#pragma once
/// Soft normal forces, static friction as an exact constraint (docs/theory/dae.md).
#include "scree/step/common/contact_pass.h"
#include "scree/step/dae/dae_options.h"
#include "scree/step/dae/friction_pass.h"
#include "scree/step/dae/integrators.h"
#include "scree/step/dae/reference_factor.h"

namespace scree {

class DaeStepper final : public Stepper {
 public:
  explicit DaeStepper(const DaeOptions& options) : options_(options), friction_(options) {}
  StepReport prepare(const Scene& scene, State& state, Real dt) override;
  void relist(const Scene& scene, State& state) override;
  StepReport step(const Scene& scene, State& state, Real dt, Then then = Then::kLook) override;
  bool ahead() const override { return false; }
  void drop_scratch() override;

 private:
  /// Forces at the present x and v; at the final instant contacts change state.
  StepReport evaluate(const Scene& scene, State& state, Real dt, Instant instant);
  void project_velocities(const Scene& scene, State& state, Real dt);
  PreconditionerSource source(const Scene& scene, State& state);
  StepReport verlet(const Scene& scene, State& state, Real dt);

  // Integrators for few bodies (few_bodies.cpp).
  StepReport few_bodies(const Scene& scene, State& state, Real dt);
  StepReport with_events(const Scene& scene, State& state, Real dt);
  void multistep(const Scene& scene, State& state, Real dt, const Derivative& f, Vector& y);
  Derivative derivative(const Scene& scene, State& state, StepReport& report);
  StepReport go_to(const Scene& scene, State& state, const Vector& y);
  StepReport arrive(const Scene& scene, State& state, Real dt, const Vector& y);

  const DaeOptions options_;
  ContactWork work_;
  FrictionPass friction_;
  ReferenceFactor factor_;
  std::vector<Index> rows_;  // free bodies by id
  bool rebuilt_ = false;     // rows were sorted anew in this step
};

}  // namespace scree
