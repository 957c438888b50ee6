#pragma once
/// Joints that share a body are solved together, exactly, once in every sweep over the contacts:
/// a chain of joints would converge slowly row by row, and its few rows cost little.
#include <memory>

#include "scree/step/nonsmooth/joint_rows.h"

namespace scree {

/// The rows of the joints of one machine.
class JointBlock {
 public:
  JointBlock(const ContactProblem& problem, std::vector<JointRow*> rows);
  JointBlock(JointBlock&&) noexcept;
  ~JointBlock();

  void apply_impulses(ContactProblem& problem) const;
  /// The impulses that the velocities now ask for, within their bounds.
  void solve(ContactProblem& problem);
  Real natural_map2(const ContactProblem& problem) const;
  Real load2(const ContactProblem& problem) const;

 private:
  enum class At { kFree, kLower, kUpper };
  Real missing(const ContactProblem& problem, std::size_t k) const;
  void push(ContactProblem& problem, std::size_t k, Real p) const;
  void factor();

  std::vector<JointRow*> rows_;
  std::vector<At> at_;
  std::vector<Vec3> spin_a_, spin_b_;  // spin per impulse
  std::vector<Real> step_;             // 1/(mobility + softness)
  std::vector<Real> soft_;             // with a little more than the rows': some rows may be double
  std::vector<Real> weight_;           // makes a couple an impulse [1/m^2]
  std::vector<int> free_;              // rows that are at no bound
  struct Matrices;
  std::unique_ptr<Matrices> matrices_;
};

std::vector<JointBlock> make_blocks(const ContactProblem& problem, std::vector<JointRow>& rows);

}  // namespace scree
