#pragma once
/// What every kind of trouble looks like from outside.
#include <functional>

namespace scree::app {

/// Calls body() and returns what it returns; what it throws becomes one line on stderr and an exit
/// code (exit_code.h).
int guarded(const std::function<int()>& body);

}  // namespace scree::app
