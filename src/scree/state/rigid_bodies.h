#pragma once
/// Rigid bodies of several elements. Those of a part of a machine are the surfaces of its wall,
/// those of a clump are grains; a grain of one element is its own body and has no row here.
///
/// Status by place: rows [0, parts) are the parts of the scene's machines, the same for a whole run
/// (PartBody::body); the rest are clumps, whose rows close up when one of them goes.
#include <vector>

#include "scree/base/columns.h"
#include "scree/geometry/cell.h"
#include "scree/state/load.h"

namespace scree {

struct RigidBodies {
  Index parts = 0;
  std::int64_t present = 0;       // kLoads
  std::vector<Vec3> x, v, w;      // centre of mass [m], its velocity [m/s], spin [rad/s]
  std::vector<Vec3> a, momentum;  // acceleration [m/s^2], angular momentum [kg m^2/s]
  std::vector<Vec3> torque;    // [N m]; a and torque go with x and v of the same instant, after a
                               // step of rigid contacts they are the mean of that step
  std::vector<Quat> q;         // principal frame to world
  std::vector<Real> inv_mass;  // [1/kg]
  std::vector<Vec3> inertia;   // principal [kg m^2]
  std::vector<Id> id;          // of the first member of a clump; -1: parts have names
  std::vector<Periods> image;
  std::vector<Index> active;           // 0: a part that is not there in this phase
  std::vector<Load> load;              // asked of the body
  std::vector<Load8> pushed, dragged;  // what its two parts were, with a and torque

  static constexpr auto columns() {
    using B = RigidBodies;
    return std::tuple(
        TableColumn("x", "m", &B::x), TableColumn("v", "m/s", &B::v),
        TableColumn("w", "rad/s", &B::w), TableColumn("a", "m/s^2", &B::a),
        TableColumn("momentum", "kg m^2/s", &B::momentum), TableColumn("torque", "N m", &B::torque),
        TableColumn("q", "", &B::q), TableColumn("inv_mass", "1/kg", &B::inv_mass),
        TableColumn("inertia", "kg m^2", &B::inertia), TableColumn("id", "", &B::id),
        TableColumn("image", "periods", &B::image), TableColumn("active", "", &B::active),
        TableColumn("load", "", &B::load, Holds::kKey, kLoads),
        TableColumn("pushed", "", &B::pushed, Holds::kKey, kLoads),
        TableColumn("dragged", "", &B::dragged, Holds::kKey, kLoads));
  }
  bool has(std::int64_t flag) const { return (present & flag) != 0; }
  Index size() const { return static_cast<Index>(x.size()); }
  Index clumps() const { return size() - parts; }
};

/// Angular momentum of a body that turns with spin w [kg m^2/s].
inline Vec3 momentum_of(Quat q, Vec3 inertia, Vec3 w) {
  const Vec3 local = rotate_back(q, w);
  return rotate(q, Vec3{inertia.x * local.x, inertia.y * local.y, inertia.z * local.z});
}

}  // namespace scree
