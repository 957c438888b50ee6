#pragma once
/// Which surfaces of walls may be close to a grain, when lists are made.
#include <vector>

#include "scree/geometry/bounds_tree.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// The surfaces of the walls that are present, where they stood when lists were made.
class NearSurfaces {
 public:
  NearSurfaces(const Scene& scene, const State& state);

  /// A surface of a wall.
  struct Item {
    Index wall, surface;
  };
  /// Replaces `out` by the surfaces that may be within `distance` of x, in the order of walls and
  /// surfaces: all that are, and few that are not. Threads may ask at the same time.
  void find(Vec3 x, Real distance, std::vector<Item>& out) const;

 private:
  std::vector<Item> items_;       // in that order
  std::vector<Index> endless_;    // of them: always asked
  std::vector<Index> tree_item_;  // the others, as the tree numbers them
  BoundsTree tree_;
};

}  // namespace scree
