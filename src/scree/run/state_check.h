#pragma once
/// Does a State that was read from a file belong to the case beside it? Sizes and rows are compared
/// before anything follows them.
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/io/checkpoint.h"
#include "scree/state/scene.h"

namespace scree {

/// What in `state` no run of this case could have left, in words; empty if there is nothing.
/// Without a scene, only what the case itself tells is compared.
std::string misfit(const Case& c, const Scene* scene, std::size_t materials, std::size_t labels,
                   const State& state);
/// Throws CaseError if there is a misfit.
void require_fit(const Case& c, const Scene* scene, std::size_t materials, std::size_t labels,
                 const State& state);

/// A list of names in the note of a checkpoint ("labels", "materials"). Throws CaseError if it is
/// not there or not readable.
std::vector<std::string> names_in(const CheckpointNote& note, const char* key);

}  // namespace scree
