#include "scree/step/common/pair_forces.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/state/row_lanes.h"
#include "scree/step/common/evaluate_lanes.h"
#include "scree/step/common/force_lanes.h"
#include "scree/step/common/partner_books.h"

namespace scree {
namespace {

struct PairLoop {
  const Scene& scene;
  State& state;
  const NeighbourWork& lists;
  ForceSum* sums;
  Real dt;
  bool one;  // law for all pairs
  Cell cell;
  MemoryColumns memory;

  PairLoop(const Scene& sc, State& st, const NeighbourWork& work, Real step, ForceSums& out)
      : scene(sc),
        state(st),
        lists(work),
        sums(out.rows.data()),
        dt(step),
        one(alike(sc.law.pairs) && alike(sc.law.bridges)),
        cell(sc.domain.cell) {
    PairTable& p = st.pairs;
    memory = {p.spring.data(), p.has(kRolls) ? p.roll.data() : nullptr,
              p.has(kPartialSlip) ? p.slip.data() : nullptr};
  }

  /// Deeper than any contact of the chunk before, or too deep: looks closer, which is rare.
  __attribute__((noinline)) void note_overlap(Index k, const ContactIn<Pack>& in, Pack small,
                                              Pack limit, Pack& deepest, ForcePass& pass) const {
    deepest = max(deepest, in.overlap / small);
    if (any(in.overlap > limit * small)) note_trouble(k, in, small, pass);
  }

  /// Names the first lane that overlaps too far, or has no direction.
  void note_trouble(Index k, const ContactIn<Pack>& in, Pack small, ForcePass& pass) const {
    if (pass.trouble.found) return;
    const auto& place = state.grains.place;
    for (int l = 0; l < kLanes; ++l) {
      const Real radii = place[state.pairs.i[k + l]].r + place[state.pairs.j[k + l]].r;
      if (in.overlap[l] <= scene.overlap_limit * small[l] &&
          in.overlap[l] <= (1 - kSamePlace) * radii)
        continue;
      const Real speed = in.v.x[l] * in.n.x[l] + in.v.y[l] * in.n.y[l] + in.v.z[l] * in.n.z[l];
      pass.trouble = {true, state.pairs.i[k + l], state.pairs.j[k + l], -1, in.overlap[l], small[l],
                      speed};
      return;
    }
  }

  /// Partners lie all over memory: asking for them some blocks early hides the way to the cache.
  SCREE_FN void fetch_ahead(Index k) const {
    if (k + kLanes > state.pairs.count) return;
    for (int l = 0; l < kLanes; ++l) {
      const Index j = state.pairs.j[k + l];
      __builtin_prefetch(&state.grains.place[j]);
      __builtin_prefetch(&state.grains.motion[j]);
      __builtin_prefetch(&sums[lists.slot[k + l]], 1);
    }
  }
  static constexpr Index kFetchAhead = 6 * kLanes;

  /// Pull of the liquid bridges of pairs [k, k + 8).
  template <bool kOneLaw>
  SCREE_FN Pack bridges(Index k, const ContactIn<Pack>& in, ForcePass& pass) const {
    const Grains& g = state.grains;
    const PairTable& t = state.pairs;
    const auto has_liquid = [&](int l) {
      return !g.has(kFilms) || g.film[t.i[k + l]] + g.film[t.j[k + l]] > 0;
    };
    BridgeLanes law;
    if constexpr (kOneLaw)
      law = broadcast(scene.law.bridges[0]);
    else
      law = gather_bridges([&](int l) -> const BridgeLaw& {
        return scene.law.bridge_of(g.material[t.i[k + l]], g.material[t.j[k + l]]);
      });
    return bridge_lanes(t.bridge.data(), t.rupture.data(), k, law, in, has_liquid, pass.bridges);
  }

  /// kChoice == nullptr: the laws are looked up while running; else they are known to the compiler,
  /// which prunes everything the law does not use.
  template <const LawChoice* kChoice, bool kMoments, bool kOneLaw, bool kWet>
  void run(Index chunk, const PairLawT<Pack>& shared, ForcePass& pass) const {
    const Grains& g = state.grains;
    const PairTable& pairs = state.pairs;
    LawChoice choice = scene.law.choice;
    if constexpr (kChoice != nullptr) choice = *kChoice;
    // Two spheres at one place overlap by twice the smaller radius or more: where that is allowed,
    // note_trouble() looks closer.
    const Pack limit(std::min(scene.overlap_limit, 2 * (1 - kSamePlace)));
    Pack deepest(0);
    ContactLoss<Pack> total = zero_loss();
    for (Index k = lists.chunk_start[chunk]; k < lists.chunk_start[chunk + 1]; k += kLanes) {
      const Index* i = &pairs.i[k];
      const Index* j = &pairs.j[k];
      fetch_ahead(k + kFetchAhead);
      const PlaceLanes pi = load_places(g.place.data(), i), pj = load_places(g.place.data(), j);
      const Vec3T<Pack> d = cell.nearest(pj.x - pi.x);
      const SphereGap<Pack> gap = sphere_gap(d, pi.r, pj.r, different(i, j));
      const ContactIn<Pack> in = contact_of<kMoments>(
          gap, pi.r, pj.r, load_motions(g.motion.data(), i), load_motions(g.motion.data(), j));
      const Pack small = min(pi.r, pj.r);
      if (any(in.overlap > min(deepest, limit) * small))
        note_overlap(k, in, small, limit, deepest, pass);

      ContactOut<Pack> o;
      ContactLoss<Pack> loss;
      if constexpr (kOneLaw) {
        evaluate_lanes<kMoments>(choice, shared, in, dt, memory, k, o, loss);
      } else {
        const PairLawT<Pack> law = gather_laws([&](int l) -> const PairLaw& {
          return scene.law.of(g.material[i[l]], g.material[j[l]]);
        });
        evaluate_lanes<kMoments>(choice, law, in, dt, memory, k, o, loss);
      }
      if constexpr (kWet) {
        const Pack pull = bridges<kOneLaw>(k, in, pass);
        o.normal -= pull;
        loss.work += pull * dot(in.v, in.n) * Pack(dt);
      }
      add(total, loss, choice, kChoice == nullptr && scene.audit);
      const Vec3T<Pack> f = o.tangential - o.normal * in.n;
      const Vec3T<Pack> t = cross(in.n, o.tangential);
      const Pack record[8] = {f.x, f.y, f.z, t.x, t.y, t.z, gap.arm_i, gap.arm_j};
      add_to_rows(record, sums, i, &lists.slot[k]);
      if constexpr (kMoments) add_moments_to_rows(o.moment, sums, i, &lists.slot[k]);
    }
    pass.loss = sum(total);
    pass.deepest = largest(deepest);
  }

  template <const LawChoice* kChoice>
  void run_chunk(Index chunk, const PairLawT<Pack>& shared, ForcePass& pass) const {
    scene.law.wet() ? run_chunk<kChoice, true>(chunk, shared, pass)
                    : run_chunk<kChoice, false>(chunk, shared, pass);
  }
  template <const LawChoice* kChoice, bool kWet>
  void run_chunk(Index chunk, const PairLawT<Pack>& shared, ForcePass& pass) const {
    if constexpr (kChoice == nullptr)
      if (scene.law.choice.has_moment())
        return one ? run<kChoice, true, true, kWet>(chunk, shared, pass)
                   : run<kChoice, true, false, kWet>(chunk, shared, pass);
    one ? run<kChoice, false, true, kWet>(chunk, shared, pass)
        : run<kChoice, false, false, kWet>(chunk, shared, pass);
  }
};

/// Adds the stand-ins of one chunk's rows, in the order of the chunks that wrote them.
void fold_stand_ins(const NeighbourWork& lists, Index chunk, Index rows, ForceSums& sums) {
  for (Index p = lists.fold_start[chunk]; p < lists.fold_start[chunk + 1]; ++p)
    for (Index s = lists.fold[p].begin; s < lists.fold[p].end; ++s) {
      ForceSum& to = sums.rows[lists.stand_in_row[s]];
      ForceSum& stand_in = sums.rows[rows + s];
      (Pack::load(&to.force.x) + Pack::load(&stand_in.force.x)).store(&to.force.x);
      stand_in = ForceSum{};
    }
}

/// The books of the prescribed groups: what they feel, they give.
Real book_groups(State& state, const ForceSums& sums, Real dt) {
  const Grains& g = state.grains;
  for (GroupState& group : state.groups) group.force = {0, 0, 0}, group.power = 0;
  Real total = 0;
  for (Index r = g.free; r < g.size(); ++r) {
    const ForceSum& felt = sums.rows[r];
    const PartnerLoad<Real> load = load_on_grain(felt.force, felt.torque, g.motion[r]);
    total += load.power;
    GroupState* group = group_of(state, r);
    if (!group) continue;
    group->force += load.force;
    group->power += load.power;
  }
  for (GroupState& group : state.groups) group.work += group.power * dt;
  return total;
}

}  // namespace

ForcePass pair_forces(const Scene& scene, State& state, const NeighbourWork& lists, Real dt,
                      ForceSums& out, const FinishRows& finish) {
  const Index rows = state.grains.size(), free = state.grains.free;
  const Index chunks = row_chunks(free), size = row_chunk_size(free);
  const PairLoop loop(scene, state, lists, dt, out);
  const PairLawT<Pack> shared = broadcast(scene.law.pairs[0]);
  std::vector<ForcePass> parts(chunks);
  run_and_finish(
      chunks,
      [&](Index c) {
        with_law(scene.law.choice, scene.audit, [&]<const LawChoice * kChoice>() {
          loop.run_chunk<kChoice>(c, shared, parts[c]);
        });
      },
      [&](Index c) {
        fold_stand_ins(lists, c, rows, out);
        finish(c * size, std::min(free, (c + 1) * size));
      });
  fold_stand_ins(lists, chunks, rows, out);
  ForcePass total;
  for (const ForcePass& p : parts) {
    add(total.loss, p.loss);
    if (!total.trouble.found) total.trouble = p.trouble;
    total.deepest = std::max(total.deepest, p.deepest);
    total.bridges.insert(total.bridges.end(), p.bridges.begin(), p.bridges.end());
  }
  total.prescribed_work = book_groups(state, out, dt) * dt;
  return total;
}

}  // namespace scree
