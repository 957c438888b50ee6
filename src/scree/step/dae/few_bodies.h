#pragma once
/// The bodies of a scene as integrators of differential equations see them: one vector of numbers,
/// and how fast each changes. For few bodies: a step takes many evaluations.
#include "scree/step/dae/contact_signature.h"
#include "scree/step/dae/evaluate.h"
#include "scree/step/dae/integrators.h"

namespace scree {

class FewBodies {
 public:
  FewBodies(const Scene& scene, State& state, const DaeOptions& options, DaeWork& work,
            Friction& friction);

  /// Place, velocity and spin of the free bodies by id: this order does not change when rows are
  /// sorted.
  Vector numbers() const;
  /// Their ids, in this order.
  std::vector<Id> ids() const;

  /// dy = f(y), at an instant at which no contact changes its state; nothing once there was
  /// trouble.
  void rates(const Vector& y, Vector& dy);
  /// What each contact does at y.
  ContactSignature contacts_at(const Vector& y);

  /// The step ends at y: contacts change state, velocities go back onto their manifold.
  StepReport arrive(Real dt, const Vector& y);
  /// What each contact does where the bodies went last.
  ContactSignature contacts() const;

  /// What was met on the way to new points, and whether rows were sorted there.
  const StepReport& report() const { return report_; }
  bool rows_moved() const { return rows_moved_; }

 private:
  /// Bodies at y, with lists that cover all their contacts.
  StepReport go_to(const Vector& y);
  /// Forces and accelerations where they are.
  StepReport accelerate(Moment at);
  /// Loads of this instant, of which the next part of the step begins.
  void begin_loads();
  /// Both, at an instant in between; false if there was trouble.
  bool visit(const Vector& y);

  const Scene& scene_;
  State& state_;
  const DaeOptions& options_;
  DaeWork& work_;
  Friction& friction_;
  std::vector<Index> rows_;  // free bodies by id
  StepReport report_;
  bool rows_moved_ = false;
  LoadPower power_;  // of the loads where the part of the step began
};

}  // namespace scree
