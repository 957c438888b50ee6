#pragma once
/// Stopping a run from outside. The first SIGINT or SIGTERM asks the time loop to finish its step
/// and write a checkpoint; the second ends the process at once.

namespace scree::app {

/// From here on the two signals only ask. Call once, before the loop starts.
void catch_stop_signals();

/// Has somebody asked to stop? Cheap enough to ask every step.
bool stop_requested();

/// The signal that asked, 0 if none did. A shell expects the exit code 128 + signal.
int stop_signal();

}  // namespace scree::app
