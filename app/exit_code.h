#pragma once

namespace scree::app {

/// What the shell sees. A second interrupt ends the process by its signal.
enum ExitCode {
  kDone = 0,
  kFellShort = 1,         // verification: a published result was missed
  kBadInput = 2,          // case, mesh, checkpoint, command line or disk
  kNumericalTrouble = 3,  // the run stopped itself after writing a checkpoint
  kInternalError = 70,    // a fault of ours (EX_SOFTWARE of sysexits.h)
};

}  // namespace scree::app
