#include "scree/formula/motion_formula.h"

#include <fmt/format.h>

#include <cmath>

namespace scree {
namespace {

constexpr std::size_t kTime = 3;  // of the variables

}  // namespace

const std::vector<std::string>& MotionFormula::variables() {
  static const std::vector<std::string> names{"x", "y", "z", "t"};
  return names;
}

MotionFormula::MotionFormula(const std::array<std::string, 3>& formula,
                             const std::vector<Constant>& constants) {
  for (int axis = 0; axis < 3; ++axis) {
    const std::string& text = formula[static_cast<std::size_t>(axis)];
    if (text.empty()) continue;
    const Expression whole(text, variables(), constants);  // errors name the formula
    whole_.push_back({axis, text, whole});
    for (std::size_t v = 0; v < kTime; ++v) uses_position_ = uses_position_ || whole.uses(v);
    const Separated parts = separate(with_constants(parse_formula(text), variables(), constants));
    for (const Separated::Term& t : parts.terms)
      terms_.push_back({axis, Expression(t.space, variables()), Expression(t.time, variables())});
    for (const FormulaNode& r : parts.rest) rest_.push_back({axis, Expression(r, variables())});
  }
  now_.resize(terms_.size());
  set_time(0, true);
}

void MotionFormula::weigh(Vec3 reference, Real* weights) const {
  const Real at_place[] = {reference.x, reference.y, reference.z, 0};
  for (std::size_t k = 0; k < terms_.size(); ++k) weights[k] = terms_[k].space(at_place);
}

void MotionFormula::set_time(Real clock, bool on) {
  clock_ = clock;
  on_ = on;
  const Dual at_time[] = {0.0, 0.0, 0.0, {clock, on ? 1.0 : 0.0}};
  for (std::size_t k = 0; k < terms_.size(); ++k) now_[k] = terms_[k].time(at_time);
}

void MotionFormula::add_rest(Vec3 reference, Vec3& x, Vec3& v) const {
  const Dual here[] = {reference.x, reference.y, reference.z, {clock_, on_ ? 1.0 : 0.0}};
  for (const Rest& r : rest_) {
    const Dual d = r.formula(here);
    at(x, r.axis) += d.value;
    at(v, r.axis) += d.rate;
  }
}

std::string MotionFormula::not_finite(Vec3 reference) const {
  const Dual here[] = {reference.x, reference.y, reference.z, {clock_, on_ ? 1.0 : 0.0}};
  for (const Whole& w : whole_) {
    const Dual d = w.formula(here);
    if (std::isfinite(d.value) && std::isfinite(d.rate)) continue;
    const bool rate = std::isfinite(d.value);
    return fmt::format("the {} of {} = \"{}\" is {} at t = {:.6g} s of its clock",
                       rate ? "rate of change" : "value", "xyz"[w.axis], w.text,
                       rate ? d.rate : d.value, clock_);
  }
  return {};
}

void MotionFormula::add(Vec3& x, Vec3& v) const {
  std::vector<Real> weights(terms_.size());
  weigh({0, 0, 0}, weights.data());
  add(weights.data(), {0, 0, 0}, x, v);
}

}  // namespace scree
