/// What is measured and written.
#include "combinations/feature.h"

namespace scree {
namespace {

Feature observer(const std::string& kind, const std::string& rest = "") {
  return {"observe " + kind, {}, "[[observe]]\nkind = \"" + kind + "\"\n" + rest + "\n"};
}

Feature profile(const std::string& quantity, const std::string& axis) {
  Feature f = observer("profile", "name = \"" + quantity + "\"\nquantity = \"" + quantity +
                                      "\"\naxis = " + axis + "\nbins = 5");
  f.name += " of " + quantity;
  return f;
}

Group observers() {
  Group g{"observer", false, false, true};
  g.features = {
      observer("energy"),
      observer("momentum"),
      observer("coordination",
               "region = {kind = \"sphere\", center = [0.105, 0.01, 0], radius = 0.05}"),
      observer("stress",
               "region = {kind = \"cylinder\", from = [0.105, 0.01, -0.02], to = [0.105, 0.01, "
               "0.02], radius = 0.02}"),
      observer("wall", "wall = \"floor\""),
      observer("repose", "axis = [0, 1, 0]\nbins = 5"),
      profile("height", "[1, 0, 0]"),
      profile("velocity", "[0, 1, 0]"),
      profile("fraction", "[0, 1, 0]"),
      observer("flux", "point = [0.105, 0.01, 0]\nnormal = [0, -1, 0]"),
      observer("group", "label = \"heap\""),
      observer("track", "body = 0"),
      observer("nonaffine", "radius = 0.015\ninterval = {time.quarter}"),
      observer("prescribed",
               "label = \"watched\"\n[[bodies]]\nlabel = \"watched\"\nmaterial = \"glass\"\n"
               "prescribed = true\nlist = [{x = [0.05, 0.05, 0], radius = 0.005}]"),
      observer("sum", "name = \"lifted\"\nlabel = \"heap\"\nformula = \"m*y\"\nintegrate = true"),
      observer("cycle",
               "period = {time.fifth}\ninterval = {time.fortieth}\naverage = [\"kinetic_energy\"]\n"
               "change = [\"step\"]\nangle = \"sin(2*pi*f*t)\"\nconstants = {f = {time.rate}}\n"
               "lo = -1\nhi = 1\nbins = 4\nstrokes = true"),
      observer("joint",
               "joint = \"wrist\"\n[[wall]]\nname = \"hand\"\nmaterial = \"glass\"\nmass = 0.02\n"
               "shape = \"box\"\nside = \"outside\"\nlo = [0.02, 0.05, -0.01]\n"
               "hi = [0.04, 0.06, 0.01]\n[[joint]]\nname = \"wrist\"\nkind = \"hinge\"\n"
               "part = \"hand\"\nat = [0.03, 0.06, 0]"),
  };
  return g;
}

}  // namespace

std::vector<Group> output_features() {
  Group output{"output", false, false, true};
  output.features = {
      {"contacts in frames", {{"output.contacts", "true"}}},
      {"LAMMPS dump", {{"output.lammps_dump", "true"}}},
      {"plots", {{"output.plots", "true"}}},
      {"no pictures", {{"output.pictures", "false"}}},
      {"audit of work", {{"run.audit", "true"}}},
      {"numbers without units", {{"run.dimensionless", "true"}}},
  };
  return {observers(), output};
}

}  // namespace scree
