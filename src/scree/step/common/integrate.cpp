#include "scree/step/common/integrate.h"

#include "scree/base/parallel.h"
#include "scree/step/common/clump_motion.h"
#include "scree/step/common/lanes.h"

namespace scree {
namespace {

/// Lanes 0-2 of a record: force; 3-5: torque.
SCREE_FN Mask force_lanes() { return {Mask::V{-1, -1, -1, 0, 0, 0, 0, 0}}; }
SCREE_FN Pack six(Vec3 a, Vec3 b) { return Pack(Pack::V{a.x, a.y, a.z, b.x, b.y, b.z, 0, 0}); }

/// Force and torque on one body: pairs in which it is j, then those in which it is i, then walls.
SCREE_FN Pack sum_contacts(const NeighbourWork& lists, const ForceRecords& records, Index row) {
  Pack total(0.0);
  for (Index s = lists.partner_start[row]; s < lists.partner_start[row + 1]; ++s) {
    const ForceRecord& r = records.pairs[lists.partner[s]];
    total += select(force_lanes(), Pack(-1.0), Pack(r.arm_j)) * Pack::load(&r.force.x);
  }
  for (Index k = lists.pair_start[row]; k < lists.pair_start[row + 1]; ++k) {
    const ForceRecord& r = records.pairs[k];
    total += select(force_lanes(), Pack(1.0), Pack(r.arm_i)) * Pack::load(&r.force.x);
  }
  for (Index k = records.wall_start[row]; k < records.wall_start[row + 1]; ++k) {
    const ForceRecord& r = records.walls[k];
    total += select(force_lanes(), Pack(1.0), Pack(r.arm_i)) * Pack::load(&r.force.x);
  }
  return total;
}

Pack sum_moments(const NeighbourWork& lists, const ForceRecords& records, Index row) {
  Vec3 total{0, 0, 0};
  for (Index s = lists.partner_start[row]; s < lists.partner_start[row + 1]; ++s)
    total -= records.pair_moments[lists.partner[s]].moment;
  for (Index k = lists.pair_start[row]; k < lists.pair_start[row + 1]; ++k)
    total += records.pair_moments[k].moment;
  for (Index k = records.wall_start[row]; k < records.wall_start[row + 1]; ++k)
    total += records.wall_moments[k].moment;
  return six({0, 0, 0}, total);
}

}  // namespace

void predict(const Scene& scene, State& state, Real dt) {
  Grains& g = state.grains;
  for_chunks(g.singles, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      const Pack a = Pack::load(&g.accel[r].a.x);
      const Pack m = Pack::load(&g.motion[r].v.x);
      const Pack half = m + Pack(0.5 * dt) * a;
      g.place[r].x += dt * half[0];
      g.place[r].y += dt * half[1];
      g.place[r].z += dt * half[2];
      (m + Pack(dt) * a).store(&g.motion[r].v.x);
    }
  });
  if (state.clumps.size() > 0) {
    predict_clumps(state, dt);
    place_members(scene, state);
  }
}

void correct(const Scene& scene, State& state, const NeighbourWork& lists,
             const ForceRecords& records, Real dt) {
  Grains& g = state.grains;
  const bool moments = !records.pair_moments.empty() || !records.wall_moments.empty();
  const Pack gravity = six(state.gravity, {0, 0, 0});
  // A planar scene has no freedom along z and no spin but about z.
  const Pack freedom =
      scene.planar ? Pack(Pack::V{1, 1, 0, 0, 0, 1, 0, 0}) : Pack(Pack::V{1, 1, 1, 1, 1, 1, 0, 0});
  for_chunks(g.free, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      Pack total = sum_contacts(lists, records, r);
      if (moments) total += sum_moments(lists, records, r);
      if (r >= g.singles) {  // members hand force and torque to their clump
        (freedom * total).store(&g.accel[r].a.x);
        continue;
      }
      const Motion8& m = g.motion[r];
      const Pack inverse = select(force_lanes(), Pack(m.inv_mass), Pack(m.inv_inertia));
      const Pack now = freedom * (inverse * total + gravity);
      const Pack before = Pack::load(&g.accel[r].a.x);
      now.store(&g.accel[r].a.x);
      (Pack::load(&m.v.x) + Pack(0.5 * dt) * (now - before)).store(&g.motion[r].v.x);
    }
  });
  if (state.clumps.size() > 0) {
    correct_clumps(scene, state, dt);
    place_members(scene, state);
  }
}

void place_members(const Scene& scene, State& state) {
  Grains& g = state.grains;
  const Clumps& c = state.clumps;
  for_chunks(g.free - g.singles, [&](Index, Index begin, Index end) {
    for (Index s = begin; s < end; ++s) {
      const Index r = g.singles + s, o = g.owner[r];
      const Vec3 arm = rotate(c.q[o], g.local[r]);
      // A member may have been wrapped into another image than its clump's centre.
      const Vec3 image{scene.domain.period.x * (c.image[o][0] - g.image[r][0]),
                       scene.domain.period.y * (c.image[o][1] - g.image[r][1]),
                       scene.domain.period.z * (c.image[o][2] - g.image[r][2])};
      const Vec3 x = c.x[o] + arm + image;
      g.place[r] = {x.x, x.y, x.z, g.place[r].r};
      g.motion[r].v = c.v[o] + cross(c.w[o], arm);
      g.motion[r].w = c.w[o];
    }
  });
}

}  // namespace scree
