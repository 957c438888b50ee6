#pragma once
/// What can be found wrong with a study before anything runs.
#include "scree/study/study.h"

namespace scree {

/// Reads the case of every run (filling in what the study keeps of it), then checks the formulas
/// of results and figures against the columns the runs will write. Throws CaseError.
void check_study(Study& study);

}  // namespace scree
