#pragma once
#include "scree/formula/formula.h"
#include "scree/io/series_file.h"

namespace scree {

/// The columns of a run as names of formulas, with or without their unit; `series` must outlive it.
FormulaNames column_names(const Series& series);

}  // namespace scree
