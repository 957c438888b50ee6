#pragma once
/// Rules that join several tables of a case: names that must exist, what a law needs of the
/// materials and pairs that can meet.
#include <set>

#include "scree/base/tree.h"
#include "scree/run/case.h"

namespace scree {

/// Throws CaseError at the key that breaks a rule; `root` is the tree the case was read from.
void check_case(const Case& c, const Node& root);

/// Throws CaseError unless bodies of these materials can be simulated: densities, moduli and
/// pairs with each other and with every wall. `who` says where the materials are named.
void check_body_materials(const Case& c, const std::set<int>& materials, const Origin& who);

}  // namespace scree
