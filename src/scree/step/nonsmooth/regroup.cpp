#include "scree/step/nonsmooth/regroup.h"

#include <algorithm>

#include "scree/step/nonsmooth/contact_rows.h"

namespace scree {

const Posing& Regroup::active(const Scene& scene, const State& state) {
  if (current_) return active_;
  const Grains& g = state.grains;
  active_.rows.clear();
  active_.body.assign(g.singles, Posing::kHeld);
  for (Index r = 0; r < g.singles; ++r) {
    if (g.bond[r] >= 0) continue;
    active_.body[r] = static_cast<Index>(active_.rows.size());
    active_.rows.push_back(r);
  }
  // A pair of two that move stands with its first: all together in the order of the table.
  const ContactGraph& pairs_of = graph(state);
  active_.pairs.clear();
  const auto take = [&](Index row) {
    pairs_of.for_each(state.pairs, row, [&](Index k, Index other) {
      if (!active_.moves(g, other) || row == state.pairs.i[k]) active_.pairs.push_back(k);
    });
  };
  for (const Index r : active_.rows) take(r);
  for (Index r = g.singles; r < g.free; ++r) take(r);
  active_.find_around(g, state.pairs);
  burdens_ = burdens_of(scene, state);
  current_ = true;
  return active_;
}

const Posing* Regroup::movers(const Scene& scene, const State& state) {
  const Posing& now = active(scene, state);
  for (std::size_t w = 0; w < burdens_.size(); ++w) {
    if (burdens_[w].first < 0) continue;
    const Motion8& m = state.grains.motion[burdens_[w].first];
    if (!carries_at_rest(state.walls[w]) || norm2(m.v) + norm2(m.w) > 0) return nullptr;
  }
  return &now;
}

Real Regroup::merge_speed(const State& state, Real dt) const {
  return options_.merge_speed.value_or(kMergeFall * norm(state.gravity) * dt);
}

Real Regroup::split_speed(const State& state, Real dt) const {
  return options_.split_speed.value_or(kSplitOverMerge * merge_speed(state, dt));
}

const ContactGraph& Regroup::graph(const State& state) {
  if (!listed_) graph_.build(state.pairs, state.grains.size());
  listed_ = true;
  return graph_;
}

bool Regroup::release(const Scene& scene, const Release& release, State& state) {
  if (release.empty() || let_go(scene, release, graph(state), state) == 0) return false;
  current_ = false;
  return true;
}

void Regroup::split_from_walls(const Scene& scene, Real dt, bool rebuilt, State& state) {
  active(scene, state);
  const std::vector<char> shakes =
      walls_that_shake(scene, burdens_, merge_speed(state, dt), dt, state);
  Release all;
  const bool any = std::find(shakes.begin(), shakes.end(), 1) != shakes.end();
  for (Index r = 0; any && r < state.grains.singles; ++r)
    if (const Index w = state.grains.bond[r]; w >= 0 && shakes[w]) all.add(r, 0);
  if (sensors_.any()) sensors_.find(scene, state, all);
  const bool bound = static_cast<Index>(active_.rows.size()) < state.grains.singles;
  if (rebuilt && bound) find_unheld(scene, graph(state), state, all);
  release(scene, all, state);
}

void Regroup::split_by_trial(const Scene& scene, Real dt, State& state) {
  if (options_.split == SplitBy::kContacts) return;
  const Posing& now = active(scene, state);
  if (static_cast<Index>(now.rows.size()) == state.grains.singles) return;
  release(scene,
          trial_solve(scene, options_, solver_, now, graph(state),
                      kLeanOverMerge * merge_speed(state, dt), dt, trial_, state),
          state);
}

bool Regroup::split_by_contacts(const Scene& scene, const WallTable& gone,
                                const ContactProblem& problem, Real dt, State& state) {
  if (static_cast<Index>(active_.rows.size()) == state.grains.singles) return false;
  Release found;
  const Real merge = merge_speed(state, dt);
  // A contact at rest may open by what it moves in a step, and is held as far as cohesion reaches.
  find_squeezed(scene, gone, dt * merge + largest_pull_range(scene), dt, state, found);
  const Real speed = split_speed(state, dt);
  if (options_.split != SplitBy::kTrial)
    find_events(scene, problem, {speed, options_.split_depth}, dt, state, found);
  return release(scene, found, state);
}

void Regroup::carry(Real dt, State& state) { carry_bound(active_, dt, burdens_, state); }

void Regroup::merge(const Scene& scene, Real dt, ContactProblem& problem, State& state) {
  if (bind(scene, active_, options_, sensors_, merge_speed(state, dt), dt, problem, state) > 0)
    current_ = false;
}

}  // namespace scree
