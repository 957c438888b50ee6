/// Keys of phases, observers and outputs.
#include "scree/run/case_schema.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<ObserveKind>() {
  static const std::vector<std::string> words{"energy", "momentum", "coordination", "stress",
                                              "wall",   "repose",   "profile",      "flux",
                                              "group",  "track",    "nonaffine"};
  return words;
}
template <>
const std::vector<std::string>& words_of<ProfileQuantity>() {
  static const std::vector<std::string> words{"height", "velocity", "fraction"};
  return words;
}

template <>
const Schema& schema_of<UntilOptions>() {
  static const Schema schema = make_schema<UntilOptions>(
      "until", "A condition that ends a phase. Times count from its start.", [](auto& s) {
        using U = UntilOptions;
        s.key("quantity", &U::quantity, "a column of the series, for example kinetic_energy")
            .required();
        s.key("below", &U::below, "ends when the quantity is below this");
        s.key("above", &U::above, "ends when the quantity is above this");
        s.key("hold", &U::hold, "time for which this must hold without a break")
            .unit("s")
            .at_least(0);
        s.key("min", &U::min, "not before this time").unit("s").at_least(0);
        s.key("at_most", &U::at_most, "ends anyway after this time").unit("s").above(0).required();
        s.rule("give either below or above", "quantity",
               [](const U& u) { return u.below.has_value() != u.above.has_value(); });
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
        s.key("name", &P::name, "name").required();
        s.key("duration", &P::duration, "how long it lasts").unit("s").above(0);
        s.table("until", &P::until, "condition that ends it");
        s.table("gravity", &P::gravity, "gravity during this phase").automatic("that of the case");
        s.rule("give either duration or until", "",
               [](const P& p) { return p.duration.has_value() != p.until.has_value(); });
      });
  return schema;
}

template <>
const Schema& schema_of<ObserveOptions>() {
  static const Schema schema = make_schema<
      ObserveOptions>("observe", "A measurement. The energy ledger is always on.", [](auto& s) {
    using O = ObserveOptions;
    s.key("kind", &O::kind,
          "momentum; coordination number; stress tensor; force, torque and power of a wall; "
          "angle of repose; profile along an axis; flux through a plane; group of bodies by "
          "label; track of one body; non-affine motion D2min with the affine strain beside it")
        .required();
    s.key("name", &O::name, "prefix of its columns").automatic("the kind");
    s.key("interval", &O::interval,
          "time between measurements; of nonaffine: over which motion is measured")
        .unit("s")
        .above(0)
        .automatic("output.series_interval");
    s.table("region", &O::region, "bodies or contacts in this region only")
        .only("kind",
              {"momentum", "coordination", "stress", "profile", "flux", "repose", "nonaffine"})
        .automatic("everywhere");
    s.key("wall", &O::wall, "name of the wall").required().only("kind", {"wall"});
    s.key("label", &O::label, "label of the bodies; needed by group")
        .only("kind", {"group", "nonaffine"})
        .automatic("all bodies");
    s.key("radius", &O::radius, "bodies closer than this are neighbours")
        .unit("m")
        .above(0)
        .required()
        .only("kind", {"nonaffine"});
    s.key("body", &O::body, "id of the body").at_least(0).required().only("kind", {"track"});
    s.key("axis", &O::axis, "direction of the profile; upward direction of a heap")
        .only("kind", {"profile", "repose"});
    s.key("bins", &O::bins, "number of bins")
        .at_least(1)
        .at_most(100000)
        .only("kind", {"profile", "repose"});
    s.key("lo", &O::lo, "start of the bins along the axis")
        .unit("m")
        .only("kind", {"profile"})
        .automatic("the domain's");
    s.key("hi", &O::hi, "end of the bins along the axis")
        .unit("m")
        .only("kind", {"profile"})
        .automatic("the domain's");
    s.key("quantity", &O::quantity, "what is averaged in each bin").only("kind", {"profile"});
    s.key("point", &O::point, "a point of the plane").unit("m").required().only("kind", {"flux"});
    s.key("normal", &O::normal, "direction counted as positive").only("kind", {"flux"});
    s.rule("hi must be above lo", "hi", [](const O& o) { return !o.lo || !o.hi || *o.hi > *o.lo; });
    s.rule("a group needs the label of its bodies", "label",
           [](const O& o) { return o.kind != ObserveKind::kGroup || !o.label.empty(); });
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
                     "id", "d2min", "d2min_per_neighbour", "affine_shear", "affine_volume"});
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
            .above(0)
            .automatic("1/500 of the longest possible run");
        s.key("frame_interval", &O::frame_interval, "time between frames")
            .unit("s")
            .above(0)
            .automatic("1/50 of the longest possible run");
        s.key("picture_interval", &O::picture_interval, "time between pictures")
            .unit("s")
            .above(0)
            .automatic("frame_interval");
        s.key("contacts", &O::contacts, "write a contact file with every frame");
        s.key("lammps_dump", &O::lammps_dump, "write a LAMMPS text dump with every frame");
        s.key("plots", &O::plots, "draw an SVG of every series at the end");
        s.table("picture", &O::picture, "how pictures are drawn");
      });
  return schema;
}

}  // namespace scree
