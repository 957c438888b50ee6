/// Keys of phases, observers and outputs.
#include "scree/case/case_schema.h"
#include "scree/case/formula_variables.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<ObserveKind>() {
  static const std::vector<std::string> words{
      "energy", "momentum", "coordination", "stress",     "wall", "repose", "profile", "flux",
      "group",  "track",    "nonaffine",    "prescribed", "sum",  "cycle",  "joint"};
  return words;
}
template <>
const std::vector<std::string>& words_of<ProfileQuantity>() {
  static const std::vector<std::string> words{"height", "velocity", "fraction"};
  return words;
}

namespace {

void describe_stationary(SchemaBuilder<UntilOptions>& s) {
  using U = UntilOptions;
  s.key("stationary", &U::stationary,
        "instead of quantity: a column of the series whose cycle averages must have settled");
  s.key("period", &U::period, "length of a cycle, counted from the start of the phase")
      .unit("s")
      .above(0);
  s.key("cycles", &U::cycles, "number of last cycles that are compared").at_least(2).at_most(1000);
  s.key("tolerance", &U::tolerance,
        "largest minus smallest of their averages, over the size of the mean of these, must be "
        "below this")
      .unit("-")
      .above(0);
  s.key("change", &U::change,
        "compare the growth per cycle, for columns that add up such as prescribed_work");
  s.rule("stationary needs a period", "stationary",
         [](const U& u) { return u.stationary.empty() || u.period; });
  s.rule("period and change belong to stationary", "period",
         [](const U& u) { return !u.stationary.empty() || (!u.period && !u.change); });
  s.rule("below, above and hold belong to quantity", "stationary",
         [](const U& u) { return u.stationary.empty() || (!u.below && !u.above && u.hold == 0); });
}

}  // namespace

template <>
const Schema& schema_of<UntilOptions>() {
  static const Schema schema = make_schema<UntilOptions>(
      "until", "A condition that ends a phase. Times count from its start.", [](auto& s) {
        using U = UntilOptions;
        s.key("quantity", &U::quantity, "a column of the series, for example kinetic_energy");
        s.key("below", &U::below, "ends when the quantity is below this");
        s.key("above", &U::above, "ends when the quantity is above this");
        s.key("hold", &U::hold, "time for which this must hold without a break")
            .unit("s")
            .at_least(0);
        s.key("min", &U::min, "not before this time").unit("s").at_least(0);
        s.key("at_most", &U::at_most,
              "ends anyway after this time; with stationary, after the whole number of periods "
              "nearest to it")
            .unit("s")
            .at_least(kSmallest)
            .at_most(kLargest)
            .required();
        describe_stationary(s);
        s.rule("give either quantity or stationary", "",
               [](const U& u) { return u.quantity.empty() != u.stationary.empty(); });
        s.rule("quantity needs either below or above", "quantity", [](const U& u) {
          return u.quantity.empty() || u.below.has_value() != u.above.has_value();
        });
        s.rule("at_most must be longer than min", "at_most",
               [](const U& u) { return u.at_most > u.min; });
      });
  return schema;
}

template <>
const Schema& schema_of<PhaseOptions>() {
  static const Schema schema = make_schema<PhaseOptions>(
      "phase",
      "A part of the run. Walls, motions, emitters and outlets name the phases they act in.",
      [](auto& s) {
        using P = PhaseOptions;
        s.key("name", &P::name, "name").a_name().required();
        s.key("duration", &P::duration, "how long it lasts")
            .unit("s")
            .at_least(kSmallest)
            .at_most(kLargest);
        s.table("until", &P::until, "condition that ends it");
        s.table("gravity", &P::gravity, "gravity during this phase").automatic("that of the case");
        s.rule("give either duration or until", "",
               [](const P& p) { return p.duration.has_value() != p.until.has_value(); });
      });
  return schema;
}

namespace {

void describe_sums(SchemaBuilder<ObserveOptions>& s) {
  using O = ObserveOptions;
  s.key("direction", &O::direction,
        "in which the bodies press, as of a servo; gives the column pressure")
      .in_plane()
      .only("kind", {"prescribed"})
      .automatic("no pressure");
  s.key("area", &O::area, "area they press on; planar: length times thickness")
      .unit("m^2")
      .above(0)
      .only("kind", {"prescribed"});
  s.key("formula", &O::formula,
        "what is summed: a formula of x y z (position), vx vy vz, fx fy fz (force on the body), d "
        "(diameter), m (mass), t (time of the run) and of constants")
      .required()
      .only("kind", {"sum"});
  s.key("integrate", &O::integrate, "sum over every step times its length as well")
      .only("kind", {"sum"});
  s.special("constants", "table of: number", "names for numbers in the formulas: {L = 47, T = 4}",
            [](O& o, const Node& node, const Reading& reading) {
              const bool sum = o.kind == ObserveKind::kSum;
              o.constants =
                  read_constants(node, reading, sum ? sum_variables() : cycle_variables());
            })
      .only("kind", {"sum", "cycle"})
      .automatic("none");
  s.rule("give direction and area together", "direction",
         [](const O& o) { return (norm2(o.direction) > 0) == (o.area > 0); });
}

void describe_cycles(SchemaBuilder<ObserveOptions>& s) {
  using O = ObserveOptions;
  s.key("period", &O::period, "length of a cycle").unit("s").above(0).only("kind", {"cycle"});
  s.key("phases", &O::phases,
        "phases in which its clock runs: those of the motion that makes the cycles")
      .only("kind", {"cycle"})
      .automatic("all");
  s.key("average", &O::average,
        "columns of the series: mean, deviation within the cycle, smallest and largest value")
      .only("kind", {"cycle"})
      .automatic("none");
  s.key("change", &O::change,
        "columns of the series that add up (losses, work, counts): their growth over the cycle")
      .only("kind", {"cycle"})
      .automatic("none");
  s.key("angle", &O::angle,
        "formula of the observer's clock t and of constants; bins are cut from lo to hi of it")
      .only("kind", {"cycle"})
      .automatic("no bins");
  s.key("strokes", &O::strokes, "bins of growing and of falling angle apart")
      .only("kind", {"cycle"});
  s.key("block", &O::block, "cycles averaged in one set of bins")
      .at_least(1)
      .only("kind", {"cycle"});
  s.rule("a cycle needs a period", "period",
         [](const O& o) { return o.kind != ObserveKind::kCycle || o.period; });
  s.rule("a cycle needs columns to average or to take the change of", "average", [](const O& o) {
    return o.kind != ObserveKind::kCycle || !o.average.empty() || !o.change.empty();
  });
  s.rule("angle needs lo and hi", "angle",
         [](const O& o) { return o.angle.empty() || (o.lo && o.hi); });
  s.rule("the interval of a cycle must be shorter than its period", "interval", [](const O& o) {
    return o.kind != ObserveKind::kCycle || !o.period || !o.interval || *o.interval < *o.period;
  });
}

}  // namespace

template <>
const Schema& schema_of<ObserveOptions>() {
  static const Schema schema = make_schema<
      ObserveOptions>("observe", "A measurement. The energy ledger is always on.", [](auto& s) {
    using O = ObserveOptions;
    s.key("kind", &O::kind,
          "momentum; coordination number; stress tensor; force, torque and power of a wall, and "
          "place "
          "and motion of a part; angle or shift, motor and error of a joint; "
          "angle of repose; profile along an axis; flux through a plane; group of bodies by "
          "label; track of one body; non-affine motion D2min with the affine strain beside it; "
          "force, "
          "power and work of prescribed bodies; sum of a formula over bodies; averages of each "
          "cycle of a periodic motion")
        .required();
    s.key("name", &O::name, "prefix of its columns").a_name().automatic("the kind");
    s.key("interval", &O::interval,
          "time between measurements; of nonaffine: over which motion is measured")
        .unit("s")
        .at_least(kSmallest)
        .at_most(kLargest)
        .automatic("output.series_interval");
    s.table("region", &O::region, "bodies or contacts in this region only")
        .only("kind",
              {"momentum", "coordination", "stress", "profile", "flux", "repose", "nonaffine"})
        .automatic("everywhere");
    s.key("wall", &O::wall, "name of the wall").required().only("kind", {"wall"});
    s.key("joint", &O::joint, "name of the joint of a machine").required().only("kind", {"joint"});
    s.key("label", &O::label, "label of the bodies; needed by group, prescribed and sum")
        .only("kind", {"group", "nonaffine", "prescribed", "sum"})
        .automatic("all bodies");
    s.key("radius", &O::radius, "bodies closer than this are neighbours")
        .unit("m")
        .above(0)
        .required()
        .only("kind", {"nonaffine"});
    s.key("body", &O::body, "id of the body").at_least(0).required().only("kind", {"track"});
    s.key("axis", &O::axis, "direction of the profile; upward direction of a heap")
        .only("kind", {"profile", "repose"});
    s.key("ridge", &O::ridge, "horizontal direction across a heap that is a ridge")
        .in_plane()
        .only("kind", {"repose"})
        .automatic("a ridge if planar or periodic along one horizontal axis, else round");
    s.key("bins", &O::bins, "number of bins")
        .at_least(1)
        .at_most(100000)
        .only("kind", {"profile", "repose", "cycle"});
    s.key("lo", &O::lo, "start of the bins: along the axis, or of the angle")
        .unit("m")
        .only("kind", {"profile", "cycle"})
        .automatic("the domain's");
    s.key("hi", &O::hi, "end of the bins: along the axis, or of the angle")
        .unit("m")
        .only("kind", {"profile", "cycle"})
        .automatic("the domain's");
    s.key("quantity", &O::quantity, "what is averaged in each bin").only("kind", {"profile"});
    s.key("point", &O::point, "a point of the plane").unit("m").required().only("kind", {"flux"});
    s.key("normal", &O::normal, "direction counted as positive").only("kind", {"flux"});
    s.rule("hi must be above lo", "hi", [](const O& o) { return !o.lo || !o.hi || *o.hi > *o.lo; });
    describe_sums(s);
    describe_cycles(s);
    s.rule("group, prescribed and sum need the label of their bodies", "label", [](const O& o) {
      const bool needed = o.kind == ObserveKind::kGroup || o.kind == ObserveKind::kPrescribed ||
                          o.kind == ObserveKind::kSum;
      return !needed || !o.label.empty();
    });
    s.rule("the axis must not be zero", "axis", [](const O& o) { return norm2(o.axis) > 0; });
    s.rule("the normal must not be zero", "normal", [](const O& o) { return norm2(o.normal) > 0; });
  });
  return schema;
}

template <>
const Schema& schema_of<PictureOptions>() {
  static const Schema schema = make_schema<PictureOptions>(
      "picture", "How the quick-look picture of a frame is drawn.", [](auto& s) {
        using P = PictureOptions;
        s.key("colour_by", &P::colour_by, "what the colour of a body shows; none: sand")
            .one_of({"none", "velocity", "spin", "radius", "material", "label", "coordination",
                     "normal_force", "id", "carrier", "d2min", "d2min_per_neighbour",
                     "affine_shear", "affine_volume"});
        s.key("lo", &P::lo, "value of the first colour").automatic("that of the frame");
        s.key("hi", &P::hi, "value of the last colour").automatic("that of the frame");
        s.key("direction", &P::direction, "direction in which the viewer looks");
        s.key("up", &P::up, "direction that is up in the picture");
        s.key("width", &P::width, "width").unit("pixel").at_least(64).at_most(8192);
        s.rule("up and direction must not be parallel", "up",
               [](const P& p) { return norm2(cross(p.direction, p.up)) > 0; });
        s.rule("hi must be above lo", "hi",
               [](const P& p) { return !p.lo || !p.hi || *p.hi > *p.lo; });
      });
  return schema;
}

template <>
const Schema& schema_of<OutputOptions>() {
  static const Schema schema = make_schema<OutputOptions>(
      "output", "What is written, and how often in simulated time.", [](auto& s) {
        using O = OutputOptions;
        s.key("series_interval", &O::series_interval, "time between rows of series.csv")
            .unit("s")
            .at_least(kSmallest)
            .at_most(kLargest)
            .automatic("1/500 of the longest possible run");
        s.key("frame_interval", &O::frame_interval, "time between frames")
            .unit("s")
            .at_least(kSmallest)
            .at_most(kLargest)
            .automatic("1/50 of the longest possible run");
        s.key("picture_interval", &O::picture_interval, "time between pictures")
            .unit("s")
            .at_least(kSmallest)
            .at_most(kLargest)
            .automatic("a multiple of frame_interval: pictures take about a tenth of the run");
        s.key("pictures", &O::pictures, "make pictures; false: none, not even the last");
        s.key("contacts", &O::contacts, "write a contact file with every frame");
        s.key("lammps_dump", &O::lammps_dump, "write a LAMMPS text dump with every frame");
        s.key("stage_times", &O::stage_times,
              "write stages.csv: with every row of series.csv the seconds spent in each stage");
        s.key("plots", &O::plots, "draw an SVG of every series at the end");
        s.table("picture", &O::picture, "how pictures are drawn");
      });
  return schema;
}

}  // namespace scree
