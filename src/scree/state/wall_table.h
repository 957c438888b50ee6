#pragma once
#include "scree/state/contacts.h"

namespace scree {

/// Adds contact k of `from` with all it remembers; columns that `from` does not have stay empty.
void append(WallTable& to, const WallTable& from, Index k);

}  // namespace scree
