#include "scree/detect/fast_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/detect/cells.h"

namespace scree {
namespace {

/// Speeds relative to some velocity, and sizes, of all rows.
struct Extremes {
  Real speed2 = 0;                                      // largest, squared [m^2/s^2]
  Real radius = std::numeric_limits<Real>::infinity();  // smallest [m]
  Vec3 sum{0, 0, 0};                                    // of velocities [m/s]

  Extremes& operator+=(const Extremes& o) {
    speed2 = std::max(speed2, o.speed2);
    radius = std::min(radius, o.radius);
    sum += o.sum;
    return *this;
  }
};

Extremes extremes(const Grains& g) {
  return reduce_chunks<Extremes>(g.size(), [&](Index begin, Index end) {
    Extremes e;
    for (Index r = begin; r < end; ++r) {
      e.speed2 = std::max(e.speed2, norm2(g.motion[r].v));
      e.radius = std::min(e.radius, g.place[r].r);
      e.sum += g.motion[r].v;
    }
    return e;
  });
}

/// Does a point on the way from a to b come closer than r, to a hundredth of it, to what
/// within(x, reach) asks about?
template <class Within>
bool comes_near(Vec3 a, Vec3 b, Real r, const Within& within) {
  const Vec3 mid = 0.5 * (a + b);
  const Real half = 0.5 * norm(b - a);
  if (!within(mid, r + half)) return false;
  if (half < 0.01 * r) return true;
  return comes_near(a, mid, r, within) || comes_near(mid, b, r, within);
}

/// Has a sphere that went from a to b, in the frame of the wall, touched the surface?
bool touched(const WallSurface& surface, Vec3 a, Vec3 b, Real r) {
  if (surface.mesh) {
    std::vector<Index> near;
    return comes_near(a, b, r, [&](Vec3 x, Real reach) {
      surface.mesh->tree.query(x, reach, near);
      return !near.empty();
    });
  }
  return comes_near(a, b, r, [&](Vec3 x, Real reach) {
    const auto hit =
        std::visit([&](const auto& v) { return v.template query<Real>(x); }, surface.shape);
    return std::fabs(hit.distance) < reach;
  });
}

/// The first wall that row r met on its way, or none.
FastBody met_wall(const Scene& scene, const State& state, Real dt, Index r) {
  const Place& p = state.grains.place[r];
  const Vec3 v = state.grains.motion[r].v, x = position(p);
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    const WallState& pose = state.walls[w];
    if (!pose.present) continue;
    const Vec3 b = rotate_back(pose.q, x - pose.x), a = rotate_back(pose.q, x - dt * v - pose.x);
    for (const WallSurface& s : scene.walls[w].surfaces)
      if (touched(s, a, b, p.r)) return {true, r, -1, static_cast<Index>(w), norm(v), p.r};
  }
  return {};
}

/// Finds grains that met each other. Speeds are those relative to the mean velocity: the faster of
/// two looks for the slower, within what both can have moved.
class Encounters {
 public:
  Encounters(const Scene& scene, const State& state, Real dt, const Extremes& all)
      : scene_(scene), g_(state.grains), dt_(dt), smallest_(all.radius) {
    mean_ = all.sum / static_cast<Real>(g_.size());
    for (int k = 0; k < 3; ++k)
      if (at(scene.domain.cell.period, k) > 0)
        half_period_ = std::min(half_period_, 0.5 * at(scene.domain.cell.period, k));
  }

  /// May row r meet another one too fast? Of such a pair one at least is that fast.
  bool suspect(Index r) const { return 2 * dt_ * speed(r) > kFarthestPerStep * smallest_; }

  FastBody met_by(Index r) {
    if (grids_.empty()) sort();
    const Real own = speed(r);
    FastBody met;
    for (const CellGrid& grid : grids_)
      for_runs_near(grid, scene_.domain, position(place_[r]),
                    place_[r].r + grid.rmax + 2 * dt_ * own, grid.begin,
                    [&](Index begin, Index end) {
                      for (Index k = begin; k < end && !met.found; ++k)
                        if (order_[k] != r && speed(order_[k]) <= own) met = meet(r, order_[k]);
                    });
    return met;
  }

 private:
  Real speed(Index r) const { return norm(g_.motion[r].v - mean_); }

  void sort() {
    Grains copy = g_;
    wrap(scene_.domain, copy);
    place_ = copy.place;
    grids_ = make_grids(scene_.domain, g_, place_, 0, order_);
  }

  FastBody meet(Index i, Index j) const {
    if (i >= g_.free && j >= g_.free) return {};
    if (g_.has(kMembers) && g_.body[i] >= 0 && g_.body[i] == g_.body[j]) return {};
    const Vec3 v = g_.motion[j].v - g_.motion[i].v, path = dt_ * v;
    const Real radius = std::min(g_.place[i].r, g_.place[j].r), length = norm(path);
    if (!(length > kFarthestPerStep * radius)) return {};
    const Vec3 now = scene_.domain.cell.nearest(position(g_.place[j]) - position(g_.place[i]));
    const Real back = std::clamp<Real>(dot(now, path) / (length * length), 0, 1);
    const Real touch = g_.place[i].r + g_.place[j].r;
    // Farther than half a period it passes images that are not the nearest one.
    if (length < half_period_ && norm(now - back * path) >= touch) return {};
    return {true, i, j, -1, norm(v), radius};
  }

  const Scene& scene_;
  const Grains& g_;
  Real dt_, smallest_;
  Real half_period_ = std::numeric_limits<Real>::infinity();
  Vec3 mean_{0, 0, 0};
  std::vector<Place> place_;  // in the periodic box
  std::vector<CellGrid> grids_;
  std::vector<Index> order_;
};

}  // namespace

FastBody find_fast_body(const Scene& scene, const State& state, Real dt) {
  const Grains& g = state.grains;
  const Extremes all = extremes(g);
  if (!(2 * dt * std::sqrt(all.speed2) > kFarthestPerStep * all.radius)) return {};
  Encounters others(scene, state, dt, all);
  for (Index r = 0; r < g.size(); ++r) {
    if (r < g.free && dt * norm(g.motion[r].v) > kFarthestPerStep * g.place[r].r)
      if (const FastBody met = met_wall(scene, state, dt, r); met.found) return met;
    if (!others.suspect(r)) continue;
    if (const FastBody met = others.met_by(r); met.found) return met;
  }
  return {};
}

}  // namespace scree
