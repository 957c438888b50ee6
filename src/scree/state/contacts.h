#pragma once
/// Contact tables: who may touch whom now, and what each contact remembers.
/// Convention (docs/notation.md): the normal points from i to j, a positive gap means apart.
#include <vector>

#include "scree/base/columns.h"
#include "scree/law/partial_slip.h"

namespace scree {

/// Spheres whose centres are closer than this part of the sum of their radii are at one place: what
/// direction there is between them is rounding. They are trouble, whatever overlap is allowed.
constexpr Real kSamePlace = 1e-9;

/// Tangential spring and contact radius: see ContactMemory in law/pair_law.h.
struct alignas(32) SpringMemory {
  Vec3 spring;
  Real a;

  static constexpr auto fields() {
    return std::tuple(RecordField("spring", "m", &SpringMemory::spring, Exchange::kTurns),
                      RecordField("contact_radius", "m", &SpringMemory::a));
  }
};
/// Rolling spring and twisting angle. They stay when the partners change places, because both the
/// relative spin and the normal turn round.
struct alignas(32) RollMemory {
  Vec3 roll;
  Real twist;

  static constexpr auto fields() {
    return std::tuple(RecordField("roll", "m", &RollMemory::roll),
                      RecordField("twist", "rad", &RollMemory::twist));
  }
};

/// Static friction as a constraint: what it did last, and whether the contact held.
constexpr Real kNewContact = 0, kSlips = 1, kSticks = 2;
struct FrictionMemory {
  Vec3 force{0, 0, 0};  // on i [N]
  Real status = kNewContact;
  // By how much the force changed in the last three steps in which the contact held, the latest
  // first: what it will be is guessed from them.
  Vec3 change[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};

  static constexpr auto fields() {
    using M = FrictionMemory;
    return std::tuple(RecordField("force", "N", &M::force, Exchange::kTurns),
                      RecordField("status", "", &M::status),
                      RecordField("change", "N", &M::change, Exchange::kTurns));
  }
};

/// Rigid contacts: the impulse of the last step.
struct alignas(32) ImpulseMemory {
  Vec3 p_t;  // along the surface, on i [N s]
  Real p_n;  // positive pushes apart, what cohesion pulls included; zero: it did nothing [N s]

  static constexpr auto fields() {
    using M = ImpulseMemory;
    return std::tuple(RecordField("tangential", "N s", &M::p_t, Exchange::kTurns),
                      RecordField("normal", "N s", &M::p_n));
  }
};
/// Of their couple M on i in the last step: n x M and n . M. Both stay when the partners change
/// places, because n and M turn round.
struct alignas(32) CoupleMemory {
  Vec3 roll;   // [N m s]
  Real twist;  // [N m s]

  static constexpr auto fields() {
    using M = CoupleMemory;
    return std::tuple(RecordField("roll", "N m s", &M::roll),
                      RecordField("twist", "N m s", &M::twist));
  }
};

/// What the contacts of a scene remember: see Scene::contact_memory(). Every method has columns of
/// its own; liquid belongs to none.
constexpr std::int64_t kSprings = 1,  // soft contacts
    kRolls = 2,                       // their law has moments
    kPartialSlip = 4,                 // their law has partial slip
    kStaticFriction = 8,              // their friction is a constraint
    kImpulses = 16,                   // rigid contacts
    kCouples = 32,                    // their law has moments
    kBridges = 64;                    // the scene is wet

/// What contacts remember, the same in every table of them.
template <class T>
constexpr auto memory_columns() {
  return std::tuple(TableColumn("spring", "", &T::spring, Holds::kMemory, kSprings),
                    TableColumn("roll", "", &T::roll, Holds::kMemory, kRolls),
                    TableColumn("slip", "", &T::slip, Holds::kMemory, kPartialSlip),
                    TableColumn("friction", "", &T::friction, Holds::kMemory, kStaticFriction),
                    TableColumn("impulse", "", &T::impulse, Holds::kMemory, kImpulses),
                    TableColumn("couple", "", &T::couple, Holds::kMemory, kCouples),
                    TableColumn("bridge", "m^3", &T::bridge, Holds::kMemory, kBridges),
                    TableColumn("rupture", "m", &T::rupture, Holds::kMemory, kBridges));
}

/// Did the two touch in the last step?
template <class Table>
bool touched(const Table& t, Index k) {
  return t.has(kImpulses) ? t.impulse[k].p_n > 0 : t.spring[k].a > 0;
}
/// Does the contact keep anything that must follow it?
template <class Table>
bool remembers(const Table& t, Index k) {
  return touched(t, k) || (t.has(kBridges) && t.bridge[k] > 0);
}

/// Grain-grain pairs that are or may soon be in contact, sorted by (i, j), i < j by row. Row chunks
/// are filled up to whole lanes with pairs of a row with itself (i == j), which never touch.
struct PairTable {
  Index count = 0;           // with the filling
  std::int64_t present = 0;  // kRolls ...
  RawVector<Index> i, j;
  RawVector<SpringMemory> spring;
  std::vector<RollMemory> roll;
  std::vector<PartialSlipMemory> slip;
  std::vector<FrictionMemory> friction;
  RawVector<ImpulseMemory> impulse;
  std::vector<CoupleMemory> couple;
  std::vector<Real> bridge;   // volume; zero: there is none
  std::vector<Real> rupture;  // gap at which it ruptures

  static constexpr auto columns() {
    using T = PairTable;
    return std::tuple_cat(
        std::tuple(TableColumn("i", "row", &T::i), TableColumn("j", "row", &T::j)),
        memory_columns<T>());
  }
  bool has(std::int64_t flag) const { return (present & flag) != 0; }
  /// Pair k begins without memory. The other columns begin as zeros by themselves.
  void begin(Index k) {
    if (has(kImpulses))
      impulse[k] = {};
    else
      spring[k] = {};
  }
};

/// Contacts of grains with walls, found anew every step, sorted by (row, wall, surface); memory is
/// handed over to the contact of the same surface with the nearest normal.
struct WallTable {
  std::int64_t present = 0;    // kRolls ...
  std::vector<Index> row;      // grain
  std::vector<Index> wall;     // row in Scene::walls
  std::vector<Index> surface;  // within the wall
  std::vector<Vec3> normal;    // from the grain into the wall
  std::vector<Real> gap;       // negative: overlap
  std::vector<SpringMemory> spring;
  std::vector<RollMemory> roll;
  std::vector<PartialSlipMemory> slip;
  std::vector<FrictionMemory> friction;
  std::vector<ImpulseMemory> impulse;
  std::vector<CoupleMemory> couple;
  std::vector<Real> bridge, rupture;  // as in PairTable

  static constexpr auto columns() {
    using T = WallTable;
    return std::tuple_cat(
        std::tuple(TableColumn("row", "row", &T::row), TableColumn("wall", "row", &T::wall),
                   TableColumn("surface", "row", &T::surface),
                   TableColumn("normal", "", &T::normal), TableColumn("gap", "m", &T::gap)),
        memory_columns<T>());
  }
  bool has(std::int64_t flag) const { return (present & flag) != 0; }
  Index size() const { return static_cast<Index>(row.size()); }
};

}  // namespace scree
