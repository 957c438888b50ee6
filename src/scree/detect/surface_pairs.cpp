#include "scree/detect/surface_pairs.h"

#include <algorithm>
#include <tuple>

#include "scree/geometry/box_contact.h"

namespace scree {
namespace {

/// Boxes are looked at a little beyond the reach, in smallest half edges: what box_contact.h finds
/// there counts as nearer than it is, by kBoxSlack, or on meshes by a few times that.
constexpr Real kBeyond = 0.02;
/// Of the largest coordinate: lest rounding hide a contact that is just within reach.
constexpr Real kRounding = 1e-12;

Real largest_coordinate(const Aabb& b) {
  Real most = 0;
  for (int k = 0; k < 3; ++k) most = max(most, max(abs(at(b.lo, k)), abs(at(b.hi, k))));
  return most;
}

/// Of a box or a mesh, in the world, with half the reach: the partner has the other half.
Aabb solid_bounds(const WallSurface& s, const WallState& pose, Real reach) {
  Real beyond = 0.5 * reach;
  Aabb own;
  if (s.mesh) {
    own = s.mesh->tree.bounds();
  } else {
    const Box& box = std::get<Box>(s.shape);
    own = {box.centre - box.half, box.centre + box.half};
    beyond += kBeyond * min(box.half.x, min(box.half.y, box.half.z));
  }
  const Aabb here = placed(own, pose.x, pose.q);
  return widened(here, beyond + kRounding * largest_coordinate(here));
}

bool solid(SurfaceForm f) { return f == SurfaceForm::kBox || f == SurfaceForm::kMesh; }

std::pair<Index, Index> in_order(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

}  // namespace

SurfaceForm form_of(const WallSurface& s) {
  if (s.mesh) return SurfaceForm::kMesh;
  if (std::holds_alternative<Box>(s.shape)) return SurfaceForm::kBox;
  return touched_by_corners(s.shape) ? SurfaceForm::kHollow : SurfaceForm::kOther;
}

bool can_touch(SurfaceForm a, SurfaceForm b) {
  if (a == SurfaceForm::kMesh && b == SurfaceForm::kMesh) return false;
  return (solid(a) && (solid(b) || b == SurfaceForm::kHollow)) ||
         (solid(b) && a == SurfaceForm::kHollow);
}

JoinedWalls::JoinedWalls(const std::vector<MachineJoint>& joints) {
  pairs_.reserve(joints.size());
  for (const MachineJoint& j : joints) pairs_.push_back(in_order(j.part, j.to));
  std::sort(pairs_.begin(), pairs_.end());
}

bool JoinedWalls::operator()(Index a, Index b) const {
  return std::binary_search(pairs_.begin(), pairs_.end(), in_order(a, b));
}

SurfacePairs::SurfacePairs(const Scene& scene, const State& state, Real reach)
    : scene_(scene), joined_(scene.machine) {
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    if (!scene.walls[w].touches_parts || !state.walls[w].present) continue;
    const std::vector<WallSurface>& surfaces = scene.walls[w].surfaces;
    for (std::size_t s = 0; s < surfaces.size(); ++s) {
      const Item item{static_cast<Index>(w), static_cast<Index>(s), form_of(surfaces[s])};
      const Aabb bounds =
          solid(item.form) ? solid_bounds(surfaces[s], state.walls[w], reach) : Aabb{};
      if (bounds.finite() && solid(item.form)) {  // not so a place that is no number
        solids_.push_back(item);
        bounds_.push_back(bounds);
      } else if (item.form != SurfaceForm::kOther) {
        endless_.push_back(item);
      }
    }
  }
  solid_start_ = starts(solids_, scene.walls.size());
  endless_start_ = starts(endless_, scene.walls.size());
  tree_ = BoundsTree(bounds_);
}

std::vector<Index> SurfacePairs::starts(const Items& items, std::size_t walls) {
  std::vector<Index> start(walls + 1, 0);
  for (const Item& i : items) ++start[static_cast<std::size_t>(i.wall) + 1];
  for (std::size_t w = 0; w < walls; ++w) start[w + 1] += start[w];
  return start;
}

void SurfacePairs::add(Index part, const Item& own, const Item& other,
                       std::vector<SurfacePair>& out) const {
  if (other.wall == part || !can_touch(own.form, other.form)) return;
  if (other.wall < part && scene_.walls[other.wall].part) return;
  if (!joined_(part, other.wall)) out.push_back({other.wall, own.surface, other.surface});
}

void SurfacePairs::of_part(Index part, std::vector<SurfacePair>& out) const {
  out.clear();
  for (Index k = solid_start_[part]; k < solid_start_[part + 1]; ++k) {
    tree_.meeting(bounds_[k], [&](Index m) { add(part, solids_[k], solids_[m], out); });
    for (const Item& other : endless_) add(part, solids_[k], other, out);
  }
  for (Index k = endless_start_[part]; k < endless_start_[part + 1]; ++k)
    for (const Items* all : {&solids_, &endless_})
      for (const Item& other : *all) add(part, endless_[k], other, out);
  const auto key = [](const SurfacePair& p) { return std::tuple(p.wall, p.own, p.other); };
  std::sort(out.begin(), out.end(),
            [&](const SurfacePair& a, const SurfacePair& b) { return key(a) < key(b); });
}

}  // namespace scree
