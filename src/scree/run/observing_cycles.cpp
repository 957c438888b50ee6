#include "scree/run/observing_cycles.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/case/formula_variables.h"
#include "scree/io/series_file.h"

namespace scree {
namespace {

constexpr Real kSamples = 1000;  // per cycle, where the case gives no interval

/// "work [J]" -> "work.change [J]".
std::string with_suffix(const std::string& column, const char* suffix) {
  const auto [name, unit] = split_unit(column);
  return column_name(name + suffix, unit, true);
}

}  // namespace

CycleOptions cycle_options(const Case& c, const ObserveOptions& o) {
  CycleOptions options;
  options.period = *o.period;
  options.interval = o.interval.value_or(*o.period / kSamples);
  for (int p = 0; p < static_cast<int>(c.phases.size()); ++p)
    options.in_phase.push_back(active_in(c, o.phases, p));
  options.averages = o.average.size();
  if (o.angle.empty()) return options;
  try {
    options.angle.emplace(o.angle, cycle_variables(), o.constants);
  } catch (const FormulaError& error) {
    throw CaseError(o.origin.file, o.origin.line,
                    fmt::format("observe.{}.angle: {}", o.name, error.what()));
  }
  options.bins = o.bins;
  options.lo = *o.lo;
  options.hi = *o.hi;
  options.strokes = o.strokes;
  options.block = o.block;
  return options;
}

CycleOptions stationary_options(const Case& c, std::size_t phase) {
  const UntilOptions& until = *c.phases[phase].until;
  CycleOptions options;
  options.period = *until.period;
  options.interval = *until.period / kSamples;
  options.in_phase.assign(c.phases.size(), 0);
  options.in_phase[phase] = 1;
  options.averages = until.change ? 0 : 1;
  return options;
}

ObserverTable cycle_table(const ObserveOptions& o, bool units) {
  ObserverTable table;
  table.file = fmt::format("cycles-{}.csv", o.name);
  table.columns = {column_name("time", "s", units), "cycle"};
  for (const std::string& q : o.average)
    for (const AverageColumn& shown : average_columns())
      table.columns.push_back(with_suffix(q, shown.suffix));
  for (const std::string& q : o.change) table.columns.push_back(with_suffix(q, ".change"));
  return table;
}

ObserverTable bin_table(const ObserveOptions& o, bool units) {
  ObserverTable table;
  table.file = fmt::format("binned-{}.csv", o.name);
  table.columns = {column_name("time", "s", units), "cycle", "angle", "stroke"};
  for (const std::string& q : o.average) table.columns.push_back(with_suffix(q, ".mean"));
  for (const std::string& q : o.change) table.columns.push_back(with_suffix(q, ".change"));
  return table;
}

// ---------------------------------------------------------------- members of Observing

ColumnPick Observing::pick(std::vector<std::string>& names, const Origin& origin,
                           const std::string& key) const {
  ColumnPick out;
  out.size = names.size();
  for (std::size_t to = 0; to < names.size(); ++to) {
    const auto found = std::find_if(columns_.begin(), columns_.end(), [&](const std::string& c) {
      return c == names[to] || split_unit(c).name == names[to];
    });
    if (found == columns_.end()) {
      std::vector<std::string> known;
      for (const std::string& c : columns_) known.push_back(split_unit(c).name);
      const std::string near = nearest(names[to], known);
      throw CaseError(
          origin.file, origin.line,
          fmt::format("{}: \"{}\" is no column of series.csv{}; there are: {}. Observers with an "
                      "interval of their own are not among them",
                      key, names[to], near.empty() ? "" : ", did you mean \"" + near + "\"?",
                      join(known)));
    }
    names[to] = *found;
    pick_column(static_cast<std::size_t>(found - columns_.begin()), to, out);
  }
  return out;
}

void Observing::pick_column(std::size_t column, std::size_t to, ColumnPick& out) const {
  if (column == 0) {  // the time is of no part
    out.quick.push_back({[](const State& s) { return s.clock.time(); }, to});
    return;
  }
  auto part = parts_.begin();
  std::size_t from = column - 1;
  for (; from >= part->columns.size(); ++part) from -= part->columns.size();
  if (const ObserverPart::Quick& value = part->columns[from].quick) {
    out.quick.push_back({value, to});
    return;
  }
  auto known = std::find_if(out.parts.begin(), out.parts.end(),
                            [&](const ColumnPick::Part& p) { return p.probe == &part->sample; });
  if (known == out.parts.end()) known = out.parts.insert(known, {&part->sample, {}});
  known->take.push_back({from, to});
}

void Observing::add_cycles(const Case& c) {
  for (ObserveOptions o : c.observers) {
    if (o.kind != ObserveKind::kCycle) continue;
    std::vector<std::string> names = o.average;
    names.insert(names.end(), o.change.begin(), o.change.end());
    ColumnPick columns = pick(names, o.origin, "observe." + o.name);
    const auto changes = names.begin() + static_cast<std::ptrdiff_t>(o.average.size());
    o.average.assign(names.begin(), changes);  // now with their units
    o.change.assign(changes, names.end());
    cycles_.push_back(
        {CycleWatch(cycle_options(c, o), std::move(columns), fresh_), tables_.size(), {}});
    tables_.push_back(cycle_table(o, units_));
    if (o.angle.empty()) continue;
    cycles_.back().bin_table = tables_.size();
    tables_.push_back(bin_table(o, units_));
  }
  for (std::size_t p = 0; p < c.phases.size(); ++p) {
    const PhaseOptions& phase = c.phases[p];
    if (!phase.until || phase.until->stationary.empty()) continue;
    std::vector<std::string> names{phase.until->stationary};
    ColumnPick columns =
        pick(names, phase.origin, fmt::format("phase \"{}\": until.stationary", phase.name));
    waiting_.emplace_back(*phase.until,
                          CycleWatch(stationary_options(c, p), std::move(columns), fresh_), fresh_);
  }
}

void Observing::advance_cycles(const Scene& scene, State& state, Real dt, std::int64_t phase) {
  ended_.clear();
  stationary_ = false;
  for (CycleObserver& c : cycles_) {
    if (!c.watch.advance(scene, state, dt, phase)) continue;
    ended_.push_back({c.table, c.watch.row()});
    for (const std::vector<Real>& row : c.watch.bin_rows()) ended_.push_back({*c.bin_table, row});
  }
  for (StationaryWatch& w : waiting_)
    stationary_ = w.advance(scene, state, dt, phase) || stationary_;
}

void Observing::change_phase(const Scene& scene, State& state, std::int64_t from) {
  prepare(state);
  for (CycleObserver& c : cycles_) c.watch.change_phase(scene, state, from, state.phase);
  for (StationaryWatch& w : waiting_) w.change_phase(scene, state, from, state.phase);
}

}  // namespace scree
