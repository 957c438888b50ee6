#pragma once
/// A factorization of A = G M^-1 G^T, exact for the rows it was made of and a preconditioner for
/// others that resemble them.
#include <memory>
#include <vector>

#include "scree/step/dae/constraints.h"

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
  void match(std::vector<Index> factored_row, const ConstraintSet& set);

  /// y = P r over the rows that are `on`; symmetric and positive on them.
  void apply(const std::vector<char>& on, const std::vector<Real>& r, std::vector<Real>& y);

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
  std::vector<Index> row_;
  std::vector<Real> diagonal_;
};

}  // namespace scree
