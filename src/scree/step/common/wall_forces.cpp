#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/state/row_lanes.h"
#include "scree/step/common/evaluate_lanes.h"
#include "scree/step/common/pair_forces.h"
#include "scree/step/common/partner_books.h"

namespace scree {
namespace {

/// Numbers of eight walls, those of eight contacts.
struct WallMotionLanes : WallMotion<Pack> {
  bool one;  // the same wall in all lanes

  WallMotionLanes(const State& state, const Index* wall) {
    const WallState& first = state.walls[wall[0]];
    one = std::all_of(wall, wall + kLanes, [&](Index w) { return w == wall[0]; });
    const auto put = [&](Vec3T<Pack>& to, auto member) {
      to = in_lanes<Pack>(first.*member);
      if (one) return;
      for (int l = 1; l < kLanes; ++l) {
        const Vec3 a = state.walls[wall[l]].*member;
        to.x.v[l] = a.x, to.y.v[l] = a.y, to.z.v[l] = a.z;
      }
    };
    put(x, &WallState::x);
    put(v, &WallState::v);
    put(w, &WallState::w);
    put(belt_v, &WallState::belt_v);
    put(belt_w, &WallState::belt_w);
    put(belt_x, &WallState::belt_x);
  }
};

/// Eight wall contacts gathered from the table; lanes past the end repeat the last contact without
/// overlap.
struct WallLanes {
  struct Rows {
    Index row[kLanes], wall[kLanes], surface[kLanes];
    Rows(const WallTable& t, Index k) {
      const Index last = t.size() - 1;
      for (int l = 0; l < kLanes; ++l) {
        const Index c = std::min(k + l, last);
        row[l] = t.row[c], wall[l] = t.wall[c], surface[l] = t.surface[c];
      }
    }
  };
  Rows rows;
  WallMotionLanes walls;
  SphereWall<Pack> contact;

  WallLanes(const State& state, Index k) : rows(state.wall_contacts, k), walls(state, rows.wall) {
    const WallTable& t = state.wall_contacts;
    const Index last = t.size() - 1;
    const PlaceLanes p = load_places(state.grains.place.data(), rows.row);
    Vec3T<Pack> normal;
    Pack gap;
    for (int l = 0; l < kLanes; ++l) {
      const Index c = std::min(k + l, last);
      const Vec3 n = t.normal[c];
      normal.x.v[l] = n.x, normal.y.v[l] = n.y, normal.z.v[l] = n.z;
      gap.v[l] = k + l <= last ? t.gap[c] : 1.0;
    }
    contact = sphere_wall<Pack>(normal, gap, p.x, p.r,
                                load_motions(state.grains.motion.data(), rows.row), walls);
  }

  Index wall_material(const Scene& scene, int l) const {
    return scene.walls[rows.wall[l]].surfaces[rows.surface[l]].material;
  }
};

void note_trouble(const Scene& scene, const State& state, const WallLanes& lanes, Index k,
                  ForcePass& pass) {
  const WallTable& t = state.wall_contacts;
  for (int l = 0; l < kLanes && !pass.trouble.found && k + l < t.size(); ++l) {
    const ContactIn<Real> one = lane_of(lanes.contact.in, l);
    if (one.overlap <= scene.overlap_limit * one.radius) continue;
    pass.trouble = {true,       t.row[k + l],      -1, t.wall[k + l],   one.overlap,
                    one.radius, dot(one.v, one.n), -1, t.surface[k + l]};
  }
}

/// What grains do to one wall in one step.
using WallBooks = PartnerLoad<Real>;

/// Adds eight contacts, with the force and couple on their grains, to the books of their walls.
void book_walls(const WallLanes& lanes, Vec3T<Pack> force, Vec3T<Pack> moment,
                std::vector<WallBooks>& books) {
  const PartnerLoad<Pack> load =
      load_on_wall(-force, -moment, lanes.contact.point, lanes.contact.wall_motion, lanes.walls.x,
                   lanes.walls.w);
  const Vec3T<Pack>&f = load.force, &t = load.torque;
  if (lanes.walls.one) {
    WallBooks& b = books[lanes.rows.wall[0]];
    b.force += Vec3{sum(f.x), sum(f.y), sum(f.z)};
    b.torque += Vec3{sum(t.x), sum(t.y), sum(t.z)};
    b.power += sum(load.power);
    return;
  }
  for (int l = 0; l < kLanes; ++l) {
    WallBooks& b = books[lanes.rows.wall[l]];
    b.force += Vec3{f.x[l], f.y[l], f.z[l]};
    b.torque += Vec3{t.x[l], t.y[l], t.z[l]};
    b.power += load.power[l];
  }
}

/// Adds each contact to its grain, in table order, and the books of all chunks to the walls.
void add_up(State& state, const std::vector<std::vector<WallBooks>>& chunks, ForceSums& sums,
            Real dt) {
  const WallTable& t = state.wall_contacts;
  for_chunks(
      t.size(),
      [&](Index, Index begin, Index end) {
        // A grain's contacts stand together: those that begin in a chunk belong to it.
        const auto whole = [&](Index k) {
          while (k > 0 && k < t.size() && t.row[k] == t.row[k - 1]) ++k;
          return k;
        };
        const Index stop = whole(end);
        for (Index k = whole(begin); k < stop; ++k) {
          Real* to = &sums.rows[t.row[k]].force.x;
          (Pack::load(to) + Pack::load(&sums.walls[k].force.x)).store(to);
        }
      },
      kWallChunk);
  for (std::size_t w = 0; w < state.walls.size(); ++w) {
    WallState& wall = state.walls[w];
    WallBooks total{};
    for (const std::vector<WallBooks>& books : chunks) {
      total.force += books[w].force;
      total.torque += books[w].torque;
      total.power += books[w].power;
    }
    wall.force = wall.torque = {0, 0, 0}, wall.power = 0;
    book_force(total, dt, wall);
  }
}

struct WallLoop {
  const Scene& scene;
  State& state;
  Real dt;
  MemoryColumns memory;
  std::vector<ForceSum>& out;
  bool one_law;
  PairLawT<Pack> shared;

  /// Contacts [begin, end), whole lanes. kChoice as in the loop over pairs.
  template <const LawChoice* kChoice, bool kMoments>
  void run(Index begin, Index end, ForcePass& pass, std::vector<WallBooks>& books) const {
    LawChoice choice = scene.law.choice;
    if constexpr (kChoice != nullptr) choice = *kChoice;
    WallTable& t = state.wall_contacts;
    const bool wet = scene.law.wet();
    Pack deepest(0);
    ContactLoss<Pack> total = zero_loss();
    PairLawT<Pack> own;
    for (Index k = begin; k < end; k += kLanes) {
      const WallLanes lanes(state, k);
      const ContactIn<Pack>& in = lanes.contact.in;
      if (any(in.overlap > min(deepest, Pack(scene.overlap_limit)) * in.radius)) {
        deepest = max(deepest, in.overlap / in.radius);
        note_trouble(scene, state, lanes, k, pass);
      }
      const auto grain = [&](int l) { return state.grains.material[lanes.rows.row[l]]; };
      const auto wall = [&](int l) { return lanes.wall_material(scene, l); };
      if (!one_law)
        own = gather_laws([&](int l) -> const PairLaw& { return scene.law.of(grain(l), wall(l)); });
      ContactOut<Pack> o;
      ContactLoss<Pack> loss;
      evaluate_lanes<kMoments>(choice, one_law ? shared : own, in, dt, memory, k, o, loss);
      if constexpr (!kMoments) o.moment = in_lanes<Pack>(Vec3{0, 0, 0});
      if (wet) {
        const auto has_liquid = [&](int l) {
          return !state.grains.has(kFilms) || state.grains.film[lanes.rows.row[l]] > 0;
        };
        const BridgeLanes bridge = gather_bridges(
            [&](int l) -> const BridgeLaw& { return scene.law.bridge_of(grain(l), wall(l)); });
        const Pack pull = bridge_lanes(t.bridge.data(), t.rupture.data(), k, bridge, in, has_liquid,
                                       pass.bridges);
        o.normal -= pull;
        loss.work += pull * dot(in.v, in.n) * Pack(dt);
      }
      add(total, loss, choice, kChoice == nullptr && scene.audit);
      const Vec3T<Pack> f = o.tangential - o.normal * in.n;
      const Vec3T<Pack> x = lanes.contact.arm * cross(in.n, o.tangential) + o.moment;
      const Pack record[8] = {f.x, f.y, f.z, x.x, x.y, x.z, Pack(0), Pack(0)};
      store8(record, [&](int l) { return &out[k + l].force.x; });
      book_walls(lanes, f, o.moment, books);
    }
    pass.loss = sum(total);
    pass.deepest = largest(deepest);
  }
};

}  // namespace

Real energy_left(const Scene& scene, const State& state, const WallTable& gone) {
  const LawChoice& choice = scene.law.choice;
  Real total = 0;
  for (Index k = 0; k < gone.size(); ++k) {
    const Index i = gone.row[k];
    const WallSurface& s = scene.walls[gone.wall[k]].surfaces[gone.surface[k]];
    const PairLaw& law = scene.law.of(state.grains.material[i], s.material);
    const Real stiffness = tangential_stiffness(choice, law, gone.spring[k].a);
    if (gone.has(kPartialSlip)) {
      PartialSlipMemory copy = gone.slip[k];
      total += partial_slip_energy(law, PartialSlipLanes<double>{&copy});
    } else if (choice.tangential != TangentialLaw::kNone) {
      total += 0.5 * stiffness * norm2(gone.spring[k].spring);
    }
    if (!gone.has(kRolls)) continue;
    ContactIn<Real> in{};
    in.radius = state.grains.place[i].r;
    in.mass = 1 / state.grains.motion[i].inv_mass;
    total += moment_energy(choice, law, in, stiffness, state.clock.dt, gone.roll[k].roll,
                           gone.roll[k].twist);
  }
  return total;
}

ForcePass wall_forces(const Scene& scene, State& state, Real dt, ForceSums& out) {
  WallTable& t = state.wall_contacts;
  const Index padded = (t.size() + kLanes - 1) / kLanes * kLanes;
  out.walls.resize(padded);
  // Memory columns must reach as far as the lanes do; the surplus is cut off again below.
  const Index size = t.size();
  set_memory_rows(t, padded);
  const WallLoop loop{scene,
                      state,
                      dt,
                      {t.spring.data(), t.has(kRolls) ? t.roll.data() : nullptr,
                       t.has(kPartialSlip) ? t.slip.data() : nullptr},
                      out.walls,
                      alike(scene.law.pairs),
                      broadcast(scene.law.pairs[0])};
  std::vector<ForcePass> parts(chunk_count(padded, kWallChunk));
  std::vector<std::vector<WallBooks>> books(parts.size());
  for_chunks(
      padded,
      [&](Index c, Index begin, Index end) {
        books[c].resize(state.walls.size(), WallBooks{});
        with_law(scene.law.choice, scene.audit, [&]<const LawChoice * kChoice>() {
          if constexpr (kChoice == nullptr)
            if (scene.law.choice.has_moment())
              return loop.run<kChoice, true>(begin, end, parts[c], books[c]);
          loop.run<kChoice, false>(begin, end, parts[c], books[c]);
        });
      },
      kWallChunk);
  set_memory_rows(t, size);
  ForcePass total;
  for (const ForcePass& p : parts) {
    add(total.loss, p.loss);
    if (!total.trouble.found) total.trouble = p.trouble;
    total.deepest = std::max(total.deepest, p.deepest);
    total.bridges.insert(total.bridges.end(), p.bridges.begin(), p.bridges.end());
  }
  add_up(state, books, out, dt);
  return total;
}

}  // namespace scree
