#pragma once
/// The observers of a case as columns of tables. The energy ledger always comes first.
///
/// What observers keep between samples lives in sections of State::observers
/// (state/observer_memory.h), in which each has rows; what they keep of bodies grows with the ids
/// that are given out.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/io/frame.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// A table of its own beside series.csv: a profile, or an observer with an interval of its own.
struct ObserverTable {
  std::string file;                  // "profile-<name>.csv", "series-<name>.csv"
  std::vector<std::string> columns;  // the first is time
  std::optional<Real> interval;      // absent: that of the series [s]
  /// Appends one or more rows. Empty for tables whose rows come when something has ended.
  std::function<void(const Scene&, State&, std::vector<std::vector<Real>>& rows)> sample;
};

/// Some columns, and what appends their values to a row: made by ColumnList.
struct ObserverPart {
  using Probe = std::function<void(const Scene&, State&, std::vector<Real>& row)>;
  using Quick = std::function<Real(const State&)>;
  struct Shown {
    std::string name;  // with its unit
    Quick quick;       // reads the value off a State without measuring; empty for most
  };
  std::vector<Shown> columns;
  Probe sample;
};

class NonaffineWatch;
class BodySum;
class ColumnPick;
class StationaryWatch;
struct CycleObserver;

/// A row for one of the tables, outside the rhythm of intervals.
struct TableRow {
  std::size_t table;
  std::vector<Real> values;
};

class Observing {
 public:
  /// Throws CaseError for an observer that makes no sense in this scene.
  Observing(const Case& c, const Scene& scene);

  ~Observing();
  Observing(const Observing&) = delete;  // probes refer to this object
  Observing& operator=(const Observing&) = delete;

  /// Forgets what observers kept; for a run that begins with the state of another.
  static void reset(State& state) { state.observers = {}; }
  /// Throws CaseError, with the section named, for a State that remembers other observers.
  void require_fit(const State& state) const;

  /// Columns of series.csv with their units: "kinetic_energy [J]", "wall.floor.force_z [N]".
  const std::vector<std::string>& columns() const { return columns_; }
  /// Replaces `row` by the values of this instant.
  void sample(const Scene& scene, State& state, std::vector<Real>& row);

  /// After every step, before anything is sampled, for observers that measure over an interval.
  /// `phase` is that in which the step was taken.
  void advance(const Scene& scene, State& state, Real dt, std::int64_t phase);
  /// Does advance() have anything to do?
  bool looks_at_every_step() const {
    return !nonaffine_.empty() || !integrals_.empty() || !cycles_.empty() || !waiting_.empty();
  }
  /// The run goes from one phase to the next; from = -1 when it begins.
  void change_phase(const Scene& scene, State& state, std::int64_t from);
  /// Rows of tables that became complete in the last advance().
  const std::vector<TableRow>& ended() const { return ended_; }
  /// Has the phase of the last step become stationary with it?
  bool stationary() const { return stationary_; }
  /// Adds what observers know of each body to a frame.
  void add_columns(State& state, BodyFrame& frame);

  std::vector<ObserverTable>& tables() { return tables_; }
  const std::vector<ObserverTable>& tables() const { return tables_; }

 private:
  void add_to_series(ObserverPart part);
  /// To the series, or as a table with an interval of its own.
  void add(const ObserveOptions& o, ObserverPart part);
  ObserverPart ledger(const Scene& scene);
  ObserverPart flux(const Case& c, const ObserveOptions& o);
  void add_nonaffine(const Case& c, const ObserveOptions& o);
  ObserverPart sum(const ObserveOptions& o);
  void add_cycles(const Case& c);
  /// The columns of these names, with their units; throws CaseError for one that does not exist.
  ColumnPick pick(std::vector<std::string>& names, const Origin& origin,
                  const std::string& key) const;
  void pick_column(std::size_t column, std::size_t to, ColumnPick& out) const;
  void advance_cycles(const Scene& scene, State& state, Real dt, std::int64_t phase);
  /// Makes room in State::observers; throws as require_fit().
  void prepare(State& state) const;

  bool units_ = true;
  std::vector<std::string> columns_;  // the time, then those of the parts
  std::vector<ObserverPart> parts_;
  std::vector<ObserverTable> tables_;
  ObserverMemory fresh_;  // that of a new State: as many rows as the observers need

  std::vector<NonaffineWatch> nonaffine_;
  std::vector<BodySum> integrals_;  // sums over bodies and steps
  std::vector<CycleObserver> cycles_;
  std::vector<StationaryWatch> waiting_;
  std::vector<TableRow> ended_;
  bool stationary_ = false;
};

/// Name of a column: "x [m]", or "x" when the case has no units.
std::string column_name(const std::string& name, const std::string& unit, bool units);

}  // namespace scree
