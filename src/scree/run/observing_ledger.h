#pragma once
/// The columns that every series begins with, after the time: energies, the ledger, and what tells
/// how well the method did.
#include "scree/run/observing_columns.h"

namespace scree {

/// `closing` is the row of its memory in ObserverMemory::closing.
ObserverPart ledger_part(const Scene& scene, const Names& names, std::size_t closing);

}  // namespace scree
