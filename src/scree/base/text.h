#pragma once
/// Small helpers for messages.
#include <string>
#include <vector>

namespace scree {

/// Least number of insertions, deletions, substitutions and swaps of neighbours between words.
int edit_distance(const std::string& a, const std::string& b);

/// The word of `words` nearest to `word`, or empty when none is near enough to be a misspelling.
std::string nearest(const std::string& word, const std::vector<std::string>& words);

/// "a, b, c"
std::string join(const std::vector<std::string>& words, const std::string& between = ", ");

/// The same for messages, where nobody reads more than some thirty: "a, b and 400 more". The one a
/// misspelling came from is named by nearest().
std::string join_some(const std::vector<std::string>& words);

/// A number as a person would write it: shortest form that reads back to the same value.
std::string plain(double value);

}  // namespace scree
