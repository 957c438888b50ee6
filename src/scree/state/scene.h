#pragma once
/// What is given and does not evolve within a phase: domain, laws, walls, names.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scree/geometry/cell.h"
#include "scree/geometry/mesh.h"
#include "scree/geometry/surface.h"
#include "scree/geometry/triangle_tree.h"
#include "scree/law/bridge.h"
#include "scree/law/pair_law.h"
#include "scree/state/contacts.h"
#include "scree/state/joint.h"
#include "scree/state/method.h"

namespace scree {

/// An axis-parallel box, and the cell that is repeated where axes are periodic.
struct Domain {
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};
  Cell cell = {};
};

/// A mesh with the tree that answers which triangles are near.
struct MeshSurface {
  TriangleMesh mesh;
  TriangleTree tree;
};

/// One surface of a wall: a smooth primitive or (a part of) a mesh, in the wall's frame.
struct WallSurface {
  Surface shape;
  std::shared_ptr<const MeshSurface> mesh;  // set: `shape` is not used
  Index material = 0;
};

/// Mass of a wall that is a body of its own, a machine part. Its frame begins at its centre of
/// mass.
struct PartBody {
  Index body = 0;          // row of State::bodies
  Real mass = 0;           // [kg]
  Vec3 inertia{0, 0, 0};   // principal [kg m^2]
  Quat frame = {};         // principal frame to that of the wall
  Vec3 velocity{0, 0, 0};  // at the start [m/s]
  Vec3 spin{0, 0, 0};      // [rad/s]
};

struct Wall {
  std::string name;
  std::vector<WallSurface> surfaces;
  Real lever = 0;        // distance of the farthest relevant point from the wall's origin [m]
  Vec3 origin{0, 0, 0};  // of its frame in the coordinates of the case [m]
  std::optional<PartBody> part = {};  // absent: it moves as it is told
  bool touches_parts = true;          // or grains only
};

/// Laws of all pairs of materials, row-major.
struct LawTable {
  LawChoice choice;
  Index materials = 0;
  std::vector<PairLaw> pairs;
  std::vector<Real> young;            // by material; infinite: rigid [Pa]
  std::vector<Real> static_friction;  // of the method dae
  std::vector<Real> restitution;      // of the method nonsmooth
  std::vector<Real> pull_off;         // of cohesive rigid contacts [N]; empty if there are none
  std::vector<Real> pull_range;       // gap up to which they hold [m]
  std::vector<BridgeLaw> bridges;     // empty in a dry scene

  const PairLaw& of(Index a, Index b) const { return pairs[a * materials + b]; }
  const BridgeLaw& bridge_of(Index a, Index b) const { return bridges[a * materials + b]; }
  Real static_of(Index a, Index b) const { return static_friction[a * materials + b]; }
  Real pull_range_of(Index a, Index b) const { return pull_range[a * materials + b]; }
  bool wet() const { return !bridges.empty(); }
};

struct Scene {
  Method method = Method::kSmooth;
  Domain domain;
  bool planar = false;
  Real thickness = 1;  // depth of planar discs [m]
  LawTable law;
  std::vector<Wall> walls;
  std::vector<std::string> materials, labels;
  std::vector<Joint> joints;
  std::vector<MachineJoint> machine;
  bool audit = false;        // sum the work of every contact
  bool loads = false;        // somebody pushes bodies from outside
  bool reduction = false;    // grains at rest may hang on walls: docs/theory/reduction.md
  Real overlap_limit = 0.1;  // of the smaller radius

  bool rigid_contacts() const { return method == Method::kNonsmooth; }
  /// What contacts remember: flags of the contact tables.
  std::int64_t contact_memory() const {
    const bool turns = law.choice.has_moment();
    const std::int64_t bridges = law.wet() ? kBridges : 0;
    if (rigid_contacts()) return kImpulses | (turns ? kCouples : 0) | bridges;
    return kSprings | (turns ? kRolls : 0) | (law.choice.has_partial_slip() ? kPartialSlip : 0) |
           (method == Method::kDae ? kStaticFriction : 0) | bridges;
  }
};

}  // namespace scree
