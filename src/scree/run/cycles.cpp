#include "scree/run/cycles.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

std::function<Real(const State&)> quick_column(const std::string& name, const Scene& scene) {
  if (name == "time") return [](const State& s) { return s.time; };
  if (name == "step") return [](const State& s) { return static_cast<Real>(s.step); };
  for (const LedgerChannel& c : ledger_channels())
    if (name == c.column) return [value = c.value](const State& s) { return s.ledger.*value; };
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    if (name == "wall." + scene.walls[w].name + ".work")
      return [w](const State& s) { return s.walls[w].work; };
  return {};
}

// ---------------------------------------------------------------- memory

struct CycleWatch::Head {
  Real steps, cycles, in_block;
};
/// Running moments (Welford): samples that are not numbers are left out.
struct CycleWatch::Average {
  Real count, mean, squares, least, most;

  void add(Real x) {
    if (std::isnan(x)) return;
    least = count > 0 ? std::min(least, x) : x;
    most = count > 0 ? std::max(most, x) : x;
    count += 1;
    const Real off = x - mean;
    mean += off / count;
    squares += off * (x - mean);
  }
};
/// Values when the cycle began and at the last sample; while the clock stands, what of them was
/// gained before.
struct CycleWatch::Change {
  Real start, last;
};

namespace {

constexpr Real kNothing = std::numeric_limits<Real>::quiet_NaN();

/// A record of plain numbers that stands in State::observers.
template <class T>
T& record(State& state, std::size_t slot) {
  static_assert(sizeof(T) % sizeof(Real) == 0);
  return *reinterpret_cast<T*>(state.observers.data() + slot);
}
template <class T>
constexpr std::size_t kNumbers = sizeof(T) / sizeof(Real);

}  // namespace

CycleWatch::CycleWatch(CycleOptions options, ColumnPick columns, std::size_t slot)
    : options_(std::move(options)), columns_(std::move(columns)), slot_(slot) {}

std::size_t CycleWatch::slots() const {
  return kNumbers<Head> + options_.averages * kNumbers<Average> + changes() * kNumbers<Change> +
         static_cast<std::size_t>(bin_count()) * bin_width();
}

bool CycleWatch::runs_in(std::int64_t phase) const {
  return phase >= 0 && options_.in_phase[static_cast<std::size_t>(phase)] != 0;
}

Real* CycleWatch::bin(State& state, int number) const {
  return state.observers.data() + slot_ + slots() -
         static_cast<std::size_t>(bin_count() - number) * bin_width();
}

// ---------------------------------------------------------------- cycles

void CycleWatch::change_phase(const Scene& scene, State& state, std::int64_t from,
                              std::int64_t to) {
  if (to >= static_cast<std::int64_t>(options_.in_phase.size()) || runs_in(from) == runs_in(to))
    return;
  columns_.sample(scene, state, now_);
  const std::size_t first = slot_ + kNumbers<Head> + options_.averages * kNumbers<Average>;
  for (std::size_t k = 0; k < changes(); ++k) {
    Change& c = record<Change>(state, first + k * kNumbers<Change>);
    const Real now = now_[options_.averages + k];
    c = {now - c.start, now - c.last};  // from values to gains when the clock stops, and back
  }
}

bool CycleWatch::advance(const Scene& scene, State& state, Real dt, std::int64_t phase) {
  bin_rows_.clear();
  if (!runs_in(phase)) return false;
  Head& head = record<Head>(state, slot_);
  head.steps += 1;
  const auto step = static_cast<std::int64_t>(head.steps);
  const bool ends = output_due(options_.period, step, dt);
  const bool sampled = output_due(options_.interval, step, dt);
  if (!ends && !sampled) return false;
  columns_.sample(scene, state, now_);
  if (sampled)
    for (std::size_t k = 0; k < options_.averages; ++k)
      record<Average>(state, slot_ + kNumbers<Head> + k * kNumbers<Average>).add(now_[k]);
  if (options_.bins > 0) sample_bins(state, head.steps * dt);
  if (ends) close_cycle(state);
  return ends;
}

void CycleWatch::close_cycle(State& state) {
  Head& head = record<Head>(state, slot_);
  head.cycles += 1;
  head.in_block += 1;
  row_ = {state.time, head.cycles};
  std::size_t at = slot_ + kNumbers<Head>;
  for (std::size_t k = 0; k < options_.averages; ++k, at += kNumbers<Average>) {
    Average& a = record<Average>(state, at);
    if (a.count > 0)
      row_.insert(row_.end(), {a.mean, std::sqrt(a.squares / a.count), a.least, a.most});
    else
      row_.insert(row_.end(), {kNothing, kNothing, kNothing, kNothing});
    a = {};
  }
  for (std::size_t k = 0; k < changes(); ++k, at += kNumbers<Change>) {
    Change& c = record<Change>(state, at);
    const Real now = now_[options_.averages + k];
    row_.push_back(now - c.start);
    c.start = now;
  }
  if (options_.bins > 0 && head.in_block >= options_.block) close_block(state);
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
  Real* here = bin(state, bin_at(clock));
  for (std::size_t k = 0; k < options_.averages; ++k) {
    if (std::isnan(now_[k])) continue;
    here[2 * k] += 1;
    here[2 * k + 1] += now_[k];
  }
  // What was gained since the last sample belongs to the angle half-way between the two.
  const std::size_t first = slot_ + kNumbers<Head> + options_.averages * kNumbers<Average>;
  Real* between = bin(state, bin_at(clock - 0.5 * options_.interval));
  for (std::size_t k = 0; k < changes(); ++k) {
    Change& c = record<Change>(state, first + k * kNumbers<Change>);
    const Real now = now_[options_.averages + k];
    between[2 * options_.averages + k] += now - c.last;
    c.last = now;
  }
}

void CycleWatch::close_block(State& state) {
  Head& head = record<Head>(state, slot_);
  const Real width = (options_.hi - options_.lo) / options_.bins;
  for (int b = 0; b < bin_count(); ++b) {
    Real* sums = bin(state, b);
    const Real stroke = !options_.strokes ? 0 : b < options_.bins ? 1 : -1;
    const Real centre = options_.lo + (b % options_.bins + 0.5) * width;
    std::vector<Real> row{state.time, head.cycles, centre, stroke};
    for (std::size_t k = 0; k < options_.averages; ++k)
      row.push_back(sums[2 * k] > 0 ? sums[2 * k + 1] / sums[2 * k] : kNothing);
    for (std::size_t k = 0; k < changes(); ++k)
      row.push_back(sums[2 * options_.averages + k] / head.in_block);
    bin_rows_.push_back(std::move(row));
    std::fill_n(sums, bin_width(), 0.0);
  }
  head.in_block = 0;
}

// ---------------------------------------------------------------- stationary

StationaryWatch::StationaryWatch(const UntilOptions& until, CycleWatch watch, std::size_t slot)
    : until_(until), watch_(std::move(watch)), slot_(slot) {}

std::size_t StationaryWatch::slots() const {
  return watch_.slots() + static_cast<std::size_t>(until_.cycles);
}

bool StationaryWatch::advance(const Scene& scene, State& state, Real dt, std::int64_t phase) {
  if (!watch_.advance(scene, state, dt, phase)) return false;
  constexpr std::size_t kNumber = 1, kValue = 2;  // in the row of a cycle
  const Real value = watch_.row()[kValue];
  Real* last = state.observers.data() + slot_ + watch_.slots();
  const int n = until_.cycles;
  std::rotate(last, last + 1, last + n);
  last[n - 1] = value;
  if (watch_.row()[kNumber] < n || state.time - state.phase_start < until_.min - 0.5 * dt)
    return false;
  const auto [least, most] = std::minmax_element(last, last + n);
  Real mean = 0;
  for (int k = 0; k < n; ++k) mean += last[k] / n;
  return *most - *least <= until_.tolerance * std::fabs(mean);
}

}  // namespace scree
