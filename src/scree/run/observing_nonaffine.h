#pragma once
/// The observer of non-affine motion: notes down where bodies are, and after each interval measures
/// what happened since (observe/nonaffine.h).
///
/// Its memory is part of State::observers: the values of the last completed interval, and of every
/// body the place at the start of the present interval and what was found in the last one. So a run
/// resumed in the middle of an interval goes on as if it had not been interrupted.
#include "scree/io/frame.h"
#include "scree/observe/zone.h"
#include "scree/run/observing_columns.h"

namespace scree {

class NonaffineWatch {
 public:
  /// Adds rows for what it remembers to the memory of a new State.
  NonaffineWatch(const Case& c, const ObserveOptions& o, ObserverMemory& fresh);

  /// Shows the last completed interval; NaN before the first is over.
  ObserverPart part(const Names& names) const;
  /// After every step: if an interval ends here, measures it and begins the next.
  void advance(const Scene& scene, State& state) const;
  /// Adds d2min, d2min_per_neighbour, affine_shear and affine_volume of the last completed interval
  /// to a frame of every sphere; zero where nothing was measured. Of the first observer without its
  /// name before them.
  void add_columns(State& state, BodyFrame& frame) const;

 private:
  NonaffineMemory& memory(State& state) const { return state.observers.nonaffine[row_]; }
  void begin(const Scene& scene, State& state) const;
  void measure(const Scene& scene, State& state) const;

  Real radius_, interval_;  // [m], [s]
  std::string label_;       // empty: any
  Zone zone_;
  std::size_t row_;     // in ObserverMemory::nonaffine
  std::string prefix_;  // of columns of frames
};

}  // namespace scree
