#pragma once
/// Forces and torques on single bodies, by id, until further notice: what programs that use the
/// library push with.
#include <map>

#include "scree/couple/coupling.h"
#include "scree/state/row_index.h"

namespace scree {

class Pushes : public Coupling {
 public:
  /// On a sphere of its own, or on a clump by the id of its first member; both zero: no more.
  void set(Id body, Vec3 force, Vec3 torque);

  std::string before(const Scene& scene, State& state, const LoadSpan& span) override;
  void save(std::vector<Real>& numbers) const override;
  void load(std::span<const Real> numbers) override;

 private:
  struct Push {
    Vec3 force, torque;  // [N], [N m]
  };
  std::map<Id, Push> pushes_;
  RowIndex rows_;
};

/// Are the last unknowns of a State, which belong to none of so many other couplings, those of
/// pushes?
bool has_pushes(const CouplingMemory& memory, std::size_t others);

}  // namespace scree
