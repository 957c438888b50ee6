#include "scree/step/smooth/pair_forces.h"

#include "scree/base/parallel.h"
#include "scree/step/smooth/evaluate_lanes.h"

namespace scree {
namespace {

/// Pairs per chunk of the force loop: fixed, so that sums do not depend on threads.
constexpr Index kPairChunk = 4096;

struct PairLoop {
  const Scene& scene;
  State& state;
  ForceRecords& out;
  Real dt;
  Vec3 period, inv_period;
  MemoryColumns memory;

  PairLoop(const Scene& sc, State& st, Real step, ForceRecords& records)
      : scene(sc),
        state(st),
        out(records),
        dt(step),
        period(sc.domain.period),
        inv_period(sc.domain.inverse_period()) {
    PairTable& p = st.pairs;
    memory = {p.spring.data(), p.roll.empty() ? nullptr : p.roll.data(),
              p.slip.empty() ? nullptr : p.slip.data()};
  }

  /// Names the first lane that overlaps too far.
  __attribute__((noinline)) void note_trouble(Index k, const ContactIn<Pack>& in, Pack small,
                                              ForcePass& pass) const {
    if (pass.trouble.found) return;
    for (int l = 0; l < kLanes; ++l) {
      if (in.overlap[l] <= scene.overlap_limit * small[l]) continue;
      const Real speed = in.v.x[l] * in.n.x[l] + in.v.y[l] * in.n.y[l] + in.v.z[l] * in.n.z[l];
      pass.trouble = {true, state.pairs.i[k + l], state.pairs.j[k + l], -1, in.overlap[l], small[l],
                      speed};
      return;
    }
  }

  template <bool kMoments, bool kOneLaw>
  void run(Index begin, Index end, const PairLawT<Pack>& shared, ForcePass& pass) const {
    const Grains& g = state.grains;
    const PairTable& pairs = state.pairs;
    const LawChoice choice = scene.law.choice;
    const Pack limit(scene.overlap_limit);
    ContactLoss<Pack> total = zero_loss();
    for (Index k = begin; k < end; k += kLanes) {
      const Index* i = &pairs.i[k];
      const Index* j = &pairs.j[k];
      const PlaceLanes pi = load_places(g.place.data(), i), pj = load_places(g.place.data(), j);
      Vec3T<Pack> d = pj.x - pi.x;
      d.x -= Pack(period.x) * nearest_whole(d.x * Pack(inv_period.x));
      d.y -= Pack(period.y) * nearest_whole(d.y * Pack(inv_period.y));
      d.z -= Pack(period.z) * nearest_whole(d.z * Pack(inv_period.z));
      const Pack radii = pi.r + pj.r;
      const Pack dist = sqrt(norm2(d));
      ContactIn<Pack> in;
      in.overlap = select(first_lanes(pairs.count - k), radii - dist, Pack(-1.0));
      const MotionLanes mi = load_motions(g.motion.data(), i),
                        mj = load_motions(g.motion.data(), j);
      // One division serves 1/dist, R* and m*.
      const Pack sums = mi.inv_mass + mj.inv_mass;
      const Pack inverse = Pack(1.0) / (dist * radii * sums);
      in.n = (radii * sums * inverse) * d;
      in.radius = pi.r * pj.r * (dist * sums) * inverse;
      in.mass = dist * radii * inverse;
      const Pack arm_i = pi.r - Pack(0.5) * in.overlap, arm_j = pj.r - Pack(0.5) * in.overlap;
      in.v = mi.v - mj.v + cross(arm_i * mi.w + arm_j * mj.w, in.n);
      if constexpr (kMoments) in.spin = mi.w - mj.w;
      if (any(in.overlap > limit * min(pi.r, pj.r))) note_trouble(k, in, min(pi.r, pj.r), pass);

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
      add(total, loss);
      const Vec3T<Pack> f = o.tangential - o.normal * in.n;
      const Vec3T<Pack> t = cross(in.n, o.tangential);
      const Pack record[8] = {f.x, f.y, f.z, t.x, t.y, t.z, arm_i, arm_j};
      store8(record, [&](int l) { return &out.pairs[k + l].force.x; });
      if constexpr (kMoments) {
        const Pack moment[4] = {o.moment.x, o.moment.y, o.moment.z, Pack(0.0)};
        store4(moment, [&](int l) { return &out.pair_moments[k + l].moment.x; });
      }
    }
    pass.loss = sum(total);
  }
};

/// Work of prescribed grains on the others: they are always j, being last in the row order.
Real prescribed_work(const State& state, const ForceRecords& records, Real dt) {
  const Grains& g = state.grains;
  if (g.free == g.size()) return 0;
  Real work = 0;
  for (Index k = 0; k < state.pairs.count; ++k) {
    const Index j = state.pairs.j[k];
    if (j < g.free) continue;
    const ForceRecord& r = records.pairs[k];
    // The contact point of j moves with v_j + w_j x (-arm_j n); its power on i is F . v.
    work += (dot(r.force, g.motion[j].v) - r.arm_j * dot(r.n_x_force, g.motion[j].w)) * dt;
    if (!records.pair_moments.empty())
      work += dot(records.pair_moments[k].moment, g.motion[j].w) * dt;
  }
  return work;
}

}  // namespace

ForcePass pair_forces(const Scene& scene, State& state, Real dt, ForceRecords& out) {
  const Index padded = static_cast<Index>(state.pairs.i.size());
  const bool moments = scene.law.choice.has_moment();
  out.pairs.resize(padded);
  out.pair_moments.resize(moments ? padded : 0);
  PairLoop loop(scene, state, dt, out);
  const bool one = scene.law.materials == 1;
  const PairLawT<Pack> shared = broadcast(scene.law.pairs[0]);
  std::vector<ForcePass> parts(chunk_count(padded, kPairChunk));
  for_chunks(
      padded,
      [&](Index c, Index begin, Index end) {
        if (moments)
          one ? loop.run<true, true>(begin, end, shared, parts[c])
              : loop.run<true, false>(begin, end, shared, parts[c]);
        else
          one ? loop.run<false, true>(begin, end, shared, parts[c])
              : loop.run<false, false>(begin, end, shared, parts[c]);
      },
      kPairChunk);
  ForcePass total;
  for (const ForcePass& p : parts) {
    add(total.loss, p.loss);
    if (!total.trouble.found) total.trouble = p.trouble;
  }
  total.prescribed_work = prescribed_work(state, out, dt);
  return total;
}

}  // namespace scree
