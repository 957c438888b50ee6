#include "signals.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

namespace scree::app {
namespace {

/// Batch systems and `timeout` signal twice, and so do impatient fingers: only a request that comes
/// later than this after the first means "at once" [ms].
constexpr long kPatience = 3000;

std::atomic<int> caught{0};
std::atomic<long> caught_at{0};  // [ms], monotonic
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<long>::is_always_lock_free,
              "a signal handler must not take a lock");

long milliseconds_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Only what is safe in a signal handler: atomics, the clock, write(2), raise.
extern "C" void on_stop_signal(int signal) {
  int none = 0;
  if (caught.compare_exchange_strong(none, signal)) {
    caught_at = milliseconds_now();
    constexpr char kText[] =
        "\nscree: stopping after this step; again in 3 seconds to quit at once\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kText, sizeof(kText) - 1);
    return;
  }
  if (milliseconds_now() - caught_at <= kPatience) return;
  struct sigaction plain {};
  plain.sa_handler = SIG_DFL;
  ::sigaction(signal, &plain, nullptr);
  ::raise(signal);
}

}  // namespace

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;  // a write to disk under way is not cut short
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  struct sigaction before {};
  ::sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);  // not under nohup
}

void make_failed_writes_errors() {
  struct sigaction action {};
  action.sa_handler = SIG_IGN;
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::sigaction(signal, &action, nullptr);
}

bool stop_requested() { return caught.load(std::memory_order_relaxed) != 0; }

int stop_signal() { return caught.load(std::memory_order_relaxed); }

}  // namespace scree::app
