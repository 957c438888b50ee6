#pragma once
/// Words for the user. Where they cannot be written (a full disk behind stdout, a pipe that nobody
/// reads any more) they are lost, and nothing else is: no word is worth a run.
#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace scree::app {

inline void put(std::FILE* out, const std::string& text) {
  [[maybe_unused]] const std::size_t n = std::fwrite(text.data(), 1, text.size(), out);
}

template <class... Args>
void say(std::FILE* out, fmt::format_string<Args...> text, Args&&... args) {
  put(out, fmt::format(text, std::forward<Args>(args)...));
}

template <class... Args>
void say(fmt::format_string<Args...> text, Args&&... args) {
  put(stdout, fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace scree::app
