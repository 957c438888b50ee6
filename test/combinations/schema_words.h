#pragma once
/// What the schema of a case offers, and which of it a case uses: words, flags and tables.
#include <set>
#include <string>

namespace scree {

/// Every alternative of the schema: "law.rolling = spring", "bodies.turns = false", "case.liquid".
/// Defaults are none: every case has them.
std::set<std::string> offered_words();
/// Those that the text of a case uses.
std::set<std::string> used_words(const std::string& text);

}  // namespace scree
