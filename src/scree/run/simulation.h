#pragma once
/// One simulation in memory: scene, state, controls, stepper. Knows nothing of files; session.h
/// adds outputs and checkpoints. Several may live in one process: none holds anything global.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "scree/build/build_scene.h"
#include "scree/build/make_bodies.h"
#include "scree/case/case.h"
#include "scree/control/controls.h"
#include "scree/control/time_step.h"
#include "scree/couple/couplings.h"
#include "scree/couple/pushes.h"
#include "scree/run/continue_run.h"
#include "scree/state/local_problem.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/stepper.h"

namespace scree {

struct PosedStep;  // step/nonsmooth/nonsmooth_stepper.h

/// Why a run cannot go on; empty message: it can.
struct Stop {
  Trouble trouble = Trouble::kNone;
  std::string message;
  bool any() const { return !message.empty(); }
};

class Simulation {
 public:
  /// Everything a case describes, ready for the first step, and couplings beyond those of the case.
  /// Throws CaseError.
  explicit Simulation(const Case& c, const LoadRun& load_run = {}, Couplings more = {});
  /// The same scene with a State from a checkpoint and the labels its grains refer to.
  Simulation(const Case& c, State state, const std::vector<std::string>& labels,
             Couplings more = {});
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Up to `most` steps, then emitters, outlets and the end of a phase if they are due. Fewer steps
  /// where somebody must look, the clock tells how many. Returns what went wrong, if anything.
  Stop advance(std::int64_t most = 1);
  bool finished() const { return state_.phase >= static_cast<std::int64_t>(case_.phases.size()); }

  /// Ends the present phase now (a stop condition was met).
  void end_phase();
  /// The phase in which the last step was taken: it may have ended with that step.
  std::int64_t stepped_phase() const { return stepped_phase_; }
  /// Time since the present phase began [s].
  Real phase_time() const { return state_.clock.time() - state_.phase_start; }

  const Case& case_file() const { return case_; }
  const Scene& scene() const { return scene_; }
  const State& state() const { return state_; }
  State& state() { return state_; }
  Real dt() const { return state_.clock.dt; }
  const TimeScales& scales() const { return scales_; }
  const Controls& controls() const { return *controls_; }
  const SceneNotes& notes() const { return notes_; }
  /// How it began where an earlier run ended; empty if it did not, or was loaded since.
  const std::optional<Continuation>& continued() const { return continued_; }
  /// The contact problem of the next step, as bodies and contacts and in the form of its contacts;
  /// method nonsmooth only.
  PosedStep next_contacts() const;
  LocalProblem next_contact_problem() const;
  /// What the last advance() said: iterations, residual, deepest overlap.
  const StepReport& last_report() const { return report_; }
  /// Where time was spent; outputs and checkpoints mark theirs.
  StageTimes& times() { return stepper_->times(); }
  /// Pushes a body, by force and torque about its centre, from the next step on until further
  /// notice; both zero: no more. From the first push on the run has loads, whatever its case says.
  /// Throws CaseError for what no force moves by itself.
  void push(Id body, Vec3 force, Vec3 torque);
  /// Does a coupling have steps repeated? Then it should not be interrupted without need.
  bool repeats_steps() const { return couplings_.strong(); }
  /// Forgets all scratch: the next step must not notice.
  void drop_scratch() { stepper_->drop_scratch(); }
  /// Is this the last phase of a run that was extended? Then only its new end counts.
  bool in_extension() const { return until_ && state_.phase == last_phase(); }
  /// Latest possible end of the run [s].
  Real end() const { return end_; }
  /// Goes on with another time step. Throws CaseError where the method remembers earlier steps.
  void change_time_step(Real wanted);
  /// Throws CaseError if a wall or prescribed body would jump now, its motions having changed.
  void check_no_jump() const;
  /// Makes the last phase last until `time`, whatever it waited for, also if it has already ended.
  void extend_to(Real time);

 private:
  /// Begins where an earlier run ended.
  void take_over(EarlierRun run);
  /// Walls, prescribed bodies and gravity where they are at the start.
  void place_controls();
  /// Lists and accelerations of the start, for steps of dt.
  void prepare(Real dt);
  /// Makes the couplings of the case, which come before others.
  void make_couplings(Couplings more);
  bool coupled() const { return couplings_.any(); }
  void add_pushes();
  Couplings::When loads_when(const State& state, int round) const;
  /// Up to `most` steps under loads: all that strong couplings ask to be repeated together.
  StepReport advance_coupled(std::int64_t most);
  /// `n` steps, the loads renewed as often as a coupling asks for it; fewer where somebody must
  /// look and nobody repeats. Says in `again` whether these steps are to be repeated.
  StepReport step_coupled(std::int64_t n, int round, bool& again);
  bool phase_over(Real time) const;
  /// Up to `most` steps, to emitters and outlets or to the end of the phase.
  std::int64_t steps_to_look(std::int64_t most) const;
  std::int64_t last_phase() const { return static_cast<std::int64_t>(case_.phases.size()) - 1; }

  Case case_;
  SceneNotes notes_;
  Scene scene_;
  State state_;
  std::unique_ptr<Controls> controls_;
  Couplings couplings_;
  Pushes* pushes_ = nullptr;  // one of them; null: nobody has pushed yet
  RowIndex rows_;
  std::unique_ptr<Stepper> stepper_;
  TimeScales scales_;
  StepReport report_;
  std::int64_t stepped_phase_ = 0;
  Real end_ = 0;
  std::optional<Real> until_;  // see extend_to()
  std::optional<Continuation> continued_;
};

}  // namespace scree
