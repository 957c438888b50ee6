#pragma once
/// summary.csv: numbers about a whole study, from the columns of its results.
#include <optional>
#include <string>
#include <vector>

#include "scree/study/study_results.h"

namespace scree {

/// The value of every [[summary]] of a study. One that cannot be computed (yet) stays empty; once
/// all runs are done that is noted.
std::vector<std::optional<Real>> summarize(const Study& study, StudyResults& results);

std::string summary_csv(const Study& study, const std::vector<std::optional<Real>>& values);

/// What a summary may name: columns of all the runs it is about, and "block.column" for those of
/// one block.
std::vector<std::string> summary_names(const Study& study, const SummaryOptions& summary);

}  // namespace scree
