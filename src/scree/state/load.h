#pragma once
/// What pushes a body from outside: columns of grains and rigid bodies that exist where somebody
/// pushes.
#include <tuple>

#include "scree/base/record.h"

namespace scree {

/// Force and torque on a body, about its centre of mass.
struct alignas(64) Load8 {
  Vec3 force;   // [N]
  Vec3 torque;  // [N m]
  Real unused[2];

  static constexpr auto fields() {
    using L = Load8;
    return std::tuple(RecordField("force", "N", &L::force),
                      RecordField("torque", "N m", &L::torque),
                      RecordField("unused", "", &L::unused));
  }
};

/// What is asked of a body until further notice: the force F + D - c v and the torque T + E - e w
/// for the velocity v and the spin w that it will have. What drags (D - c v, E - e w) stands apart,
/// because every method takes its dependence on the motion implicitly, however large c is.
struct alignas(64) Load {
  Vec3 force{0, 0, 0};      // F [N]
  Vec3 torque{0, 0, 0};     // T [N m]
  Vec3 drag{0, 0, 0};       // D: drag on a body at rest [N]
  Vec3 turn_drag{0, 0, 0};  // E: the same of the torque [N m]
  Real damping = 0;         // c [N s/m]
  Real turn_damping = 0;    // e [N m s]
  Real unused[2] = {};

  static constexpr auto fields() {
    using L = Load;
    return std::tuple(RecordField("force", "N", &L::force),
                      RecordField("torque", "N m", &L::torque), RecordField("drag", "N", &L::drag),
                      RecordField("turn_drag", "N m", &L::turn_drag),
                      RecordField("damping", "N s/m", &L::damping),
                      RecordField("turn_damping", "N m s", &L::turn_damping),
                      RecordField("unused", "", &L::unused));
  }
  Load& operator+=(const Load& o) {
    force += o.force, torque += o.torque, drag += o.drag, turn_drag += o.turn_drag;
    damping += o.damping, turn_damping += o.turn_damping;
    return *this;
  }
};

/// Flag of both tables: somebody pushes. The same number in both.
constexpr std::int64_t kLoads = 8;

}  // namespace scree
