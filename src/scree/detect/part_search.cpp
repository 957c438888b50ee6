#include "scree/detect/part_search.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/detect/surface_pairs.h"
#include "scree/geometry/box_contact.h"

namespace scree {
namespace {

using Form = SurfaceForm;

/// Walls whose contacts one thread finds at a time.
constexpr Index kPartChunk = 64;

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

/// Are all surfaces of the wall where their lever says?
bool bounded(const Wall& w) {
  return std::all_of(w.surfaces.begin(), w.surfaces.end(), [](const WallSurface& s) {
    return form_of(s) == Form::kBox || form_of(s) == Form::kMesh;
  });
}

/// How far apart two may be that touch within the step. Either may be stopped, or pushed by a
/// third, while the other goes on.
Real reach_in(const Scene& scene, const State& state, Real dt) {
  Real speed = 0;
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    const WallState& s = state.walls[w];
    if (s.present) speed = std::max(speed, norm(s.v) + scene.walls[w].lever * norm(s.w));
  }
  return 2 * dt * (speed + dt * norm(state.gravity));
}

class PartSearch {
 public:
  PartSearch(const Scene& scene, Real dt, const State& state)
      : scene_(scene),
        state_(state),
        dt_(dt),
        reach_(reach_in(scene, state, dt)),
        pairs_(scene, state, reach_) {}

  /// All of them, sorted by their key.
  std::vector<PointContact> find() const {
    const Index walls = static_cast<Index>(scene_.walls.size());
    std::vector<std::vector<PointContact>> pieces(chunk_count(walls, kPartChunk));
    for_chunks(
        walls,
        [&](Index c, Index begin, Index end) {
          Scratch scratch;
          for (Index a = begin; a < end; ++a)
            if (scene_.walls[a].part) find_of_part(a, scratch, pieces[c]);
        },
        kPartChunk);
    std::vector<PointContact> found;
    for (const std::vector<PointContact>& p : pieces) found.insert(found.end(), p.begin(), p.end());
    return found;
  }

 private:
  struct Scratch {
    std::vector<SurfacePair> pairs;
    std::vector<TouchPoint> points;
  };

  void find_of_part(Index a, Scratch& scratch, std::vector<PointContact>& out) const {
    pairs_.of_part(a, scratch.pairs);
    for (const SurfacePair& pair : scratch.pairs)
      if (!apart(a, pair.wall)) find_of_pair(a, pair, scratch.points, out);
  }

  bool apart(Index a, Index b) const {
    const Wall &wa = scene_.walls[a], &wb = scene_.walls[b];
    return wb.part && norm(state_.walls[a].x - state_.walls[b].x) > wa.lever + wb.lever + reach_ &&
           bounded(wa) && bounded(wb);
  }

  /// The geometry gives them sorted by feature.
  void find_of_pair(Index a, const SurfacePair& pair, std::vector<TouchPoint>& points,
                    std::vector<PointContact>& out) const {
    points.clear();
    const bool turned = find_points(scene_.walls[a].surfaces[pair.own], state_.walls[a],
                                    scene_.walls[pair.wall].surfaces[pair.other],
                                    state_.walls[pair.wall], reach_, points);
    for (const TouchPoint& p : points) {
      PointContact c;
      c.part = a, c.wall = pair.wall;
      c.part_surface = pair.own, c.surface = pair.other;
      c.feature = p.feature, c.point = p.point;
      c.normal = turned ? -p.normal : p.normal;
      c.gap = taken_back(p.gap, c);
      out.push_back(c);
    }
  }

  /// A wall that moves as it is told stands where it will be at the end of the step.
  Real taken_back(Real gap, const PointContact& c) const {
    if (scene_.walls[c.wall].part) return gap;
    const WallState& w = state_.walls[c.wall];
    return gap - dt_ * dot(w.v + cross(w.w, c.point - w.x), c.normal);
  }

  const Scene& scene_;
  const State& state_;
  Real dt_, reach_;
  SurfacePairs pairs_;
};

/// Impulses pass to the contact of the same key; both tables are sorted by it.
void hand_over(const std::vector<PointContact>& old, std::vector<PointContact>& now) {
  auto o = old.begin();
  for (PointContact& c : now) {
    while (o != old.end() && o->key() < c.key()) ++o;
    if (o != old.end() && o->key() == c.key()) c.p_n = o->p_n, c.p_t = o->p_t;
  }
}

}  // namespace

void find_point_contacts(const Scene& scene, Real dt, State& state) {
  std::vector<PointContact> found = PartSearch(scene, dt, state).find();
  hand_over(state.point_contacts, found);
  state.point_contacts = std::move(found);
}

}  // namespace scree
