#pragma once
/// Rules that join several tables of a case: names that must exist, what a law needs of the
/// materials and pairs that can meet.
#include <map>

#include "scree/base/tree.h"
#include "scree/case/case.h"

namespace scree {

/// Throws CaseError at the key that breaks a rule; `root` is the tree the case was read from.
void check_case(const Case& c, const Node& root);

/// How many bodies there are, or will be, of each material; two stands for many.
using MaterialCounts = std::map<int, long>;

/// Throws CaseError unless these bodies can be simulated: densities, moduli and pairs of their
/// materials with each other and with every wall. A body that is the only one of its material needs
/// no pair with itself. `who` says where the materials are named.
void check_body_materials(const Case& c, MaterialCounts bodies, const Origin& who);

}  // namespace scree
