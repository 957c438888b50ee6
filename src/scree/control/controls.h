#pragma once
/// What acts on a run from outside: moving walls and prescribed grains, gravity, walls that come
/// and go with the phases, emitters and outlets. All that evolves in them stands in
/// State::controls.
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/control/motion.h"
#include "scree/control/motion_watch.h"
#include "scree/formula/motion_formula.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/drive.h"

namespace scree {

/// Counters of one emitter or outlet, as shown in series and summary.
struct FlowCount {
  std::string name;
  long number = 0;
  Real mass = 0;
  long blocked = 0;  // attempts of an emitter that found no room
};

class Controls final : public Drive {
 public:
  explicit Controls(const Case& c);
  /// Lays out State::controls (zeros) and the random streams of a new State.
  void start(State& state) const;

  /// Takes over the memory of motions from an earlier run: of walls of the same name, of prescribed
  /// entries in order, where the kind is the same. With run.clocks = "restart" clocks begin at
  /// zero.
  void take_motions(const Controls& from, const State& then, State& now) const;

  /// Presence of walls and gravity for the phase that begins now. Energy held by contacts with a
  /// wall that vanishes is booked as removed, that of grains a wall begins in as emitted. Returns
  /// true if the lists must be built anew.
  bool enter_phase(const Scene& scene, State& state) const;

  /// Walls, prescribed grains and gravity a step on. Names the formula that is not finite there,
  /// with its place in the case, and what moved too far for the smallest grain.
  DriveReport move(const Scene& scene, State& state) override;

  /// Puts walls, prescribed grains and gravity where they are at this instant. Returns which
  /// formula is not finite here; then nothing has moved. Empty: all is well.
  std::string place(const Scene& scene, State& state) { return advance(scene, state, 0); }

  /// Gravity of the present phase at that time of the run [m/s^2].
  Vec3 gravity_then(const State& state, Real time) const;

  /// Emitters and outlets, after a step. Returns true if bodies came or went: lists must be built.
  bool flow(Scene& scene, State& state) const;

  /// Names a body that has left the domain other than through an outlet; empty if all are there.
  std::string lost_body(const Scene& scene, const State& state) const;

  std::vector<FlowCount> emitted(const State& state) const;
  std::vector<FlowCount> removed(const State& state) const;

 private:
  const GravityOptions& gravity(const State& state) const;
  bool pour(Scene& scene, State& state, std::size_t k, Real seconds) const;
  bool drain(const Scene& scene, State& state) const;
  bool drains_through(Face face, const State& state) const;

  /// What moves one wall or the bodies of one entry.
  struct Mover {
    const std::vector<Motion>* motions = nullptr;
    SectionRows rows;                   // of ControlMemory::motions
    std::vector<std::vector<char>> on;  // by phase: which motions run
    struct Formula {
      std::size_t motion;
      MotionFormula formula;
    };
    std::vector<Formula> formulas;  // its motions of kind "expression"
    bool deforms = false;           // some displacement depends on the place
  };
  Mover make_mover(const std::vector<Motion>& motions, SectionRows rows) const;
  void take_memory(const Mover& from, const State& then, const Mover& to, State& now) const;
  std::string advance(const Scene& scene, State& state, Real dt);
  void move_one(Mover& mover, Vec3 force, Real dt, State& state, Pose& pose);
  void move_prescribed(const Scene& scene, State& state, Real dt);
  void move_all(const Scene& scene, State& state, Real dt);
  void turn_gravity(const Scene& scene, State& state, Real dt) const;
  std::string formula_not_finite(const State& state, Real dt) const;
  void weigh_rows(const Grains& g);

  const Case& case_;
  // Scratch: formulas hold the time they were last set to, weights follow from the rows.
  std::vector<Mover> wall_movers_, body_movers_;
  std::vector<MotionMemory> before_;  // those of the State at the start of advance()
  std::vector<Pose> poses_;
  std::vector<Id> weighed_;          // ids of the prescribed rows the weights belong to
  std::vector<Real> weights_;        // place factors of the formulas, row by row
  std::vector<std::size_t> weight_;  // first weight of each prescribed row
  MotionWatch watch_;
  ControlMemory fresh_;  // that of a new State
};

/// Steps between two looks at emitters and outlets.
constexpr std::int64_t kFlowInterval = 20;

}  // namespace scree
