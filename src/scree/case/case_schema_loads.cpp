/// Keys of what pushes bodies from outside: forces by formulas, and drag.
#include <fmt/format.h>

#include <algorithm>

#include "scree/case/case_schema.h"
#include "scree/case/formula_variables.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<DragKind>() {
  static const std::vector<std::string> words{"linear", "stokes"};
  return words;
}

namespace {

void describe_formulas(SchemaBuilder<ForceOptions>& s) {
  using F = ForceOptions;
  for (int axis = 0; axis < 3; ++axis)
    s.special(std::string(1, "xyz"[axis]), "text",
              fmt::format("force along {}: a formula of x y z (centre of mass; in the periodic "
                          "domain), vx vy vz, wx wy wz (spin), d (diameter; 0 for clumps and "
                          "parts), m (mass), t (time of the run) and of constants",
                          "xyz"[axis]),
              [axis](F& f, const Node& node, const Reading& reading) {
                f.force[static_cast<std::size_t>(axis)] = read_text(node, reading);
              })
        .unit("N")
        .automatic("none");
  for (int axis = 0; axis < 3; ++axis)
    s.special(
         fmt::format("torque_{}", "xyz"[axis]), "text",
         fmt::format("torque about {} through the centre of mass: such a formula", "xyz"[axis]),
         [axis](F& f, const Node& node, const Reading& reading) {
           f.torque[static_cast<std::size_t>(axis)] = read_text(node, reading);
         })
        .unit("N m")
        .automatic("none");
  s.special("constants", "table of: number", "names for numbers in the formulas: {k = 2.5}",
            [](F& f, const Node& node, const Reading& reading) {
              f.constants = read_constants(node, reading, force_variables());
            })
      .automatic("none");
  s.rule("a force needs at least one of x, y, z, torque_x, torque_y, torque_z", "", [](const F& f) {
    const auto given = [](const std::string& text) { return !text.empty(); };
    return std::any_of(f.force.begin(), f.force.end(), given) ||
           std::any_of(f.torque.begin(), f.torque.end(), given);
  });
  s.rule("a planar case has no force along z and no torque about x and y", "z",
         [](const F& f, const Reading& reading) {
           return !reading.planar ||
                  (f.force[2].empty() && f.torque[0].empty() && f.torque[1].empty());
         });
}

}  // namespace

template <>
const Schema& schema_of<ForceOptions>() {
  static const Schema schema = make_schema<ForceOptions>(
      "force",
      "A force from outside on every body of some labels, or on a part of a machine; several add "
      "up. What it does stands in the column work_applied.",
      [](auto& s) {
        using F = ForceOptions;
        s.key("labels", &F::labels, "labels of the bodies it acts on").automatic("all bodies");
        s.key("part", &F::part, "instead of bodies: a wall with mass");
        s.key("phases", &F::phases, "phases in which it acts").automatic("all");
        describe_formulas(s);
        s.rule("give either labels or part", "part",
               [](const F& f) { return f.part.empty() || f.labels.empty(); });
      });
  return schema;
}

template <>
const Schema& schema_of<DragOptions>() {
  static const Schema schema = make_schema<DragOptions>(
      "drag",
      "Drag of a fluid that the bodies do not move: force -c (v - velocity), torque -e w, and "
      "buoyancy. Stokes: c = 6 pi viscosity r, e = 8 pi viscosity r^3; of a clump r is the radius "
      "of the sphere of its volume. What it takes stands in the column lost_drag, the work of "
      "buoyancy in work_applied. Parts of machines and prescribed bodies feel none.",
      [](auto& s) {
        using D = DragOptions;
        s.key("kind", &D::kind, "linear: coefficients of your own, the same for every body; stokes")
            .required();
        s.key("coefficient", &D::coefficient, "force over velocity")
            .unit("N s/m")
            .above(0)
            .at_most(kLargest)
            .required()
            .only("kind", {"linear"});
        s.key("turn_coefficient", &D::turn_coefficient, "torque over spin")
            .unit("N m s")
            .at_least(0)
            .at_most(kLargest)
            .only("kind", {"linear"});
        s.key("viscosity", &D::viscosity, "viscosity of the fluid")
            .unit("Pa s")
            .above(0)
            .at_most(kLargest)
            .required()
            .only("kind", {"stokes"});
        s.key("density", &D::density, "density of the fluid, which gives buoyancy; 0: none")
            .unit("kg/m^3")
            .at_least(0)
            .at_most(kLargest);
        s.key("velocity", &D::velocity, "velocity of the fluid")
            .unit("m/s")
            .at_most(kLargest)
            .in_plane();
        s.key("labels", &D::labels, "labels of the bodies it acts on").automatic("all bodies");
        s.rule("Stokes' drag is that of spheres; a planar case has discs: use \"linear\"", "kind",
               [](const D& d, const Reading& reading) {
                 return !reading.planar || d.kind != DragKind::kStokes;
               });
      });
  return schema;
}

}  // namespace scree
