#pragma once
/// The functions a formula may call.
#include <string>
#include <vector>

#include "scree/formula/formula.h"

namespace scree {

/// Applies a function to its arguments; `names` gives the column `time` to those that need it.
/// Throws FormulaError for an unknown name or a wrong number of arguments.
Quantity call_function(const std::string& name, const std::vector<Quantity>& arguments,
                       const FormulaNames& names);

/// Throws as call_function() would for an unknown name or a wrong number of arguments.
void check_call(const std::string& name, std::size_t arguments);

/// Their names.
std::vector<std::string> function_names();

/// f(a, b) entry by entry; a number stretches to the other's length.
Quantity combine(const Quantity& a, const Quantity& b, const std::string& name,
                 const std::function<Real(Real, Real)>& f);

}  // namespace scree
