#include "signals.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <initializer_list>

using namespace scree::app;

namespace {

/// Runs `body` in a child process and returns its wait status.
template <class Body>
int in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::close(STDERR_FILENO) != 0) ::_exit(9);
    body();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("the first signal only asks to stop") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const int status = in_child([&] {
      catch_stop_signals();
      if (stop_requested()) ::_exit(1);
      ::raise(signal);
      if (!stop_requested()) ::_exit(2);
      if (stop_signal() != signal) ::_exit(3);
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
}

TEST_CASE("a hang-up asks to stop, too") {
  const int status = in_child([&] {
    catch_stop_signals();
    ::raise(SIGHUP);
    if (stop_signal() != SIGHUP) ::_exit(3);
  });
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a closed pipe and a file past its size limit are errors of the write, and kill nobody") {
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    const int status = in_child([&] {
      make_failed_writes_errors();
      ::raise(signal);
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
}

TEST_CASE("under nohup a hang-up stays without effect") {
  const int status = in_child([] {
    ::signal(SIGHUP, SIG_IGN);
    catch_stop_signals();
    ::raise(SIGHUP);
    if (stop_requested()) ::_exit(1);
  });
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a second signal soon after the first does not end the process: batch systems send two") {
  const int status = in_child([] {
    catch_stop_signals();
    ::raise(SIGTERM);
    ::raise(SIGINT);
    ::usleep(2000 * 1000);
    ::raise(SIGTERM);
    if (stop_signal() != SIGTERM) ::_exit(1);
  });
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a signal more than three seconds after the first ends the process, by that signal") {
  const int status = in_child([] {
    catch_stop_signals();
    ::raise(SIGINT);
    ::usleep(3100 * 1000);
    ::raise(SIGTERM);
  });
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
}
