#pragma once
/// A run of a verification in a process of its own.
#include <sys/types.h>

#include <cstdio>

#include "scree/verify/verify_runs.h"

namespace scree {

class RunProcess {
 public:
  /// Starts the run with that many threads; `order` must stay until it has ended.
  RunProcess(const RunOrder& order, int threads);
  ~RunProcess();  // ends it if it is still at work
  RunProcess(const RunProcess&) = delete;
  RunProcess& operator=(const RunProcess&) = delete;

  bool has_ended();
  /// Of a run that has ended. Throws std::runtime_error with what the process gave as its reason,
  /// or the signal that ended it.
  RunResult result();
  /// The part that is done.
  Real part() const;

 private:
  const RunOrder& order_;
  std::FILE* file_ = nullptr;  // what it leaves us, without a name
  void* shared_ = nullptr;     // its progress, a page both of us see
  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

/// A result as bytes, for the way from one process to another, and back. Throws std::runtime_error
/// where the bytes are not whole.
std::string pack_result(const RunResult& result);
RunResult unpack_result(const std::string& bytes);

}  // namespace scree
