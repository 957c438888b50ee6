#include "scree/verify/run_process.h"

#include <fmt/format.h>
#include <omp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <thread>

#include "scree/base/error.h"

namespace scree {
namespace {

using Part = std::atomic<Real>;
static_assert(Part::is_always_lock_free, "a lock would not reach across processes");

/// The first byte of what a process leaves: a result follows, or why there is none.
constexpr char kResult = 'R', kFault = 'F';

[[noreturn]] void fail_to_start(const char* what) {
  throw CaseError(fmt::format("cannot start another process ({}: {}); use fewer --jobs", what,
                              std::strerror(errno)));
}

std::string run_to_bytes(const RunOrder& order, int threads, Part& part) {
  try {
    omp_set_num_threads(threads);
    return kResult + pack_result(make_run(order, [&](Real done) { part = done; }));
  } catch (const std::exception& error) {
    return kFault + std::string(error.what());
  }
}

/// The life of the process.
[[noreturn]] void live(const RunOrder& order, int threads, Part& part, std::FILE* file) {
  // A new thread has no OpenMP threads of old, which the fork has left behind.
  std::thread([&] {
    const std::string bytes = run_to_bytes(order, threads, part);
    const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    ::_exit(whole && std::fflush(file) == 0 ? 0 : 1);  // nothing of our parent's is flushed
  }).join();
  ::_exit(1);
}

class Packing {
 public:
  void number(Real x) { bytes_.append(reinterpret_cast<const char*>(&x), sizeof x); }
  void count(std::size_t n) { bytes_.append(reinterpret_cast<const char*>(&n), sizeof n); }
  void text(const std::string& t) {
    count(t.size());
    bytes_ += t;
  }
  void column(const std::vector<Real>& c) {
    count(c.size());
    bytes_.append(reinterpret_cast<const char*>(c.data()), c.size() * sizeof(Real));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Unpacking {
 public:
  explicit Unpacking(const std::string& bytes) : bytes_(bytes) {}
  Real number() { return plain_value<Real>(); }
  std::size_t count() { return plain_value<std::size_t>(); }
  std::string text() {
    const std::size_t n = count();
    return std::string(next(n), n);
  }
  std::vector<Real> column() {
    const std::size_t n = count();
    if (n > bytes_.size()) cut_short();
    const char* from = next(n * sizeof(Real));
    std::vector<Real> values(n);
    if (n > 0) std::memcpy(values.data(), from, n * sizeof(Real));
    return values;
  }

 private:
  [[noreturn]] static void cut_short() {
    throw std::runtime_error("the result of a run did not come through whole");
  }
  const char* next(std::size_t n) {
    if (n > bytes_.size() - at_) cut_short();
    at_ += n;
    return bytes_.data() + (at_ - n);
  }
  template <class T>
  T plain_value() {
    T value;
    std::memcpy(&value, next(sizeof(T)), sizeof(T));
    return value;
  }
  const std::string& bytes_;
  std::size_t at_ = 0;
};

std::string all_of(std::FILE* file) {
  std::string bytes;
  char block[1 << 16];
  std::rewind(file);
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, file)) > 0;) bytes.append(block, n);
  return bytes;
}

}  // namespace

std::string pack_result(const RunResult& result) {
  Packing p;
  p.count(result.series.names.size());
  for (const std::string& name : result.series.names) p.text(name);
  for (const std::vector<Real>& column : result.series.columns) p.column(column);
  p.text(result.trouble);
  p.text(result.refused);
  p.count(result.resumed.size());
  for (const auto& [part, same] : result.resumed) p.number(part), p.count(same);
  p.number(result.seconds);
  return p.take();
}

RunResult unpack_result(const std::string& bytes) {
  Unpacking u(bytes);
  RunResult result;
  const std::size_t columns = u.count();
  for (std::size_t k = 0; k < columns; ++k) result.series.names.push_back(u.text());
  for (std::size_t k = 0; k < columns; ++k) result.series.columns.push_back(u.column());
  result.trouble = u.text();
  result.refused = u.text();
  for (std::size_t n = u.count(); n > 0; --n) {
    const Real part = u.number();
    result.resumed[part] = u.count() != 0;
  }
  result.seconds = u.number();
  return result;
}

RunProcess::RunProcess(const RunOrder& order, int threads) : order_(order) {
  file_ = std::tmpfile();
  if (!file_) fail_to_start("no temporary file");
  shared_ =
      ::mmap(nullptr, sizeof(Part), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared_ == MAP_FAILED) fail_to_start("no shared memory");
  Part& part = *new (shared_) Part(0);
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    live(order, threads, part, file_);
  }
  if (pid_ < 0) fail_to_start("fork");
}

RunProcess::~RunProcess() {
  if (!ended_) {
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
  }
  std::fclose(file_);
  ::munmap(shared_, sizeof(Part));
}

bool RunProcess::has_ended() {
  if (!ended_) ended_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
  return ended_;
}

Real RunProcess::part() const { return *static_cast<const Part*>(shared_); }

RunResult RunProcess::result() {
  SCREE_EXPECT(ended_);
  if (WIFSIGNALED(status_))
    throw std::runtime_error(fmt::format("the run {} was ended by signal {} ({})", order_.label,
                                         WTERMSIG(status_), ::strsignal(WTERMSIG(status_))));
  const std::string bytes = all_of(file_);
  if (WEXITSTATUS(status_) != 0 || bytes.empty())
    throw std::runtime_error(
        fmt::format("the run {} left no result; is the disk of the temporary "
                    "folder full?",
                    order_.label));
  if (bytes[0] == kFault) throw std::runtime_error(order_.label + ": " + bytes.substr(1));
  return unpack_result(bytes.substr(1));
}

}  // namespace scree
