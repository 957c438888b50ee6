#pragma once
/// One run of many, of a study or of what a case is expected to show.
#include <string>
#include <vector>

#include "scree/formula/formula.h"
#include "scree/study/grid.h"

namespace scree {

/// A case with some keys set, and the parameters they came from.
struct RunPlan {
  std::string name;
  std::vector<std::string> sets;
  Parameters parameters;
};

/// Does a name match a pattern in which * stands for any characters?
bool matches(const std::string& pattern, const std::string& name);

/// The numeric parameters of a run as names of formulas; `others` are asked first.
FormulaNames parameter_names(const RunPlan& run, FormulaNames others);

}  // namespace scree
