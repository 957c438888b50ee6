#include "scree/run/observing.h"

#include <fmt/format.h>

#include "scree/base/error.h"
#include "scree/run/observing_cycles.h"
#include "scree/run/observing_kinds.h"
#include "scree/run/observing_ledger.h"
#include "scree/run/observing_nonaffine.h"
#include "scree/run/observing_parts.h"
#include "scree/run/observing_sums.h"

namespace scree {

std::string column_name(const std::string& name, const std::string& unit, bool units) {
  return units && !unit.empty() ? fmt::format("{} [{}]", name, unit) : name;
}

Observing::~Observing() = default;

Observing::Observing(const Case& c, const Scene& scene)
    : units_(!c.run.dimensionless), columns_{column_name("time", "s", units_)} {
  add_to_series(ledger(scene));
  for (const ObserveOptions& o : c.observers) {
    if (o.kind == ObserveKind::kProfile)
      tables_.push_back(make_profile(c, scene, o));
    else if (o.kind == ObserveKind::kFlux)
      add(o, flux(c, o));
    else if (o.kind == ObserveKind::kNonaffine)
      add_nonaffine(c, o);
    else if (o.kind == ObserveKind::kEnergy && o.interval)  // the series has it anyway
      add(o, ledger(scene));
    else if (o.kind == ObserveKind::kSum)
      add(o, sum(o));
    else if (o.kind != ObserveKind::kCycle && o.kind != ObserveKind::kEnergy)
      add(o, make_part(c, scene, o));
  }
  add_cycles(c);
}

void Observing::add_to_series(ObserverPart part) {
  for (const ObserverPart::Shown& c : part.columns) columns_.push_back(c.name);
  parts_.push_back(std::move(part));
}

void Observing::add(const ObserveOptions& o, ObserverPart part) {
  if (!o.interval) return add_to_series(std::move(part));
  ObserverTable table;
  table.file = fmt::format("series-{}.csv", o.name);
  table.columns = {column_name("time", "s", units_)};
  for (const ObserverPart::Shown& c : part.columns) table.columns.push_back(c.name);
  table.interval = o.interval;
  table.sample = [this, probe = std::move(part.sample)](const Scene& scene, State& state,
                                                        std::vector<std::vector<Real>>& rows) {
    prepare(state);
    rows.push_back({state.clock.time()});
    probe(scene, state, rows.back());
  };
  tables_.push_back(std::move(table));
}

ObserverPart Observing::ledger(const Scene& scene) {
  return ledger_part(scene, {units_, ""}, add_rows(fresh_.closing, 1).first);
}

ObserverPart Observing::flux(const Case& c, const ObserveOptions& o) {
  const FluxPlane plane = make_flux_plane(c, o);
  const Zone zone = make_flux_zone(c, o);
  const std::size_t flux = add_rows(fresh_.fluxes, 1).first;
  ColumnList<FluxTotal> columns({units_, prefix_of(o) + "."}, c.run.planar);
  columns.number("count", "", &FluxTotal::count);
  columns.number("mass", "kg", &FluxTotal::mass);
  columns.vector("centre", "m", [](const FluxTotal& total) {
    const Vec3 nowhere{kNothing, kNothing, kNothing};
    return total.mass != 0 ? total.moment / total.mass : nowhere;
  });
  return columns.measured_by([=](const Scene& s, State& state) {
    FluxTotal& total = state.observers.fluxes[flux];
    const auto slab = [&](Id id) -> Real& { return state.observers.slab(id, flux); };
    count_crossings(s, state, plane, slab, total, zone);
    return total;
  });
}

void Observing::add_nonaffine(const Case& c, const ObserveOptions& o) {
  nonaffine_.emplace_back(c, o, fresh_);
  const ObserverPart part = nonaffine_.back().part({units_, prefix_of(o) + "."});
  if (o.interval) add(o, part);  // a table with every interval, and
  add_to_series(part);           // the last one beside whatever else there is
}

void Observing::advance(const Scene& scene, State& state, Real dt, std::int64_t phase) {
  if (nonaffine_.empty() && integrals_.empty() && cycles_.empty() && waiting_.empty()) return;
  prepare(state);
  for (std::size_t k = 0; k < integrals_.size(); ++k)
    state.observers.integrals[k] += dt * integrals_[k].measure(scene, state);
  for (const NonaffineWatch& n : nonaffine_) n.advance(scene, state);
  advance_cycles(scene, state, dt, phase);
}

void Observing::add_columns(State& state, BodyFrame& frame) {
  if (nonaffine_.empty()) return;
  prepare(state);
  for (const NonaffineWatch& n : nonaffine_) n.add_columns(state, frame);
}

ObserverPart Observing::sum(const ObserveOptions& o) {
  const BodySum sum(o);
  ColumnList<Real> columns({units_, ""}, false);
  columns.number(o.name, "", [](Real value) { return value; });
  if (!o.integrate)
    return columns.measured_by(
        [sum](const Scene& s, State& state) { return sum.measure(s, state); });
  integrals_.push_back(sum);
  const std::size_t k = add_rows(fresh_.integrals, 1).first;
  return columns.measured_by(
      [k](const Scene&, State& state) { return state.observers.integrals[k]; });
}

void Observing::require_fit(const State& state) const {
  const ObserverMemory& m = state.observers;
  if (m.closing.empty()) return;  // nothing was looked at yet
  std::string wrong = wrong_sections("observers", m, fresh_);
  const auto within = [&](const char* name, std::size_t rows, std::size_t each) {
    const std::size_t most = each * static_cast<std::size_t>(state.next_id);
    if (wrong.empty() && rows > most)
      wrong =
          fmt::format("observers/bodies/{} has {} rows where at most {} are due", name, rows, most);
  };
  within("slabs", m.bodies.slabs.size(), fresh_.fluxes.size());
  within("nonaffine", m.bodies.nonaffine.size(), fresh_.nonaffine.size());
  if (!wrong.empty())
    throw CaseError(
        fmt::format("the checkpoint remembers other observers than the case has: {}; use an "
                    "earlier checkpoint, or run the case again",
                    wrong));
}

void Observing::prepare(State& state) const {
  require_fit(state);
  ObserverMemory& m = state.observers;
  if (m.closing.empty()) m = fresh_;
  const auto ids = static_cast<std::size_t>(state.next_id);
  m.bodies.slabs.resize(ids * m.fluxes.size(), kNothing);
  m.bodies.nonaffine.resize(ids * m.nonaffine.size());
}

void Observing::sample(const Scene& scene, State& state, std::vector<Real>& row) {
  prepare(state);
  row.assign(1, state.clock.time());
  for (const ObserverPart& part : parts_) part.sample(scene, state, row);
  SCREE_EXPECT(row.size() == columns_.size());
}

}  // namespace scree
