#pragma once
/// What acts from outside remembers: clocks and servos of motions, counters of emitters and
/// outlets. Control lays the sections out from the case and keeps nothing itself.
#include <vector>

#include "scree/base/section.h"

namespace scree {

/// Of one motion of a wall or of prescribed bodies.
struct MotionMemory {
  Real clock = 0;     // time it has been on [s]
  Real servo = 0;     // displacement of a servo along its direction [m]
  Real speed = 0;     // of the servo now [m/s]
  Real measured = 0;  // smoothed force of the servo [N]

  static constexpr auto fields() {
    using M = MotionMemory;
    return std::tuple(RecordField("clock", "s", &M::clock), RecordField("servo", "m", &M::servo),
                      RecordField("speed", "m/s", &M::speed),
                      RecordField("measured", "N", &M::measured));
  }
};

/// Of one emitter. It owes mass or bodies, as the case gives its rate; the other stays zero.
struct EmitterMemory {
  Real owed_mass = 0;    // due, and not yet put in [kg]
  Real owed_number = 0;  // the same in bodies
  Real number = 0;       // of bodies put in since the start
  Real mass = 0;         // their mass [kg]
  Real blocked = 0;      // attempts that found no room

  static constexpr auto fields() {
    using M = EmitterMemory;
    return std::tuple(RecordField("owed_mass", "kg", &M::owed_mass),
                      RecordField("owed_number", "", &M::owed_number),
                      RecordField("number", "", &M::number), RecordField("mass", "kg", &M::mass),
                      RecordField("blocked", "", &M::blocked));
  }
};

/// Of one outlet.
struct OutletMemory {
  Real number = 0;  // of bodies taken out since the start
  Real mass = 0;    // their mass [kg]

  static constexpr auto fields() {
    return std::tuple(RecordField("number", "", &OutletMemory::number),
                      RecordField("mass", "kg", &OutletMemory::mass));
  }
};

/// Sums over all free bodies, with unwrapped positions.
struct MassMoments {
  Vec3 moment{0, 0, 0};    // m x [kg m]
  Vec3 momentum{0, 0, 0};  // m v [kg m/s]
  Vec3 force{0, 0, 0};     // m a [N]

  static constexpr auto fields() {
    using M = MassMoments;
    return std::tuple(RecordField("moment", "kg m", &M::moment),
                      RecordField("momentum", "kg m/s", &M::momentum),
                      RecordField("force", "N", &M::force));
  }
  MassMoments& operator+=(const MassMoments& o) {
    moment += o.moment;
    momentum += o.momentum;
    force += o.force;
    return *this;
  }
  void add(Real mass, Vec3 x, Vec3 v, Vec3 a) {
    moment += mass * x;
    momentum += mass * v;
    force += mass * a;
  }
  /// m x after a short time.
  Vec3 after(Real t) const { return moment + t * momentum + 0.5 * t * t * force; }
};

struct ControlMemory {
  std::vector<MotionMemory> motions;  // wall by wall, then entry by entry of [[bodies]]
  std::vector<EmitterMemory> emitters;
  std::vector<OutletMemory> outlets;
  Real held = 0;  // how long the stop condition of the present phase has held [s]
  // Where gravity changes: as of the last step that looked at emitters and outlets, carried on by
  // the momentum in between.
  MassMoments moments;

  static constexpr auto fields() {
    using M = ControlMemory;
    return std::tuple(RecordField("motions", "", &M::motions),
                      RecordField("emitters", "", &M::emitters),
                      RecordField("outlets", "", &M::outlets), RecordField("held", "s", &M::held),
                      RecordField("moments", "", &M::moments));
  }
};

}  // namespace scree
