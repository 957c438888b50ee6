#pragma once
/// What the library throws. Numerical trouble is not among it: that is data, see Run::trouble().
#include <stdexcept>
#include <string>

namespace scree {

/// Bad input. `what()` reads "file:line: message"; the message names the remedy. Exit code 2.
class CaseError : public std::runtime_error {
 public:
  explicit CaseError(const std::string& message) : std::runtime_error(message) {}
  CaseError(const std::string& file, long line, const std::string& message)
      : std::runtime_error(line > 0 ? file + ":" + std::to_string(line) + ": " + message
                                    : file + ": " + message) {}
};

/// The disk does not take what we write. `what()` reads "path: reason; remedy".
class DiskError : public std::runtime_error {
 public:
  DiskError(const std::string& path, const std::string& reason, const std::string& remedy)
      : std::runtime_error(path + ": " + reason + "; " + remedy) {}
};

/// A broken invariant: a fault of ours, and what it was found in cannot be gone on with. `what()`
/// reads "broken invariant at file:line: condition". Exit code 70.
class Broken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace scree
