#include "scree/detect/part_search.h"

#include <algorithm>
#include <tuple>

#include "scree/geometry/box_contact.h"

namespace scree {
namespace {

enum class Form { kBox, kMesh, kHollow, kOther };

/// Hollow: planes and the inside of cylinders and cones, which solids touch with their corners.
Form form_of(const WallSurface& s) {
  if (s.mesh) return Form::kMesh;
  if (std::holds_alternative<Box>(s.shape)) return Form::kBox;
  return touched_by_corners(s.shape) ? Form::kHollow : Form::kOther;
}

PlacedBox placed(const Box& box, const WallState& wall) {
  return {wall.x + rotate(wall.q, box.centre), wall.q, box.half};
}

/// Vertices of a mesh near a surface.
void find_mesh_surface(const TriangleMesh& mesh, const WallState& part, const Surface& surface,
                       const WallState& wall, Real reach, std::vector<TouchPoint>& out) {
  for (std::size_t k = 0; k < mesh.vertices.size(); ++k) {
    const Vec3 x = part.x + rotate(part.q, mesh.vertices[k]);
    const SurfaceHit<Real> hit = query(surface, rotate_back(wall.q, x - wall.x));
    if (hit.distance >= reach) continue;
    const Vec3 n = rotate(wall.q, hit.toward);
    out.push_back({x + 0.5 * hit.distance * n, n, hit.distance, static_cast<std::int64_t>(k)});
  }
}

/// Points from surface a to b; true: found from b to a instead.
bool find_points(const WallSurface& a, const WallState& wa, const WallSurface& b,
                 const WallState& wb, Real reach, std::vector<TouchPoint>& out) {
  const Form fa = form_of(a), fb = form_of(b);
  if (fa != Form::kBox && (fb == Form::kBox || (fb == Form::kMesh && fa == Form::kHollow))) {
    find_points(b, wb, a, wa, reach, out);
    return true;
  }
  if (fa == Form::kBox) {
    const PlacedBox box = placed(std::get<Box>(a.shape), wa);
    if (fb == Form::kBox) find_box_box(box, placed(std::get<Box>(b.shape), wb), reach, out);
    if (fb == Form::kHollow) find_box_surface(box, b.shape, wb.x, wb.q, reach, out);
    if (fb == Form::kMesh) find_box_mesh(box, {b.mesh->mesh, b.mesh->tree, wb.x, wb.q}, reach, out);
  } else if (fa == Form::kMesh && fb == Form::kHollow) {
    find_mesh_surface(a.mesh->mesh, wa, b.shape, wb, reach, out);
  }
  return false;
}

auto key(const PartContact& c) {
  return std::tuple(c.part, c.wall, c.part_surface, c.surface, c.feature);
}

class PartSearch {
 public:
  PartSearch(const Scene& scene, Real dt, const State& state)
      : scene_(scene), state_(state), dt_(dt) {
    Real speed = 0;
    for (std::size_t w = 0; w < scene.walls.size(); ++w) {
      const WallState& s = state.walls[w];
      if (s.present) speed = std::max(speed, norm(s.v) + scene.walls[w].lever * norm(s.w));
    }
    // Either may be stopped, or pushed by a third, while the other goes on.
    reach_ = 2 * dt * (speed + dt * norm(state.gravity));
  }

  void find(Index a, Index b, std::vector<PartContact>& out) {
    const Wall &wall_a = scene_.walls[a], &wall_b = scene_.walls[b];
    const WallState &sa = state_.walls[a], &sb = state_.walls[b];
    if (!wall_a.touches_parts || !wall_b.touches_parts || !sa.present || !sb.present) return;
    if (wall_a.part && wall_b.part && norm(sa.x - sb.x) > wall_a.lever + wall_b.lever + reach_ &&
        bounded(wall_a) && bounded(wall_b))
      return;
    for (std::size_t i = 0; i < wall_a.surfaces.size(); ++i)
      for (std::size_t j = 0; j < wall_b.surfaces.size(); ++j) {
        points_.clear();
        const bool turned =
            find_points(wall_a.surfaces[i], sa, wall_b.surfaces[j], sb, reach_, points_);
        for (const TouchPoint& p : points_) {
          PartContact c;
          c.part = a, c.wall = b;
          c.part_surface = static_cast<std::int64_t>(i), c.surface = static_cast<std::int64_t>(j);
          c.feature = p.feature, c.point = p.point;
          c.normal = turned ? -p.normal : p.normal;
          c.gap = taken_back(p.gap, c);
          out.push_back(c);
        }
      }
  }

 private:
  static bool bounded(const Wall& w) {
    return std::all_of(w.surfaces.begin(), w.surfaces.end(), [](const WallSurface& s) {
      return form_of(s) == Form::kBox || form_of(s) == Form::kMesh;
    });
  }
  /// A wall that moves as it is told stands where it will be at the end of the step.
  Real taken_back(Real gap, const PartContact& c) const {
    if (scene_.walls[c.wall].part) return gap;
    const WallState& w = state_.walls[c.wall];
    return gap - dt_ * dot(w.v + cross(w.w, c.point - w.x), c.normal);
  }

  const Scene& scene_;
  const State& state_;
  Real dt_, reach_ = 0;
  std::vector<TouchPoint> points_;
};

}  // namespace

bool joined(const Scene& scene, Index a, Index b) {
  return std::any_of(scene.machine.begin(), scene.machine.end(), [&](const MachineJoint& j) {
    return (j.part == a && j.to == b) || (j.part == b && j.to == a);
  });
}

bool can_touch(const WallSurface& a, const WallSurface& b) {
  const Form fa = form_of(a), fb = form_of(b);
  const auto solid = [](Form f) { return f == Form::kBox || f == Form::kMesh; };
  if (fa == Form::kMesh && fb == Form::kMesh) return false;
  return (solid(fa) && (solid(fb) || fb == Form::kHollow)) || (solid(fb) && fa == Form::kHollow);
}

void find_part_contacts(const Scene& scene, Real dt, State& state) {
  const auto is_part = [&](Index w) { return scene.walls[w].part.has_value(); };
  const Index walls = static_cast<Index>(scene.walls.size());
  std::vector<PartContact> found;
  PartSearch search(scene, dt, state);
  for (Index a = 0; a < walls; ++a)
    for (Index b = 0; b < walls; ++b) {
      const bool due = is_part(a) && (is_part(b) ? a < b : true) && a != b;
      if (due && !joined(scene, a, b)) search.find(a, b, found);
    }
  const auto before = [](const PartContact& a, const PartContact& b) { return key(a) < key(b); };
  std::sort(found.begin(), found.end(), before);
  for (PartContact& c : found) {
    const auto old =
        std::lower_bound(state.part_contacts.begin(), state.part_contacts.end(), c, before);
    if (old != state.part_contacts.end() && key(*old) == key(c)) c.p_n = old->p_n, c.p_t = old->p_t;
  }
  state.part_contacts = std::move(found);
}

}  // namespace scree
