#pragma once
#include <string>

#include "scree/state/state.h"

namespace scree {

/// What makes the tables of a state contradict each other (columns of different length, rows that
/// do not exist), in words; empty if they agree.
std::string contradiction(const State& state);

}  // namespace scree
