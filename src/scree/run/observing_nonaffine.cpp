#include "scree/run/observing_nonaffine.h"

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/observe/bodies.h"
#include "scree/observe/nonaffine.h"
#include "scree/run/observing_parts.h"
#include "scree/run/outputs.h"

namespace scree {
namespace {

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

NonaffineWatch::NonaffineWatch(const Case& c, const ObserveOptions& o, ObserverMemory& fresh)
    : radius_(o.radius),
      interval_(o.interval.value_or(output_intervals(c).series)),
      label_(o.label),
      zone_(make_zone(c, o.region)),
      row_(add_rows(fresh.nonaffine, 1).first),
      prefix_(row_ == 0 ? "" : o.name + ".") {}

ObserverPart NonaffineWatch::part(const Names& names) const {
  ColumnList<NonaffineMemory> columns(names, false);
  for_each_field_of<NonaffineMemory>([&](const auto& field) {
    if (field.at != &NonaffineMemory::begun) columns.number(field.name, field.unit, field.at);
  });
  return columns.measured_by([watch = *this](const Scene& scene, State& state) {
    if (watch.memory(state).begun == 0) watch.begin(scene, state);
    return watch.memory(state);
  });
}

void NonaffineWatch::begin(const Scene& scene, State& state) const {
  ObserverMemory& o = state.observers;
  memory(state).begun = 1;
  for (Id id = 0; id < state.next_id; ++id) o.body(id, row_).start = NonaffineBody{}.start;
  for_each_body(scene, state, [&](Id id, Vec3 x, Index, bool) { o.body(id, row_).start = x; });
}

void NonaffineWatch::measure(const Scene& scene, State& state) const {
  ObserverMemory& o = state.observers;
  const auto named = std::find(scene.labels.begin(), scene.labels.end(), label_);
  const auto label = static_cast<Index>(named - scene.labels.begin());
  Stayed bodies;
  for_each_body(scene, state, [&](Id id, Vec3 x, Index row, bool free) {
    const Vec3 before = o.body(id, row_).start;
    if (std::isnan(before.x)) return;  // it came in between
    bodies.id.push_back(id);
    bodies.before.push_back(before);
    bodies.now.push_back(x);
    bodies.free.push_back(free);
    bodies.counts.push_back(free && (label_.empty() || state.grains.label[row] == label) &&
                            zone_.has(wrapped(scene.domain, before)));
  });
  const std::vector<LocalMotion> motion = local_motion(scene, radius_, bodies.before, bodies.now);
  for (Id id = 0; id < state.next_id; ++id)
    o.body(id, row_) = {.start = o.body(id, row_).start};  // what was found is forgotten
  for (std::size_t b = 0; b < motion.size(); ++b) {
    const LocalMotion& m = motion[b];
    NonaffineBody& body = o.body(bodies.id[b], row_);
    if (bodies.free[b] && m.measured)
      body = {body.start, m.d2min, Real(m.neighbours), m.shear, m.volume};
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
  NonaffineMemory& found = memory(state);
  found.d2min = s.d2min * share;
  found.d2min_max = s.bodies > 0 ? s.largest : kNothing;
  found.d2min_per_neighbour = s.per_neighbour * share;
  found.affine_shear = s.shear * share;
  found.affine_volume = s.volume * share;
  found.neighbours = s.neighbours * share;
  found.displacement = counted > 0 ? moved / static_cast<Real>(counted) : kNothing;
  found.displacement_max = counted > 0 ? farthest : kNothing;
  found.bodies = s.bodies;
}

void NonaffineWatch::advance(const Scene& scene, State& state) const {
  if (memory(state).begun != 0) {
    if (!output_due(interval_, state.clock)) return;
    measure(scene, state);
  }
  begin(scene, state);
}

void NonaffineWatch::add_columns(State& state, BodyFrame& frame) const {
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
    const NonaffineBody& found = state.observers.body(body, row_);
    const bool any = !std::isnan(found.d2min);
    d2min.data.push_back(any ? found.d2min : 0);
    mean.data.push_back(any ? found.d2min / found.neighbours : 0);
    shear.data.push_back(any ? found.affine_shear : 0);
    volume.data.push_back(any ? found.affine_volume : 0);
  }
  for (Column* c : {&d2min, &mean, &shear, &volume}) frame.columns.push_back(std::move(*c));
}

}  // namespace scree
