#pragma once
/// A displacement given by formulas of the body's reference position and of the motion's clock:
/// motions of kind "expression". Factors that depend on the place alone are computed once per body,
/// those of time once per step; what is left per body and step is a few multiplications and
/// additions. Velocities are exact derivatives.
#include <array>
#include <string>
#include <vector>

#include "scree/base/vec3.h"
#include "scree/formula/expression.h"

namespace scree {

class MotionFormula {
 public:
  /// What its formulas depend on: x, y, z and t.
  static const std::vector<std::string>& variables();

  /// Displacements along x, y, z; empty: none. Throws FormulaError.
  MotionFormula(const std::array<std::string, 3>& formula, const std::vector<Constant>& constants);

  bool uses_position() const { return uses_position_; }

  /// Numbers kept per body.
  std::size_t weights() const { return terms_.size(); }
  /// Fills them for a body with this reference position.
  void weigh(Vec3 reference, Real* weights) const;

  /// Moves the clock; a motion that is off has no velocity.
  void set_time(Real clock, bool on);
  /// Adds the displacement and velocity at the time set.
  void add(const Real* weights, Vec3 reference, Vec3& x, Vec3& v) const {
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      at(x, terms_[k].axis) += weights[k] * now_[k].value;
      at(v, terms_[k].axis) += weights[k] * now_[k].rate;
    }
    if (!rest_.empty()) add_rest(reference, x, v);
  }
  /// Which formula is not finite there now, or has no finite rate, and what it gives; empty if all
  /// are.
  std::string not_finite(Vec3 reference) const;
  /// The same where the place does not matter.
  void add(Vec3& x, Vec3& v) const;

 private:
  struct Whole {
    int axis;
    std::string text;  // as the case has it
    Expression formula;
  };
  struct Term {
    int axis;
    Expression space, time;
  };
  struct Rest {
    int axis;
    Expression formula;
  };
  void add_rest(Vec3 reference, Vec3& x, Vec3& v) const;

  std::vector<Whole> whole_;
  std::vector<Term> terms_;
  std::vector<Rest> rest_;  // formulas that are no sums of products of place and time
  std::vector<Dual> now_;   // time factors of the terms
  Real clock_ = 0;
  bool on_ = true, uses_position_ = false;
};

}  // namespace scree
