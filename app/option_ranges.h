#pragma once
/// What numbers on the command line may be, the same for all verbs.
#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

namespace scree::app {

/// Threads of a run: more than this no machine has, and each takes memory.
inline CLI::Validator thread_count() { return CLI::Range(1, 1024); }

/// A time [s]: above 0, and a number.
inline CLI::Validator positive_time() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        const bool number = CLI::detail::lexical_cast(text, value);
        return number && std::isfinite(value) && value > 0
                   ? std::string()
                   : "'" + text + "' is no time; give a finite number of seconds above 0";
      },
      "TIME");
}

}  // namespace scree::app
