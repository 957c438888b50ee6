#include "scree/run/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "scree/base/build_info.h"
#include "scree/base/error.h"
#include "scree/case/case_copy.h"
#include "scree/case/case_schema.h"
#include "scree/case/inputs.h"
#include "scree/io/atomic_file.h"
#include "scree/io/json.h"
#include "scree/observe/overlap.h"
#include "scree/run/resume_changes.h"
#include "scree/run/state_check.h"
#include "scree/run/stop_condition.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& words) { return Json(words).dump(); }

/// What the run in the folder said when it last ended; empty where it said nothing.
Json summary_in(const fs::path& folder) { return Json::read(folder / kSummary); }

void require_checkpoint(const fs::path& folder) {
  if (!fs::exists(folder / kCheckpoint))
    throw CaseError(
        fmt::format("{} holds no {}: name the folder of a run", folder.string(), kCheckpoint));
}

/// To where the run of a checkpoint was extended, if it was [s].
std::optional<Real> extended_end(const CheckpointNote& note, const std::string& where) {
  const auto extended = note.extra.find("until");
  if (extended == note.extra.end()) return {};
  const Real until = Json::parse(extended->second).number(NAN);
  if (std::isnan(until))
    throw CaseError(where, 0, "its checkpoint does not tell its end; give --until");
  return until;
}

}  // namespace

double expected_bytes(const Case& c, const Simulation& sim) {
  const OutputIntervals i = output_intervals(sim);
  const double longest = longest_duration(c), bodies = sim.state().grains.size() + 1.0;
  const double frame = 60 * bodies + (c.output.lammps_dump ? 180 * bodies : 0) +
                       (c.output.contacts ? 300 * bodies : 0) + 20e3;
  const double rows = 1200 * (longest / i.series + 1);
  const double pictures = c.output.pictures ? longest / i.picture + 2 : 0;
  return rows + frame * (longest / i.frame + 2) + 400e3 * pictures + 2 * 600 * bodies + 1e6;
}

Session::Session(const Case& c) : sim_(std::make_unique<Simulation>(c, load_runs())) {
  check_awaited_quantities(c, Observing(c, sim_->scene()).columns());
  inputs_ = to_json(input_files(c));
  outputs_ = std::make_unique<Outputs>(*sim_, true);
  alarms_ = std::make_unique<Alarms>(c);
}

Session::Session(std::unique_ptr<Simulation> sim, const CheckpointNote& note)
    : sim_(std::move(sim)), inputs_(to_json(input_files(sim_->case_file()))) {
  checkpoint_time_ = sim_->state().clock.time();
  if (!sim_->finished()) until_ = extended_end(note, note.case_file);
  if (until_) sim_->extend_to(*until_);
  outputs_ = std::make_unique<Outputs>(*sim_, false);
  alarms_ = std::make_unique<Alarms>(sim_->case_file());
  if (const auto said = note.extra.find("alarms"); said != note.extra.end())
    alarms_->recall(said->second);
}

Session::Session(const Case& c, const fs::path& folder, bool force)
    : folder_(folder), sim_(std::make_unique<Simulation>(c, load_runs())) {
  const Observing observing(c, sim_->scene());
  check_awaited_quantities(c, observing.columns());
  const std::vector<std::string> files = run_files(c, observing);
  require_room(folder, files, force);
  require_writable(folder, static_cast<std::uint64_t>(expected_bytes(c, *sim_)));
  place_ = std::make_unique<RunFolder>(folder);
  place_->make_room(files, force);
  inputs_ = to_json(input_files(c));
  write_note();
  outputs_ = std::make_unique<Outputs>(folder, *sim_);
  alarms_ = std::make_unique<Alarms>(c);
  checkpoint();
}

std::unique_ptr<Simulation> load_simulation(const fs::path& folder, CheckpointNote& note,
                                            bool force) {
  require_checkpoint(folder);
  return load_checkpoint(folder / kCheckpoint, note, force);
}

std::unique_ptr<Simulation> load_checkpoint(const fs::path& file, CheckpointNote& note,
                                            bool force) {
  State state = read_checkpoint(file, note);
  Case c = read_case_text(note.case_text, note.case_file, note.sets);
  const auto inputs = note.extra.find("inputs");
  if (inputs != note.extra.end() && !force)
    check_inputs(c, inputs->second, file.parent_path().string());
  const OutputIntervals intervals = output_intervals(c);  // also of a run that will be extended
  c.output.series_interval = intervals.series;
  c.output.frame_interval = intervals.frame;
  const auto pictures = note.extra.find("picture_interval");  // as it was chosen at the start
  c.output.picture_interval = pictures == note.extra.end()
                                  ? intervals.picture
                                  : std::strtod(pictures->second.c_str(), nullptr);
  if (!(*c.output.picture_interval > 0)) c.output.picture_interval = intervals.picture;
  return std::make_unique<Simulation>(c, std::move(state), names_in(note, "labels"));
}

Session::Session(const fs::path& folder, const ResumeOptions& options) : folder_(folder) {
  require_checkpoint(folder);  // before a folder of that name is made
  place_ = std::make_unique<RunFolder>(folder);
  place_->remove_temporary(place_->listed());
  CheckpointNote note;
  sim_ = load_simulation(folder, note, options.force);
  checkpoint_time_ = sim_->state().clock.time();
  earlier_trouble_ = summary_in(folder)["message"].text();
  if (!options.sets.empty()) change(options.sets);
  inputs_ = to_json(input_files(sim_->case_file()));
  until_ = options.until;
  if (!until_ && !sim_->finished()) until_ = extended_end(note, folder.string());
  if (until_) sim_->extend_to(*until_);
  outputs_ = std::make_unique<Outputs>(folder, *sim_, note.offsets);
  alarms_ = std::make_unique<Alarms>(sim_->case_file());
  if (const auto said = note.extra.find("alarms"); said != note.extra.end())
    alarms_->recall(said->second);
  if (options.sets.empty()) return;
  write_note();
  checkpoint();  // what was changed is not forgotten
}

/// Puts the state into the case with further overrides.
void Session::change(const std::vector<std::string>& sets) {
  const Case& before = sim_->case_file();
  Case c = changed_case(before, sets);
  const OutputIntervals then = output_intervals(before);  // defaults follow the duration
  if (!c.output.series_interval) c.output.series_interval = then.series;
  if (!c.output.frame_interval) c.output.frame_interval = then.frame;
  if (!c.output.picture_interval) c.output.picture_interval = then.picture;
  auto now = std::make_unique<Simulation>(c, sim_->state(), sim_->scene().labels);
  now->check_no_jump();
  if (const std::optional<Real> dt = changed_time_step(*sim_, *now)) now->change_time_step(*dt);
  sim_ = std::move(now);
}

bool Session::complete() const {
  if (!sim_->finished()) return false;
  const Json summary = summary_in(folder_);
  if (summary["end"].text() != "done" || summary["steps"].whole(-1) != sim_->state().clock.step)
    return false;
  const Case& c = sim_->case_file();
  const std::vector<std::string> files = run_files(c, Observing(c, sim_->scene()));
  return std::all_of(files.begin(), files.end(), [&](const std::string& name) {
    return name.find('*') != std::string::npos || fs::exists(folder_ / name);
  });
}

void Session::write_note() {
  const Case& c = sim_->case_file();
  const BuildInfo& b = build_info();
  Json note = Json::Object{
      {"case", c.file},          {"sets", c.sets},         {"version", b.version},
      {"commit", b.commit},      {"compiler", b.compiler}, {"flags", b.flags},
      {"time_step", sim_->dt()}, {"seed", c.run.seed},     {"meshes", sim_->notes().meshes}};
  note["inputs"] = Json::parse(inputs_);
  if (const std::optional<Continuation>& from = sim_->continued())
    note["from"] =
        Json::Object{{"folder", from->folder},
                     {"method", words_of<Method>()[static_cast<std::size_t>(from->method)]},
                     {"contact_memory", from->memory ? "converted" : "taken over"}};
  const std::string copy = case_as_run(c);
  note["case_mark"] = text_mark(copy);
  note["fingerprint"] = fmt::format("{:016x}", case_fingerprint(c.text, c.sets));
  note["files"] = run_files(c, Observing(c, sim_->scene()));
  // First of all files: whatever stands here from now on is known to be the run's.
  write_file(folder_ / kRunNote, note.dump(2) + "\n");
  write_file(folder_ / kCaseCopy, copy);
}

CheckpointNote Session::note() {
  const Case& c = sim_->case_file();
  CheckpointNote note;
  note.case_file = fs::absolute(c.file).lexically_normal().string();
  note.case_text = c.text;
  note.sets = c.sets;
  note.offsets = outputs_->sync();
  note.extra["labels"] = joined(sim_->scene().labels);
  note.extra["materials"] = joined(sim_->scene().materials);
  note.extra["inputs"] = inputs_;
  note.extra["alarms"] = alarms_->memory();
  note.extra["picture_interval"] = fmt::format("{}", outputs_->intervals().picture);
  if (until_) note.extra["until"] = Json(*until_).dump();
  return note;
}

void Session::require_sound() const {
  if (broken_) throw Broken("a fault has broken this run: begin anew from its last checkpoint");
}

void Session::checkpoint(const fs::path& file) {
  require_sound();
  write_checkpoint(file, sim_->state(), note());
}

void Session::checkpoint() {
  checkpointed_ = Clock::now();
  if (folder_.empty()) return;
  checkpoint(folder_ / kCheckpoint);
  checkpoint_time_ = sim_->state().clock.time();
}

void Session::end_phase() {
  const std::int64_t from = sim_->state().phase;
  sim_->end_phase();
  outputs_->change_phase(*sim_, from);
}

bool Session::phase_condition_met() {
  const std::string* awaited = awaited_quantity(*sim_);
  return awaited && stop_condition_met(*sim_, outputs_->last(*awaited),
                                       output_intervals(sim_->case_file()).series);
}

/// True if the run must end.
bool Session::look_for_alarms(bool row) {
  if (row) alarms_->look_at_ledger(*sim_, outputs_->last("closing_error").value_or(0));
  alarms_->look_at_step(*sim_);
  return strict_ && alarms_->ledger_open();
}

std::optional<RunEnd> Session::advance(std::int64_t steps, const Tick& tick) {
  const Clock::time_point start = Clock::now();
  require_sound();
  std::optional<RunEnd> end;
  try {
    end = step_on(steps, tick);
  } catch (const std::logic_error&) {  // Broken, and what else is a fault of ours
    broken_ = true;
    throw;
  } catch (const std::bad_alloc&) {
    broken_ = true;
    throw;
  }
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  return end;
}

std::optional<RunEnd> Session::step_on(std::int64_t steps, const Tick& tick) {
  const std::chrono::duration<double> interval(sim_->case_file().run.checkpoint_interval);
  const std::int64_t first = sim_->state().clock.step;
  sim_->times().skip();
  if (seconds_ == 0) stages_before_ = sim_->times().seconds();
  while (!sim_->finished()) {
    const std::int64_t before = sim_->state().clock.step, left = steps - (before - first);
    if (left <= 0) return {};
    const Stop stop = sim_->advance(std::min(left, outputs_->steps_to_look(*sim_)));
    const std::int64_t taken = sim_->state().clock.step - before;
    grain_steps_ += static_cast<double>(taken) * sim_->state().grains.size();
    trouble_ = stop.message;
    if (stop.any()) return RunEnd::kTrouble;
    const bool row = outputs_->after_step(*sim_);
    if (look_for_alarms(row)) {
      trouble_ = "stopped by --strict: " + alarms_->said().back();
      return RunEnd::kTrouble;
    }
    if (row && !sim_->finished() && phase_condition_met()) end_phase();
    // A phase whose time was over with this step has already ended.
    const bool same = sim_->state().phase == sim_->stepped_phase();
    if (same && outputs_->stationary() && !sim_->in_extension()) end_phase();
    if (!tick(*sim_)) {
      if (sim_->finished()) break;
      return RunEnd::kInterrupted;
    }
    sim_->times().mark(Stage::kObserve);
    if (Clock::now() - checkpointed_ >= interval) {
      checkpoint();
      sim_->times().mark(Stage::kCheckpoint);
    }
  }
  return RunEnd::kDone;
}

RunSummary Session::run(const Tick& tick) {
  checkpointed_ = Clock::now();
  const std::optional<RunEnd> end = advance(std::numeric_limits<std::int64_t>::max(), tick);
  return finish(end.value_or(RunEnd::kInterrupted));
}

RunSummary Session::finish(RunEnd end) {
  const Clock::time_point start = Clock::now();
  if (end == RunEnd::kDone) outputs_->finish(*sim_);
  // After trouble the last checkpoint stays: it stands before the fault, so that the run can be
  // resumed with something changed, and not behind what must not happen.
  sim_->times().mark(Stage::kWrite);
  if (end != RunEnd::kTrouble) checkpoint();
  sim_->times().mark(Stage::kCheckpoint);
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  const RunSummary s = summary(end);
  if (!folder_.empty()) write_file(folder_ / kSummary, to_json(s, sim_->case_file()));
  return s;
}

RunSummary Session::summary(RunEnd end) const {
  RunSummary s;
  s.stage_seconds = sim_->times().seconds();
  for (std::size_t k = 0; k < s.stage_seconds.size(); ++k)
    s.stage_seconds[k] = std::max(0.0, s.stage_seconds[k] - stages_before_[k]);
  s.end = end;
  if (end == RunEnd::kTrouble) s.message = trouble_;
  s.wall_seconds = seconds_;
  s.grain_steps = grain_steps_;
  const State& state = sim_->state();
  s.steps = state.clock.step, s.time = state.clock.time(), s.dt = sim_->dt();
  s.bodies = state.grains.singles + state.bodies.clumps();
  const OverlapStats overlap = measure_overlap(sim_->scene(), state);
  s.overlap_mean = overlap.mean, s.overlap_largest = overlap.largest;
  s.overlap_seen = std::max(outputs_->overlap_seen(), overlap.largest);
  s.closing_error = outputs_->last("closing_error").value_or(0);
  s.ledger_limit = ledger_limit(sim_->case_file());
  s.checkpoint_time = checkpoint_time_;
  s.warnings = alarms_->said();
  s.early_impacts = state.contact_solve.early_impacts;
  s.earliest_impact = state.contact_solve.earliest_impact;
  s.list_builds = state.lists.builds, s.list_refreshes = state.lists.refreshes;
  s.state_hash = hash(state);
  s.emitted = sim_->controls().emitted(state);
  s.removed = sim_->controls().removed(state);
  return s;
}

}  // namespace scree
