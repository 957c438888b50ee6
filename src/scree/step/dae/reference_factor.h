#pragma once
/// The factorization that serves as preconditioner until the next list build: that of all contacts
/// there were at the last one. It follows from State::lists and so need not be kept.
#include "scree/detect/neighbours.h"
#include "scree/step/dae/friction_contacts.h"
#include "scree/step/dae/preconditioner.h"

namespace scree {

class ReferenceFactor {
 public:
  /// The preconditioner for `set`, whose block b is contact block_contact[b]; rods follow.
  Preconditioner& get(const Scene& scene, const State& state, NeighbourWork& lists,
                      const ConstraintSet& set, const std::vector<FrictionContact>& contacts,
                      const std::vector<Index>& block_contact);
  /// Was the problem of the last get() small enough to be factorized?
  bool factorized() const { return preconditioner_.factorized(); }

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
