#include "sweep/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "scree/base/error.h"
#include "scree/io/atomic_file.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void become(const std::vector<char*>& argv, int log, pid_t parent) {
  ::setpgid(0, 0);  // an interrupt from the terminal goes to the sweep alone, which passes it on
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::setenv("OMP_NUM_THREADS", "1", 1);
  ::execv("/proc/self/exe", argv.data());
  ::_exit(127);
}

}  // namespace

bool ChildEnd::interrupted() const {
  return signal != 0 || code == 128 + SIGTERM || code == 128 + SIGINT;
}

Child::Child(const std::vector<std::string>& arguments, const fs::path& log) : log_(log) {
  std::vector<char*> argv{const_cast<char*>("scree")};
  for (const std::string& word : arguments) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) throw_disk_error(log, errno);
  log_begin_ = fs::file_size(log);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) become(argv, file, parent);
  ::close(file);
  if (pid_ < 0)
    throw CaseError(
        fmt::format("cannot start another process: {}; use fewer --jobs", std::strerror(errno)));
}

Child::~Child() {
  if (ended_) return;
  ask_to_stop();
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
}

bool Child::has_ended() {
  int status = 0;
  if (!ended_ && ::waitpid(pid_, &status, WNOHANG) == pid_) note_end(status);
  return ended_;
}

void Child::note_end(int status) {
  ended_ = true;
  if (WIFSIGNALED(status)) end_.signal = WTERMSIG(status);
  end_.code = end_.signal ? 128 + end_.signal : WEXITSTATUS(status);
}

void Child::ask_to_stop() {
  if (!asked_ && !ended_) ::kill(pid_, SIGTERM);
  asked_ = true;
}

std::string Child::last_words() const {
  if (end_.signal)
    return fmt::format("ended by signal {} ({})", end_.signal, ::strsignal(end_.signal));
  std::ifstream in(log_, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(log_begin_));
  std::ostringstream text;
  text << in.rdbuf();
  const std::string reason = reason_in(text.str());
  return reason.empty() ? fmt::format("ended with code {}", end_.code) : reason;
}

std::string reason_in(const std::string& log) {
  constexpr std::string_view kError = "scree: error: ";
  std::istringstream lines(log);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kError)) return line.substr(kError.size());
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string::npos) last = line.substr(begin);
  }
  return last;
}

}  // namespace scree::app
