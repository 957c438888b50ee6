#pragma once
/// What goes to the terminal. Titles, names, paths and messages come from files of other people: no
/// control character of them gets through. Where words cannot be written (a full disk behind
/// stdout, a pipe that nobody reads any more) they are lost, and nothing else is: no word is worth
/// a run.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "scree/base/text.h"

namespace scree::app {

/// As it is.
inline void put(std::FILE* out, const std::string& text) {
  [[maybe_unused]] const std::size_t n = std::fwrite(text.data(), 1, text.size(), out);
}

/// With everything but line breaks made printable.
template <class... Args>
void say(std::FILE* out, fmt::format_string<Args...> format, Args&&... args) {
  put(out, printable_lines(fmt::format(format, std::forward<Args>(args)...)));
}
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  put(stdout, printable_lines(fmt::format(format, std::forward<Args>(args)...)));
}

/// One line on stderr, "scree: warning: ...".
inline void warn(std::string_view message) {
  put(stderr, fmt::format("scree: warning: {}\n", printable(message)));
}

}  // namespace scree::app
