#include "bench/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "scree/base/error.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

/// How long a child may take to end after its input was closed [steps of 10 ms].
constexpr int kPatience = 200;

/// The process and everything below it; what ended meanwhile is simply not there.
void collect_tree(pid_t pid, std::vector<pid_t>& tree) {
  tree.push_back(pid);
  std::ifstream children(fmt::format("/proc/{}/task/{}/children", pid, pid));
  for (pid_t child = 0; children >> child;) collect_tree(child, tree);
}

std::vector<pid_t> tree_of(pid_t pid) {
  std::vector<pid_t> tree;
  collect_tree(pid, tree);
  return tree;
}

void signal_tree(pid_t root, int signal) {
  for (const pid_t pid : tree_of(root)) ::kill(pid, signal);
}

[[noreturn]] void become(const std::vector<char*>& argv, int input, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGPIPE, SIG_DFL);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

Process::Process(const std::vector<std::string>& command, const std::string& transcript)
    : name_(command.at(0)), transcript_path_(transcript), transcript_(transcript) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  int to_child[2], from_child[2];
  if (::pipe2(to_child, O_CLOEXEC) != 0 || ::pipe2(from_child, O_CLOEXEC) != 0)
    throw CaseError(fmt::format("cannot start {}: {}", name_, std::strerror(errno)));
  ::signal(SIGPIPE, SIG_IGN);  // a child that is gone is found by reading
  pid_ = ::fork();
  if (pid_ < 0) throw CaseError(fmt::format("cannot start {}: {}", name_, std::strerror(errno)));
  if (pid_ == 0) become(argv, to_child[0], from_child[1]);
  ::close(to_child[0]);
  ::close(from_child[1]);
  in_ = to_child[1];
  out_ = from_child[0];
}

Process::~Process() {
  resume();
  ::close(in_);
  ::close(out_);
  for (int i = 0; i < kPatience; ++i) {
    if (::waitpid(pid_, nullptr, WNOHANG) != 0) return;
    ::usleep(10000);
  }
  signal_tree(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Process::send(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(in_, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return;  // read_until() reports what the child said last
    done += static_cast<std::size_t>(n);
  }
}

bool Process::read_line(std::string& line) {
  for (;;) {
    const std::size_t end = pending_.find('\n');
    if (end != std::string::npos) {
      line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      transcript_ << line << '\n';
      return true;
    }
    char block[4096];
    const ssize_t n = ::read(out_, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    pending_.append(block, static_cast<std::size_t>(n));
  }
}

std::vector<std::string> Process::read_until(const std::string& marker) {
  std::vector<std::string> lines;
  for (std::string line; read_line(line);) {
    if (line == marker) return lines;
    lines.push_back(line);
  }
  transcript_.flush();
  std::string last = pending_;
  while (last.empty() && !lines.empty()) {
    last = lines.back();
    lines.pop_back();
  }
  throw CaseError(transcript_path_, 0, "the program ended too early; it said: " + last);
}

std::vector<std::string> Process::read_rest() {
  std::vector<std::string> lines;
  for (std::string line; read_line(line);) lines.push_back(line);
  transcript_.flush();
  return lines;
}

void Process::pause() const { signal_tree(pid_, SIGSTOP); }
void Process::resume() const { signal_tree(pid_, SIGCONT); }

CoreTime Process::core_time() const {
  CoreTime total;
  for (const pid_t pid : tree_of(pid_)) {
    std::error_code gone;
    for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", pid), gone)) {
      double ran = 0, queued = 0;  // [ns]
      if (!(std::ifstream(thread.path() / "schedstat") >> ran >> queued)) continue;
      total.ran += 1e-9 * ran;
      total.waited += 1e-9 * queued;
    }
  }
  return total;
}

std::size_t Process::resident_bytes() const {
  std::size_t pages = 0;
  for (const pid_t pid : tree_of(pid_)) {
    std::ifstream statm(fmt::format("/proc/{}/statm", pid));
    std::size_t size = 0, resident = 0;
    if (statm >> size >> resident) pages += resident;
  }
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::path(folder) / name;
    if (::access(program.c_str(), X_OK) == 0 && !fs::is_directory(program)) return program.string();
  }
  return "";
}

}  // namespace scree::app
