#pragma once
/// Contact tables: who may touch whom now, and what each contact remembers.
/// Convention (docs/notation.md): the normal points from i to j, a positive gap means apart.
#include <vector>

#include "scree/base/raw_vector.h"
#include "scree/base/vec3.h"
#include "scree/law/partial_slip.h"

namespace scree {

/// Spheres whose centres are closer than this part of the sum of their radii are at one place: what
/// direction there is between them is rounding. They are trouble, whatever overlap is allowed.
constexpr Real kSamePlace = 1e-9;

/// Tangential spring and contact radius: see ContactMemory in law/pair_law.h.
struct alignas(32) SpringMemory {
  Vec3 spring;
  Real a;
};
/// Rolling spring and twisting angle.
struct alignas(32) RollMemory {
  Vec3 roll;
  Real twist;
};

/// Static friction as a constraint: what it did last, and whether the contact held.
constexpr Real kNewContact = 0, kSlips = 1, kSticks = 2;
struct FrictionMemory {
  Vec3 force{0, 0, 0};  // on i [N]
  Real status = kNewContact;
  // By how much the force changed in the last three steps in which the contact held, the latest
  // first: what it will be is guessed from them.
  Vec3 change[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
};

/// Grain-grain pairs that are or may soon be in contact, sorted by (i, j), i < j by row. Row chunks
/// are filled up to whole lanes with pairs of a row with itself (i == j), which never touch.
struct PairTable {
  Index count = 0;  // with the filling
  RawVector<Index> i, j;
  RawVector<SpringMemory> spring;
  std::vector<RollMemory> roll;          // empty unless the law has moments
  std::vector<PartialSlipMemory> slip;   // empty unless the law has partial slip
  std::vector<FrictionMemory> friction;  // empty unless friction is a constraint
  // Liquid bridges; empty in a dry scene:
  std::vector<Real> bridge;   // volume [m^3]; zero: there is none
  std::vector<Real> rupture;  // gap at which it ruptures [m]

  /// Does the pair keep anything that must follow it?
  bool remembers(Index k) const { return spring[k].a > 0 || (!bridge.empty() && bridge[k] > 0); }
};

/// Contacts of grains with walls, found anew every step, sorted by (row, wall, surface); memory is
/// handed over to the contact of the same surface with the nearest normal.
struct WallTable {
  std::vector<Index> row;      // grain
  std::vector<Index> wall;     // row in Scene::walls
  std::vector<Index> surface;  // within the wall
  std::vector<Vec3> normal;    // from the grain into the wall
  std::vector<Real> gap;       // negative: overlap [m]
  std::vector<SpringMemory> spring;
  std::vector<RollMemory> roll;
  std::vector<PartialSlipMemory> slip;
  std::vector<FrictionMemory> friction;
  std::vector<Real> bridge, rupture;  // as in PairTable

  bool remembers(Index k) const { return spring[k].a > 0 || (!bridge.empty() && bridge[k] > 0); }
  Index size() const { return static_cast<Index>(row.size()); }
  void clear();

  /// Calls f(member) for every column.
  template <class F>
  static void for_each_column(F&& f) {
    f(&WallTable::row), f(&WallTable::wall), f(&WallTable::surface);
    f(&WallTable::normal), f(&WallTable::gap);
    f(&WallTable::spring), f(&WallTable::roll), f(&WallTable::slip);
    f(&WallTable::friction);
    f(&WallTable::bridge), f(&WallTable::rupture);
  }
};

/// Adds contact k of `from` with all it remembers; columns that `from` does not have stay empty.
void append(WallTable& to, const WallTable& from, Index k);

}  // namespace scree
