#pragma once
/// What a machine can hold and count, looked at before anything is made.
#include <string>

#include "scree/base/memory.h"
#include "scree/base/tree.h"
#include "scree/case/case.h"

namespace scree {

/// What a sphere takes in a run: its rows, its pairs in both lists, and some while they are made.
constexpr double kBytesPerSphere = 600;
/// Steps, rows and frames are counted up to here: whole numbers a Real holds exactly, and in steps
/// some three hundred years of a single body.
constexpr double kMostSteps = 9007199254740992.0;  // 2^53
/// Rows of a table, frames, pictures: numbers of files and lines that other programs read.
constexpr double kMostOutputs = 1e9;
/// Runs of a study, or of a variant.
constexpr double kMostRuns = 10'000;

/// Empty, or why so many spheres are too many: "1e+09 spheres take about 600 GB of memory, ...".
std::string too_many_spheres(double spheres, double memory = usable_memory());

/// Throws CaseError for a run of more steps than can be counted.
void check_steps(const Case& c, Real end, Real dt);

/// Throws CaseError, at its key, for an interval of outputs that are too many.
void check_output_intervals(const Case& c, const Node& root);

}  // namespace scree
