#pragma once
/// What `run` and `resume` share: threads, the loop with its progress line, the words at the end.
#include <string>

#include "scree/run/session.h"

namespace scree::app {

/// Sets the number of OpenMP threads: as asked, else as many cores as the grains can feed.
void choose_threads(int asked, Index grains);

/// "out/<name of the case's folder or file>".
std::string default_folder(const std::string& case_path);

/// Says what will be run: bodies, time step and why, steps, where results go.
void announce(Session& session);

/// Runs to the end or to the first stop signal; prints the summary; returns the exit code.
int run_session(Session& session);

}  // namespace scree::app
