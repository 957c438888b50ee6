#pragma once
/// A factorization of A = G M^-1 G^T, exact for the rows it was made of and a preconditioner for
/// others that resemble them: ConstraintBlock::factored says which is which.
#include <memory>
#include <optional>
#include <vector>

#include "scree/step/dae/held_blocks.h"

namespace scree {

class Preconditioner {
 public:
  /// The diagonal alone.
  Preconditioner();
  /// Of the rows of `set`. Factorizing them waits until prepare(): a pile at rest never asks.
  explicit Preconditioner(ConstraintSet set);
  ~Preconditioner();
  Preconditioner(Preconditioner&&) noexcept;
  Preconditioner& operator=(Preconditioner&&) noexcept;

  /// Factorizes what waits for it; false: there is nothing, and the diagonal must serve.
  bool prepare();
  bool factorized() const { return factor_ != nullptr; }
  /// Is there more than the diagonal, now or when it is asked for?
  bool has_rows() const { return waiting_ || factor_; }

  /// y = P r for the rows that were factorized; y holds r over the diagonal for the others.
  /// Symmetric and positive.
  void apply(const HeldBlocks& held, const std::vector<Real>& r, std::vector<Real>& y);

 private:
  struct Factor;
  /// A of all rows, lifted by kLift of its diagonal: rows may depend on each other, as in any pile
  /// with more contacts than freedoms.
  void factorize(const ConstraintSet& set);

  std::optional<ConstraintSet> waiting_;
  std::unique_ptr<Factor> factor_;
};

}  // namespace scree
