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
#include "scree/control/formula_force.h"
#include "scree/control/new_walls.h"
#include "scree/couple/drag.h"
#include "scree/run/start_check.h"
#include "scree/run/state_check.h"
#include "scree/state/edit.h"
#include "scree/step/common/lead_memory.h"
#include "scree/step/dae/dae_stepper.h"
#include "scree/step/nonsmooth/nonsmooth_stepper.h"
#include "scree/step/smooth/smooth_stepper.h"

namespace scree {
namespace {

std::unique_ptr<Stepper> make_stepper(const Case& c) {
  if (c.run.method == Method::kDae) return std::make_unique<DaeStepper>(c.dae);
  if (c.run.method == Method::kNonsmooth)
    return std::make_unique<NonsmoothStepper>(c.nonsmooth, c.reduction);
  return std::make_unique<SmoothStepper>();
}

Couplings couplings_of(const Case& c) {
  Couplings all;
  for (std::size_t k = 0; k < c.forces.size(); ++k) all.add(std::make_unique<FormulaForce>(c, k));
  if (c.drag) all.add(std::make_unique<Drag>(*c.drag));
  return all;
}

LoadLead lead_of(const Case& c) {
  if (c.run.method == Method::kNonsmooth) return LoadLead::kHalfBehind;
  const Integrator by = c.dae.integrator;
  const bool within = by == Integrator::kRungeKutta4 || by == Integrator::kEvents;
  return c.run.method == Method::kDae && within ? LoadLead::kWithin : LoadLead::kHalfAhead;
}

/// More than a strong coupling can need that comes to an end.
constexpr int kMostRounds = 1000;

}  // namespace

Simulation::Simulation(const Case& c, const LoadRun& load_run, Couplings more)
    : case_(c),
      scene_(build_scene(case_, notes_)),
      stepper_(make_stepper(case_)),
      end_(longest_duration(case_)) {
  controls_ = std::make_unique<Controls>(case_);
  make_couplings(std::move(more));
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
  couplings_.start(state_);
  set_loads(state_, couplings_.any());
  set_bonds(state_, scene_.reduction);
  scales_ = time_scales(case_, scene_, state_);
  const Real dt = choose_time_step(case_, scales_);
  check_steps(case_, end_, dt);
  state_.ledger = {};  // the books open here: setting up was no work
  prepare(dt);
  check_start(case_, scene_, state_, false);
}

Simulation::Simulation(const Case& c, State state, const std::vector<std::string>& labels,
                       Couplings more)
    : case_(c),
      scene_(build_scene(case_, notes_)),
      state_(std::move(state)),
      stepper_(make_stepper(case_)),
      end_(longest_duration(case_)) {
  require_fit(case_, &scene_, scene_.materials.size(), labels.size(), state_);
  scene_.labels = labels;
  scene_.joints = build_joints(case_, state_);
  controls_ = std::make_unique<Controls>(case_);
  make_couplings(std::move(more));
  if (has_pushes(state_.couplings, couplings_.count())) add_pushes();
  const std::int64_t due = couplings_.any() ? kLoads : 0;
  if ((state_.grains.present & kLoads) != due || state_.bodies.present != due ||
      !couplings_.resume(state_))
    throw CaseError(case_.file, 0,
                    "the checkpoint does not belong to this case: its loads are not those of these "
                    "[[force]] and [drag]; use an earlier checkpoint, or run the case again");
  set_bonds(state_, scene_.reduction);
  scales_ = time_scales(case_, scene_, state_);
}

void Simulation::make_couplings(Couplings more) {
  couplings_ = couplings_of(case_);
  couplings_.add(std::move(more));
  scene_.loads = couplings_.any();
}

void Simulation::take_over(EarlierRun run) {
  Continuation& how = continued_.emplace();
  CarriedForces carried;
  state_ = continue_run(case_, scene_, *controls_, std::move(run), how, carried);
  couplings_.start(state_);
  set_loads(state_, couplings_.any());
  set_bonds(state_, scene_.reduction);
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
    if (new_walls) meet_walls(scene_, state_);
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
  if (coupled())
    if (const std::string wrong = couplings_.begin_run(scene_, state_, loads_when(state_, 0));
        !wrong.empty())
      throw CaseError("at the start: " + wrong);
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
  if (finished()) now.phase = last_phase();  // as extend_to() will
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
  if (scene_.reduction) {  // other walls, another gravity: everybody must find out where they stand
    free_all(state_);
    stepper_->drop_scratch();
  }
  if (controls_->enter_phase(scene_, state_)) stepper_->relist(scene_, state_);
}

LocalProblem Simulation::next_contact_problem() const {
  const PosedStep next = next_contacts();
  return local_form(next.problem, next.takes, scene_.planar);
}

PosedStep Simulation::next_contacts() const {
  if (case_.run.method != Method::kNonsmooth)
    throw CaseError(case_.file, 0,
                    "run.method: only runs by \"nonsmooth\" have contact problems to export");
  if (!scene_.machine.empty())
    throw CaseError(case_.file, 0,
                    "joint: FCLIB's local form has no place for joints; export a run without them");
  State copy = state_;
  copy.phase = std::min(copy.phase, last_phase());  // a run that is over goes on as it ended
  if (coupled()) {
    Couplings own = couplings_of(case_);
    if (pushes_) own.add(std::make_unique<Pushes>(*pushes_));
    own.start(copy);
    if (const Couplings::Begun begun = own.begin(scene_, copy, 1, loads_when(copy, 0));
        !begun.wrong.empty())
      throw CaseError(begun.wrong);
  }
  Controls(case_).move(scene_, copy);
  return NonsmoothStepper(case_.nonsmooth, case_.reduction).next_problem(scene_, std::move(copy));
}

std::int64_t Simulation::steps_to_look(std::int64_t most) const {
  most = std::min(most, kFlowInterval - state_.clock.step % kFlowInterval);
  std::int64_t n = 1;
  while (n < most && !phase_over(state_.clock.time(n))) ++n;
  return n;
}

Couplings::When Simulation::loads_when(const State& state, int round) const {
  const auto gravity = [this, &state](Real ahead) {
    return controls_->gravity_then(state, state.clock.time() + ahead);
  };
  return {lead_of(case_), gravity, round};
}

void Simulation::add_pushes() {
  auto pushes = std::make_unique<Pushes>();
  pushes_ = pushes.get();
  couplings_.add(std::move(pushes));  // the series keeps the columns that it began with
}

void Simulation::push(Id body, Vec3 force, Vec3 torque) {
  const Grains& g = state_.grains;
  const Index row = rows_.find(g, body);
  if (row < 0) throw CaseError(fmt::format("there is no body {} (any more) to push", body));
  if (row >= g.free)
    throw CaseError(
        fmt::format("body {} is prescribed: it moves as it is told, no push moves it", body));
  const Id clump = row < g.singles ? body : state_.bodies.id[g.body[row]];
  if (clump != body)
    throw CaseError(fmt::format("body {0} is a member of the clump {1}: push {1}", body, clump));
  if (scene_.reduction)
    throw CaseError("bodies that may be bound feel no pushes: remove [reduction] from the case");
  if (!std::isfinite(norm2(force)) || !std::isfinite(norm2(torque)))
    throw CaseError(fmt::format("the push on body {} is not finite", body));
  if (scene_.planar && (force.z != 0 || torque.x != 0 || torque.y != 0))
    throw CaseError(
        fmt::format("the push on body {} leaves the plane: in planar cases a force has x "
                    "and y only, a torque z only",
                    body));
  if (case_.run.method == Method::kDae && case_.dae.keep_energy)
    throw CaseError(
        "dae.keep_energy gives bodies the energy of the start: set it to false where they "
        "are pushed");
  if (!pushes_) {
    add_pushes();
    set_loads(state_, true);
    couplings_.start(state_);
  }
  pushes_->set(body, force, torque);
  couplings_.save(state_);
}

StepReport Simulation::step_coupled(std::int64_t n, int round, bool& again) {
  StepReport all;
  again = false;
  const std::int64_t end = state_.clock.step + n;
  while (state_.clock.step < end) {
    const Couplings::Begun begun =
        couplings_.begin(scene_, state_, end - state_.clock.step, loads_when(state_, round));
    times().mark(Stage::kLoads);
    if (!begun.wrong.empty()) return {Trouble::kNotFinite, begun.wrong};
    // Where rows have moved it takes fewer steps: whose span is not over gives the same again.
    StepReport one = stepper_->advance(scene_, state_, begun.steps, *controls_);
    one.rows_moved |= all.rows_moved;
    one.iterations += all.iterations;
    one.deepest = std::max(one.deepest, all.deepest);
    all = std::move(one);
    if (all.trouble != Trouble::kNone) return all;
    again |= couplings_.end(scene_, state_);
    times().mark(Stage::kLoads);
    if (all.rows_moved && !couplings_.strong()) return all;
  }
  return all;
}

StepReport Simulation::advance_coupled(std::int64_t most) {
  bool again = false;
  if (!couplings_.strong()) return step_coupled(most, 0, again);
  const State start = state_;
  const std::int64_t n = couplings_.strong_steps(most);
  for (int round = 0; round < kMostRounds; ++round) {
    const StepReport report = step_coupled(n, round, again);
    if (!again || report.trouble != Trouble::kNone) return report;
    state_ = start;
    couplings_.restore(state_);
    stepper_->drop_scratch();
  }
  return {Trouble::kNotConverged,
          fmt::format("a coupling has repeated its steps {} times, at time {:.6g} s, and does not "
                      "come to an end: use a smaller time step, or relax what it exchanges",
                      kMostRounds, state_.clock.time())};
}

Stop Simulation::advance(std::int64_t most) {
  stepped_phase_ = state_.phase;
  most = steps_to_look(most);
  report_ = coupled() ? advance_coupled(most) : stepper_->advance(scene_, state_, most, *controls_);
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
