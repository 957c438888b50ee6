#include "scree/run/observing_sums.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/case/formula_variables.h"
#include "scree/observe/bodies.h"
#include "scree/state/edit.h"

namespace scree {
namespace {

constexpr int kVariables = 12;

Expression compiled(const ObserveOptions& o) {
  try {
    return Expression(o.formula, sum_variables(), o.constants);
  } catch (const FormulaError& error) {
    throw CaseError(o.origin.file, o.origin.line,
                    fmt::format("observe.{}.formula: {}", o.name, error.what()));
  }
}

/// Collects bodies and evaluates a formula for a block of them at a time.
class Summing {
 public:
  Summing(const Expression& formula, Real time) : formula_(formula), time_(time) {}

  void add(Vec3 x, Vec3 v, Vec3 force, Real diameter, Real mass) {
    const Real values[kVariables] = {x.x,     x.y,     x.z,     v.x,      v.y,  v.z,
                                     force.x, force.y, force.z, diameter, mass, time_};
    for (int k = 0; k < kVariables; ++k) block_[k][count_] = values[k];
    if (++count_ == Expression::kBlock) flush();
  }
  Real total() {
    flush();
    return total_;
  }

 private:
  void flush() {
    Real out[Expression::kBlock];
    formula_.run(&block_[0][0], Expression::kBlock, count_, out);
    for (int k = 0; k < count_; ++k) total_ += out[k];
    count_ = 0;
  }

  const Expression& formula_;
  Real time_, total_ = 0;
  int count_ = 0;
  Real block_[kVariables][Expression::kBlock];
};

Vec3 mean_position(const Scene& scene, const State& state, const std::vector<char>& chosen) {
  const Grains& g = state.grains;
  Vec3 sum{0, 0, 0};
  Real count = 0;
  for (Index r = g.free; r < g.size(); ++r) {
    if (!chosen[static_cast<std::size_t>(g.group[r])]) continue;
    sum += unwrapped(scene.domain, position(g.place[r]), g.image[r]);
    ++count;
  }
  return inverse_or_zero(count) * sum;
}

struct PrescribedNow {
  GroupState sum;
  Vec3 centre{0, 0, 0};
};

}  // namespace

ObserverPart prescribed_part(const Names& n, const Case& c, const ObserveOptions& o) {
  std::vector<char> chosen;
  for (const BodiesOptions& b : c.bodies) chosen.push_back(b.prescribed && b.label == o.label);
  using P = PrescribedNow;
  ColumnList<P> columns(n, c.run.planar);
  columns.vector("force", "N", [](const P& now) { return now.sum.force; });
  columns.number("power", "W", &P::sum, &GroupState::power);
  columns.number("work", "J", &P::sum, &GroupState::work);
  columns.vector("centre", "m", &P::centre);
  if (o.area > 0)
    columns.number("pressure", "Pa", [direction = o.direction, area = o.area](const P& now) {
      return -dot(now.sum.force, direction) / area;
    });
  return columns.measured_by([chosen](const Scene& scene, State& state) {
    PrescribedNow now;
    for (std::size_t b = 0; b < chosen.size(); ++b) {
      if (!chosen[b]) continue;
      now.sum.force += state.groups[b].force;
      now.sum.power += state.groups[b].power;
      now.sum.work += state.groups[b].work;
    }
    now.centre = mean_position(scene, state, chosen);
    return now;
  });
}

BodySum::BodySum(const ObserveOptions& o) : label_(o.label), formula_(compiled(o)) {}

Real BodySum::measure(const Scene& scene, const State& state) const {
  const auto found = std::find(scene.labels.begin(), scene.labels.end(), label_);
  if (found == scene.labels.end()) return 0;
  const auto label = static_cast<std::uint16_t>(found - scene.labels.begin());
  const Grains& g = state.grains;
  Summing sum(formula_, state.clock.time());
  const auto grain = [&](Index r, bool free) {
    if (g.label[r] != label) return;
    const Real mass = inverse_or_zero(g.motion[r].inv_mass);
    const Vec3 force = free ? mass * g.accel[r].a : g.felt[r].force;
    sum.add(unwrapped(scene.domain, position(g.place[r]), g.image[r]), g.motion[r].v, force,
            2 * g.place[r].r, mass);
  };
  for (Index r = 0; r < g.singles; ++r) grain(r, true);
  if (state.bodies.clumps() > 0) {
    const std::vector<Index> row = rows_of_bodies(state);
    for (Index b = g.singles; b < body_count(state); ++b) {
      if (row[b] < 0 || g.label[row[b]] != label) continue;
      const BodyNow body = body_at(scene, state, b);
      sum.add(body.x, body.v, body.mass * state.bodies.a[rigid_row(state, b)], 0, body.mass);
    }
  }
  for (Index r = g.free; r < g.size(); ++r) grain(r, false);
  return sum.total();
}

}  // namespace scree
