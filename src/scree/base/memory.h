#pragma once
/// How much memory there is.

namespace scree {

/// Memory of this machine, or what this process may have of it [bytes].
double usable_memory();

}  // namespace scree
