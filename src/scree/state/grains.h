#pragma once
/// The touching elements: spheres (discs when planar), in rows sorted in space.
///
/// Status by place: rows [0, singles) are spheres that are bodies of their own; [singles, free) are
/// members of clumps, moved by their clump; [free, size) are prescribed: they touch but forces do
/// not move them. Ids stay with a grain for ever, rows change at every sort.
#include <array>
#include <vector>

#include "scree/base/columns.h"
#include "scree/geometry/cell.h"
#include "scree/law/kinematics.h"
#include "scree/state/load.h"

namespace scree {

/// Position of the centre and radius: all the neighbour search reads.
struct alignas(32) Place {
  Real x, y, z, r;  // [m]

  static constexpr auto fields() {
    return std::tuple(RecordField("x", "m", &Place::x), RecordField("y", "m", &Place::y),
                      RecordField("z", "m", &Place::z), RecordField("radius", "m", &Place::r));
  }
};
/// Velocity, spin and the inverse inertias: the second record a contact gathers.
struct alignas(64) Motion8 {
  Vec3 v;            // [m/s]
  Vec3 w;            // [rad/s]
  Real inv_mass;     // [1/kg]; of the clump for its members; prescribed: as contacts see it
  Real inv_inertia;  // [1/(kg m^2)]

  static constexpr auto fields() {
    using M = Motion8;
    return std::tuple(RecordField("v", "m/s", &M::v), RecordField("w", "rad/s", &M::w),
                      RecordField("inv_mass", "1/kg", &M::inv_mass),
                      RecordField("inv_inertia", "1/(kg m^2)", &M::inv_inertia));
  }
};
/// Accelerations of a body that go with its x and v of the same instant; after a step of rigid
/// contacts the mean of that step. Zero for members and prescribed grains, which no force moves by
/// themselves.
struct alignas(64) Accel8 {
  Vec3 a;      // [m/s^2]
  Vec3 alpha;  // [rad/s^2]
  Real unused[2];

  static constexpr auto fields() {
    using A = Accel8;
    return std::tuple(RecordField("a", "m/s^2", &A::a), RecordField("alpha", "rad/s^2", &A::alpha),
                      RecordField("unused", "", &A::unused));
  }
};

SCREE_FN Vec3 position(const Place& p) { return {p.x, p.y, p.z}; }
SCREE_FN MotionOf<Real> motion_of(const Motion8& m) { return {m.v, m.w, m.inv_mass}; }

/// Columns of Grains that not every scene has.
constexpr std::int64_t kFilms = 1,  // films feed liquid bridges
    kMembers = 2,                   // some are members of clumps
    kPrescribed = 4,                // some move as they are told; 8 is kLoads
    kBonds = 16;                    // some may hang on walls: docs/theory/reduction.md

struct Grains {
  Index singles = 0, free = 0;
  std::int64_t present = 0;  // kFilms ...
  std::vector<Place> place;
  std::vector<Motion8> motion;
  std::vector<Accel8> accel;
  std::vector<Id> id;
  std::vector<std::uint16_t> material;  // row in Scene::law tables
  std::vector<std::uint16_t> label;     // row in Scene::labels
  std::vector<Periods> image;           // periods to add to the wrapped position
  std::vector<Real> film;               // liquid on the surface
  std::vector<Index> body;              // row of the body it belongs to, -1: its own
  std::vector<Vec3> local;              // centre in the frame of that
  std::vector<Index> group;             // entry of [[bodies]] of a prescribed grain, -1 for others
  std::vector<Vec3> origin;             // where a prescribed grain was put
  std::vector<Load8> felt;  // by members (soft contacts) and prescribed grains in the last step
  std::vector<Load> load;   // asked of single bodies: filled by couplings, zero in other rows
  std::vector<Load8> pushed, dragged;  // what F, T and what D - c v, E - e w of it were, with accel
  std::vector<Index> bond;   // wall that carries a single grain through contacts at rest, -1: none
  std::vector<Index> still;  // for how many steps nothing has moved at its contacts
  std::vector<Vec3> lean;    // of a bound one: what trials left it of velocity, fading [m/s]

  static constexpr auto columns() {
    using G = Grains;
    constexpr Holds m = Holds::kMemory;
    return std::tuple(
        TableColumn("place", "", &G::place, m), TableColumn("motion", "", &G::motion, m),
        TableColumn("accel", "", &G::accel, m), TableColumn("id", "", &G::id),
        TableColumn("material", "row", &G::material), TableColumn("label", "row", &G::label),
        TableColumn("image", "periods", &G::image, m),
        TableColumn("film", "m^3", &G::film, m, kFilms),
        TableColumn("body", "row", &G::body, m, kMembers),
        TableColumn("local", "m", &G::local, m, kMembers),
        TableColumn("group", "row", &G::group, m, kPrescribed),
        TableColumn("origin", "m", &G::origin, m, kPrescribed),
        TableColumn("felt", "", &G::felt, m, kMembers | kPrescribed),
        TableColumn("load", "", &G::load, m, kLoads),
        TableColumn("pushed", "", &G::pushed, m, kLoads),
        TableColumn("dragged", "", &G::dragged, m, kLoads),
        TableColumn("bond", "row", &G::bond, m, kBonds),
        TableColumn("still", "steps", &G::still, m, kBonds),
        TableColumn("lean", "m/s", &G::lean, m, kBonds));
  }
  bool has(std::int64_t flag) const { return (present & flag) != 0; }
  Index size() const { return static_cast<Index>(place.size()); }
};

/// Whether a grain hangs on a wall (docs/theory/reduction.md).
inline bool is_bound(const Grains& g, Index row) {
  return g.has(kBonds) && row < g.singles && g.bond[row] >= 0;
}

}  // namespace scree
