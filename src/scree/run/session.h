#pragma once
/// A simulation with outputs, checkpoints, stop conditions and a summary: in a folder, or in
/// memory.
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "scree/io/checkpoint.h"
#include "scree/run/alarms.h"
#include "scree/run/outputs.h"
#include "scree/run/run_folder.h"
#include "scree/run/simulation.h"

namespace scree {

enum class RunEnd { kDone, kInterrupted, kTrouble };

/// What a finished (or stopped) run has to say.
struct RunSummary {
  RunEnd end = RunEnd::kDone;
  std::string message;                                     // of trouble
  double wall_seconds = 0;                                 // of this process
  double grain_steps = 0;                                  // of this process
  std::array<double, kStageNames.size()> stage_seconds{};  // of this process
  std::int64_t steps = 0;                                  // of the whole run
  Real time = 0, dt = 0;
  Index bodies = 0;
  Real overlap_mean = 0, overlap_largest = 0;  // at the end, over the radius
  Real overlap_seen = 0;                       // the largest at any row of the series
  Real closing_error = 0;                      // of the energy ledger
  std::int64_t early_impacts = 0;              // nonsmooth: collisions more than a radius apart
  Real earliest_impact = 0;                    // the widest of all, in radii
  std::int64_t list_builds = 0, list_refreshes = 0;
  Real ledger_limit = 0;              // above which it is open
  Real checkpoint_time = 0;           // of the checkpoint in the folder [s]
  std::vector<std::string> warnings;  // raised in the run
  std::uint64_t state_hash = 0;
  std::vector<FlowCount> emitted, removed;
};

/// The simulation in `folder` as its last checkpoint has it; writes nothing. Refused if an input
/// file has changed since the start, unless `force`.
std::unique_ptr<Simulation> load_simulation(const std::filesystem::path& folder,
                                            CheckpointNote& note, bool force);
/// The same from a checkpoint file, wherever it lies.
std::unique_ptr<Simulation> load_checkpoint(const std::filesystem::path& file, CheckpointNote& note,
                                            bool force);

/// How a run is taken up again.
struct ResumeOptions {
  std::optional<Real> until = {};      // moves its end [s]
  bool force = false;                  // go on although an input file has changed
  std::vector<std::string> sets = {};  // what to change, see resume_changes.h
};

class Session {
 public:
  /// Called whenever the run is looked at, for few bodies after every step; false stops the run.
  using Tick = std::function<bool(const Simulation&)>;

  /// A new run in memory: no files, and no warnings but those that are asked for.
  explicit Session(const Case& c);
  /// What load_checkpoint() gave, in memory.
  Session(std::unique_ptr<Simulation> sim, const CheckpointNote& note);
  /// A new run in `folder`, which must not hold one unless `force`. Throws before anything is
  /// written if the case is wrong or the disk cannot take the results.
  Session(const Case& c, const std::filesystem::path& folder, bool force);
  /// The run in `folder`, from its last checkpoint.
  explicit Session(const std::filesystem::path& folder, const ResumeOptions& options = {});

  /// Steps to the end. When `tick` returns false the run stops and can be resumed.
  RunSummary run(const Tick& tick);
  /// Up to `steps` steps, with all that is due after them. Tells what ended the run, or that `tick`
  /// stopped it; empty: nothing did. What a run leaves at its end comes with finish().
  std::optional<RunEnd> advance(std::int64_t steps, const Tick& tick);
  /// The last outputs, where the run is over, and the summary.
  RunSummary finish(RunEnd end);
  /// Writes a checkpoint: that of the folder, or one anywhere.
  void checkpoint();
  void checkpoint(const std::filesystem::path& file);

  /// Is there nothing left to do: is the run finished, and are all its files there?
  bool complete() const;
  /// Why the run stopped before it was resumed here; empty if it did not stop for trouble.
  const std::string& earlier_trouble() const { return earlier_trouble_; }

  /// Where warnings go when they are raised.
  void on_warning(Alarms::Say say) { alarms_->tell(std::move(say)); }
  /// An open energy ledger ends the run, as numerical trouble.
  void be_strict() { strict_ = true; }

  Simulation& simulation() { return *sim_; }
  Outputs& outputs() { return *outputs_; }
  /// Of numerical trouble that ended the run here.
  const std::string& trouble() const { return trouble_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  using Clock = std::chrono::steady_clock;
  void write_note();
  void change(const std::vector<std::string>& sets);
  CheckpointNote note();
  bool phase_condition_met();
  bool look_for_alarms(bool row);
  void end_phase();
  std::optional<RunEnd> step_on(std::int64_t steps, const Tick& tick);
  RunSummary summary(RunEnd end) const;

  std::filesystem::path folder_;
  std::unique_ptr<Simulation> sim_;
  std::unique_ptr<RunFolder> place_;  // kept from others for as long as this lives
  std::unique_ptr<Outputs> outputs_;
  std::string inputs_;  // what other files than the case held, see inputs.h
  std::unique_ptr<Alarms> alarms_;
  std::array<double, kStageNames.size()> stages_before_{};  // of setting up [s]
  /// Throws Broken where a fault has left the State half-way: it is neither gone on with nor saved.
  void require_sound() const;

  bool strict_ = false, broken_ = false;
  double seconds_ = 0, grain_steps_ = 0;  // of this process
  Clock::time_point checkpointed_ = Clock::now();
  std::string trouble_;
  Real checkpoint_time_ = 0;
  std::string earlier_trouble_;
  std::optional<Real> until_;  // end of a run that was extended [s]
};

/// Bytes the results of a case will take, about.
double expected_bytes(const Case& c, const Simulation& sim);

/// Reads earlier runs from their folders, for run.from and for bodies of source = "from".
LoadRun load_runs();

/// Readable lines for the end of a run; warns where overlaps were large.
std::string to_text(const RunSummary& s, bool dimensionless);
std::string to_json(const RunSummary& s, const Case& c);

}  // namespace scree
