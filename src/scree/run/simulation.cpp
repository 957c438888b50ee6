#include "scree/run/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/build/build_joints.h"
#include "scree/build/build_machine.h"
#include "scree/build/build_state.h"
#include "scree/case/bounds.h"
#include "scree/run/start_check.h"
#include "scree/run/state_check.h"
#include "scree/step/common/lead_memory.h"
#include "scree/step/dae/dae_stepper.h"
#include "scree/step/nonsmooth/nonsmooth_stepper.h"
#include "scree/step/smooth/smooth_stepper.h"

namespace scree {
namespace {

std::unique_ptr<Stepper> make_stepper(const Case& c) {
  if (c.run.method == Method::kDae) return std::make_unique<DaeStepper>(c.dae);
  if (c.run.method == Method::kNonsmooth) return std::make_unique<NonsmoothStepper>(c.nonsmooth);
  return std::make_unique<SmoothStepper>();
}

}  // namespace

Simulation::Simulation(const Case& c, const LoadRun& load_run)
    : case_(c),
      scene_(build_scene(case_, notes_)),
      stepper_(make_stepper(case_)),
      end_(longest_duration(case_)) {
  controls_ = std::make_unique<Controls>(case_);
  if (!case_.run.from.empty()) {
    if (!load_run.whole) throw CaseError(case_.file, 0, "run.from: not possible here");
    take_over(load_run.whole(case_));
    return;
  }
  state_ = build_state(case_, scene_, make_bodies(case_, load_run));
  controls_->start(state_);
  controls_->enter_phase(scene_, state_);
  place_controls();
  start_joints(case_, scene_, state_);
  check_joints(case_, scene_, state_);
  start_machine(case_, scene_, state_);
  scales_ = time_scales(case_, scene_, state_);
  const Real dt = choose_time_step(case_, scales_);
  check_steps(case_, end_, dt);
  state_.ledger = {};  // the books open here: setting up was no work
  prepare(dt);
  check_start(case_, scene_, state_, false);
}

Simulation::Simulation(const Case& c, State state, const std::vector<std::string>& labels)
    : case_(c),
      scene_(build_scene(case_, notes_)),
      state_(std::move(state)),
      stepper_(make_stepper(case_)),
      end_(longest_duration(case_)) {
  require_fit(case_, &scene_, scene_.materials.size(), labels.size(), state_);
  scene_.labels = labels;
  scene_.joints = build_joints(case_, state_);
  controls_ = std::make_unique<Controls>(case_);
  scales_ = time_scales(case_, scene_, state_);
}

void Simulation::take_over(EarlierRun run) {
  Continuation& how = continued_.emplace();
  CarriedForces carried;
  state_ = continue_run(case_, scene_, *controls_, std::move(run), how, carried);
  const MovedPlaces before(state_);
  const bool new_walls = controls_->enter_phase(scene_, state_);
  place_controls();
  before.check_no_jump(case_, scene_, state_,
                       fmt::format("Its motions do not begin where those of {} ended. End the "
                                   "earlier run after whole periods and set run.clocks = "
                                   "\"restart\", or keep the motions as they were",
                                   case_.run.from));
  start_joints(case_, scene_, state_);
  check_joints(case_, scene_, state_);
  scales_ = time_scales(case_, scene_, state_);
  const Real dt = choose_time_step(case_, scales_);
  check_steps(case_, end_, dt);
  state_.ledger = {};
  if (how.memory) {
    *how.memory = make_memory(scene_, carried, dt, state_);
    prepare(dt);  // accelerations, too, are those of the other method
  } else if (how.new_lists || new_walls) {
    stepper_->relist(scene_, state_);
  }
  if (state_.clock.dt != dt) convert_memory(scene_, state_, dt);
  state_.clock.dt = dt;
  check_start(case_, scene_, state_, true);
}

void Simulation::place_controls() {
  const std::string wrong = controls_->place(scene_, state_);
  if (!wrong.empty()) throw CaseError("at the start: " + wrong);
}

void Simulation::prepare(Real dt) {
  const StepReport first = stepper_->prepare(scene_, state_, dt);
  check_grains_in_walls(case_, scene_, state_);
  if (first.trouble != Trouble::kNone)
    throw CaseError(case_.file, 0, "at the start: " + first.message);
  state_.clock.dt = dt;
}

bool Simulation::phase_over(Real time) const {
  if (until_ && state_.phase == last_phase()) return time >= *until_ - 0.5 * dt();
  const PhaseOptions& p = case_.phases[state_.phase];
  const Real length = p.duration ? *p.duration : p.until->at_most;
  return time - state_.phase_start >= length - 0.5 * dt();
}

void Simulation::change_time_step(Real wanted) {
  if (case_.run.method == Method::kDae)
    throw CaseError(
        case_.file, 0,
        "run.time_step: the method dae cannot change it in the middle of a run; begin a "
        "case of its own with run.from");
  convert_memory(scene_, state_, wanted);
  Clock& clock = state_.clock;
  const Real now = clock.time();
  for (CycleClock& c : state_.observers.clocks) c.start += c.steps * (clock.dt - wanted);
  // Controls count from the last look at the moments in steps of one length.
  const Real since = static_cast<Real>(clock.step % kFlowInterval) * (clock.dt - wanted);
  MassMoments& moments = state_.controls.moments;
  moments = {moments.after(since), moments.momentum + since * moments.force, moments.force};
  clock.dt = wanted;
  clock.start = now - static_cast<Real>(clock.step) * wanted;
}

void Simulation::check_no_jump() const {
  State now = state_;
  if (const std::string wrong = Controls(case_).place(scene_, now); !wrong.empty())
    throw CaseError(wrong);
  MovedPlaces(state_).check_no_jump(case_, scene_, now,
                                    "Change its motions so that they pass through where it is now");
}

void Simulation::extend_to(Real time) {
  if (time <= state_.clock.time())
    throw CaseError(fmt::format("--until {}: the run is already at {:.6g} s", plain(time),
                                rounded_time(state_.clock.time(), dt())));
  check_steps(case_, time, dt());
  if (finished()) state_.phase = last_phase();
  // What the phase waited for counts no more, but observers that looked for it keep their memory.
  PhaseOptions& last = case_.phases.back();
  if (last.until && last.until->stationary.empty()) last.until.reset();
  last.duration = time;
  until_ = end_ = time;
}

void Simulation::end_phase() {
  ++state_.phase;
  if (finished()) return;  // the start of the last phase is kept: the run may be extended
  state_.phase_start = state_.clock.time();
  state_.controls.held = 0;
  if (controls_->enter_phase(scene_, state_)) stepper_->relist(scene_, state_);
}

LocalProblem Simulation::next_contact_problem() const {
  if (case_.run.method != Method::kNonsmooth)
    throw CaseError(case_.file, 0,
                    "run.method: only runs by \"nonsmooth\" have contact problems to export");
  if (!scene_.machine.empty())
    throw CaseError(case_.file, 0,
                    "joint: FCLIB's local form has no place for joints; export a run without them");
  State copy = state_;
  copy.phase = std::min(copy.phase, last_phase());  // a run that is over goes on as it ended
  Controls(case_).move(scene_, copy);
  return NonsmoothStepper(case_.nonsmooth).next_problem(scene_, std::move(copy));
}

std::int64_t Simulation::steps_to_look(std::int64_t most) const {
  most = std::min(most, kFlowInterval - state_.clock.step % kFlowInterval);
  std::int64_t n = 1;
  while (n < most && !phase_over(state_.clock.time(n))) ++n;
  return n;
}

Stop Simulation::advance(std::int64_t most) {
  stepped_phase_ = state_.phase;
  report_ = stepper_->advance(scene_, state_, steps_to_look(most), *controls_);
  if (report_.trouble != Trouble::kNone) return {report_.trouble, report_.message};
  const bool flowed = controls_->flow(scene_, state_);
  if (flowed) stepper_->relist(scene_, state_);
  if (report_.rows_moved || flowed) {
    const std::string lost = controls_->lost_body(scene_, state_);
    if (!lost.empty()) return {Trouble::kLost, lost};
  }
  if (phase_over(state_.clock.time())) end_phase();
  times().mark(Stage::kFlow);
  return {};
}

}  // namespace scree
