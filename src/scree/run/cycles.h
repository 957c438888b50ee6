#pragma once
/// Averages over the cycles of a periodic motion, and over bins of its angle.
///
/// A cycle has a clock of its own, which counts steps in the phases of its motion. Its memory has
/// rows in sections of State::observers, so that a run resumed in the middle of a cycle goes on as
/// if it had not been interrupted.
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/run/observing.h"

namespace scree {

/// Values of some columns of the series, computing no more of it than they need.
class ColumnPick {
 public:
  struct Part {
    const ObserverPart::Probe* probe;
    struct Take {
      std::size_t from, to;
    };
    std::vector<Take> take;  // place in the part, place in the result
  };
  struct Quick {
    ObserverPart::Quick value;
    std::size_t to;
  };
  std::vector<Part> parts;
  std::vector<Quick> quick;
  std::size_t size = 0;

  void sample(const Scene& scene, State& state, std::vector<Real>& out);

 private:
  std::vector<Real> row_;
};

struct CycleOptions {
  Real period = 1;                  // [s]
  Real interval = 1;                // between samples [s]
  std::vector<char> in_phase;       // by phase: does the clock run?
  std::size_t averages = 0;         // the first columns picked; the others are changes
  std::optional<Expression> angle;  // of t
  int bins = 0;
  Real lo = 0, hi = 1;
  bool strokes = false;
  int block = 1;
};

/// What is shown of an average: a suffix to the name of its column, and the value.
struct AverageColumn {
  const char* suffix;
  Real (*value)(const CycleAverage&);
};
constexpr std::array<AverageColumn, 4> average_columns() {
  using A = CycleAverage;
  return {{{".mean", [](const A& a) { return a.mean; }},
           {".deviation", [](const A& a) { return std::sqrt(a.squares / a.count); }},
           {".min", [](const A& a) { return a.least; }},
           {".max", [](const A& a) { return a.most; }}}};
}

class CycleWatch {
 public:
  /// Adds rows for what it remembers to the memory of a new State.
  CycleWatch(CycleOptions options, ColumnPick columns, ObserverMemory& fresh);

  /// The clock starts or stops because the run goes from one phase to another; -1: it begins.
  void change_phase(const Scene& scene, State& state, std::int64_t from, std::int64_t to);
  /// After every step, taken in `phase`. True when a cycle is complete: see row(), bin_rows().
  bool advance(const Scene& scene, State& state, Real dt, std::int64_t phase);

  /// Of the cycle just completed: time, number, then average_columns() of every average, and the
  /// change of the others.
  const std::vector<Real>& row() const { return row_; }
  /// Of the block just completed, one row per bin: time, cycle, angle, stroke (1 growing, -1
  /// falling, 0 both), means, changes per cycle. Empty while a block goes on.
  const std::vector<std::vector<Real>>& bin_rows() const { return bin_rows_; }

 private:
  bool runs_in(std::int64_t phase) const;
  CycleClock& clock(State& state) const { return state.observers.clocks[clock_.first]; }
  int bin_count() const { return options_.bins * (options_.strokes ? 2 : 1); }
  int bin_at(Real clock) const;
  std::span<BinSum> bin_averages(State& state, int bin) const;
  std::span<Real> bin_changes(State& state, int bin) const;
  void sample_bins(State& state, Real clock);
  void close_cycle(State& state);
  void close_block(State& state);

  CycleOptions options_;
  ColumnPick columns_;
  SectionRows clock_, averages_, changes_;  // in sections of ObserverMemory
  SectionRows bin_averages_, bin_changes_;  // all bins
  std::vector<Real> now_, row_;
  std::vector<std::vector<Real>> bin_rows_;
};

/// Whether the cycle averages of a phase have settled.
class StationaryWatch {
 public:
  StationaryWatch(const UntilOptions& until, CycleWatch watch, ObserverMemory& fresh);
  void change_phase(const Scene& scene, State& state, std::int64_t from, std::int64_t to) {
    watch_.change_phase(scene, state, from, to);
  }
  /// After every step: has the phase just completed the cycle that makes it stationary?
  bool advance(const Scene& scene, State& state, Real dt, std::int64_t phase);

 private:
  UntilOptions until_;
  CycleWatch watch_;
  SectionRows settling_;
};

}  // namespace scree
