#pragma once
/// A factorization of A = G M^-1 G^T, exact for the rows it was made of and a preconditioner for
/// others that resemble them.
#include <memory>
#include <vector>

#include "scree/step/dae/held_blocks.h"

namespace scree {

class Preconditioner {
 public:
  Preconditioner();
  ~Preconditioner();
  Preconditioner(Preconditioner&&) noexcept;
  Preconditioner& operator=(Preconditioner&&) noexcept;

  /// Factorizes A of all rows of `set`, lifted by kLift of its diagonal: rows may depend on each
  /// other, as in any pile with more contacts than freedoms.
  void factorize(const ConstraintSet& set);
  /// Which row of the factorization each row of a set is; -1: none, its diagonal serves.
  void match(std::vector<Index> factored_row) { row_ = std::move(factored_row); }

  /// Without a factorization the diagonal must serve.
  bool factorized() const { return factor_ != nullptr; }
  /// y = P r for the rows that were factorized; y holds r over the diagonal for the others.
  /// Symmetric and positive.
  void apply(const HeldBlocks& held, const std::vector<Real>& r, std::vector<Real>& y);

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
  std::vector<Index> row_;
};

}  // namespace scree
