#include "scree/run/cycles.h"

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/run/outputs.h"

namespace scree {

// ---------------------------------------------------------------- columns

void ColumnPick::sample(const Scene& scene, State& state, std::vector<Real>& out) {
  out.resize(size);
  for (const Quick& q : quick) out[q.to] = q.value(state);
  for (const Part& part : parts) {
    row_.clear();
    (*part.probe)(scene, state, row_);
    for (const Part::Take& t : part.take) out[t.to] = row_[t.from];
  }
}

// ---------------------------------------------------------------- memory

namespace {

/// Running moments (Welford): samples that are not numbers are left out.
void add(CycleAverage& a, Real x) {
  if (std::isnan(x)) return;
  a.least = a.count > 0 ? std::min(a.least, x) : x;
  a.most = a.count > 0 ? std::max(a.most, x) : x;
  a.count += 1;
  const Real off = x - a.mean;
  a.mean += off / a.count;
  a.squares += off * (x - a.mean);
}

/// Of the rows of all bins, those of one.
template <class T>
std::span<T> rows_of_bin(std::span<T> all, int bin, int bins) {
  const std::size_t each = all.size() / static_cast<std::size_t>(bins);
  return all.subspan(static_cast<std::size_t>(bin) * each, each);
}

}  // namespace

CycleWatch::CycleWatch(CycleOptions options, ColumnPick columns, ObserverMemory& fresh)
    : options_(std::move(options)), columns_(std::move(columns)) {
  const std::size_t averages = options_.averages, changes = columns_.size - averages,
                    bins = static_cast<std::size_t>(bin_count());
  clock_ = add_rows(fresh.clocks, 1);
  averages_ = add_rows(fresh.averages, averages);
  changes_ = add_rows(fresh.changes, changes);
  bin_averages_ = add_rows(fresh.bin_averages, bins * averages);
  bin_changes_ = add_rows(fresh.bin_changes, bins * changes);
}

bool CycleWatch::runs_in(std::int64_t phase) const {
  return phase >= 0 && options_.in_phase[static_cast<std::size_t>(phase)] != 0;
}

std::span<BinSum> CycleWatch::bin_averages(State& state, int bin) const {
  return rows_of_bin(bin_averages_.of(state.observers.bin_averages), bin, bin_count());
}
std::span<Real> CycleWatch::bin_changes(State& state, int bin) const {
  return rows_of_bin(bin_changes_.of(state.observers.bin_changes), bin, bin_count());
}

// ---------------------------------------------------------------- cycles

void CycleWatch::change_phase(const Scene& scene, State& state, std::int64_t from,
                              std::int64_t to) {
  if (to >= static_cast<std::int64_t>(options_.in_phase.size()) || runs_in(from) == runs_in(to))
    return;
  columns_.sample(scene, state, now_);
  std::size_t column = options_.averages;
  for (CycleChange& c : changes_.of(state.observers.changes)) {
    const Real now = now_[column++];
    if (runs_in(to))
      c.start = now - c.gained, c.last = now - c.gained_lately;
    else
      c.gained = now - c.start, c.gained_lately = now - c.last;
  }
}

bool CycleWatch::advance(const Scene& scene, State& state, Real dt, std::int64_t phase) {
  bin_rows_.clear();
  if (!runs_in(phase)) return false;
  clock(state).steps += 1;
  const CycleClock& c = clock(state);
  const Clock own{.start = c.start, .dt = dt, .step = static_cast<std::int64_t>(c.steps)};
  // By number, so that a step that has changed in the middle of a cycle ends none twice.
  const bool ends = static_cast<Real>(output_number(options_.period, own)) > c.cycles;
  const bool sampled = output_due(options_.interval, own);
  if (!ends && !sampled) return false;
  columns_.sample(scene, state, now_);
  const std::span<CycleAverage> averages = averages_.of(state.observers.averages);
  for (std::size_t k = 0; sampled && k < averages.size(); ++k) add(averages[k], now_[k]);
  if (options_.bins > 0) sample_bins(state, own.time());
  if (ends) close_cycle(state);
  return ends;
}

void CycleWatch::close_cycle(State& state) {
  CycleClock& c = clock(state);
  c.cycles += 1;
  c.in_block += 1;
  row_ = {state.clock.time(), c.cycles};
  for (CycleAverage& a : averages_.of(state.observers.averages)) {
    for (const AverageColumn& shown : average_columns())
      row_.push_back(a.count > 0 ? shown.value(a) : kNothing);
    a = {};
  }
  std::size_t column = options_.averages;
  for (CycleChange& change : changes_.of(state.observers.changes)) {
    const Real now = now_[column++];
    row_.push_back(now - change.start);
    change.start = now;
  }
  if (options_.bins > 0 && c.in_block >= options_.block) close_block(state);
}

// ---------------------------------------------------------------- bins

int CycleWatch::bin_at(Real clock) const {
  const Dual t{clock, 1};
  const Dual angle = (*options_.angle)(&t);
  const Real place = (angle.value - options_.lo) / (options_.hi - options_.lo) * options_.bins;
  const int number = static_cast<int>(std::clamp<Real>(std::floor(place), 0, options_.bins - 1));
  return options_.strokes && angle.rate < 0 ? number + options_.bins : number;
}

void CycleWatch::sample_bins(State& state, Real clock) {
  std::size_t column = 0;
  for (BinSum& here : bin_averages(state, bin_at(clock))) {
    const Real now = now_[column++];
    if (std::isnan(now)) continue;
    here.count += 1;
    here.sum += now;
  }
  // What was gained since the last sample belongs to the angle half-way between the two.
  const std::span<Real> between = bin_changes(state, bin_at(clock - 0.5 * options_.interval));
  const std::span<CycleChange> changes = changes_.of(state.observers.changes);
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const Real now = now_[column++];
    between[k] += now - changes[k].last;
    changes[k].last = now;
  }
}

void CycleWatch::close_block(State& state) {
  CycleClock& c = clock(state);
  const Real width = (options_.hi - options_.lo) / options_.bins;
  for (int b = 0; b < bin_count(); ++b) {
    const Real stroke = !options_.strokes ? 0 : b < options_.bins ? 1 : -1;
    const Real centre = options_.lo + (b % options_.bins + 0.5) * width;
    std::vector<Real> row{state.clock.time(), c.cycles, centre, stroke};
    for (BinSum& s : bin_averages(state, b)) {
      row.push_back(s.count > 0 ? s.sum / s.count : kNothing);
      s = {};
    }
    for (Real& gained : bin_changes(state, b)) {
      row.push_back(gained / c.in_block);
      gained = 0;
    }
    bin_rows_.push_back(std::move(row));
  }
  c.in_block = 0;
}

// ---------------------------------------------------------------- stationary

StationaryWatch::StationaryWatch(const UntilOptions& until, CycleWatch watch, ObserverMemory& fresh)
    : until_(until),
      watch_(std::move(watch)),
      settling_(add_rows(fresh.settling, static_cast<std::size_t>(until.cycles))) {}

bool StationaryWatch::advance(const Scene& scene, State& state, Real dt, std::int64_t phase) {
  if (!watch_.advance(scene, state, dt, phase)) return false;
  constexpr std::size_t kNumber = 1, kValue = 2;  // in the row of a cycle
  const Real value = watch_.row()[kValue];
  const std::span<Real> last = settling_.of(state.observers.settling);
  const int n = until_.cycles;
  std::rotate(last.begin(), last.begin() + 1, last.end());
  last.back() = value;
  if (watch_.row()[kNumber] < n || state.clock.time() - state.phase_start < until_.min - 0.5 * dt)
    return false;
  const auto [least, most] = std::minmax_element(last.begin(), last.end());
  Real mean = 0;
  for (const Real x : last) mean += x / n;
  return *most - *least <= until_.tolerance * std::fabs(mean);
}

}  // namespace scree
