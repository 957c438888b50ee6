#pragma once
/// The manual page of all case keys, from the same description the reader uses.
#include <string>

namespace scree {

/// Markdown text of docs/manual/case-keys.md.
std::string case_manual();

}  // namespace scree
