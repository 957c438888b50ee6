#include "scree/base/parallel.h"
#include "scree/step/smooth/evaluate_lanes.h"
#include "scree/step/smooth/pair_forces.h"

namespace scree {
namespace {

/// Eight wall contacts gathered from the table; lanes past the end repeat the last contact without
/// overlap. A wall is a sphere of infinite radius and mass: R* and m* are the grain's own.
struct WallLanes {
  ContactIn<Pack> in;
  Pack arm, small;
  PairLawT<Pack> law;
  BridgeLanes bridge;  // of a wet scene

  WallLanes(const Scene& scene, const State& state, Index k) {
    const WallTable& t = state.wall_contacts;
    const Grains& g = state.grains;
    const PairLaw* laws[kLanes];
    const Index last = t.size() - 1;
    for (int l = 0; l < kLanes; ++l) {
      const Index c = std::min(k + l, last), row = t.row[c];
      const WallState& w = state.walls[t.wall[c]];
      const Place& p = g.place[row];
      const Motion8& m = g.motion[row];
      const Real overlap = k + l <= last ? -t.gap[c] : -1.0;
      const Real lever = p.r - 0.5 * overlap;
      const Vec3 n = t.normal[c];
      const Vec3 v = m.v + cross(lever * m.w, n) - w.surface_velocity(position(p) + lever * n);
      const Vec3 spin = m.w - w.w;
      in.overlap.v[l] = overlap;
      in.n.x.v[l] = n.x, in.n.y.v[l] = n.y, in.n.z.v[l] = n.z;
      in.v.x.v[l] = v.x, in.v.y.v[l] = v.y, in.v.z.v[l] = v.z;
      in.spin.x.v[l] = spin.x, in.spin.y.v[l] = spin.y, in.spin.z.v[l] = spin.z;
      in.radius.v[l] = p.r;
      in.mass.v[l] = 1 / m.inv_mass;
      arm.v[l] = lever;
      small.v[l] = p.r;
      laws[l] =
          &scene.law.of(g.material[row], scene.walls[t.wall[c]].surfaces[t.surface[c]].material);
    }
    law = gather_laws([&](int l) -> const PairLaw& { return *laws[l]; });
    if (!scene.law.wet()) return;
    bridge = gather_bridges([&](int l) -> const BridgeLaw& {
      return scene.law.bridges[laws[l] - scene.law.pairs.data()];
    });
  }
};

void note_trouble(const Scene& scene, const State& state, const WallLanes& lanes, Index k,
                  ForcePass& pass) {
  const WallTable& t = state.wall_contacts;
  for (int l = 0; l < kLanes && !pass.trouble.found && k + l < t.size(); ++l) {
    if (lanes.in.overlap[l] <= scene.overlap_limit * lanes.small[l]) continue;
    const ContactIn<Real> one = lane_of(lanes.in, l);
    pass.trouble = {true,       t.row[k + l],     -1, t.wall[k + l], one.overlap,
                    one.radius, dot(one.v, one.n)};
  }
}

/// Adds each contact to its grain and to the books of its wall, in table order.
void book_contacts(State& state, ForceSums& sums, Real dt) {
  for (WallState& w : state.walls) w.force = w.torque = {0, 0, 0}, w.power = 0;
  const WallTable& t = state.wall_contacts;
  for (Index k = 0; k < t.size(); ++k) {
    WallState& w = state.walls[t.wall[k]];
    const WallForce& r = sums.walls[k];
    ForceSum& grain = sums.rows[t.row[k]];
    grain.force += r.force;
    grain.torque += r.arm * r.n_x_force;
    const Vec3 at = position(state.grains.place[t.row[k]]) + r.arm * t.normal[k];
    w.force -= r.force;
    w.torque -= cross(at - w.x, r.force);
    w.power += dot(r.force, w.surface_velocity(at));
    if (sums.wall_moments.empty()) continue;
    grain.torque += sums.wall_moments[k];
    w.torque -= sums.wall_moments[k];
    w.power += dot(sums.wall_moments[k], w.w);
  }
  for (WallState& w : state.walls) w.work += w.power * dt;
}

}  // namespace

Real energy_left(const Scene& scene, const State& state, const WallTable& gone) {
  Real total = 0;
  for (Index k = 0; k < gone.size(); ++k) {
    const WallSurface& s = scene.walls[gone.wall[k]].surfaces[gone.surface[k]];
    const PairLaw& law = scene.law.of(state.grains.material[gone.row[k]], s.material);
    if (!gone.slip.empty()) {
      PartialSlipMemory copy = gone.slip[k];
      total += partial_slip_energy(law, PartialSlipLanes<double>{&copy});
      continue;
    }
    ContactMemory<Real> m{gone.spring[k].spring, gone.spring[k].a, {0, 0, 0}, 0};
    if (!gone.roll.empty()) m.roll = gone.roll[k].roll, m.twist = gone.roll[k].twist;
    total += spring_energy(scene.law.choice, law, m, state.grains.place[gone.row[k]].r, m.spring,
                           m.roll, m.twist);
  }
  return total;
}

ForcePass wall_forces(const Scene& scene, State& state, Real dt, ForceSums& out) {
  WallTable& t = state.wall_contacts;
  const Index padded = (t.size() + kLanes - 1) / kLanes * kLanes;
  const bool moments = scene.law.choice.has_moment();
  out.walls.resize(padded);
  out.wall_moments.resize(moments ? padded : 0);
  // Memory columns must reach as far as the lanes do; the surplus is cut off again below.
  t.spring.resize(padded);
  if (moments) t.roll.resize(padded);
  if (scene.law.choice.has_partial_slip()) t.slip.resize(padded);
  const bool wet = scene.law.wet();
  if (wet) t.bridge.resize(padded, 0), t.rupture.resize(padded, 0);
  const MemoryColumns memory{t.spring.data(), t.roll.empty() ? nullptr : t.roll.data(),
                             t.slip.empty() ? nullptr : t.slip.data()};
  std::vector<ForcePass> parts(chunk_count(padded, kWallChunk));
  for_chunks(
      padded,
      [&](Index c, Index begin, Index end) {
        ContactLoss<Pack> total = zero_loss();
        for (Index k = begin; k < end; k += kLanes) {
          const WallLanes lanes(scene, state, k);
          if (any(lanes.in.overlap > Pack(scene.overlap_limit) * lanes.small))
            note_trouble(scene, state, lanes, k, parts[c]);
          ContactOut<Pack> o;
          ContactLoss<Pack> loss;
          if (moments)
            evaluate_lanes<true>(scene.law.choice, lanes.law, lanes.in, dt, memory, k, o, loss);
          else
            evaluate_lanes<false>(scene.law.choice, lanes.law, lanes.in, dt, memory, k, o, loss);
          if (wet) {
            const auto has_liquid = [&](int l) {
              return state.grains.film.empty() || state.grains.film[t.row[k + l]] > 0;
            };
            const Pack pull = bridge_lanes(t.bridge.data(), t.rupture.data(), k, lanes.bridge,
                                           lanes.in, has_liquid, parts[c].bridges);
            o.normal -= pull;
            loss.work += pull * dot(lanes.in.v, lanes.in.n) * Pack(dt);
          }
          add(total, loss);
          const Vec3T<Pack> f = o.tangential - o.normal * lanes.in.n;
          const Vec3T<Pack> x = cross(lanes.in.n, o.tangential);
          const Pack record[8] = {f.x, f.y, f.z, x.x, x.y, x.z, lanes.arm, lanes.arm};
          store8(record, [&](int l) { return &out.walls[k + l].force.x; });
          if (!moments) continue;
          for (int l = 0; l < kLanes; ++l)
            out.wall_moments[k + l] = {o.moment.x[l], o.moment.y[l], o.moment.z[l]};
        }
        parts[c].loss = sum(total);
      },
      kWallChunk);
  t.spring.resize(t.size());
  if (moments) t.roll.resize(t.size());
  if (!t.slip.empty()) t.slip.resize(t.size());
  if (wet) t.bridge.resize(t.size()), t.rupture.resize(t.size());
  ForcePass total;
  for (const ForcePass& p : parts) {
    add(total.loss, p.loss);
    if (!total.trouble.found) total.trouble = p.trouble;
    total.bridges.insert(total.bridges.end(), p.bridges.begin(), p.bridges.end());
  }
  book_contacts(state, out, dt);
  return total;
}

}  // namespace scree
