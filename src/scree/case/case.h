#pragma once
/// What a case file says, as plain values: the only thing the rest of the program sees of it.
/// Keys, units, defaults, ranges and help of every field stand in case_schema*.cpp, which the
/// reader, the manual page and the error messages share. SI units unless run.dimensionless.
///
/// A Case is complete when it comes from read_case(): names are resolved (every material, clump,
/// phase and wall that is named exists), tables are loaded, cross rules hold.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "scree/base/tree.h"
#include "scree/base/vec3.h"
#include "scree/couple/drag_options.h"
#include "scree/formula/expression.h"
#include "scree/law/pair_law.h"
#include "scree/state/joint.h"
#include "scree/state/method.h"
#include "scree/step/dae/dae_options.h"
#include "scree/step/nonsmooth/nonsmooth_options.h"
#include "scree/step/nonsmooth/reduction_options.h"

namespace scree {

/// Where in the input an entry was written, for errors found after reading.
struct Origin {
  std::string file;
  long line = 0;
};

// ---------------------------------------------------------------- [run], [domain], [gravity]

/// Of motions taken over from an earlier run: do they go on, or begin anew?
enum class Clocks { kKeep, kRestart };

struct RunOptions {
  Method method = Method::kSmooth;
  std::string from;                  // folder of an earlier run whose end is the start; empty: none
  Clocks clocks = Clocks::kKeep;     // with `from`
  std::string first_phase;           // with `from`: where it begins; empty: the first
  long seed = 1;                     // of every random stream of the run
  bool planar = false;               // two-dimensional: z, wx, wy stay exactly zero
  Real thickness = 1;                // depth of the discs of a planar case [m]
  bool dimensionless = false;        // numbers are not SI; changes labels only
  std::optional<Real> duration;      // short for one phase named "run" [s]
  std::optional<Real> time_step;     // absent: chosen from time_step_fraction [s]
  Real time_step_fraction = 0.1;     // of the shorter of Rayleigh time and contact time [-]
  bool force_time_step = false;      // accept a time_step that is too large
  bool audit = false;                // sum the work of every contact, too
  Real overlap_limit = 0.1;          // overlap over the smaller radius that stops the run [-]
  std::optional<Real> ledger_limit;  // closing error above which the ledger is open [-]
  std::optional<Real> skin;          // margin of the neighbour list; absent: automatic [m]
  Real checkpoint_interval = 600;    // wall clock between checkpoints [s]
};

struct DomainOptions {
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};  // [m]
  std::array<bool, 3> periodic{false, false, false};

  /// Lengths of the periodic axes, zero for the others [m].
  Vec3 periods() const {
    return {periodic[0] ? hi.x - lo.x : 0, periodic[1] ? hi.y - lo.y : 0,
            periodic[2] ? hi.z - lo.z : 0};
  }
};

/// One line of a table of gravity over time.
struct GravityRow {
  Real t = 0;       // [s]
  Vec3 g{0, 0, 0};  // [m/s^2]
};
struct Oscillation {
  Vec3 amplitude{0, 0, 0};  // [m/s^2]
  Real frequency = 0;       // [Hz]
  Real phase = 0;           // [rad]
};
/// g(t) = R(axis, rate t) [vector or table(t)] + sum amplitude sin(2 pi frequency t + phase).
/// The table is linear between rows and constant outside; t is the time of the run.
struct GravityOptions {
  Vec3 vector{0, 0, 0};          // [m/s^2]
  std::vector<GravityRow> rows;  // replaces `vector` when not empty
  std::string file;              // where the rows came from, if from a file
  Vec3 axis{0, 0, 1};            // of the rotation
  Real rate = 0;                 // [rad/s]
  std::vector<Oscillation> oscillation;
};

// -------------------------------------------------------- [material], [law], [liquid], [[pair]]

struct Material {
  std::string name;
  std::optional<Real> density;  // given when a body is made of it [kg/m^3]
  std::optional<Real> young;    // given for Hertz and JKR; infinity is a rigid wall [Pa]
  std::optional<Real> poisson;  // given for Hertz and JKR unless rigid [-]
  Origin origin;
};

struct LawOptions {
  NormalLaw normal = NormalLaw::kHertz;
  TangentialLaw tangential = TangentialLaw::kMindlinRescaled;
  RollingLaw rolling = RollingLaw::kNone;
  TwistingLaw twisting = TwistingLaw::kNone;
  bool tension = false;         // may the dashpot pull at the end of a contact
  Real tangential_damping = 1;  // tangential over normal dashpot coefficient [-]
};

/// Bridges between wet grains, and where their liquid comes from: exactly one of `volume` (the same
/// for every bridge, whatever there is), `content` and `film` (liquid on the grains).
struct LiquidOptions {
  Real surface_tension = 0;                // [N/m]
  Real contact_angle = 0;                  // of pairs that give none of their own [rad]
  std::optional<Real> volume;              // of every bridge [m^3]
  std::optional<Real> content;             // film over the volume of its sphere [-]
  std::optional<Real> film;                // film of every sphere [m^3]
  std::optional<Real> film_share;          // of its film a grain gives to a bridge [-]
  std::optional<Real> rupture_distance;    // absent: Willett's [m]
  std::optional<Real> reference_diameter;  // of every bridge; absent: from the two radii [m]
  Origin origin;
};

/// What two materials do to each other; "*" stands for any material.
struct PairOptions {
  std::array<std::string, 2> materials{"*", "*"};
  Real restitution = 1;                       // [-]
  Real friction = 0;                          // [-]
  std::optional<Real> static_friction;        // method dae; absent: friction [-]
  std::optional<Real> stiffness;              // normal spring of the linear law [N/m]
  Real tangential_stiffness_ratio = 2.0 / 7;  // kt/kn of the linear (Cundall-Strack) spring [-]
  Real surface_energy = 0;                    // gamma, half the work of adhesion, JKR [J/m^2]
  Real pull_off = 0;                          // cohesion of the method nonsmooth [N]
  Real pull_off_range = 0;                    // gap up to which it holds [m]
  bool bridges = true;                        // do liquid bridges form between the two?
  std::optional<Real> contact_angle;          // of the liquid; absent: that of [liquid] [rad]
  Real rolling_friction = 0;                  // torque limit = this * R* * Fn [-]
  Real rolling_stiffness_ratio = 1;           // rolling spring k_r = this * kt * R*^2 [-]
  Real rolling_damping = 0.3;                 // fraction of critical [-]
  Real twisting_friction = 0;                 // torque limit = this * R* * Fn [-]
  Real twisting_stiffness_ratio = 1;          // twisting spring = this * kt * R*^2 [-]
  Real twisting_damping = 0.3;                // fraction of critical [-]
  Origin origin;
};

// ---------------------------------------------------------------- regions and sizes

enum class RegionKind { kBox, kCylinder, kSphere, kDisc };

/// A part of space. Generators keep whole bodies inside; outlets and observers look at centres.
struct Region {
  RegionKind kind = RegionKind::kBox;
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};    // box [m]
  Vec3 from{0, 0, 0}, to{0, 0, 0};  // cylinder: centres of its two ends [m]
  Vec3 center{0, 0, 0};             // sphere, disc [m]
  Vec3 axis{0, 0, 1};               // disc: its normal
  Real radius = 0;                  // cylinder, sphere, disc [m]
};

enum class SizeKind { kFixed, kUniform, kNormal, kLognormal, kSieve };
enum class SizeBy { kNumber, kMass };

/// One point of a sieve curve: the fraction of grains finer than an opening.
struct SievePoint {
  Real diameter = 0;  // opening [m]
  Real passing = 0;   // cumulative fraction [-]
};
/// Distribution of radii. For a clump the radius is that of the sphere around its origin that
/// encloses it; without sizes a clump is taken as drawn.
struct Sizes {
  SizeKind kind = SizeKind::kFixed;
  std::optional<SizeBy> by =
      {};           // what the distribution counts; absent: mass for a sieve, else number
  Real radius = 0;  // fixed [m]
  Real mean = 0, deviation = 0;            // normal, lognormal: of the radius itself [m]
  std::optional<Real> min = {}, max = {};  // uniform: the limits; else: where the tails are cut [m]
  std::vector<SievePoint> passing = {};    // sieve
};

// ---------------------------------------------------------------- motions

enum class MotionKind {
  kTranslate,
  kRotate,
  kOscillate,
  kSwing,
  kTable,
  kBelt,
  kServo,
  kExpression
};

struct MotionRow {
  Real t = 0;       // [s]
  Vec3 x{0, 0, 0};  // displacement [m]
  Real angle = 0;   // about axis through center [rad]
};
/// Motions of one wall add up. Each has its own clock, zero at first and running only in the
/// phases named (all when none are named); a motion that is off keeps its displacement.
struct Motion {
  MotionKind kind = MotionKind::kTranslate;
  std::vector<std::string> phases;     // empty: always
  Vec3 velocity{0, 0, 0};              // translate, belt [m/s]
  Vec3 axis{0, 0, 1};                  // rotate, swing, table, belt
  Vec3 center{0, 0, 0};                // a point of that axis, moves with the wall [m]
  Real rate = 0;                       // rotate, belt [rad/s]
  Vec3 direction{0, 0, 1};             // oscillate, servo: unit vector; a servo pushes along it
  Real amplitude = 0;                  // oscillate [m], swing [rad]
  Real frequency = 0;                  // oscillate, swing [Hz]
  Real phase = 0;                      // a (sin(2 pi f t + phase) - sin(phase)) [rad]
  std::vector<MotionRow> rows;         // table: linear between rows, constant outside
  std::string file;                    // where the rows came from, if from a file
  std::optional<Real> force;           // servo target: force the wall exerts along direction [N]
  std::optional<Real> pressure;        // servo target: the same over `area` [Pa]
  Real area = 0;                       // [m^2]
  std::optional<Real> gain;            // servo speed over force error [m/s/N]
  std::optional<Real> mass;            // servo: instead, the wall moves as a body of this mass [kg]
  Real damping = 0;                    // servo with mass: force against its speed [N s/m]
  Real max_speed = 0;                  // servo [m/s]
  Real smoothing = 0;                  // servo: time constant of the measured force, 0 none [s]
  std::array<std::string, 3> formula;  // expression: displacement along x, y, z [m]
  std::vector<Constant> constants;     // expression: names its formulas use
  Origin origin;
};

// ---------------------------------------------------------------- [[bodies]], [clump], [[emitter]]

struct Clump {
  std::string name;
  std::vector<std::array<Real, 4>> spheres;  // x, y, z, radius in the clump's frame [m]
  std::optional<Real> mass;                  // absent: density times volume of the union [kg]
  std::optional<Vec3> inertia;               // principal, along the clump's axes [kg m^2]
  Origin origin;
};

enum class BodySource { kExplicit, kTable, kLammps, kLattice, kPacking, kFrom, kLine };
enum class LatticeKind { kCubic, kFcc, kHexagonal };
enum class Orientation { kFixed, kRandom };
enum class ContactMass { kInfinite, kOwn };

struct ExplicitBody {
  Vec3 x{0, 0, 0};                      // [m]
  Vec3 v{0, 0, 0};                      // [m/s]
  Vec3 w{0, 0, 0};                      // [rad/s]
  Vec3 rotation{0, 0, 0};               // axis times angle [rad]
  std::optional<Real> radius;           // absent: from sizes, or the clump as drawn [m]
  std::optional<std::string> material;  // absent: that of the entry
  std::optional<std::string> label;     // absent: that of the entry
  Origin origin;
};

struct BodiesOptions {
  BodySource source = BodySource::kExplicit;
  std::string label;                        // group the bodies belong to
  std::string material;                     // of bodies that name none themselves
  std::string shape = "sphere";             // or the name of a clump
  std::vector<ExplicitBody> list;           // explicit
  std::string file;                         // table, lammps: as opened (relative to the case file)
  std::vector<std::string> type_materials;  // lammps: material of atom type 1, 2, ...
  std::string from;                         // from: folder of an earlier run
  std::array<int, 3> tile{1, 1, 1};         // table, lammps: copies along each periodic axis
  std::optional<Vec3> period;               // table: distance between the copies [m]
  LatticeKind lattice = LatticeKind::kCubic;
  std::optional<Region> region;        // lattice, packing; absent: the domain
  std::optional<Real> spacing;         // lattice, line; absent: the largest diameter touches [m]
  Real jitter = 0;                     // lattice: random shift, fraction of the free gap [-]
  std::optional<long> count;           // lattice, packing, line
  std::optional<Real> solid_fraction;  // packing [-]
  std::optional<Sizes> sizes;
  Orientation orientation = Orientation::kFixed;
  Vec3 velocity{0, 0, 0};      // added to what the source says [m/s]
  Vec3 spin{0, 0, 0};          // [rad/s]
  Vec3 offset{0, 0, 0};        // added to the positions of explicit, table, lammps [m]
  Vec3 start{0, 0, 0};         // line: centre of the first body [m]
  Vec3 end{0, 0, 0};           // line: centre of the last one; with spacing: not beyond it [m]
  bool turns = true;           // false: no moment of force turns it
  bool prescribed = false;     // moved by `motion` only: forces do not act on it
  std::vector<Motion> motion;  // of prescribed bodies
  ContactMass contact_mass = ContactMass::kInfinite;  // of prescribed bodies, in m*
  Origin origin;
};

struct JointOptions {
  JointKind kind = JointKind::kRod;
  std::string name;            // of a machine's joint
  long body = 0;               // id: bodies are numbered in the order of the case, from zero
  std::optional<long> to;      // id of the other body; absent: the anchor
  Vec3 anchor{0, 0, 0};        // fixed point [m]
  std::optional<Real> length;  // absent: the distance at the start [m]
  Real stiffness = 0;          // spring [N/m]
  Real damping = 0;            // spring [N s/m]
  // Of machines:
  std::string part;                       // a wall with mass
  std::string to_part;                    // another wall; empty: the world
  Vec3 at{0, 0, 0};                       // where it is at the start [m]
  Vec3 to_at{0, 0, 0};                    // distance: its end at the other [m]
  Vec3 axis{0, 0, 1};                     // hinge, slider
  std::optional<Real> lower, upper;       // of the angle [rad] or the shift [m]
  std::optional<Real> motor_speed;        // [rad/s] or [m/s]
  std::optional<Real> motor_force;        // at most; absent: any [N m] or [N]
  std::vector<std::string> motor_phases;  // empty: all
  MotorOff motor_off = MotorOff::kLoose;
  Real compliance = 0;       // [m/N]
  Real turn_compliance = 0;  // [rad/(N m)]
  Real damping_time = 0;     // of a compliant joint [s]
  Origin origin;
};

struct EmitterOptions {
  std::string name;
  Region region;
  std::optional<Real> mass_rate;    // [kg/s]
  std::optional<Real> number_rate;  // [1/s]
  std::optional<Real> total_mass;   // [kg]
  std::optional<long> total_number;
  std::string material, label, shape = "sphere";
  std::optional<Sizes> sizes;
  Orientation orientation = Orientation::kRandom;
  Vec3 velocity{0, 0, 0};           // [m/s]
  Vec3 spin{0, 0, 0};               // [rad/s]
  Real start = 0;                   // time of the run [s]
  std::optional<Real> stop;         // [s]
  std::vector<std::string> phases;  // in which it pours; empty: all
  Origin origin;
};

// ---------------------------------------------------------------- [[force]]

/// Force and torque on every body of some labels, or on a part of a machine: formulas of its place,
/// velocity, spin, diameter and mass, and of the time of the run.
struct ForceOptions {
  std::vector<std::string> labels;    // empty: all bodies
  std::string part;                   // instead of bodies: a wall with mass
  std::vector<std::string> phases;    // in which it acts; empty: all
  std::array<std::string, 3> force;   // along x, y, z; empty: none [N]
  std::array<std::string, 3> torque;  // about them [N m]
  std::vector<Constant> constants;    // names its formulas use
  Origin origin;
};

// ---------------------------------------------------------------- [[outlet]], [[wall]]

enum class Face { kXlo, kXhi, kYlo, kYhi, kZlo, kZhi };

/// Bodies whose centre is in the region, or beyond the face of the domain, are removed, counted.
struct OutletOptions {
  std::string name;
  std::optional<Face> face;
  std::optional<Region> region;
  std::vector<std::string> phases;  // empty: all
  Origin origin;
};

enum class WallShape { kPlane, kBox, kCylinder, kCone, kMesh };
enum class Side { kInside, kOutside };
enum class Touches { kAll, kGrains };
enum class Caps { kNone, kFrom, kTo, kBoth };

/// Material of one part (STL solid, OBJ group) of a mesh.
struct MeshPart {
  std::string name, material;
};
struct WallOptions {
  std::string name, material;
  WallShape shape = WallShape::kPlane;
  std::vector<std::string> phases;  // in which it is present; empty: all
  std::vector<Motion> motion;
  Side side = Side::kInside;           // where the grains are: box, cylinder, cone
  Vec3 point{0, 0, 0};                 // plane [m]
  Vec3 normal{0, 0, 1};                // plane: unit vector towards the grains
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};       // box [m]
  std::vector<Face> open;              // box: faces left out
  Vec3 from{0, 0, 0}, to{0, 0, 0};     // cylinder, cone: centres of the ends [m]
  Real radius = 0;                     // cylinder; cone: at `from` [m]
  Real radius_to = 0;                  // cone: at `to` [m]
  Caps caps = Caps::kNone;             // cylinder, cone: ends closed by discs
  std::string file;                    // mesh: as opened (relative to the case file)
  Real scale = 1;                      // mesh: first scaled, then rotated, then shifted
  Vec3 rotation{0, 0, 0};              // mesh: axis times angle [rad]
  Vec3 offset{0, 0, 0};                // mesh [m]
  std::optional<Real> weld_tolerance;  // mesh: vertices closer than this are one [m]
  std::vector<MeshPart> parts;         // mesh: parts not named have `material`
  // A part of a machine, moved by what acts on it:
  std::optional<Real> mass;     // absent: it moves as `motion` says [kg]
  std::optional<Vec3> inertia;  // along the axes of the case; absent: from the shape [kg m^2]
  std::optional<Vec3> center;   // of mass; absent: from the shape [m]
  Vec3 velocity{0, 0, 0};       // at the start [m/s]
  Vec3 spin{0, 0, 0};           // [rad/s]
  Touches touches = Touches::kAll;
  Origin origin;
};

// ---------------------------------------------------------------- [[phase]], [[observe]], [output]

/// Stop when `quantity` has stayed below (above) a value for `hold`, not before `min`, and
/// anyway after `at_most` (times of the phase) [s].
///
/// Or when the cycle averages of `stationary` (its growth per cycle with `change`) have settled:
/// the last `cycles` of them differ by less than tolerance times the size of their mean. Such a
/// phase lasts a whole number of periods.
struct UntilOptions {
  std::string quantity;  // a column of the series
  std::optional<Real> below, above;
  Real hold = 0, min = 0;
  Real at_most = 0;
  std::string stationary;      // a column of the series
  bool change = false;         // that adds up: compare its growth
  std::optional<Real> period;  // [s]
  int cycles = 3;
  Real tolerance = 0.02;  // [-]
};
struct PhaseOptions {
  std::string name;
  std::optional<Real> duration;           // [s]
  std::optional<UntilOptions> until;      // exactly one of the two
  std::optional<GravityOptions> gravity;  // absent: that of the case
  Origin origin;
};

enum class ObserveKind {
  kEnergy,
  kMomentum,
  kCoordination,
  kStress,
  kWall,
  kRepose,
  kProfile,
  kFlux,
  kGroup,
  kTrack,
  kNonaffine,
  kPrescribed,
  kSum,
  kCycle,
  kJoint
};
enum class ProfileQuantity { kHeight, kVelocity, kFraction };

struct ObserveOptions {
  std::string name;
  ObserveKind kind = ObserveKind::kEnergy;
  std::optional<Real> interval;  // absent: output.series_interval [s]
  std::optional<Region> region;  // stress, coordination, profile; absent: everywhere
  std::string wall;              // wall
  std::string joint;             // joint
  std::string label;             // group; nonaffine: empty for all bodies
  long body = 0;                 // track: id
  Real radius = 0;               // nonaffine: of the neighbourhood [m]
  Vec3 axis{0, 0, 1};            // profile: along it; repose: against gravity
  int bins = 20;                 // profile, repose
  std::optional<Vec3> ridge;     // repose: horizontal, across a ridge; absent: see repose_options
  std::optional<Real> lo, hi;    // profile: range along axis; absent: the domain [m]
  ProfileQuantity quantity = ProfileQuantity::kVelocity;
  Vec3 point{0, 0, 0}, normal{0, 0, 1};  // flux: the plane, counted along the normal [m]
  Vec3 direction{0, 0, 0};               // prescribed: in which the bodies press, unit vector
  Real area = 0;                         // prescribed: on which they press [m^2]
  std::string formula;                   // sum: of every body
  std::vector<Constant> constants;       // sum, cycle: names the formulas use
  bool integrate = false;                // sum: over time as well
  std::optional<Real> period;            // cycle [s]
  std::vector<std::string> phases;       // cycle: in which its clock runs; empty: all
  std::vector<std::string> average;      // cycle: columns of the series, their mean
  std::vector<std::string> change;       // cycle: columns that add up, their growth
  std::string angle;                     // cycle: formula of t; its range is cut into bins
  bool strokes = false;                  // cycle: bins of growing and falling angle apart
  int block = 1;                         // cycle: cycles that a set of bins averages
  Origin origin;
};

struct PictureOptions {
  std::string colour_by = "velocity";  // column of the frame, or "none"
  std::optional<Real> lo, hi;          // range of the colours; absent: that of the frame
  Vec3 direction{-1, 2, -0.7};         // in which the viewer looks
  Vec3 up{0, 0, 1};
  int width = 1200;  // [pixel]
};
struct OutputOptions {
  std::optional<Real> series_interval;   // absent: 1/500 of the longest possible run [s]
  std::optional<Real> frame_interval;    // absent: 1/50 of it [s]
  std::optional<Real> picture_interval;  // absent: what the run affords [s]
  bool pictures = true;                  // false: none, not even the last
  bool contacts = false;                 // a contact file with every frame
  bool lammps_dump = false;
  bool plots = true;         // an SVG of every series
  bool stage_times = false;  // stages.csv beside series.csv
  PictureOptions picture;
};

// ---------------------------------------------------------------- the whole case

struct Case {
  std::string file;               // as given by the user
  std::string text;               // what stands in it, kept beside the results
  std::vector<std::string> sets;  // --set overrides applied
  std::string title, description, source;
  RunOptions run;
  DaeOptions dae;
  NonsmoothOptions nonsmooth;
  std::optional<ReductionOptions> reduction;
  DomainOptions domain;
  GravityOptions gravity;
  std::vector<Material> materials;
  LawOptions law;
  std::optional<LiquidOptions> liquid;
  std::vector<PairOptions> pairs;
  std::vector<Clump> clumps;
  std::vector<BodiesOptions> bodies;
  std::vector<JointOptions> joints;
  std::vector<EmitterOptions> emitters;
  std::vector<OutletOptions> outlets;
  std::vector<WallOptions> walls;
  std::vector<ForceOptions> forces;
  std::optional<DragOptions> drag;
  std::vector<PhaseOptions> phases;  // at least one
  std::vector<ObserveOptions> observers;
  OutputOptions output;
};

/// Reads and validates a case file, or case.toml in a folder; throws CaseError naming file, line,
/// key and remedy. `sets` are "a.b.c=value" overrides, applied before anything is checked.
Case read_case(const std::string& path, const std::vector<std::string>& sets = {});
/// The same from text; `name` stands for the file in errors and relative paths.
Case read_case_text(const std::string& text, const std::string& name,
                    const std::vector<std::string>& sets = {});
/// The same from a tree of keys, wherever that comes from; `text` of the Case stays empty.
Case read_case_tree(Node root, const std::string& name);

/// Row of the named material; the name is known to exist.
int material_index(const Case& c, const std::string& name);
/// Row of the named clump; -1 for "sphere".
int clump_index(const Case& c, const std::string& shape);
/// The entry for two materials: both named, else one and "*", else "*" and "*"; null if none.
const PairOptions* find_pair(const Case& c, int material_a, int material_b);
/// Row of the phase with which the run begins.
int first_phase(const Case& c);
/// Sum of durations from there on, with at_most for phases that stop on a condition [s].
Real longest_duration(const Case& c);
/// Does the distribution count mass rather than number?
bool counts_mass(const Sizes& sizes);
/// Is something with these `phases` active in phase number `phase`?
bool active_in(const Case& c, const std::vector<std::string>& phases, int phase);

}  // namespace scree
