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

}  // namespace

ObserverPart prescribed_part(const Names& n, const Case& c, const ObserveOptions& o) {
  const bool planar = c.run.planar, pressure = o.area > 0;
  std::vector<char> chosen;
  for (const BodiesOptions& b : c.bodies) chosen.push_back(b.prescribed && b.label == o.label);
  std::vector<std::string> columns = n.vector("force", "N", planar) +
                                     std::vector{n("power", "W"), n("work", "J")} +
                                     n.vector("centre", "m", planar);
  if (pressure) columns.push_back(n("pressure", "Pa"));
  const auto put = [planar](std::vector<Real>& row, Vec3 v) {
    row.insert(row.end(), {v.x, v.y});
    if (!planar) row.push_back(v.z);
  };
  return {columns, [=, direction = o.direction, area = o.area](const Scene& scene, State& state,
                                                               std::vector<Real>& row) {
            GroupState sum;
            for (std::size_t b = 0; b < chosen.size(); ++b) {
              if (!chosen[b]) continue;
              sum.force += state.groups[b].force;
              sum.power += state.groups[b].power;
              sum.work += state.groups[b].work;
            }
            put(row, sum.force);
            row.insert(row.end(), {sum.power, sum.work});
            put(row, mean_position(scene, state, chosen));
            if (pressure) row.push_back(-dot(sum.force, direction) / area);
          }};
}

BodySum::BodySum(const ObserveOptions& o) : label_(o.label), formula_(compiled(o)) {}

Real BodySum::measure(const Scene& scene, const State& state) const {
  const auto found = std::find(scene.labels.begin(), scene.labels.end(), label_);
  if (found == scene.labels.end()) return 0;
  const auto label = static_cast<std::uint16_t>(found - scene.labels.begin());
  const Grains& g = state.grains;
  Summing sum(formula_, state.time);
  const auto grain = [&](Index r, bool free) {
    if (g.label[r] != label) return;
    const Real mass = inverse_or_zero(g.motion[r].inv_mass);
    const Vec3 force = free ? mass * g.accel[r].a : g.felt[r].force;
    sum.add(unwrapped(scene.domain, position(g.place[r]), g.image[r]), g.motion[r].v, force,
            2 * g.place[r].r, mass);
  };
  for (Index r = 0; r < g.singles; ++r) grain(r, true);
  if (state.clumps.size() > 0) {
    const std::vector<Index> row = rows_of_bodies(state);
    for (Index b = g.singles; b < body_count(state); ++b) {
      const Index k = b - g.singles;
      if (row[b] < 0 || g.label[row[b]] != label) continue;
      const BodyNow body = body_at(scene, state, b);
      sum.add(body.x, body.v, body.mass * state.clumps.a[k], 0, body.mass);
    }
  }
  for (Index r = g.free; r < g.size(); ++r) grain(r, false);
  return sum.total();
}

}  // namespace scree
