#pragma once
/// What is given and does not evolve within a phase: domain, laws, walls, names.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scree/geometry/mesh.h"
#include "scree/geometry/surface.h"
#include "scree/geometry/triangle_tree.h"
#include "scree/law/bridge.h"
#include "scree/law/pair_law.h"
#include "scree/state/local_problem.h"

namespace scree {

/// Axis-parallel box; a period of zero means the axis is not periodic.
struct Domain {
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};
  Vec3 period{0, 0, 0};

  Vec3 inverse_period() const {
    return {period.x > 0 ? 1 / period.x : 0, period.y > 0 ? 1 / period.y : 0,
            period.z > 0 ? 1 / period.z : 0};
  }
  /// Shortest of the periodic images of a difference vector.
  Vec3 nearest(Vec3 d) const {
    const Vec3 inv = inverse_period();
    return {d.x - period.x * std::nearbyint(d.x * inv.x),
            d.y - period.y * std::nearbyint(d.y * inv.y),
            d.z - period.z * std::nearbyint(d.z * inv.z)};
  }
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
  Real mass = 0;           // [kg]
  Vec3 inertia{0, 0, 0};   // principal [kg m^2]
  Quat frame;              // principal frame to that of the wall
  Vec3 velocity{0, 0, 0};  // at the start [m/s]
  Vec3 spin{0, 0, 0};      // [rad/s]
};

struct Wall {
  std::string name;
  std::vector<WallSurface> surfaces;
  Real lever = 0;        // distance of the farthest relevant point from the wall's origin [m]
  Vec3 origin{0, 0, 0};  // of its frame in the coordinates of the case [m]
  std::optional<PartBody> part;  // absent: it moves as it is told
  bool touches_parts = true;     // or grains only
};

/// Laws of all pairs of materials, row-major.
struct LawTable {
  LawChoice choice;
  bool exact_friction = false;  // a constraint, no tangential law; contacts keep FrictionMemory
  bool impulses = false;        // contacts keep impulses where others keep springs
  Index materials = 0;
  std::vector<PairLaw> pairs;
  std::vector<Real> young;            // by material; infinite: rigid [Pa]
  std::vector<Real> static_friction;  // empty unless exact_friction
  std::vector<Real> restitution;      // empty unless impulses
  std::vector<Real> pull_off;         // of cohesive rigid contacts [N]; empty if there are none
  std::vector<Real> pull_range;       // gap up to which they hold [m]
  std::vector<BridgeLaw> bridges;     // empty in a dry scene

  const PairLaw& of(Index a, Index b) const { return pairs[a * materials + b]; }
  const BridgeLaw& bridge_of(Index a, Index b) const { return bridges[a * materials + b]; }
  Real static_of(Index a, Index b) const { return static_friction[a * materials + b]; }
  Real pull_range_of(Index a, Index b) const { return pull_range[a * materials + b]; }
  bool wet() const { return !bridges.empty(); }
};

enum class JointKind { kRod, kSpring, kLock, kHinge, kSlider, kBall, kDistance };

/// Between a body and another one, or a fixed point.
struct Joint {
  JointKind kind = JointKind::kRod;
  Id body = 0, to = -1;  // ids; -1: the anchor
  Vec3 anchor{0, 0, 0};  // [m]
  Real length = 0;       // of the rod; rest length of the spring [m]
  Real stiffness = 0;    // [N/m]
  Real damping = 0;      // [N s/m]
};

/// What a motor does in phases in which it does not run.
enum class MotorOff { kLoose, kHolds };

/// Between a part and another wall or the world; made where the two stand at the start.
struct MachineJoint {
  JointKind kind = JointKind::kLock;
  std::string name;
  Index part = 0, to = -1;           // rows of Scene::walls; -1: the world
  Vec3 at{0, 0, 0};                  // where it is at the start, in the coordinates of the case [m]
  Vec3 to_at{0, 0, 0};               // distance: its other end [m]
  Vec3 axis{0, 0, 1};                // hinge, slider
  std::optional<Real> length;        // distance; absent: that of the start [m]
  std::optional<Real> lower, upper;  // limits of the angle [rad] or shift [m]
  std::optional<Real> motor_speed;   // [rad/s] or [m/s]
  std::optional<Real> motor_force;   // at most; absent: any [N m] or [N]
  std::vector<char> motor_on;        // by phase
  MotorOff motor_off = MotorOff::kLoose;
  Real compliance = 0, turn_compliance = 0;  // of what it holds [m/N], [rad/(N m)]
  Real damping_time = 0;                     // of a compliant joint [s]

  bool turns() const { return kind == JointKind::kHinge; }
  bool slides() const { return kind == JointKind::kSlider; }
};

enum class Integrator { kVerlet, kRungeKutta4, kGear5, kBdf5, kEvents };
/// Of friction: a constraint, or -mu F_n v/|v| whatever happens, for comparison.
enum class FrictionForm { kConstraint, kSign };

/// How the method with exact friction integrates.
struct DaeOptions {
  Integrator integrator = Integrator::kVerlet;
  FrictionForm friction = FrictionForm::kConstraint;
  bool project_positions = true, project_velocities = true;
  Real baumgarte_stiffness = 0, baumgarte_damping = 0;  // of rods [1/s^2], [1/s]
  bool restart_at_events = true;  // Gear, BDF: forget the past when a contact changes its state
  Real tolerance = 1e-12;         // of a step of the integrator that stops at events
  bool force_start = false;       // accept a start that contradicts the rods
  bool keep_energy = false;       // scale velocities so that kinetic + potential energy stays
};

/// How the method of rigid contacts steps and solves.
struct NonsmoothOptions {
  LocalSolver solver = LocalSolver::kPgs;
  long iterations = 50;              // of the contact solver in a step, at most
  Real tolerance = 0;                // of its residual; zero: all iterations
  bool warm_start = true;            // from the impulses of the last step
  bool impacts = true;               // an impact stage with Newton's restitution
  std::optional<Real> impact_speed;  // closing speed above which a contact is an impact [m/s]
  Real stabilisation = 2;            // steps in which an overlap that carries nothing goes back
  Real friction_softness = 0;        // gamma_t: slip velocity over friction force [m/(N s)]
  Real rolling_softness = 0;         // gamma_r: spin over couple [rad/(N m s)]
};

struct Scene {
  Domain domain;
  bool planar = false;
  Real thickness = 1;  // depth of planar discs [m]
  LawTable law;
  std::vector<Wall> walls;
  std::vector<std::string> materials, labels;
  std::vector<Joint> joints;
  std::vector<MachineJoint> machine;
  DaeOptions dae;
  NonsmoothOptions nonsmooth;
  bool audit = false;        // sum the work of every contact
  Real overlap_limit = 0.1;  // of the smaller radius
};

}  // namespace scree
