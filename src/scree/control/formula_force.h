#pragma once
/// Forces and torques by formulas of place, time and motion: [[force]] of a case.
#include <array>
#include <optional>

#include "scree/case/case.h"
#include "scree/couple/coupling.h"
#include "scree/formula/expression.h"

namespace scree {

class FormulaForce final : public Coupling {
 public:
  /// Entry number `entry` of the case.
  FormulaForce(const Case& c, std::size_t entry);
  std::string before(const Scene& scene, State& state, const LoadSpan& span) override;

 private:
  /// A body as the formulas see it, at the instant that counts.
  struct Seen {
    Vec3 x, v, w;
    Real diameter, mass;
  };
  /// Room for a block of bodies.
  struct Block;
  void add(const Seen& body, Load& load, Block& block) const;
  void flush(Block& block) const;
  void push_single(const Scene& scene, State& state, const LoadSpan& span,
                   const std::vector<char>& chosen) const;
  void push_rigid(const Scene& scene, State& state, const LoadSpan& span,
                  const std::vector<char>& chosen) const;
  std::string not_finite(const State& state) const;

  const ForceOptions& options_;
  std::size_t entry_;
  std::vector<char> on_;                              // by phase
  std::array<std::optional<Expression>, 6> formula_;  // force along x, y, z, then torque
  Real time_ = 0;                                     // of the instant that counts
  Index part_ = -1;                                   // wall of the part it acts on; -1: bodies
};

}  // namespace scree
