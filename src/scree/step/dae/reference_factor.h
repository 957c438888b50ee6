#pragma once
/// The factorization that serves as preconditioner until the next list build: that of all contacts
/// there were at the last one. It follows from State::lists and so need not be kept.
#include "scree/detect/neighbours.h"
#include "scree/step/dae/friction_problem.h"
#include "scree/step/dae/preconditioner.h"

namespace scree {

class ReferenceFactor {
 public:
  /// Makes it anew if the lists of `state` were built since, and tells the blocks of the problem
  /// which of its rows they are.
  void match(const Scene& scene, const State& state, NeighbourWork& lists,
             FrictionProblem& problem);
  /// For problems that were matched since the last list build.
  Preconditioner& preconditioner() { return preconditioner_; }

 private:
  /// Who touches whom, in the order of the tables.
  struct Key {
    Index i, j, surface;  // j = -1 - wall at walls
    bool operator==(const Key&) const = default;
  };
  static Key key_of(const FrictionContact& c) {
    return {c.i, c.wall < 0 ? c.j : -1 - c.wall, c.surface};
  }
  static bool before(const Key& a, const Key& b);
  void make(const Scene& scene, const State& state, NeighbourWork& lists);

  Preconditioner preconditioner_;
  std::vector<Key> keys_;     // of the blocks of the factorization
  std::vector<Index> first_;  // their first rows
  std::int64_t build_ = -1;   // which list build it belongs to
};

}  // namespace scree
