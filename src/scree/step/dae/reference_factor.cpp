#include "scree/step/dae/reference_factor.h"

#include <tuple>

#include "scree/detect/wall_search.h"

namespace scree {
namespace {

/// With more rows than this the factors fill so much that many iterations with the diagonal alone
/// cost less than one with them: soon in space, late in the plane.
constexpr Index kMostRows = 500, kMostRowsPlanar = 50000;

/// The State as it was at the last list build, as far as geometry goes: bodies, and who touched.
/// Rows have not moved since.
State at_list_build(const Scene& scene, const State& state, NeighbourWork& lists) {
  State then;
  then.grains = state.grains;
  then.lists = state.lists;
  then.walls = state.walls;
  Grains& g = then.grains;
  for (Index r = 0; r < g.size(); ++r) {
    const Vec3 x = state.lists.outer[r];
    g.place[r] = {x.x, x.y, x.z, g.place[r].r};
  }
  for (WallState& w : then.walls) w.x = w.listed_x, w.q = w.listed_q;
  PairTable& p = then.pairs;
  for (Index i = 0; i + 1 < static_cast<Index>(lists.outer_start.size()); ++i)
    for (Index k = lists.outer_start[i]; k < lists.outer_start[i + 1]; ++k) {
      const Index j = lists.outer_j[k];
      const Vec3 d = scene.domain.cell.nearest(position(g.place[j]) - position(g.place[i]));
      if (norm(d) >= g.place[i].r + g.place[j].r) continue;
      p.i.push_back(i), p.j.push_back(j);
    }
  p.count = static_cast<Index>(p.i.size());
  p.present = kSprings;
  set_rows(p, p.count);
  std::fill(p.spring.begin(), p.spring.end(), SpringMemory{{0, 0, 0}, 1});
  WallTable gone;
  find_wall_contacts(scene, then, lists, gone);
  WallTable& w = then.wall_contacts;
  for (Index k = 0; k < w.size(); ++k) w.spring[k].a = w.gap[k] < 0 ? 1 : 0;
  return then;
}

}  // namespace

bool ReferenceFactor::before(const Key& a, const Key& b) {
  const auto order = [](const Key& k) {
    return std::tuple(k.j < 0, k.i, k.j < 0 ? -k.j : k.j, k.surface);
  };
  return order(a) < order(b);
}

void ReferenceFactor::make(const Scene& scene, const State& state, NeighbourWork& lists) {
  const State then = at_list_build(scene, state, lists);
  const Grains& g = then.grains;
  std::vector<FrictionContact> contacts;
  find_friction_contacts(scene, then, contacts);
  ConstraintSet set;
  set.body = mobilities(g);
  keys_.clear();
  first_.clear();
  ConstraintRow rows[2];
  for (const FrictionContact& c : contacts) {
    if (c.i >= g.free && c.j >= g.free) continue;
    keys_.push_back(key_of(c));
    first_.push_back(set.size());
    const Index count = friction_rows(c, scene.planar, g.free, g.size(), rows);
    set.add({rows, static_cast<std::size_t>(count)}, 0, c.arm_i, c.arm_j);
  }
  build_ = state.lists.builds;
  preconditioner_ = {};  // an older factorization has other rows
  if (set.size() <= (scene.planar ? kMostRowsPlanar : kMostRows))
    preconditioner_ = Preconditioner(std::move(set));
  else
    keys_.clear();  // nobody is in none
}

void ReferenceFactor::match(const Scene& scene, const State& state, NeighbourWork& lists,
                            FrictionProblem& problem) {
  if (build_ != state.lists.builds) make(scene, state, lists);
  std::size_t k = 0;
  for (std::size_t b = 0; b < problem.block_contact.size(); ++b) {
    const Key key = key_of(problem.contacts[problem.block_contact[b]]);
    while (k < keys_.size() && before(keys_[k], key)) ++k;
    if (k == keys_.size()) return;
    if (keys_[k] == key) problem.set.blocks[b].factored = first_[k++];
  }
}

}  // namespace scree
