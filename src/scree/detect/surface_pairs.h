#pragma once
/// Which surfaces of parts and walls may touch: of all pairs those whose bounds meet.
#include <utility>
#include <vector>

#include "scree/geometry/bounds_tree.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// What a surface is to another. Hollow: planes and the inside of cylinders and cones, which solids
/// touch with their corners, and which push back whatever has passed them, however deep.
enum class SurfaceForm : std::uint8_t { kBox, kMesh, kHollow, kOther };
SurfaceForm form_of(const WallSurface& s);

/// Is there a search for contacts between these two? See the table in the manual.
bool can_touch(SurfaceForm a, SurfaceForm b);
inline bool can_touch(const WallSurface& a, const WallSurface& b) {
  return can_touch(form_of(a), form_of(b));
}

/// Which walls a joint connects: these do not touch each other.
class JoinedWalls {
 public:
  explicit JoinedWalls(const std::vector<MachineJoint>& joints);
  bool operator()(Index a, Index b) const;

 private:
  std::vector<std::pair<Index, Index>> pairs_;  // sorted, the lower wall first
};

/// Surface `own` of a part and surface `other` of a wall.
struct SurfacePair {
  Index wall, own, other;
};

/// Pairs of surfaces that may be closer than a reach: every one that is, and few that are not. It
/// stands for one instant.
class SurfacePairs {
 public:
  SurfacePairs(const Scene& scene, const State& state, Real reach);

  /// Replaces `out` by the pairs of a part with walls and with parts after it, sorted by wall, own
  /// and other surface. Threads may ask at the same time.
  void of_part(Index part, std::vector<SurfacePair>& out) const;

 private:
  struct Item {
    Index wall, surface;
    SurfaceForm form;
  };
  using Items = std::vector<Item>;
  void add(Index part, const Item& own, const Item& other, std::vector<SurfacePair>& out) const;
  static std::vector<Index> starts(const Items& items, std::size_t walls);

  const Scene& scene_;
  JoinedWalls joined_;
  // Both in the order of walls and surfaces, with the first of each wall.
  Items solids_, endless_;
  std::vector<Index> solid_start_, endless_start_;
  std::vector<Aabb> bounds_;  // of the solids, with what they reach
  BoundsTree tree_;           // over them
};

}  // namespace scree
