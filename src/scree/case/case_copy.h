#pragma once
/// The case as a run had it, overrides included, as text.
#include <string>

#include "scree/case/case.h"

namespace scree {

/// The text of the case file, as it is if nothing was set; else written anew with what --set
/// changed, without its comments, under a head that says so.
std::string case_as_run(const Case& c);

}  // namespace scree
