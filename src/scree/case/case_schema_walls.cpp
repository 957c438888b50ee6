/// Keys of walls and their motions.
#include <fmt/format.h>

#include "scree/case/case_schema.h"
#include "scree/formula/motion_formula.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<MotionKind>() {
  static const std::vector<std::string> words{"translate", "rotate", "oscillate", "swing",
                                              "table",     "belt",   "servo",     "expression"};
  return words;
}
template <>
const std::vector<std::string>& words_of<WallShape>() {
  static const std::vector<std::string> words{"plane", "box", "cylinder", "cone", "mesh"};
  return words;
}
template <>
const std::vector<std::string>& words_of<Side>() {
  static const std::vector<std::string> words{"inside", "outside"};
  return words;
}
template <>
const std::vector<std::string>& words_of<Caps>() {
  static const std::vector<std::string> words{"none", "from", "to", "both"};
  return words;
}

template <>
const std::vector<std::string>& words_of<Touches>() {
  static const std::vector<std::string> words{"all", "grains"};
  return words;
}

namespace {

void describe_servo(SchemaBuilder<Motion>& s) {
  using M = Motion;
  s.key("force", &M::force, "target: force the wall exerts along direction")
      .unit("N")
      .only("kind", {"servo"});
  s.key("pressure", &M::pressure, "target: the same over `area`")
      .unit("Pa")
      .only("kind", {"servo"});
  s.key("area", &M::area, "area the pressure acts on").unit("m^2").above(0).only("kind", {"servo"});
  s.key("gain", &M::gain,
        "speed per force that is missing: the force settles within 1/(gain times the stiffness of "
        "what is pressed), which should take some hundred steps and longer than sound needs "
        "through the sample")
      .unit("m/s/N")
      .above(0)
      .only("kind", {"servo"});
  s.key("mass", &M::mass,
        "instead of gain: it moves as a body of this mass under the missing force; robust where "
        "the stiffness of the sample changes by much or vanishes")
      .unit("kg")
      .above(0)
      .only("kind", {"servo"});
  s.key("damping", &M::damping, "force against its speed; with mass")
      .unit("N s/m")
      .at_least(0)
      .only("kind", {"servo"});
  s.key("max_speed", &M::max_speed, "largest speed")
      .unit("m/s")
      .above(0)
      .required()
      .only("kind", {"servo"});
  s.key("smoothing", &M::smoothing, "time over which the measured force is averaged")
      .unit("s")
      .at_least(0)
      .only("kind", {"servo"});
  s.rule("give either force or pressure", "force", [](const M& m) {
    return m.kind != MotionKind::kServo || m.force.has_value() != m.pressure.has_value();
  });
  s.rule("give either gain or mass", "gain", [](const M& m) {
    return m.kind != MotionKind::kServo || m.gain.has_value() != m.mass.has_value();
  });
  s.rule("damping needs mass", "damping", [](const M& m) { return m.damping == 0 || m.mass; });
  s.rule("pressure needs area", "pressure", [](const M& m) { return !m.pressure || m.area > 0; });
}

void describe_expression(SchemaBuilder<Motion>& s) {
  using M = Motion;
  for (int axis = 0; axis < 3; ++axis)
    s.special(std::string(1, "xyz"[axis]), "text",
              fmt::format("displacement along {0}: a formula of the body's reference position x, "
                          "y, z, of the motion's clock t and of constants",
                          "xyz"[axis]),
              [axis](M& m, const Node& node, const Reading& reading) {
                m.formula[static_cast<std::size_t>(axis)] = read_text(node, reading);
              })
        .unit("m")
        .only("kind", {"expression"})
        .automatic("none");
  s.special("constants", "table of: number", "names for numbers in the formulas: {L = 47, T = 4}",
            [](M& m, const Node& node, const Reading& reading) {
              m.constants = read_constants(node, reading, MotionFormula::variables());
            })
      .only("kind", {"expression"})
      .automatic("none");
  s.rule("an expression needs at least one of x, y, z", "kind", [](const M& m) {
    const bool any = !m.formula[0].empty() || !m.formula[1].empty() || !m.formula[2].empty();
    return m.kind != MotionKind::kExpression || any;
  });
  s.rule("a planar case has no displacement along z", "z", [](const M& m, const Reading& reading) {
    return !reading.planar || m.formula[2].empty();
  });
}

}  // namespace

template <>
const Schema& schema_of<Motion>() {
  static const Schema schema = make_schema<Motion>(
      "motion",
      "One motion; several add up. Its clock runs only in the phases named, and a motion that is "
      "off keeps its displacement.",
      [](auto& s) {
        using M = Motion;
        s.key("kind", &M::kind,
              "translate; rotate; oscillate (along a line); swing (about an axis); table; belt "
              "(the surface moves, the wall does not); servo (towards a force); expression "
              "(formulas "
              "of place and time)")
            .required();
        s.key("phases", &M::phases, "phases in which it acts").automatic("all");
        s.key("velocity", &M::velocity, "velocity")
            .unit("m/s")
            .in_plane()
            .only("kind", {"translate", "belt"});
        s.key("axis", &M::axis, "axis of rotation")
            .spin()
            .only("kind", {"rotate", "swing", "table", "belt"});
        s.key("center", &M::center, "a point of the axis")
            .unit("m")
            .only("kind", {"rotate", "swing", "table", "belt"});
        s.key("rate", &M::rate, "angular velocity").unit("rad/s").only("kind", {"rotate", "belt"});
        s.key("direction", &M::direction, "along which it moves; a servo pushes along it")
            .in_plane()
            .only("kind", {"oscillate", "servo"});
        s.key("amplitude", &M::amplitude, "largest displacement; an angle for swing")
            .unit("m or rad")
            .required()
            .only("kind", {"oscillate", "swing"});
        s.key("frequency", &M::frequency, "oscillations per second")
            .unit("Hz")
            .above(0)
            .required()
            .only("kind", {"oscillate", "swing"});
        s.key("phase", &M::phase, "angle at the start")
            .unit("rad")
            .only("kind", {"oscillate", "swing"});
        s.special("table", "rows or file",
                  "displacement over time: rows [t, x, y, z, angle], or a table file with columns "
                  "t x y z and maybe angle; linear between rows",
                  [](M& m, const Node& node, const Reading& reading) {
                    for (const auto& row : read_rows(node, reading, {"t", "x", "y", "z", "angle?"}))
                      m.rows.push_back({row[0], {row[1], row[2], row[3]}, row[4]});
                    if (node.is(Node::Kind::kText)) m.file = input_file(node, reading);
                  })
            .unit("s, m, rad")
            .required()
            .only("kind", {"table"});
        describe_servo(s);
        describe_expression(s);
        s.rule("axis must not be zero", "axis", [](const M& m) { return norm2(m.axis) > 0; });
        s.rule("direction must not be zero", "direction",
               [](const M& m) { return norm2(m.direction) > 0; });
        s.rule("translate needs a velocity", "velocity", [](const M& m) {
          return m.kind != MotionKind::kTranslate || norm2(m.velocity) > 0;
        });
        s.rule("rotate needs a rate", "rate",
               [](const M& m) { return m.kind != MotionKind::kRotate || m.rate != 0; });
        s.rule("a belt needs a velocity or a rate", "velocity", [](const M& m) {
          return m.kind != MotionKind::kBelt || m.rate != 0 || norm2(m.velocity) > 0;
        });
      });
  return schema;
}

namespace {

void describe_geometry(SchemaBuilder<WallOptions>& s) {
  using W = WallOptions;
  s.key("side", &W::side, "where the bodies are").only("shape", {"box", "cylinder", "cone"});
  s.key("point", &W::point, "a point of the plane").unit("m").required().only("shape", {"plane"});
  s.key("normal", &W::normal, "direction towards the bodies")
      .in_plane()
      .required()
      .only("shape", {"plane"});
  s.key("lo", &W::lo, "lower corner").unit("m").required().only("shape", {"box"});
  s.key("hi", &W::hi, "upper corner").unit("m").required().only("shape", {"box"});
  s.key("open", &W::open, "faces left out").only("shape", {"box"}).automatic("none");
  s.key("from", &W::from, "centre of one end")
      .unit("m")
      .required()
      .only("shape", {"cylinder", "cone"});
  s.key("to", &W::to, "centre of the other end")
      .unit("m")
      .required()
      .only("shape", {"cylinder", "cone"});
  s.key("radius", &W::radius, "radius; of a cone: at `from`")
      .unit("m")
      .at_least(0)
      .required()
      .only("shape", {"cylinder", "cone"});
  s.key("radius_to", &W::radius_to, "radius at `to`")
      .unit("m")
      .at_least(0)
      .required()
      .only("shape", {"cone"});
  s.key("caps", &W::caps, "ends closed by discs").only("shape", {"cylinder", "cone"});
}

void describe_mesh(SchemaBuilder<WallOptions>& s) {
  using W = WallOptions;
  s.special("file", "text", "STL or OBJ file, relative to the case file",
            [](W& w, const Node& node, const Reading& r) { w.file = input_file(node, r); })
      .required()
      .only("shape", {"mesh"});
  s.key("scale", &W::scale, "factor on the lengths of the file; 0.001 if they are millimetres")
      .unit("-")
      .above(0)
      .only("shape", {"mesh"});
  s.key("rotation", &W::rotation, "turn after scaling: axis times angle")
      .unit("rad")
      .only("shape", {"mesh"});
  s.key("offset", &W::offset, "shift after turning").unit("m").only("shape", {"mesh"});
  s.key("weld_tolerance", &W::weld_tolerance, "vertices closer than this are one")
      .unit("m")
      .at_least(0)
      .only("shape", {"mesh"})
      .automatic("1e-6 of the extent");
  s.special("parts", "table of: text", "materials of parts of the mesh by their name in the file",
            [](W& w, const Node& node, const Reading& reading) {
              if (!node.is(Node::Kind::kTable)) refuse_type(node, reading, "a table");
              for (const auto& [part, value] : node.table)
                w.parts.push_back({part, read_text(value, reading.under(part))});
            })
      .only("shape", {"mesh"})
      .automatic("all of `material`");
}

void describe_part(SchemaBuilder<WallOptions>& s) {
  using W = WallOptions;
  s.key("mass", &W::mass,
        "makes it a part of a machine, a body that contacts, joints and gravity move; method "
        "nonsmooth")
      .unit("kg")
      .above(0)
      .automatic("none: it moves as `motion` says, or not at all");
  s.key("inertia", &W::inertia, "moments of inertia about the centre of mass, along x, y, z")
      .unit("kg m^2")
      .automatic(
          "from the shape: solid box (side outside), solid cylinder (outside) or shell (inside), "
          "solid of a closed mesh");
  s.key("center", &W::center, "centre of mass").unit("m").automatic("from the shape");
  s.key("velocity", &W::velocity, "of the centre of mass at the start").unit("m/s").in_plane();
  s.key("spin", &W::spin, "at the start").unit("rad/s").spin();
  s.key("touches", &W::touches,
        "all: grains and other walls and parts, where the table of pairs below knows how; grains: "
        "grains only");
  s.rule("inertia must be above 0 along every axis", "inertia", [](const W& w) {
    return !w.inertia || (w.inertia->x > 0 && w.inertia->y > 0 && w.inertia->z > 0);
  });
  s.rule("a part with mass is moved by forces, and carries no belt; remove mass or motion",
         "motion", [](const W& w) { return !w.mass || w.motion.empty(); });
  s.rule("velocity and spin are those of a part: give it a mass", "velocity",
         [](const W& w) { return w.mass || (norm2(w.velocity) == 0 && norm2(w.spin) == 0); });
}

void rules_of_walls(SchemaBuilder<WallOptions>& s) {
  using W = WallOptions;
  s.rule("the normal must not be zero", "normal", [](const W& w) { return norm2(w.normal) > 0; });
  s.rule("every component of hi must be above that of lo", "hi",
         [](const W& w, const Reading& reading) {
           const bool ordered = w.hi.x > w.lo.x && w.hi.y > w.lo.y;
           return w.shape != WallShape::kBox || (ordered && (reading.planar || w.hi.z > w.lo.z));
         });
  s.rule("from and to must differ", "to", [](const W& w) {
    const bool round = w.shape == WallShape::kCylinder || w.shape == WallShape::kCone;
    return !round || norm2(w.to - w.from) > 0;
  });
  s.rule("the radius of a cylinder must be above 0", "radius",
         [](const W& w) { return w.shape != WallShape::kCylinder || w.radius > 0; });
  s.rule("the two radii of a cone must differ; use a cylinder", "radius_to",
         [](const W& w) { return w.shape != WallShape::kCone || w.radius != w.radius_to; });
  s.rule("a planar case knows planes, boxes and cylinders along z", "shape",
         [](const W& w, const Reading& reading) {
           return !reading.planar || (w.shape != WallShape::kCone && w.shape != WallShape::kMesh);
         });
}

}  // namespace

template <>
const Schema& schema_of<WallOptions>() {
  static const Schema schema =
      make_schema<WallOptions>("wall", "A wall or machine part.", [](auto& s) {
        using W = WallOptions;
        s.key("name", &W::name, "name, for messages, series and --set").a_name().required();
        s.key("material", &W::material, "material").required();
        s.key("shape", &W::shape, "its form").required();
        s.key("phases", &W::phases, "phases in which it is present").automatic("all");
        describe_geometry(s);
        describe_mesh(s);
        s.list("motion", &W::motion, "how it moves; several motions add up");
        describe_part(s);
        rules_of_walls(s);
      });
  return schema;
}

}  // namespace scree
