#include "scree/case/case_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/case/bounds.h"
#include "scree/case/formula_variables.h"
#include "scree/formula/motion_formula.h"

namespace scree {
namespace {

template <class T>
std::vector<std::string> names_of(const std::vector<T>& entries) {
  std::vector<std::string> names;
  for (const T& entry : entries) names.push_back(entry.name);
  return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Entry number `i` of the list under `key`, with its key in messages ("wall.floor").
struct Entry {
  const Node* node = nullptr;
  std::string path;

  static Entry of(const Node& root, const std::string& key, std::size_t i) {
    const Node* list = root.find(key);
    if (!list) return {&root, key};
    if (list->is(Node::Kind::kTable)) return {list, key};
    const Node& item = list->items[i];
    const Node* name = item.find("name");
    return {&item, key + "." + (name ? name->text : std::to_string(i))};
  }
  [[noreturn]] void refuse(const std::string& key, const std::string& message) const {
    const Node* value = node->find(key);
    scree::refuse(value ? value->place : node->place, key.empty() ? path : path + "." + key,
                  message);
  }
  /// Refuses a name that is not among `known`.
  void need_name(const std::string& key, const std::string& name, const std::string& what,
                 const std::vector<std::string>& known) const {
    if (has(known, name)) return;
    const std::string near = nearest(name, known);
    refuse(key, fmt::format("there is no {} \"{}\"{}; {}", what, name,
                            near.empty() ? "" : ", did you mean \"" + near + "\"?",
                            known.empty() ? "none is defined" : "there are: " + join(known)));
  }
};

class Checker {
 public:
  Checker(const Case& c, const Node& root)
      : case_(c),
        root_(root),
        materials_(names_of(c.materials)),
        phases_(names_of(c.phases)),
        shapes_(names_of(c.clumps)) {
    shapes_.insert(shapes_.begin(), "sphere");
  }

  void all() {
    unique("emitter", case_.emitters);
    unique("outlet", case_.outlets);
    unique("wall", case_.walls);
    unique("phase", case_.phases);
    unique("observe", case_.observers);
    run_options();
    method();
    pairs();
    bodies();
    emitters();
    outlets();
    walls();
    forces();
    observers();
    used_materials();
  }

 private:
  template <class T>
  void unique(const std::string& key, const std::vector<T>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (entries[i].name == entries[j].name)
          Entry::of(root_, key, i)
              .refuse("name",
                      fmt::format("\"{}\" is already the name of the entry on line {}; give "
                                  "every {} a name of its own",
                                  entries[i].name, entries[j].origin.line, key));
  }
  void phases(const Entry& entry, const std::vector<std::string>& named) {
    for (const std::string& name : named) entry.need_name("phases", name, "phase", phases_);
  }
  void motions(const Entry& entry, const std::vector<Motion>& motions, bool beads) {
    for (std::size_t i = 0; i < motions.size(); ++i) {
      Entry inner = Entry::of(*entry.node, "motion", i);
      inner.path = entry.path + "." + inner.path;
      phases(inner, motions[i].phases);
      if (beads && motions[i].kind == MotionKind::kBelt)
        inner.refuse("kind",
                     "a belt is the moving surface of a wall; let prescribed bodies turn with kind "
                     "= \"rotate\", or make the belt a [[wall]]");
      if (motions[i].kind == MotionKind::kExpression) formulas(inner, motions[i], beads);
    }
  }
  /// The formulas of a motion; only the bodies of an entry may move each in its own way.
  static void formulas(const Entry& entry, const Motion& motion, bool beads) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::string key(1, "xyz"[axis]);
      Motion one = motion;
      for (std::size_t other = 0; other < 3; ++other)
        if (other != axis) one.formula[other].clear();
      try {
        if (MotionFormula(one.formula, one.constants).uses_position() && !beads)
          entry.refuse(key,
                       "a wall is rigid, its displacement can only depend on t; a wall that "
                       "deforms is made of prescribed [[bodies]], for example source = \"line\"");
      } catch (const FormulaError& error) {
        entry.refuse(key, error.what());
      }
    }
  }
  void material(const Entry& entry, const std::string& key, const std::string& name) {
    entry.need_name(key, name, "material", materials_);
  }
  std::vector<std::string> prescribed_labels() const {
    std::vector<std::string> labels;
    for (const BodiesOptions& b : case_.bodies)
      if (b.prescribed && !b.label.empty() && !has(labels, b.label)) labels.push_back(b.label);
    return labels;
  }
  void run_options();
  void method();
  void reduction(bool nonsmooth);
  void sensor(const Entry& entry, const Sensor& s) const;
  void pairs();
  void bodies();
  void emitters();
  void outlets();
  void walls();
  void forces();
  void force_formulas(const Entry& entry, const ForceOptions& force);
  void observers();
  void colours();
  void used_materials();

  const Case& case_;
  const Node& root_;
  std::vector<std::string> materials_, phases_, shapes_;
};

void Checker::run_options() {
  const Node* run = root_.find("run");
  const bool depth = run && run->find("thickness");
  if (case_.run.planar && case_.law.normal != NormalLaw::kLinear && !depth)
    refuse((run ? run : &root_)->place, "run.thickness",
           "a planar case with the hertz or jkr law needs the thickness of its discs [m]");
  if (!case_.run.first_phase.empty())
    Entry::of(root_, "run", 0).need_name("first_phase", case_.run.first_phase, "phase", phases_);
  for (const std::string& name : materials_)
    if (name == "*")
      refuse(root_.find("material")->place, "material", "\"*\" cannot be the name of a material");
  for (const std::string& name : names_of(case_.clumps))
    if (name == "sphere")
      refuse(root_.find("clump")->place, "clump", "\"sphere\" cannot be the name of a clump");
}

/// What a method cannot do is refused, not left out in silence.
void Checker::method() {
  const Node* run = root_.find("run");
  const auto refuse_method = [&](const std::string& why) {
    const Node* value = run ? run->find("method") : nullptr;
    refuse(value ? value->place : root_.place, "run.method", why);
  };
  const bool nonsmooth = case_.run.method == Method::kNonsmooth;
  for (std::size_t k = 0; k < case_.joints.size(); ++k) {
    const JointKind kind = case_.joints[k].kind;
    const bool of_grains = kind == JointKind::kRod || kind == JointKind::kSpring;
    const Entry entry = Entry::of(root_, "joint", k);
    if (of_grains && case_.run.method != Method::kDae)
      entry.refuse("kind", "rods and springs between grains need run.method = \"dae\"");
    if (!of_grains && !nonsmooth)
      entry.refuse("kind", "joints of machines need run.method = \"nonsmooth\"");
  }
  for (std::size_t k = 0; k < case_.walls.size(); ++k)
    if (case_.walls[k].mass && !nonsmooth)
      Entry::of(root_, "wall", k)
          .refuse("mass",
                  "parts moved by forces need run.method = \"nonsmooth\"; a servo "
                  "([[wall.motion]] with kind = \"servo\") works with every method");
  for (std::size_t k = 0; k < case_.pairs.size(); ++k)
    if (case_.pairs[k].static_friction && case_.run.method != Method::kDae)
      Entry::of(root_, "pair", k)
          .refuse("static_friction",
                  "needs run.method = \"dae\"; the other methods hold contacts at rest with "
                  "pair.friction: remove it");
  for (std::size_t k = 0; k < case_.pairs.size(); ++k)
    if (case_.pairs[k].pull_off > 0 && !nonsmooth)
      Entry::of(root_, "pair", k)
          .refuse("pull_off",
                  "needs run.method = \"nonsmooth\"; for adhesion by the smooth method "
                  "use law.normal = \"jkr\" or [liquid]");
  if (case_.reduction) reduction(nonsmooth);
  if (case_.run.method == Method::kSmooth) return;
  if (nonsmooth) {
    const bool precise = case_.nonsmooth.solver != LocalSolver::kPgs;
    const Entry options = Entry::of(root_, "nonsmooth", 0);
    if (precise && case_.nonsmooth.speed_tolerance > 0)
      options.refuse("speed_tolerance",
                     "is known to nonsmooth.solver = \"pgs\" alone; give tolerance");
    if (precise && !case_.joints.empty())
      options.refuse("solver", "machines with joints are solved by \"pgs\", joints exactly");
    if (precise &&
        (case_.law.rolling != RollingLaw::kNone || case_.law.twisting != TwistingLaw::kNone))
      options.refuse("solver", "rolling and twisting resistance are solved by \"pgs\" only");
    if (case_.liquid) refuse_method("\"nonsmooth\" has no liquid bridges; use \"smooth\"");
    if (case_.law.normal == NormalLaw::kJkr)
      refuse_method(
          "\"nonsmooth\" knows the linear and hertz laws, not jkr; use \"smooth\", or "
          "pair.pull_off for cohesion");
  }
  if (nonsmooth) return;
  const auto is_clump = [](const auto& entry) { return entry.shape != "sphere"; };
  if (std::any_of(case_.bodies.begin(), case_.bodies.end(), is_clump) ||
      std::any_of(case_.emitters.begin(), case_.emitters.end(), is_clump))
    refuse_method("this method moves single spheres and discs; use \"smooth\" for clumps");
  if (case_.dae.integrator == Integrator::kVerlet) return;
  const auto moves = [](const auto& entry) { return !entry.motion.empty(); };
  if (std::any_of(case_.walls.begin(), case_.walls.end(), moves) ||
      std::any_of(case_.bodies.begin(), case_.bodies.end(), moves))
    refuse_method("only dae.integrator = \"verlet\" can have moving walls or prescribed bodies");
  if (!case_.emitters.empty() || !case_.outlets.empty())
    refuse_method("only dae.integrator = \"verlet\" can have emitters or outlets");
  if (case_.liquid) refuse_method("only dae.integrator = \"verlet\" can have liquid");
}

/// A sensor that no grain can ever overlap is a mistake.
void Checker::sensor(const Entry& entry, const Sensor& s) const {
  if (!s.wall.empty()) {
    entry.need_name("wall", s.wall, "wall", names_of(case_.walls));
    return;
  }
  const DomainOptions& d = case_.domain;
  const Vec3 middle = 0.5 * (d.lo + d.hi), half = 0.5 * (d.hi - d.lo);
  bool outside = false;
  if (s.kind == SensorKind::kPlane) {
    const Vec3 n = s.normal / norm(s.normal);
    outside = std::fabs(dot(middle - s.point, n)) >
              std::fabs(n.x) * half.x + std::fabs(n.y) * half.y + std::fabs(n.z) * half.z;
  } else {
    const bool box = s.kind == SensorKind::kBox;
    const Vec3 r = box ? Vec3{0, 0, 0} : Vec3{s.radius, s.radius, s.radius};
    const Vec3 lo = (box ? s.lo : s.center) - r, hi = (box ? s.hi : s.center) + r;
    for (int k = 0; k < 3; ++k) outside |= at(hi, k) < at(d.lo, k) || at(lo, k) > at(d.hi, k);
  }
  if (outside)
    entry.refuse("kind", "lies outside the domain, where nothing is; move it, or remove it");
}

/// Model reduction: what has none, and what it does not know yet.
void Checker::reduction(bool nonsmooth) {
  const ReductionOptions& r = *case_.reduction;
  const Entry entry = Entry::of(root_, "reduction", 0);
  if (!nonsmooth)
    entry.refuse("",
                 "needs run.method = \"nonsmooth\"; the other methods have no model reduction: "
                 "remove the table");
  if (!case_.forces.empty() || case_.drag)
    entry.refuse("",
                 "does not know [[force]] and [drag] yet: grains that are bound would not feel "
                 "them; remove one of the two");
  if (r.merge_speed && r.split_speed && !(*r.split_speed > *r.merge_speed))
    entry.refuse("split_speed",
                 "must be above merge_speed, or grains that were bound are let go at "
                 "once");
  for (std::size_t k = 0; k < r.sensors.size(); ++k) {
    const Entry list = Entry::of(*entry.node, "sensor", k);
    sensor({list.node, fmt::format("reduction.sensor.{}", k)}, r.sensors[k]);
  }
  const GravityOptions& gravity = case_.gravity;
  if (!gravity.rows.empty() || !gravity.file.empty() || gravity.rate != 0 ||
      !gravity.oscillation.empty())
    entry.refuse("",
                 "does not know a gravity that changes with time: grains that are bound would "
                 "not feel it; use [[phase]] entries with their own gravity, or remove the "
                 "table");
  if (!r.merge_speed && !(norm2(gravity.vector) > 0))
    entry.refuse("merge_speed",
                 "has a default that follows from gravity, and there is none: give "
                 "the speed below which contacts count as at rest");
}

void Checker::pairs() {
  for (std::size_t i = 0; i < case_.pairs.size(); ++i) {
    const Entry entry = Entry::of(root_, "pair", i);
    const auto& names = case_.pairs[i].materials;
    for (const std::string& name : names)
      if (name != "*") material(entry, "materials", name);
    for (std::size_t j = 0; j < i; ++j) {
      const auto& other = case_.pairs[j].materials;
      const bool same = (names[0] == other[0] && names[1] == other[1]) ||
                        (names[0] == other[1] && names[1] == other[0]);
      if (same)
        entry.refuse("materials", fmt::format("the pair is already given on line {}; remove one",
                                              case_.pairs[j].origin.line));
    }
  }
}

void Checker::bodies() {
  for (std::size_t i = 0; i < case_.bodies.size(); ++i) {
    const Entry entry = Entry::of(root_, "bodies", i);
    const BodiesOptions& b = case_.bodies[i];
    if (!b.material.empty()) material(entry, "material", b.material);
    entry.need_name("shape", b.shape, "clump", shapes_);
    for (const std::string& name : b.type_materials) material(entry, "type_materials", name);
    motions(entry, b.motion, true);
    const bool flat = b.region && b.region->kind == RegionKind::kDisc;
    if (flat) entry.refuse("region", "a disc has no volume; use a box, cylinder or sphere");
    for (std::size_t k = 0; k < b.list.size(); ++k) {
      Entry body = Entry::of(*entry.node, "list", k);
      body.path = entry.path + "." + body.path;
      const ExplicitBody& one = b.list[k];
      if (one.material) material(body, "material", *one.material);
      if (!one.material && b.material.empty())
        body.refuse("material", "name a material here or for the whole entry");
      if (!one.radius && !b.sizes && b.shape == "sphere")
        body.refuse("radius", "give a radius here or sizes for the whole entry");
    }
  }
}

void Checker::emitters() {
  for (std::size_t i = 0; i < case_.emitters.size(); ++i) {
    const Entry entry = Entry::of(root_, "emitter", i);
    material(entry, "material", case_.emitters[i].material);
    entry.need_name("shape", case_.emitters[i].shape, "clump", shapes_);
    phases(entry, case_.emitters[i].phases);
  }
}

void Checker::outlets() {
  for (std::size_t i = 0; i < case_.outlets.size(); ++i) {
    const Entry entry = Entry::of(root_, "outlet", i);
    const OutletOptions& outlet = case_.outlets[i];
    phases(entry, outlet.phases);
    const std::size_t axis = outlet.face ? static_cast<std::size_t>(*outlet.face) / 2 : 0;
    if (outlet.face && case_.domain.periodic[axis])
      entry.refuse("face",
                   "the domain is periodic there: nothing leaves through this face; "
                   "take another one, or give a region");
    if (outlet.region && outlet.region->kind == RegionKind::kDisc)
      entry.refuse("region", "a disc has no volume; use a box, cylinder or sphere");
  }
}

void Checker::walls() {
  for (std::size_t i = 0; i < case_.walls.size(); ++i) {
    const Entry entry = Entry::of(root_, "wall", i);
    const WallOptions& wall = case_.walls[i];
    material(entry, "material", wall.material);
    for (const MeshPart& part : wall.parts) material(entry, "parts", part.material);
    phases(entry, wall.phases);
    motions(entry, wall.motion, false);
  }
  const std::vector<std::string> names = names_of(case_.walls);
  std::vector<std::string> parts;
  for (const WallOptions& w : case_.walls)
    if (w.mass) parts.push_back(w.name);
  for (std::size_t i = 0; i < case_.joints.size(); ++i) {
    const JointOptions& j = case_.joints[i];
    const Entry entry = Entry::of(root_, "joint", i);
    if (!j.part.empty()) entry.need_name("part", j.part, "wall with mass", parts);
    if (!j.to_part.empty()) entry.need_name("to_part", j.to_part, "wall", names);
    phases(entry, j.motor_phases);
  }
  if (case_.run.method == Method::kNonsmooth) unique("joint", case_.joints);
}

void Checker::force_formulas(const Entry& entry, const ForceOptions& force) {
  const auto check = [&](const std::string& key, const std::string& text) {
    if (text.empty()) return;
    try {
      const Expression compiled(text, force_variables(), force.constants);
    } catch (const FormulaError& error) {
      entry.refuse(key, error.what());
    }
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    check(std::string(1, "xyz"[axis]), force.force[axis]);
    check(std::string("torque_") + "xyz"[axis], force.torque[axis]);
  }
}

void Checker::forces() {
  std::vector<std::string> parts;
  for (const WallOptions& w : case_.walls)
    if (w.mass) parts.push_back(w.name);
  for (std::size_t i = 0; i < case_.forces.size(); ++i) {
    const Entry entry = Entry::of(root_, "force", i);
    const ForceOptions& force = case_.forces[i];
    phases(entry, force.phases);
    if (!force.part.empty()) entry.need_name("part", force.part, "wall with mass", parts);
    force_formulas(entry, force);
  }
  if (case_.dae.keep_energy && (case_.drag || !case_.forces.empty()))
    Entry::of(root_, "dae", 0)
        .refuse("keep_energy",
                "[[force]] and [drag] change the energy of the bodies; remove them or keep_energy");
}

void Checker::observers() {
  for (std::size_t i = 0; i < case_.observers.size(); ++i) {
    const Entry entry = Entry::of(root_, "observe", i);
    const ObserveOptions& o = case_.observers[i];
    if (o.kind == ObserveKind::kWall)
      entry.need_name("wall", o.wall, "wall", names_of(case_.walls));
    if (o.kind == ObserveKind::kJoint) {
      std::vector<std::string> joints;
      for (const JointOptions& j : case_.joints)
        if (!j.part.empty()) joints.push_back(j.name);
      entry.need_name("joint", o.joint, "joint of a machine", joints);
    }
    if (o.kind == ObserveKind::kCycle) phases(entry, o.phases);
    if (o.kind == ObserveKind::kPrescribed)
      entry.need_name("label", o.label, "prescribed [[bodies]] entry with the label",
                      prescribed_labels());
    if (o.region && o.region->kind == RegionKind::kDisc && o.kind != ObserveKind::kFlux)
      entry.refuse("region", "a disc has no volume; use a box, cylinder or sphere");
  }
  colours();
}

void Checker::colours() {
  const std::string& by = case_.output.picture.colour_by;
  if (by == "carrier" && !case_.reduction)
    refuse(root_.find("output")->find("picture")->find("colour_by")->place,
           "output.picture.colour_by",
           "\"carrier\", the wall that a grain hangs on, is known with [reduction] only; add the "
           "table, or colour by something else");
  const bool local = by.rfind("d2min", 0) == 0 || by.rfind("affine_", 0) == 0;
  const auto measures = [](const ObserveOptions& o) { return o.kind == ObserveKind::kNonaffine; };
  if (!local || std::any_of(case_.observers.begin(), case_.observers.end(), measures)) return;
  refuse(root_.find("output")->find("picture")->find("colour_by")->place,
         "output.picture.colour_by",
         fmt::format("\"{}\" is known only with an observer; add [[observe]] with kind = "
                     "\"nonaffine\" and a radius",
                     by));
}

void Checker::used_materials() {
  MaterialCounts bodies;
  for (const BodiesOptions& b : case_.bodies) {
    const bool generated = b.source == BodySource::kLattice || b.source == BodySource::kPacking ||
                           b.source == BodySource::kLine;
    // What files hold is counted when they are read.
    const bool listed = b.source == BodySource::kExplicit;
    if (!b.material.empty())
      bodies[material_index(case_, b.material)] += generated ? b.count.value_or(2) : !listed;
    for (const std::string& name : b.type_materials) ++bodies[material_index(case_, name)];
    for (const ExplicitBody& one : b.list)
      ++bodies[material_index(case_, one.material.value_or(b.material))];
  }
  check_body_materials(case_, bodies, {case_.file, 0});
}

/// Where rigid grains are to be had.
std::string rigid_remedy(const Case& c) {
  const std::string linear =
      "law.normal = \"linear\" with law.tangential = \"cundall-strack\", no young and no "
      "pair.stiffness";
  return c.run.method == Method::kNonsmooth
             ? "give a finite number, or for rigid grains " + linear
             : "give a finite number; rigid grains are for run.method = \"nonsmooth\", " + linear;
}

/// What the normal law asks of a material that takes part in contacts.
void check_moduli(const Case& c, const Material& m) {
  if (c.law.normal == NormalLaw::kLinear) return;
  auto refuse = [&](const char* key, const std::string& message) {
    throw CaseError(m.origin.file, m.origin.line,
                    fmt::format("material.{}.{}: {}", m.name, key, message));
  };
  if (!m.young)
    refuse("young",
           "is needed by the hertz and jkr laws [Pa]; \"inf\" is a rigid wall. For a body " +
               rigid_remedy(c));
  if (!m.poisson && std::isfinite(*m.young))
    refuse("poisson", "is needed by the hertz and jkr laws");
}

void check_pair(const Case& c, int a, int b, const Origin& who) {
  const Material &ma = c.materials[static_cast<std::size_t>(a)],
                 &mb = c.materials[static_cast<std::size_t>(b)];
  const PairOptions* pair = find_pair(c, a, b);
  if (!pair)
    throw CaseError(
        who.file, who.line,
        fmt::format("pair: \"{}\" and \"{}\" can meet, but no [[pair]] covers them; add "
                    "one with materials = [\"{}\", \"{}\"] or [\"*\", \"*\"]",
                    ma.name, mb.name, ma.name, mb.name));
  const bool impacts = c.run.method == Method::kNonsmooth && c.nonsmooth.impacts;
  if (!(pair->restitution > 0) && !impacts)
    throw CaseError(pair->origin.file, pair->origin.line,
                    "pair.restitution: 0 needs an infinite dashpot; use a small number, or "
                    "run.method = \"nonsmooth\" with impacts");
  if (c.law.normal == NormalLaw::kLinear && !pair->stiffness && c.run.method != Method::kNonsmooth)
    throw CaseError(pair->origin.file, pair->origin.line,
                    fmt::format("pair.stiffness: is needed by the linear law for \"{}\" and \"{}\" "
                                "[N/m]",
                                ma.name, mb.name));
}

/// Of parts and what they touch; each pair of materials once, as there may be thousands of parts.
void check_part_materials(const Case& c) {
  std::vector<int> material;
  for (const WallOptions& w : c.walls) material.push_back(material_index(c, w.material));
  const std::size_t kinds = c.materials.size();
  std::vector<char> checked(kinds * kinds, 0);
  for (std::size_t p = 0; p < c.walls.size(); ++p) {
    if (!c.walls[p].mass || c.walls[p].touches != Touches::kAll) continue;
    for (std::size_t w = 0; w < c.walls.size(); ++w) {
      char& done = checked[static_cast<std::size_t>(material[p]) * kinds +
                           static_cast<std::size_t>(material[w])];
      if (w == p || done || c.walls[w].touches != Touches::kAll) continue;
      done = 1;
      check_pair(c, material[p], material[w], c.walls[p].origin);
    }
  }
}

}  // namespace

void check_body_materials(const Case& c, MaterialCounts bodies, const Origin& who) {
  for (const EmitterOptions& e : c.emitters) bodies[material_index(c, e.material)] += 2;
  std::set<int> walls;
  for (const WallOptions& wall : c.walls) {
    walls.insert(material_index(c, wall.material));
    for (const MeshPart& part : wall.parts) walls.insert(material_index(c, part.material));
  }
  for (const int i : walls) check_moduli(c, c.materials[static_cast<std::size_t>(i)]);
  for (const auto& [i, count] : bodies) {
    const Material& m = c.materials[static_cast<std::size_t>(i)];
    if (!m.density)
      throw CaseError(
          m.origin.file, m.origin.line,
          fmt::format("material.{}.density: is needed, bodies are made of it [kg/m^3]", m.name));
    check_moduli(c, m);
    if (m.young && std::isinf(*m.young) && c.law.normal != NormalLaw::kLinear)
      throw CaseError(m.origin.file, m.origin.line,
                      fmt::format("material.{}.young: only walls can be rigid by the hertz and jkr "
                                  "laws, and bodies are made of it; {}",
                                  m.name, rigid_remedy(c)));
    for (const auto& [j, others] : bodies)
      if (j > i || (j == i && count > 1)) check_pair(c, i, j, who);
    for (const int j : walls) check_pair(c, i, j, who);
  }
  check_part_materials(c);
}

void check_case(const Case& c, const Node& root) {
  Checker(c, root).all();
  check_output_intervals(c, root);
}

}  // namespace scree
