#pragma once
/// Stopping a run from outside. SIGINT, SIGTERM and SIGHUP ask the time loop to finish its step and
/// write a checkpoint; only one that comes more than three seconds later ends the process at once.

namespace scree::app {

/// From here on these signals only ask. Call once, before the loop starts.
void catch_stop_signals();

/// Writes that fail are errors, not signals that kill: a reader of our words that has gone away
/// (`scree run ... | head`) does not end a run, and a file that grows past the limit of the system
/// ends it in order, with the last checkpoint kept.
void make_failed_writes_errors();

/// Has somebody asked to stop? Cheap enough to ask every step.
bool stop_requested();

/// The signal that asked, 0 if none did. A shell expects the exit code 128 + signal.
int stop_signal();

}  // namespace scree::app
