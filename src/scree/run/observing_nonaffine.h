#pragma once
/// The observer of non-affine motion: notes down where bodies are, and after each interval measures
/// what happened since (observe/nonaffine.h).
///
/// Its memory is part of State::observers: a few numbers of its own (the values of the last
/// completed interval), and per id the place at the start of the present interval and what was
/// found in the last one. So a run resumed in the middle of an interval goes on as if it had not
/// been interrupted.
#include "scree/io/frame.h"
#include "scree/observe/zone.h"
#include "scree/run/observing_parts.h"

namespace scree {

/// Where an observer keeps its numbers in State::observers.
struct ObserverMemory {
  Real* slots;         // numbers of its own
  Real* first;         // numbers of the body with id 0
  std::size_t stride;  // from one id to the next

  Real* of(Id id) const { return first + static_cast<std::size_t>(id) * stride; }
};

class NonaffineWatch {
 public:
  static constexpr std::size_t kSlots = 10;  // values of the columns, and whether it has begun
  static constexpr std::size_t kPerId = 7;   // x y z at the start; d2min, neighbours, shear, volume

  /// `plain`: columns of frames without the observer's name before them.
  NonaffineWatch(const Case& c, const ObserveOptions& o, bool plain);

  /// d2min, d2min_max, d2min_per_neighbour, affine_shear, affine_volume, neighbours, displacement,
  /// displacement_max, bodies.
  static std::vector<std::string> columns(const Names& n);
  /// Appends the values of the last completed interval; NaN before the first is over.
  void sample(const Scene& scene, const State& state, ObserverMemory memory,
              std::vector<Real>& row) const;
  /// After every step: if an interval ends here, measures it and begins the next.
  void advance(const Scene& scene, const State& state, ObserverMemory memory, Real dt) const;
  /// Adds d2min, d2min_per_neighbour, affine_shear and affine_volume of the last completed interval
  /// to a frame of every sphere; zero where nothing was measured.
  void add_columns(ObserverMemory memory, BodyFrame& frame) const;

 private:
  void begin(const Scene& scene, const State& state, ObserverMemory memory) const;
  void measure(const Scene& scene, const State& state, ObserverMemory memory) const;

  Real radius_, interval_;  // [m], [s]
  std::string label_;       // empty: any
  Zone zone_;
  std::string prefix_;  // of columns of frames
};

}  // namespace scree
