#pragma once
/// From values of the library's face to the tree that the schema reads.
#include <string>

#include "scree/base/tree.h"
#include "scree/value.h"

namespace scree {

/// `source` names the value in messages. Throws CaseError for what no TOML text can hold.
Node to_node(const api::Value& value, const std::string& source, int depth = 0);

}  // namespace scree
