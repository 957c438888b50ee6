#pragma once
/// A run of this same program in a process of its own: what happens to it happens to nobody else.
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace scree::app {

/// How a process ended.
struct ChildEnd {
  int code = 0;    // exit code; 128 + signal when a signal ended it
  int signal = 0;  // the signal that ended it, if one did

  /// Was it stopped from outside, as opposed to ending by itself?
  bool interrupted() const;
};

class Child {
 public:
  /// Starts `scree ARGUMENTS` on one thread; what it says is added to the file `log`. It does not
  /// hear the interrupts of our terminal, and writes its checkpoint and ends when we are gone.
  Child(const std::vector<std::string>& arguments, const std::filesystem::path& log);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// True once it has ended; end() then tells how.
  bool has_ended();
  const ChildEnd& end() const { return end_; }
  /// Asks it to write a checkpoint and end; only the first call counts.
  void ask_to_stop();
  /// What it gave as the reason for its end, in one line.
  std::string last_words() const;

 private:
  void note_end(int status);

  std::filesystem::path log_;
  std::uintmax_t log_begin_ = 0;  // where its own words begin [bytes]
  pid_t pid_ = -1;
  bool ended_ = false, asked_ = false;
  ChildEnd end_;
};

/// The line of a log that names the trouble: the error, or else the last line.
std::string reason_in(const std::string& log);

}  // namespace scree::app
