#include "signals.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace scree::app {
namespace {

std::atomic<int> caught{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not take a lock");

/// Only what is safe in a signal handler: an atomic, write(2), raise.
extern "C" void on_stop_signal(int signal) {
  int none = 0;
  if (caught.compare_exchange_strong(none, signal)) {
    constexpr char kText[] = "\nscree: stopping after this step; once more to quit at once\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kText, sizeof(kText) - 1);
    return;
  }
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
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool stop_requested() { return caught.load(std::memory_order_relaxed) != 0; }

int stop_signal() { return caught.load(std::memory_order_relaxed); }

}  // namespace scree::app
