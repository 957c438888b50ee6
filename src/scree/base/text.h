#pragma once
/// Small helpers for messages.
#include <string>
#include <string_view>
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

/// Text from outside as it may be shown: control characters, invisible marks and what turns the
/// direction of writing stand escaped (\\n, \\x1b, \\u202e), and so do bytes that are no UTF-8.
std::string printable(std::string_view text);
/// The same for text of several lines: line breaks stay.
std::string printable_lines(std::string_view text);

/// Is it UTF-8, with no code longer than it must be?
bool is_utf8(std::string_view text);

/// What is wrong with a name that will stand in columns, messages and file names; empty: nothing.
std::string name_trouble(std::string_view name);

/// A time that is a whole number of steps, without the digits beyond the first of the step that
/// only rounding makes: 0.30000000000000004 is 0.3, and 0.9999996 with steps of 1.3e-6 is 1.
double rounded_time(double time, double step);

/// A number as a person would write it: shortest form that reads back to the same value.
std::string plain(double value);

}  // namespace scree
