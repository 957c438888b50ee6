#pragma once
/// The three kinds of trouble: bad input (CaseError), broken invariant (SCREE_EXPECT), and
/// numerical trouble, which is data in a StepReport and never an exception.
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

[[noreturn]] void fail_expectation(const char* condition, const char* file, int line);

}  // namespace scree

#define SCREE_EXPECT(condition) \
  ((condition) ? void(0) : ::scree::fail_expectation(#condition, __FILE__, __LINE__))
