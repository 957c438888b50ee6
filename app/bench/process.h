#pragma once
/// A child program that is driven through its standard input and read through its standard output,
/// and that can be put to sleep while others are timed.
#include <sys/types.h>

#include <fstream>
#include <string>
#include <vector>

namespace scree::app {

/// Time of threads, added up.
struct CoreTime {
  double ran = 0;     // on a core [s]
  double waited = 0;  // wanting one [s]
};

class Process {
 public:
  /// Starts `command` (looked up in PATH) in the working folder of the caller. All it prints is
  /// kept in the file `transcript`. The child dies with its parent.
  Process(const std::vector<std::string>& command, const std::string& transcript);
  /// Closes its input, gives it a moment to finish, then ends it.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void send(const std::string& text);
  /// Lines up to one that is exactly `marker`. Throws CaseError with the last words of a child that
  /// ended before.
  std::vector<std::string> read_until(const std::string& marker);
  /// All lines up to its end.
  std::vector<std::string> read_rest();

  /// Stops it and all it started: the ranks of an MPI program spin while they wait for input.
  void pause() const;
  void resume() const;
  /// Of it and all it started, since they began.
  CoreTime core_time() const;
  /// Resident memory of it and all it started [bytes].
  std::size_t resident_bytes() const;

 private:
  bool read_line(std::string& line);

  std::string name_, transcript_path_;
  std::ofstream transcript_;
  std::string pending_;
  pid_t pid_ = -1;
  int in_ = -1, out_ = -1;
};

/// Full path of a program of PATH; empty when there is none.
std::string find_program(const std::string& name);

}  // namespace scree::app
