#pragma once
/// What couplings remember between two steps (couple/coupling.h). Rows of all couplings stand one
/// after the other, in the order of the couplings; how many each has changes from exchange to
/// exchange.
#include <vector>

#include "scree/base/section.h"
#include "scree/state/load.h"

namespace scree {

struct CouplingMemory {
  std::vector<std::int64_t> due;    // by coupling: step at which it acts anew
  std::vector<std::int64_t> keeps;  // by coupling: rows of the two tables that come next
  std::vector<Id> body;             // whose load holds until its coupling is due; a part: -2 - row
  std::vector<Load> load;           // that load
  std::vector<std::int64_t> numbers;  // by coupling: how many of the next are its own
  std::vector<Real> unknowns;         // of couplings that have some

  static constexpr auto fields() {
    using M = CouplingMemory;
    return std::tuple(RecordField("due", "", &M::due), RecordField("keeps", "", &M::keeps),
                      RecordField("body", "", &M::body), RecordField("load", "", &M::load),
                      RecordField("numbers", "", &M::numbers),
                      RecordField("unknowns", "", &M::unknowns));
  }
};

}  // namespace scree
