#include "scree/detect/near_surfaces.h"

#include <algorithm>

#include "scree/geometry/surface_shape.h"

namespace scree {
namespace {

/// Of the coordinates: lest rounding hide a surface that is just within the distance.
constexpr Real kRounding = 1e-12;

Real largest_coordinate(Vec3 a) { return max(abs(a.x), max(abs(a.y), abs(a.z))); }

/// Is nothing nearer to the surface than to the box around it? One-sided surfaces push back what
/// has passed them, however far away.
bool ends_at_its_bounds(const Surface& s) {
  if (const Cone* c = std::get_if<Cone>(&s)) return c->two_sided || (!c->inside && c->r0 == c->r1);
  if (const Disc* d = std::get_if<Disc>(&s)) return d->two_sided;
  return std::holds_alternative<Box>(s);
}

}  // namespace

NearSurfaces::NearSurfaces(const Scene& scene, const State& state) {
  std::vector<Aabb> boxes;
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    const WallState& pose = state.walls[w];
    if (!pose.present) continue;
    for (std::size_t s = 0; s < scene.walls[w].surfaces.size(); ++s) {
      const WallSurface& f = scene.walls[w].surfaces[s];
      const auto item = static_cast<Index>(items_.size());
      items_.push_back({static_cast<Index>(w), static_cast<Index>(s)});
      Aabb box;
      if (f.mesh)
        box = placed(f.mesh->tree.bounds(), pose.listed_x, pose.listed_q);
      else if (ends_at_its_bounds(f.shape))
        box = placed(bounds(f.shape), pose.listed_x, pose.listed_q);
      if (box.empty() || !box.finite()) {
        endless_.push_back(item);
        continue;
      }
      const Real far = max(largest_coordinate(box.lo), largest_coordinate(box.hi));
      boxes.push_back(widened(box, kRounding * far));
      tree_item_.push_back(item);
    }
  }
  tree_ = BoundsTree(boxes);
}

void NearSurfaces::find(Vec3 x, Real distance, std::vector<Item>& out) const {
  out.clear();
  const Real wide = distance + kRounding * (distance + largest_coordinate(x));
  for (const Index k : endless_) out.push_back(items_[k]);
  tree_.meeting(widened({x, x}, wide), [&](Index k) { out.push_back(items_[tree_item_[k]]); });
  if (out.size() == endless_.size()) return;
  std::sort(out.begin(), out.end(), [](const Item& a, const Item& b) {
    return a.wall != b.wall ? a.wall < b.wall : a.surface < b.surface;
  });
}

}  // namespace scree
