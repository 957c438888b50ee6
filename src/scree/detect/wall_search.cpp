#include "scree/detect/wall_search.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "scree/base/parallel.h"
#include "scree/detect/near_surfaces.h"
#include "scree/geometry/mesh_contact.h"
#include "scree/geometry/surface_shape.h"
#include "scree/state/row_lanes.h"
#include "scree/state/validate.h"

namespace scree {
namespace {

struct Key {
  Index row, wall, surface;
  bool operator==(const Key& o) const {
    return row == o.row && wall == o.wall && surface == o.surface;
  }
  bool operator<(const Key& o) const {
    return row != o.row ? row < o.row : wall != o.wall ? wall < o.wall : surface < o.surface;
  }
};

Key key_of(const WallTable& t, Index k) { return {t.row[k], t.wall[k], t.surface[k]}; }

template <class T>
void extend(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Where each piece begins in the table of all.
std::vector<Index> offsets(const std::vector<WallTable>& pieces) {
  std::vector<Index> at{0};
  for (const WallTable& p : pieces) at.push_back(at.back() + p.size());
  return at;
}

/// The pieces one after the other.
void join(const std::vector<WallTable>& pieces, WallTable& out) {
  const std::vector<Index> at = offsets(pieces);
  set_rows(out, at.back());
  const Index count = static_cast<Index>(pieces.size());
  for_parts(count, count >= kWorthThreads, [&](Index p) {
    for_each_column<WallTable>([&](const auto& c) {
      const auto& piece = pieces[p].*(c.values);
      if (c.exists(out)) std::copy(piece.begin(), piece.end(), (out.*(c.values)).begin() + at[p]);
    });
  });
}

struct Hit {
  Index candidate;
  Vec3 normal;
  Real gap;
};

/// A contact without memory yet.
void append_new(WallTable& to, const Key& key, const Hit& hit) {
  append_row(to);
  to.row.back() = key.row, to.wall.back() = key.wall, to.surface.back() = key.surface;
  to.normal.back() = hit.normal, to.gap.back() = hit.gap;
}

/// Contacts of candidates: grains near a surface.
class HitFinder {
 public:
  HitFinder(const Scene& scene, const State& state, const NeighbourWork& work)
      : scene_(scene), state_(state), work_(work) {
    // A little beyond the reach of bridges, so that one that ruptures is still seen doing so.
    beyond_ = state.lists.reach + (scene.law.wet() ? state.lists.inner_skin : 0);
  }

  /// All contacts of candidates [begin, end), in order.
  const std::vector<Hit>& find(Index begin, Index end) {
    hits_.clear();
    hits_.reserve(end - begin);
    for (Index k = begin; k < end;) {
      const bool mesh = surface_of(k).mesh != nullptr;
      const Index count = mesh ? 1 : run_length(k, std::min(end, k + kLanes));
      mesh ? find_on_mesh(k) : find_on_surface(k, count);
      k += count;
    }
    return hits_;
  }

 private:
  const WallState& pose_of(Index k) const { return state_.walls[work_.wall_wall[k]]; }
  const WallSurface& surface_of(Index k) const {
    return scene_.walls[work_.wall_wall[k]].surfaces[work_.wall_surface[k]];
  }
  /// How many candidates from k on are near the same surface.
  Index run_length(Index k, Index end) const {
    Index n = 1;
    while (k + n < end && work_.wall_wall[k + n] == work_.wall_wall[k] &&
           work_.wall_surface[k + n] == work_.wall_surface[k])
      ++n;
    return n;
  }

  void find_on_surface(Index k, Index count) {
    Index rows[kLanes];
    for (int l = 0; l < kLanes; ++l) rows[l] = work_.wall_row[k + std::min<Index>(l, count - 1)];
    const PlaceLanes p = load_places(state_.grains.place.data(), rows);
    const WallState& pose = pose_of(k);
    const QuatT<Pack> q = in_lanes<Pack>(pose.q);
    const SurfaceHit<Pack> hit =
        query(surface_of(k).shape, rotate_back(q, p.x - in_lanes<Pack>(pose.x)));
    const Pack gap = hit.distance - p.r;
    unsigned close = bits(gap < Pack(beyond_)) & ((1u << count) - 1);
    if (close == 0) return;
    const Vec3T<Pack> n = rotate(q, hit.toward);
    for (; close != 0; close &= close - 1) {
      const int l = std::countr_zero(close);
      hits_.push_back({k + l, {n.x[l], n.y[l], n.z[l]}, gap[l]});
    }
  }

  void find_on_mesh(Index k) {
    const WallState& pose = pose_of(k);
    const Place& p = state_.grains.place[work_.wall_row[k]];
    const Index begin = work_.triangle_start[k], end = work_.triangle_start[k + 1];
    found_.clear();
    find_mesh_contacts(surface_of(k).mesh->mesh,
                       {work_.triangle.data() + begin, static_cast<std::size_t>(end - begin)},
                       rotate_back(pose.q, position(p) - pose.x), p.r + beyond_, found_);
    for (const MeshContact& m : found_)
      hits_.push_back({k, rotate(pose.q, m.toward), m.distance - p.r});
  }

  const Scene& scene_;
  const State& state_;
  const NeighbourWork& work_;
  Real beyond_;
  std::vector<Hit> hits_;
  std::vector<MeshContact> found_;
};

/// Two normals that may belong to one contact, a step apart: within 45 degrees.
constexpr Real kSameSide = 0.7;

/// Are these the contacts [from, to) of the old table, one for each candidate that had one?
template <class KeyOf>
bool same_contacts(const WallTable& old, Index from, Index to, const std::vector<Hit>& hits,
                   const KeyOf& key_of_candidate, std::int64_t memory) {
  if (static_cast<Index>(hits.size()) != to - from) return false;
  // A state may go on under another law, with other memory.
  if (old.present != memory) return false;
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const Index o = from + static_cast<Index>(h);
    if (h > 0 && hits[h].candidate == hits[h - 1].candidate) return false;
    if (!(key_of(old, o) == key_of_candidate(hits[h].candidate))) return false;
    if (!(dot(old.normal[o], hits[h].normal) > kSameSide)) return false;
  }
  return true;
}

/// The usual step: nothing opened, nothing closed.
void keep_same(WallTable& now, const WallTable& old, Index from, Index to,
               const std::vector<Hit>& hits) {
  for_each_column<WallTable>([&](const auto& c) {
    const auto& source = old.*(c.values);
    if (c.exists(old)) (now.*(c.values)).assign(source.begin() + from, source.begin() + to);
  });
  now.normal.clear();
  now.gap.clear();
  for (const Hit& hit : hits) now.normal.push_back(hit.normal), now.gap.push_back(hit.gap);
}

/// Fills the memory of `now`, contacts [first, size), from entries [from, to) of the old table.
/// Greedy: each new contact takes the unused old one with the nearest normal, if on the same side.
void hand_over(const WallTable& old, Index from, Index to, WallTable& now, Index first,
               std::vector<char>& used, WallTable& gone) {
  used.assign(to - from, 0);
  for (Index k = first; k < now.size(); ++k) {
    Index best = -1;
    Real best_dot = kSameSide;
    for (Index o = from; o < to; ++o) {
      const Real d = dot(old.normal[o], now.normal[k]);
      if (!used[o - from] && d > best_dot) best = o, best_dot = d;
    }
    if (best < 0) continue;
    used[best - from] = 1;
    carry_memory(now, k, old, best);
  }
  for (Index o = from; o < to; ++o)
    if (!used[o - from] && remembers(old, o)) append_row(gone, old, o);
}

}  // namespace

Real wall_shift(const Wall& wall, const WallState& s) {
  const Real shift = norm(s.x - s.listed_x);
  const Quat turn = s.q * conj(s.listed_q);
  const Vec3 half{turn.x, turn.y, turn.z};
  const Real half_sine = norm(half);
  if (half_sine <= 0) return shift;
  const Real bound = shift + 2 * half_sine * wall.lever;
  // Since the build the wall was carried by p -> turn p + t: a rotation about an axis through c,
  // c = (t + cot(phi/2) axis x t)/2. A body of revolution about that axis has not moved at all.
  const Vec3 axis = half / half_sine;
  const Vec3 t = s.x - rotate(turn, s.listed_x);
  if (std::fabs(dot(t, axis)) > 1e-12 * wall.lever) return bound;
  const Vec3 c = 0.5 * (t + turn.w / half_sine * cross(axis, t));
  for (const WallSurface& f : wall.surfaces)
    if (f.mesh || !symmetric_about(f.shape, rotate_back(s.q, c - s.x), rotate_back(s.q, axis)))
      return bound;
  return 0;
}

void find_near_walls(const Scene& scene, const State& state, const std::vector<Place>& place,
                     NeighbourWork& work) {
  struct Piece {
    std::vector<Index> row, wall, surface, triangles, triangle;
  };
  const Index free = state.grains.free;
  std::vector<Piece> pieces(chunk_count(free));
  const Real margin = state.lists.reach + state.lists.skin;
  const NearSurfaces surfaces(scene, state);
  for_chunks(free, [&](Index c, Index begin, Index end) {
    Piece& piece = pieces[c];
    std::vector<NearSurfaces::Item> asked;
    std::vector<Index> near;
    for (Index r = begin; r < end; ++r) {
      const Real reach = place[r].r + margin;
      surfaces.find(position(place[r]), reach, asked);
      for (const NearSurfaces::Item& item : asked) {
        const WallState& pose = state.walls[item.wall];
        const WallSurface& f = scene.walls[item.wall].surfaces[item.surface];
        const Vec3 x = rotate_back(pose.listed_q, position(place[r]) - pose.listed_x);
        near.clear();
        if (f.mesh) {
          f.mesh->tree.query(x, reach, near);
          if (near.empty()) continue;
        } else {
          const auto hit =
              std::visit([&](const auto& v) { return v.template query<Real>(x); }, f.shape);
          if (hit.distance >= reach) continue;
        }
        piece.row.push_back(r);
        piece.wall.push_back(item.wall);
        piece.surface.push_back(item.surface);
        piece.triangles.push_back(static_cast<Index>(near.size()));
        extend(piece.triangle, near);
      }
    }
  });
  work.wall_row.clear();
  work.wall_wall.clear();
  work.wall_surface.clear();
  work.triangle_start.assign(1, 0);
  work.triangle.clear();
  for (const Piece& p : pieces) {
    extend(work.wall_row, p.row);
    extend(work.wall_wall, p.wall);
    extend(work.wall_surface, p.surface);
    extend(work.triangle, p.triangle);
    for (const Index n : p.triangles) work.triangle_start.push_back(work.triangle_start.back() + n);
  }
}

void find_wall_contacts(const Scene& scene, State& state, NeighbourWork& work, WallTable& gone) {
  const WallTable& old = state.wall_contacts;
  const Index candidates = static_cast<Index>(work.wall_row.size());
  const auto candidate_key = [&](Index c) {
    return Key{work.wall_row[c], work.wall_wall[c], work.wall_surface[c]};
  };
  const auto first_old = [&](Key key) {
    Index lo = 0, hi = old.size();
    while (lo < hi) {
      const Index mid = (lo + hi) / 2;
      key_of(old, mid) < key ? lo = mid + 1 : hi = mid;
    }
    return lo;
  };
  std::vector<WallTable>& pieces = work.wall_pieces;
  std::vector<WallTable>& lost = work.wall_lost;
  pieces.resize(chunk_count(candidates, kWallChunk));
  lost.resize(pieces.size());
  for_chunks(
      candidates,
      [&](Index c, Index begin, Index end) {
        WallTable& now = pieces[c];
        now.present = scene.contact_memory();
        lost[c].present = old.present;
        set_rows(now, 0);
        set_rows(lost[c], 0);
        HitFinder finder(scene, state, work);
        std::vector<char> used;
        // Old entries up to the next chunk's first candidate belong to this chunk.
        Index o = begin == 0 ? 0 : first_old(candidate_key(begin));
        const Index o_end = end == candidates ? old.size() : first_old(candidate_key(end));
        const auto skip_to = [&](Index k) {
          for (; o < o_end && (k == end || key_of(old, o) < candidate_key(k)); ++o)
            if (remembers(old, o)) append_row(lost[c], old, o);
        };
        const std::vector<Hit>& hits = finder.find(begin, end);
        if (same_contacts(old, o, o_end, hits, candidate_key, scene.contact_memory())) {
          keep_same(now, old, o, o_end, hits);
          return;
        }
        for (std::size_t h = 0; h < hits.size();) {
          const Index k = hits[h].candidate;
          skip_to(k);
          const Key key = candidate_key(k);
          const Index first = now.size();
          for (; h < hits.size() && hits[h].candidate == k; ++h) append_new(now, key, hits[h]);
          const Index from = o;
          while (o < o_end && key_of(old, o) == key) ++o;
          hand_over(old, from, o, now, first, used, lost[c]);
        }
        skip_to(end);
      },
      kWallChunk);
  gone.present = old.present;
  set_rows(gone, 0);
  if (candidates == 0)
    for (Index o = 0; o < old.size(); ++o)
      if (remembers(old, o)) append_row(gone, old, o);
  for (const WallTable& l : lost)
    for (Index k = 0; k < l.size(); ++k) append_row(gone, l, k);
  work.wall_next.present = scene.contact_memory();
  join(pieces, work.wall_next);
  std::swap(state.wall_contacts, work.wall_next);
  validate(state);
}

void move_rows(WallTable& table, const std::vector<Index>& new_row) {
  if (table.size() == 0) return;
  for (Index& r : table.row) r = new_row[r];
  std::vector<Index> order(table.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return key_of(table, a) < key_of(table, b); });
  gather_rows(table, order);
}

}  // namespace scree
