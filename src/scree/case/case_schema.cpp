/// Keys of the whole case, and of run, domain, gravity, materials, laws and pairs.
#include "scree/case/case_schema.h"

#include <algorithm>
#include <cmath>

namespace scree {

template <>
const std::vector<std::string>& words_of<Method>() {
  static const std::vector<std::string> words{"smooth", "dae", "nonsmooth"};
  return words;
}
template <>
const std::vector<std::string>& words_of<Clocks>() {
  static const std::vector<std::string> words{"keep", "restart"};
  return words;
}
template <>
const std::vector<std::string>& words_of<NormalLaw>() {
  static const std::vector<std::string> words{"hertz", "linear", "jkr"};
  return words;
}
template <>
const std::vector<std::string>& words_of<TangentialLaw>() {
  static const std::vector<std::string> words{"none", "mindlin", "mindlin-rescaled",
                                              "mindlin-deresiewicz", "cundall-strack"};
  return words;
}
template <>
const std::vector<std::string>& words_of<RollingLaw>() {
  static const std::vector<std::string> words{"none", "spring", "constant"};
  return words;
}
template <>
const std::vector<std::string>& words_of<TwistingLaw>() {
  static const std::vector<std::string> words{"none", "spring"};
  return words;
}

template <>
const Schema& schema_of<RunOptions>() {
  static const Schema schema = make_schema<RunOptions>("run", "How the case is run.", [](auto& s) {
    using R = RunOptions;
    s.key("method", &R::method, "method that moves the bodies");
    s.special("from", "text",
              "output folder of an earlier run of a similar case, whose end is the start: bodies, "
              "contacts (unless the method is another), walls and motions are taken over, "
              "[[bodies]] only say which are prescribed and how they move; relative to the case "
              "file, in --set to the present folder",
              [](R& r, const Node& node, const Reading& reading) {
                r.from = earlier_run(node, reading);
              })
        .automatic("a new start");
    s.key("clocks", &R::clocks,
          "with from: motions go on where they were, or begin anew at their time zero (servos stay "
          "where they are)");
    s.key("first_phase", &R::first_phase, "with from: name of the phase with which it begins")
        .automatic("the first");
    s.key("seed", &R::seed, "seed of every random number of the run").at_least(0);
    s.key("planar", &R::planar, "two-dimensional: bodies are discs in the x-y plane");
    s.key("thickness", &R::thickness, "depth of the discs of a planar case")
        .unit("m")
        .at_least(kSmallest)
        .at_most(kLargest);
    s.key("dimensionless", &R::dimensionless, "numbers carry no units; only labels change");
    s.key("duration", &R::duration, "length of a case without phases")
        .unit("s")
        .at_least(kSmallest)
        .at_most(kLargest);
    s.key("time_step", &R::time_step, "time step; one that is too large is refused")
        .unit("s")
        .at_least(kSmallest)
        .at_most(kLargest)
        .automatic("time_step_fraction of the critical one");
    s.key("time_step_fraction", &R::time_step_fraction,
          "chosen step over the shorter of Rayleigh time and contact time")
        .unit("-")
        .above(0)
        .at_most(1);
    s.key("force_time_step", &R::force_time_step, "accept a time_step that is too large");
    s.key(
        "audit", &R::audit,
        "also sum the work that every contact does on its bodies, a column contact_work: with the "
        "work of walls, gravity and prescribed bodies it is what the bodies gain");
    s.key("overlap_limit", &R::overlap_limit,
          "overlap over the smaller radius at which the run stops")
        .unit("-")
        .above(0)
        .at_most(kLargest);
    s.key("ledger_limit", &R::ledger_limit,
          "closing error of the energy ledger above which a run warns, or ends with --strict")
        .unit("-")
        .above(0)
        .at_most(kLargest)
        .automatic("0.01; method nonsmooth 0.05");
    s.key("skin", &R::skin, "margin of the neighbour list")
        .unit("m")
        .at_least(0)
        .at_most(kLargest)
        .automatic("0.3 mean radii, at most the smallest radius");
    s.key("checkpoint_interval", &R::checkpoint_interval, "wall-clock time between checkpoints")
        .unit("s")
        .above(0)
        .at_most(kLargest);
    s.rule("thickness belongs to planar cases; set planar = true or remove it", "thickness",
           [](const R& r) { return r.planar || r.thickness == R{}.thickness; });
    s.rule("clocks belongs to from", "clocks",
           [](const R& r) { return r.clocks == Clocks::kKeep || !r.from.empty(); });
    s.rule("first_phase belongs to from", "first_phase",
           [](const R& r) { return r.first_phase.empty() || !r.from.empty(); });
    s.rule("force_time_step needs a time_step to force", "force_time_step",
           [](const R& r) { return !r.force_time_step || r.time_step; });
  });
  return schema;
}

template <>
const Schema& schema_of<DomainOptions>() {
  static const Schema schema = make_schema<DomainOptions>(
      "domain", "The box in which everything happens; a body that leaves it is an error.",
      [](auto& s) {
        using D = DomainOptions;
        s.key("lo", &D::lo, "lower corner").unit("m").at_most(kLargest).required();
        s.key("hi", &D::hi, "upper corner").unit("m").at_most(kLargest).required();
        s.special("periodic", "3 of: true or false", "axes along which the domain repeats itself",
                  [](D& d, const Node& node, const Reading& reading) {
                    const bool two = reading.planar && node.items.size() == 2;
                    const auto& items = read_items(node, reading, two ? 2 : 3);
                    for (std::size_t k = 0; k < items.size(); ++k)
                      d.periodic[k] = read_bool(items[k], reading);
                  })
            .automatic("[false, false, false]");
        s.rule("every component of hi must be above that of lo", "hi",
               [](const D& d, const Reading& reading) {
                 return d.hi.x > d.lo.x && d.hi.y > d.lo.y && (reading.planar || d.hi.z > d.lo.z);
               });
        s.rule(
            "a planar case cannot be periodic along z", "periodic",
            [](const D& d, const Reading& reading) { return !(reading.planar && d.periodic[2]); });
      });
  return schema;
}

template <>
const Schema& schema_of<Oscillation>() {
  static const Schema schema =
      make_schema<Oscillation>("oscillation", "A sinusoidal part of gravity.", [](auto& s) {
        using O = Oscillation;
        s.key("amplitude", &O::amplitude, "largest acceleration")
            .unit("m/s^2")
            .at_most(kLargest)
            .in_plane()
            .required();
        s.key("frequency", &O::frequency, "oscillations per second")
            .unit("Hz")
            .at_least(kSmallest)
            .at_most(kLargest)
            .required();
        s.key("phase", &O::phase, "angle at time zero").unit("rad");
      });
  return schema;
}

template <>
const Schema& schema_of<GravityOptions>() {
  static const Schema schema = make_schema<GravityOptions>(
      "gravity",
      "Gravity; none when absent. A table replaces the vector; rotation and oscillation add.",
      [](auto& s) {
        using G = GravityOptions;
        s.key("vector", &G::vector, "constant acceleration")
            .unit("m/s^2")
            .at_most(kLargest)
            .in_plane();
        s.special("table", "rows or file",
                  "acceleration over time: rows [t, gx, gy, gz], or a table file with these "
                  "columns; linear between rows",
                  [](G& g, const Node& node, const Reading& reading) {
                    for (const auto& row : read_rows(node, reading, {"t", "gx", "gy", "gz"}))
                      g.rows.push_back({row[0], {row[1], row[2], row[3]}});
                    if (node.is(Node::Kind::kText)) g.file = input_file(node, reading);
                  })
            .unit("s, m/s^2");
        s.key("axis", &G::axis, "axis about which the vector turns").spin();
        s.key("rate", &G::rate, "how fast it turns").unit("rad/s");
        s.list("oscillation", &G::oscillation, "sinusoidal parts");
        s.rule("give either a vector or a table, not both", "table",
               [](const G& g) { return g.rows.empty() || norm2(g.vector) == 0; });
        s.rule("the axis must not be zero", "axis", [](const G& g) { return norm2(g.axis) > 0; });
      });
  return schema;
}

template <>
const Schema& schema_of<Material>() {
  static const Schema schema =
      make_schema<Material>("material", "A material, by a name of your choice.", [](auto& s) {
        using M = Material;
        s.key("density", &M::density, "density; needed when a body is made of it")
            .unit("kg/m^3")
            .at_least(kSmallest)
            .at_most(kLargest);
        s.key("young", &M::young, "Young's modulus; needed by hertz and jkr; inf is a rigid wall")
            .unit("Pa")
            .at_least(kSmallest)
            .at_most(kLargest)
            .infinite();
        s.key("poisson", &M::poisson, "Poisson's ratio; needed by hertz and jkr")
            .unit("-")
            .above(-1)
            .at_most(0.5);
      });
  return schema;
}

template <>
const Schema& schema_of<LawOptions>() {
  static const Schema schema = make_schema<LawOptions>(
      "law",
      "The contact law, the same for all pairs. Forces act in the middle of "
      "the overlap d: the arm of friction is R - d/2. In an elastic impact "
      "that slides throughout, 2 R w/(mu (1 + e) v_n) is 5 for rigid "
      "spheres and here 5 (1 - 0.41 d/R) of the largest overlap, 4.945 at "
      "2.7 %.",
      [](auto& s) {
        using L = LawOptions;
        s.key("normal", &L::normal, "force along the normal");
        s.key("tangential", &L::tangential, "friction with its spring");
        s.key(
            "rolling", &L::rolling,
            "rolling resistance: elastic-plastic spring, or a constant torque that at rest holds");
        s.key("twisting", &L::twisting, "resistance against spin about the normal");
        s.key("tension", &L::tension, "may the dashpot pull at the end of a contact");
        s.key("tangential_damping", &L::tangential_damping,
              "tangential over normal dashpot coefficient")
            .unit("-")
            .at_least(0)
            .at_most(kLargest);
        s.rule(
            "the mindlin laws need normal = \"hertz\" or \"jkr\"; with the linear law use "
            "\"cundall-strack\" or \"none\"",
            "tangential", [](const L& l) {
              return l.normal != NormalLaw::kLinear || l.tangential == TangentialLaw::kNone ||
                     l.tangential == TangentialLaw::kCundallStrack;
            });
      });
  return schema;
}

template <>
const Schema& schema_of<PairOptions>() {
  static const Schema schema = make_schema<PairOptions>(
      "pair",
      "What two materials do to each other. \"*\" is any material; the entry that names more wins.",
      [](auto& s) {
        using P = PairOptions;
        s.key("materials", &P::materials, "the two materials, or \"*\"").required();
        s.key("restitution", &P::restitution, "rebound over impact speed, held at every speed")
            .unit("-")
            .at_least(0)
            .at_most(1)
            .required();
        s.key("friction", &P::friction, "sliding friction coefficient")
            .unit("-")
            .at_least(0)
            .at_most(kLargest);
        s.key("static_friction", &P::static_friction,
              "friction coefficient of contacts that stick; method dae only")
            .unit("-")
            .at_least(0)
            .at_most(kLargest)
            .automatic("friction");
        s.key("stiffness", &P::stiffness,
              "normal spring; needed by the linear law; method nonsmooth: without it the contact "
              "is rigid")
            .unit("N/m")
            .at_least(kSmallest)
            .at_most(kLargest);
        s.key("tangential_stiffness_ratio", &P::tangential_stiffness_ratio,
              "tangential over normal spring of cundall-strack with the linear law")
            .unit("-")
            .above(0)
            .at_most(kLargest)
            .automatic("2/7");
        s.key("surface_energy", &P::surface_energy,
              "surface energy gamma, half the work of adhesion; for jkr")
            .unit("J/m^2")
            .at_least(0)
            .at_most(kLargest);
        s.key(
             "pull_off", &P::pull_off,
             "cohesion of the method nonsmooth: force up to which a contact that has touched holds")
            .unit("N")
            .at_least(0)
            .at_most(kLargest);
        s.key("pull_off_range", &P::pull_off_range, "gap up to which it does")
            .unit("m")
            .at_least(0)
            .at_most(kLargest);
        s.key("bridges", &P::bridges, "do liquid bridges form between the two; see [liquid]");
        s.key("contact_angle", &P::contact_angle, "contact angle of the liquid between the two")
            .unit("rad")
            .at_least(0)
            .below(kPi / 2)
            .automatic("that of [liquid]");
        s.key("rolling_friction", &P::rolling_friction,
              "largest rolling torque over (effective radius times normal force)")
            .unit("-")
            .at_least(0)
            .at_most(kLargest);
        s.key("rolling_stiffness_ratio", &P::rolling_stiffness_ratio,
              "rolling spring over (tangential stiffness times effective radius squared)")
            .unit("-")
            .above(0)
            .at_most(kLargest);
        s.key("rolling_damping", &P::rolling_damping,
              "rolling dashpot, fraction of critical for the inertia 2/5 m* R*^2, that of a sphere "
              "at a wall")
            .unit("-")
            .at_least(0)
            .at_most(kLargest);
        s.key("twisting_friction", &P::twisting_friction,
              "largest twisting torque over (effective radius times normal force)")
            .unit("-")
            .at_least(0)
            .at_most(kLargest);
        s.key("twisting_stiffness_ratio", &P::twisting_stiffness_ratio,
              "twisting spring over (tangential stiffness times effective radius squared)")
            .unit("-")
            .above(0)
            .at_most(kLargest);
        s.key("twisting_damping", &P::twisting_damping,
              "twisting dashpot, fraction of critical for the inertia 2/5 m* R*^2, that of a "
              "sphere at a wall")
            .unit("-")
            .at_least(0)
            .at_most(kLargest);
      });
  return schema;
}

template <>
const Schema& schema_of<Case>() {
  static const Schema schema =
      make_schema<Case>("", "The keys at the top of a case file.", [](auto& s) {
        using C = Case;
        s.key("title", &C::title, "one line naming the case");
        s.key("description", &C::description, "what it shows");
        s.key("source", &C::source, "where it was published");
        s.table("run", &C::run, "how the case is run");
        s.table("dae", &C::dae, "how the method dae integrates");
        s.table("nonsmooth", &C::nonsmooth, "how the method nonsmooth steps and solves");
        s.table("reduction", &C::reduction,
                "model reduction of the method nonsmooth; none when absent");
        s.table("domain", &C::domain, "the box in which everything happens").required();
        s.table("gravity", &C::gravity, "gravity; none when absent");
        s.named("material", &C::materials, "materials by name: [material.glass]").required();
        s.table("law", &C::law, "the contact law");
        s.table("liquid", &C::liquid, "liquid bridges between wet grains; dry when absent");
        s.list("pair", &C::pairs, "what two materials do to each other");
        s.named("clump", &C::clumps, "rigid clumps of spheres by name: [clump.peanut]");
        s.list("bodies", &C::bodies, "bodies present at the start");
        s.list("joint", &C::joints,
               "rods and springs between bodies (method dae), joints of machines (nonsmooth)");
        s.list("emitter", &C::emitters, "sources that pour bodies during the run");
        s.list("outlet", &C::outlets, "where bodies may leave");
        s.list("wall", &C::walls, "walls and machine parts");
        s.list("force", &C::forces, "forces from outside by formulas of place, motion and time");
        s.table("drag", &C::drag, "drag of a fluid at rest or in uniform flow; none when absent");
        s.list("phase", &C::phases, "parts of the run, one after the other");
        s.list("observe", &C::observers, "measurements beyond the energy ledger");
        s.table("output", &C::output, "what is written and how often");
        s.rule("give run.duration or at least one [[phase]], so that the run has an end", "",
               [](const C& c) { return c.run.duration || !c.phases.empty(); });
        s.rule("give either run.duration or [[phase]] entries, not both", "phase",
               [](const C& c) { return !c.run.duration || c.phases.empty(); });
        s.rule("a case needs bodies, an emitter or a wall with mass", "", [](const C& c) {
          const auto is_part = [](const WallOptions& w) { return w.mass.has_value(); };
          return !c.bodies.empty() || !c.emitters.empty() ||
                 std::any_of(c.walls.begin(), c.walls.end(), is_part);
        });
      });
  return schema;
}

}  // namespace scree
