#pragma once
/// What observers remember between samples, so that a resumed run goes on as if it had not been
/// interrupted. Observing lays the sections out from the case and keeps nothing itself.
#include <vector>

#include "scree/base/section.h"

namespace scree {

/// The closing error of a ledger, by which a table shows it.
struct ClosingMemory {
  Real started = 0;         // 1 once the next two are known
  Real balance_then = 0;    // at the first sample [J]
  Real potential_then = 0;  // the same [J]
  Real turned_over = 0;     // the largest energy so far [J]

  static constexpr auto fields() {
    using M = ClosingMemory;
    return std::tuple(RecordField("started", "", &M::started),
                      RecordField("balance_then", "J", &M::balance_then),
                      RecordField("potential_then", "J", &M::potential_then),
                      RecordField("turned_over", "J", &M::turned_over));
  }
};

/// What passed a plane since the first look.
struct FluxTotal {
  Real count = 0;
  Real mass = 0;         // [kg]
  Vec3 moment{0, 0, 0};  // mass times the place where it passed: over mass, the centroid [kg m]

  static constexpr auto fields() {
    using M = FluxTotal;
    return std::tuple(RecordField("count", "", &M::count), RecordField("mass", "kg", &M::mass),
                      RecordField("moment", "kg m", &M::moment));
  }
};

/// Non-affine motion in the last completed interval, over the bodies that count. Its fields but the
/// last are the columns of the observer.
struct NonaffineMemory {
  Real d2min = kNothing;                // mean [m^2]
  Real d2min_max = kNothing;            // [m^2]
  Real d2min_per_neighbour = kNothing;  // mean [m^2]
  Real affine_shear = kNothing;         // mean
  Real affine_volume = kNothing;        // mean
  Real neighbours = kNothing;           // mean
  Real displacement = kNothing;         // mean [m]
  Real displacement_max = kNothing;     // [m]
  Real bodies = 0;                      // that were measured
  Real begun = 0;                       // 1 once an interval has begun

  static constexpr auto fields() {
    using M = NonaffineMemory;
    return std::tuple(RecordField("d2min", "m^2", &M::d2min),
                      RecordField("d2min_max", "m^2", &M::d2min_max),
                      RecordField("d2min_per_neighbour", "m^2", &M::d2min_per_neighbour),
                      RecordField("affine_shear", "", &M::affine_shear),
                      RecordField("affine_volume", "", &M::affine_volume),
                      RecordField("neighbours", "", &M::neighbours),
                      RecordField("displacement", "m", &M::displacement),
                      RecordField("displacement_max", "m", &M::displacement_max),
                      RecordField("bodies", "", &M::bodies), RecordField("begun", "", &M::begun));
  }
};

/// One body in the eyes of an observer of non-affine motion.
struct NonaffineBody {
  Vec3 start{kNothing, kNothing, kNothing};  // place when the present interval began [m]
  Real d2min = kNothing;                     // these in the last completed one [m^2]
  Real neighbours = kNothing;
  Real affine_shear = kNothing;
  Real affine_volume = kNothing;

  static constexpr auto fields() {
    using M = NonaffineBody;
    return std::tuple(RecordField("start", "m", &M::start), RecordField("d2min", "m^2", &M::d2min),
                      RecordField("neighbours", "", &M::neighbours),
                      RecordField("affine_shear", "", &M::affine_shear),
                      RecordField("affine_volume", "", &M::affine_volume));
  }
};

/// The clock of a periodic motion: start + steps dt, as that of the run (Clock).
struct CycleClock {
  Real start = 0;     // not zero where dt has changed [s]
  Real steps = 0;     // taken while it ran
  Real cycles = 0;    // completed
  Real in_block = 0;  // completed since bins were last shown

  static constexpr auto fields() {
    using M = CycleClock;
    return std::tuple(RecordField("start", "s", &M::start), RecordField("steps", "", &M::steps),
                      RecordField("cycles", "", &M::cycles),
                      RecordField("in_block", "", &M::in_block));
  }
};

/// Running moments of a column in the present cycle; units are those of the column.
struct CycleAverage {
  Real count = 0;    // of samples that are numbers
  Real mean = 0;     // [column]
  Real squares = 0;  // sum of squared distances from the mean [column^2]
  Real least = 0;    // [column]
  Real most = 0;     // [column]

  static constexpr auto fields() {
    using M = CycleAverage;
    return std::tuple(RecordField("count", "", &M::count), RecordField("mean", "column", &M::mean),
                      RecordField("squares", "column^2", &M::squares),
                      RecordField("least", "column", &M::least),
                      RecordField("most", "column", &M::most));
  }
};

/// A column whose change over a cycle is asked for. While the clock runs the first two count, while
/// it stands the others.
struct CycleChange {
  Real start = 0;          // value when the cycle began [column]
  Real last = 0;           // value at the last sample [column]
  Real gained = 0;         // since the cycle began, until the clock stopped [column]
  Real gained_lately = 0;  // since the last sample, until then [column]

  static constexpr auto fields() {
    using M = CycleChange;
    return std::tuple(RecordField("start", "column", &M::start),
                      RecordField("last", "column", &M::last),
                      RecordField("gained", "column", &M::gained),
                      RecordField("gained_lately", "column", &M::gained_lately));
  }
};

/// A column in one bin of the angle, since bins were last shown.
struct BinSum {
  Real count = 0;  // of samples that are numbers
  Real sum = 0;    // of them [column]

  static constexpr auto fields() {
    return std::tuple(RecordField("count", "", &BinSum::count),
                      RecordField("sum", "column", &BinSum::sum));
  }
};

/// Of every body, by id: so many rows for each as there are observers of the kind.
struct ObservedBodies {
  std::vector<Real> slabs;  // between the planes of a flux, in which it was last seen; NaN: nowhere
  std::vector<NonaffineBody> nonaffine;

  static constexpr auto fields() {
    return std::tuple(RecordField("slabs", "", &ObservedBodies::slabs),
                      RecordField("nonaffine", "", &ObservedBodies::nonaffine));
  }
};

struct ObserverMemory {
  std::vector<ClosingMemory> closing;      // of series.csv, then of tables of the ledger
  std::vector<FluxTotal> fluxes;           // by observer
  std::vector<Real> integrals;             // by observer: of its sum over time [sum s]
  std::vector<NonaffineMemory> nonaffine;  // by observer
  // Of observers of cycles, then of phases that end when stationary; of each by column.
  std::vector<CycleClock> clocks;
  std::vector<CycleAverage> averages;
  std::vector<CycleChange> changes;
  // Of observers of cycles; of each by bin and then by column.
  std::vector<BinSum> bin_averages;
  std::vector<Real> bin_changes;  // gained in the bin since bins were last shown [column]
  std::vector<Real> settling;     // of phases that end when stationary: their last cycles [column]
  ObservedBodies bodies;

  /// The sections whose length follows from the case; that of `bodies` follows from the ids.
  static constexpr auto fields() {
    using M = ObserverMemory;
    return std::tuple(
        RecordField("closing", "", &M::closing), RecordField("fluxes", "", &M::fluxes),
        RecordField("integrals", "sum s", &M::integrals),
        RecordField("nonaffine", "", &M::nonaffine), RecordField("clocks", "", &M::clocks),
        RecordField("averages", "", &M::averages), RecordField("changes", "", &M::changes),
        RecordField("bin_averages", "", &M::bin_averages),
        RecordField("bin_changes", "column", &M::bin_changes),
        RecordField("settling", "column", &M::settling));
  }
  Real& slab(Id id, std::size_t flux) {
    return bodies.slabs[static_cast<std::size_t>(id) * fluxes.size() + flux];
  }
  NonaffineBody& body(Id id, std::size_t observer) {
    return bodies.nonaffine[static_cast<std::size_t>(id) * nonaffine.size() + observer];
  }
};

}  // namespace scree
