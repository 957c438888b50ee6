#pragma once
/// Everything that evolves. A checkpoint is a State, nothing less and nothing more.
#include <vector>

#include "scree/base/random.h"
#include "scree/state/contacts.h"
#include "scree/state/control_memory.h"
#include "scree/state/coupling_memory.h"
#include "scree/state/grains.h"
#include "scree/state/ledger.h"
#include "scree/state/multistep.h"
#include "scree/state/observer_memory.h"
#include "scree/state/rigid_bodies.h"

namespace scree {

/// Pose, motion and books of one wall. A wall that a body carries follows that (place_parts).
struct WallState {
  Vec3 x{0, 0, 0};         // origin of the wall's frame; of a part its centre of mass [m]
  Quat q;                  // its rotation
  Vec3 v{0, 0, 0};         // velocity of the frame's origin [m/s]
  Vec3 w{0, 0, 0};         // spin [rad/s]
  Vec3 belt_v{0, 0, 0};    // surface velocity without motion of the shape [m/s]
  Vec3 belt_w{0, 0, 0};    // the same, rotating about belt_x [rad/s]
  Vec3 belt_x{0, 0, 0};    // [m]
  Vec3 force{0, 0, 0};     // of the grains on the wall, last step [N]
  Vec3 torque{0, 0, 0};    // the same about the frame's origin [N m]
  Real power = 0;          // of the wall on the grains, last step [W]
  Real work = 0;           // done on the grains since the start [J]
  Vec3 listed_x{0, 0, 0};  // pose when the neighbour list was built
  Quat listed_q;
  std::int64_t present = 1;

  WallMotion<Real> motion() const { return {x, v, w, belt_v, belt_w, belt_x}; }
  /// Where the surface has this normal.
  Vec3 surface_velocity(Vec3 at, Vec3 n) const { return motion().at(at, n); }
};

/// A joint of a machine: where it sits in its two bodies, and what it did last.
struct JointState {
  Vec3 at{0, 0, 0}, to_at{0, 0, 0};  // its ends in the frames of the part and of the other [m]
  Quat frame, to_frame;              // its axes in them; the third is the axis of a hinge or slider
  Real length = 0;                   // of a distance [m]
  Real energy = 0;                   // stored in a compliant joint [J]
  Real coordinate = 0;               // angle, with whole turns [rad], or shift [m]
  Real rate = 0;                     // of the coordinate [rad/s] or [m/s]
  Real impulse[8] = {};              // of its rows in the last step
  Vec3 force{0, 0, 0};               // on the part, last step [N]
  Vec3 torque{0, 0, 0};              // the same about the joint [N m]
  Real motor = 0;                    // force of the motor along the axis [N] or [N m]
  Real error = 0;                    // largest violation of its rows [m or rad]
};

/// A point where a part touches a wall or another part, and its last impulse. The table is sorted
/// by key().
struct PointContact {
  std::int64_t part = 0, wall = 0;             // rows of Scene::walls
  std::int64_t part_surface = 0, surface = 0;  // of theirs
  std::int64_t feature = 0;                    // the same for the same point a step later
  Vec3 point{0, 0, 0};                         // [m]
  Vec3 normal{0, 0, 0};                        // from the part into the wall
  Real gap = 0;                                // [m]
  Real p_n = 0;                                // [N s]
  Vec3 p_t{0, 0, 0};                           // on the part [N s]

  auto key() const { return std::tuple(part, wall, part_surface, surface, feature); }
};

/// Books of the prescribed bodies of one [[bodies]] entry.
struct GroupState {
  Vec3 force{0, 0, 0};  // of the free grains on them, last step [N]
  Real power = 0;       // of them on the free grains, last step [W]
  Real work = 0;        // the same since the start [J]
};

/// What static friction as a constraint has cost since the start.
struct FrictionBooks {
  std::int64_t iterations = 0;   // of conjugate gradients
  std::int64_t rounds = 0;       // stick sets tried
  std::int64_t unconverged = 0;  // solves that ended above their tolerance
  std::int64_t factored_at = 0;  // step of the last list build for the sake of the factorization
  Real kept_energy = 0;          // that of the start, if it is to be kept [J]
  Real last_event = 0;           // when a contact last changed between stick and slip [s]
};

/// What solving for the impulses of contacts has cost since the start.
struct ContactBooks {
  std::int64_t iterations = 0;         // of the steps
  std::int64_t impact_stages = 0;      // rounds of impacts, up to ten a step
  std::int64_t impact_iterations = 0;  // of the impact stages
  std::int64_t unconverged = 0;        // steps that ended above their tolerance
  Real residual = 0;                   // of the last step
  std::int64_t early_impacts = 0;      // contacts that collided more than a radius apart
  Real earliest_impact = 0;            // the widest gap of a collision, in radii
};

/// Where a grain was when the inner list was made, and how far it may go until that is due again.
struct alignas(32) Tether {
  Vec3 x;     // [m]
  Real room;  // [m]
};

/// When the neighbour lists were made: the lists follow from this and need not be stored.
struct ListMemory {
  std::vector<Vec3> outer;    // positions at the last build of the outer list [m]
  std::vector<Tether> inner;  // at the last refresh of the inner one
  std::int64_t builds = 0, refreshes = 0;
  std::int64_t refreshed_at = 0;  // step of the last refresh or build
  Real skin = 0, reach = 0;       // margins of the outer list: detect/README.md [m]
  Real inner_skin = 0;            // margin of the inner list for grains at rest [m]
};

/// Time is counted, not added up: start + step dt. It is the run's; a new dt opens a new clock at
/// the present.
struct Clock {
  Real start = 0;         // time of step zero; not that of the run's start where dt has changed [s]
  Real dt = 0;            // of a step: the memory of contacts is half of it ahead [s]
  std::int64_t step = 0;  // since the run began

  Real time(std::int64_t ahead = 0) const { return start + static_cast<Real>(step + ahead) * dt; }
  void tick() { ++step; }
};

struct State {
  Clock clock;
  std::int64_t phase = 0;    // row in the case's phases
  Real phase_start = 0;      // [s]
  Vec3 gravity{0, 0, 0};     // now [m/s^2]
  std::int64_t next_id = 0;  // ids count from zero in the order of creation

  Grains grains;
  RigidBodies bodies;
  PairTable pairs;
  WallTable wall_contacts;
  std::vector<WallState> walls;
  std::vector<GroupState> groups;  // by entry of [[bodies]]
  ListMemory lists;
  Ledger ledger;
  FrictionBooks friction;
  ContactBooks contact_solve;
  MultistepPast multistep;          // what Gear and BDF look back on
  std::vector<Real> joint_length;   // of the scene's joints [m]
  std::vector<JointState> machine;  // of the scene's machine joints
  std::vector<PointContact> point_contacts;
  std::vector<Random> random;  // one stream per user, by place
  ControlMemory controls;
  CouplingMemory couplings;
  ObserverMemory observers;
};

/// Calls visit(name, field) for every field of a State, in fixed order; columns and sections also
/// with their unit, if it takes three. Fields are std::int64_t, Real, Vec3, trivially copyable
/// records or std::vector of such. Checkpoint and hash both use it, so a field cannot be in one and
/// not in the other.
template <class S, class Visit>
void for_each_field(S& s, Visit&& visit) {
  visit("clock/start", s.clock.start);
  visit("clock/dt", s.clock.dt);
  visit("clock/step", s.clock.step);
  visit("phase", s.phase);
  visit("phase_start", s.phase_start);
  visit("gravity", s.gravity);
  visit("next_id", s.next_id);
  visit("grains/singles", s.grains.singles);
  visit("grains/free", s.grains.free);
  visit("grains/present", s.grains.present);
  visit_columns<Grains>("grains", s.grains, visit);
  visit("bodies/parts", s.bodies.parts);
  visit("bodies/present", s.bodies.present);
  visit_columns<RigidBodies>("bodies", s.bodies, visit);
  visit("pairs/count", s.pairs.count);
  visit("pairs/present", s.pairs.present);
  visit_columns<PairTable>("pairs", s.pairs, visit);
  visit("wall_contacts/present", s.wall_contacts.present);
  visit_columns<WallTable>("wall_contacts", s.wall_contacts, visit);
  visit("walls", s.walls);
  visit("groups", s.groups);
  visit("lists/outer", s.lists.outer);
  visit("lists/inner", s.lists.inner);
  visit("lists/builds", s.lists.builds);
  visit("lists/refreshes", s.lists.refreshes);
  visit("lists/refreshed_at", s.lists.refreshed_at);
  visit("lists/skin", s.lists.skin);
  visit("lists/reach", s.lists.reach);
  visit("lists/inner_skin", s.lists.inner_skin);
  visit("ledger", s.ledger);
  visit("friction", s.friction);
  visit("contact_solve", s.contact_solve);
  visit_sections<MultistepPast>("multistep", s.multistep, visit);
  visit("joint_length", s.joint_length);
  visit("machine", s.machine);
  visit("point_contacts", s.point_contacts);
  visit("random", s.random);
  visit_sections<ControlMemory>("controls", s.controls, visit);
  visit_sections<CouplingMemory>("couplings", s.couplings, visit);
  visit_sections<ObserverMemory>("observers", s.observers, visit);
  visit_sections<ObservedBodies>("observers/bodies", s.observers.bodies, visit);
}

/// 64-bit fingerprint of every field: equal states have equal hashes, on one machine type.
std::uint64_t hash(const State& state);

}  // namespace scree
