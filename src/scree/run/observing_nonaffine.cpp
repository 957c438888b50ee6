#include "scree/run/observing_nonaffine.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/observe/bodies.h"
#include "scree/observe/nonaffine.h"
#include "scree/run/outputs.h"

namespace scree {
namespace {

constexpr Real kNothing = std::numeric_limits<Real>::quiet_NaN();
constexpr std::size_t kBegun = NonaffineWatch::kSlots - 1;  // the slot after those of the columns

/// Calls visit(id, unwrapped position, row of the grains, is it free) for every body: all are
/// neighbours, also prescribed ones; only free ones are measured.
template <class Visit>
void for_each_body(const Scene& scene, const State& state, Visit&& visit) {
  const Grains& g = state.grains;
  const std::vector<Index> row = rows_of_bodies(state);
  for (Index b = 0; b < body_count(state); ++b) {
    const BodyNow now = body_at(scene, state, b);
    visit(now.id, now.x, row[static_cast<std::size_t>(b)], true);
  }
  for (Index r = g.free; r < g.size(); ++r)
    visit(g.id[r], unwrapped(scene.domain, position(g.place[r]), g.image[r]), r, false);
}

Vec3 wrapped(const Domain& domain, Vec3 x) {
  for (int k = 0; k < 3; ++k) {
    const Real length = at(domain.cell.period, k);
    if (length > 0) at(x, k) -= length * std::floor((at(x, k) - at(domain.lo, k)) / length);
  }
  return x;
}

/// The bodies that were there at the start of an interval and still are.
struct Stayed {
  std::vector<Id> id;
  std::vector<Vec3> before, now;
  std::vector<char> free;
  std::vector<char> counts;  // free, of the label, and it was in the zone
};

/// Sums over the bodies that count.
struct Sums {
  Real bodies = 0, d2min = 0, largest = 0, per_neighbour = 0, shear = 0, volume = 0, neighbours = 0;
  Sums& operator+=(const Sums& o) {
    bodies += o.bodies, d2min += o.d2min, largest = std::max(largest, o.largest);
    per_neighbour += o.per_neighbour, shear += o.shear, volume += o.volume;
    neighbours += o.neighbours;
    return *this;
  }
  void add(const LocalMotion& m) {
    *this += {1, m.d2min, m.d2min, m.d2min_per_neighbour(), m.shear, m.volume, Real(m.neighbours)};
  }
};

}  // namespace

NonaffineWatch::NonaffineWatch(const Case& c, const ObserveOptions& o, bool plain)
    : radius_(o.radius),
      interval_(o.interval.value_or(output_intervals(c).series)),
      label_(o.label),
      zone_(make_zone(c, o.region)),
      prefix_(plain ? "" : o.name + ".") {}

std::vector<std::string> NonaffineWatch::columns(const Names& n) {
  return {n("d2min", "m^2"),      n("d2min_max", "m^2"),      n("d2min_per_neighbour", "m^2"),
          n("affine_shear"),      n("affine_volume"),         n("neighbours"),
          n("displacement", "m"), n("displacement_max", "m"), n("bodies")};
}

void NonaffineWatch::begin(const Scene& scene, const State& state, ObserverMemory memory) const {
  constexpr std::size_t kBodies = kBegun - 1;  // the last column: none measured yet
  if (memory.slots[kBegun] == 0) std::fill_n(memory.slots, kBodies, kNothing);
  memory.slots[kBegun] = 1;
  for (Id id = 0; id < state.next_id; ++id) memory.of(id)[0] = kNothing;
  for_each_body(scene, state, [&](Id id, Vec3 x, Index, bool) {
    Real* place = memory.of(id);
    place[0] = x.x, place[1] = x.y, place[2] = x.z;
  });
}

void NonaffineWatch::measure(const Scene& scene, const State& state, ObserverMemory memory) const {
  const auto named = std::find(scene.labels.begin(), scene.labels.end(), label_);
  const auto label = static_cast<Index>(named - scene.labels.begin());
  Stayed bodies;
  for_each_body(scene, state, [&](Id id, Vec3 x, Index row, bool free) {
    const Real* place = memory.of(id);
    if (std::isnan(place[0])) return;  // it came in between
    const Vec3 before{place[0], place[1], place[2]};
    bodies.id.push_back(id);
    bodies.before.push_back(before);
    bodies.now.push_back(x);
    bodies.free.push_back(free);
    bodies.counts.push_back(free && (label_.empty() || state.grains.label[row] == label) &&
                            zone_.has(wrapped(scene.domain, before)));
  });
  const std::vector<LocalMotion> motion = local_motion(scene, radius_, bodies.before, bodies.now);
  for (Id id = 0; id < state.next_id; ++id) std::fill_n(memory.of(id) + 3, 4, kNothing);
  for (std::size_t b = 0; b < motion.size(); ++b) {
    const LocalMotion& m = motion[b];
    Real* found = memory.of(bodies.id[b]) + 3;
    if (bodies.free[b] && m.measured)
      found[0] = m.d2min, found[1] = m.neighbours, found[2] = m.shear, found[3] = m.volume;
  }
  const Sums s = reduce_chunks<Sums>(static_cast<Index>(motion.size()), [&](Index from, Index to) {
    Sums sum;
    for (Index b = from; b < to; ++b)
      if (bodies.counts[b] && motion[b].measured) sum.add(motion[b]);
    return sum;
  });
  Real moved = 0, farthest = 0;
  std::size_t counted = 0;
  for (std::size_t b = 0; b < motion.size(); ++b) {
    if (!bodies.counts[b]) continue;
    const Real way = norm(bodies.now[b] - bodies.before[b]);
    moved += way;
    farthest = std::max(farthest, way);
    ++counted;
  }
  const Real share = s.bodies > 0 ? 1 / s.bodies : kNothing;
  const Real values[] = {s.d2min * share,
                         s.bodies > 0 ? s.largest : kNothing,
                         s.per_neighbour * share,
                         s.shear * share,
                         s.volume * share,
                         s.neighbours * share,
                         counted > 0 ? moved / static_cast<Real>(counted) : kNothing,
                         counted > 0 ? farthest : kNothing,
                         s.bodies};
  std::copy(std::begin(values), std::end(values), memory.slots);
}

void NonaffineWatch::advance(const Scene& scene, const State& state, ObserverMemory memory,
                             Real dt) const {
  if (memory.slots[kBegun] != 0) {
    if (!output_due(interval_, state.step, dt)) return;
    measure(scene, state, memory);
  }
  begin(scene, state, memory);
}

void NonaffineWatch::sample(const Scene& scene, const State& state, ObserverMemory memory,
                            std::vector<Real>& row) const {
  if (memory.slots[kBegun] == 0) begin(scene, state, memory);
  row.insert(row.end(), memory.slots, memory.slots + kBegun);
}

void NonaffineWatch::add_columns(ObserverMemory memory, BodyFrame& frame) const {
  const auto column = [this](const char* name, const char* unit) {
    return Column{prefix_ + name, 1, {}, false, unit};
  };
  Column d2min = column("d2min", "m^2"), mean = column("d2min_per_neighbour", "m^2"),
         shear = column("affine_shear", ""), volume = column("affine_volume", "");
  // Of a clump the body is the clump, and its id that of its first member.
  const Column* id = find_column(frame.columns, "id");
  const Column* clump = find_column(frame.columns, "clump");
  for (std::size_t row = 0; row < frame.x.size(); ++row) {
    const bool member = clump && clump->data[row] >= 0;
    const Id body = static_cast<Id>(member ? clump->data[row] : id->data[row]);
    const Real* found = memory.of(body) + 3;
    const bool any = !std::isnan(found[0]);
    d2min.data.push_back(any ? found[0] : 0);
    mean.data.push_back(any ? found[0] / found[1] : 0);
    shear.data.push_back(any ? found[2] : 0);
    volume.data.push_back(any ? found[3] : 0);
  }
  for (Column* c : {&d2min, &mean, &shear, &volume}) frame.columns.push_back(std::move(*c));
}

}  // namespace scree
