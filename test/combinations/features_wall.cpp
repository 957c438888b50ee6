/// Walls, their motions, and machines.
#include "combinations/feature.h"

namespace scree {
namespace {

/// What the heap falls onto; its motion is another feature's.
Feature floor_of(const std::string& name, const std::string& shape) {
  return {name,
          {},
          "[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\n" + shape + "\n{floor.motion}\n"};
}

Group shapes() {
  Group g{"wall", false, true};
  g.features = {
      floor_of("plane", "shape = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 1, 0]"),
      floor_of("inside of a box",
               "shape = \"box\"\nlo = [0.01, 0, -0.1]\nhi = [0.2, 0.1, 0.1]\nopen = [\"yhi\", "
               "\"xhi\"]"),
      floor_of("outside of a box",
               "shape = \"box\"\nside = \"outside\"\nlo = [0.06, -0.02, -0.1]\n"
               "hi = [0.16, 0, 0.1]"),
      floor_of("inside of a cylinder",
               "shape = \"cylinder\"\nfrom = [0.1, 0.4996, -0.1]\nto = [0.1, 0.4996, 0.1]\n"
               "radius = 0.5\ncaps = \"none\""),
      floor_of("outside of a cylinder",
               "shape = \"cylinder\"\nside = \"outside\"\nfrom = [0.105, -0.5, -0.1]\n"
               "to = [0.105, -0.5, 0.1]\nradius = 0.5\ncaps = \"both\""),
      floor_of("inside of a cone",
               "shape = \"cone\"\nfrom = [0.105, -0.0002, 0]\nto = [0.105, 0.1, 0]\n"
               "radius = 0.03\nradius_to = 0.3\ncaps = \"from\""),
      floor_of("outside of a cone",
               "shape = \"cone\"\nside = \"outside\"\nfrom = [0.105, -0.3, 0]\n"
               "to = [0.105, -0.0002, 0]\nradius = 0.3\nradius_to = 0.03\ncaps = \"to\""),
      floor_of("mesh", "shape = \"mesh\"\nfile = \"floor.obj\""),
  };
  return g;
}

Feature moving(const std::string& kind, const std::string& rest) {
  return {"wall, " + kind,
          {{"floor.motion", "motion = [{kind = \"" + kind + "\", " + rest + "}]"}}};
}

Group motions() {
  Group g{"motion of a wall"};
  g.features = {
      moving("translate", "velocity = [0.05, 0.05, 0]"),
      moving("rotate", "axis = [0, 0, 1], center = [0.105, 0, 0], rate = 1"),
      moving("oscillate", "direction = [0, 1, 0], amplitude = 2e-4, frequency = 50"),
      moving("swing", "axis = [0, 0, 1], center = [0.105, 0, 0], amplitude = 0.01, frequency = 50"),
      moving("table", "table = [[0, 0, 0, 0, 0], [0.01, 2e-4, 2e-4, 0, 2e-3]]"),
      moving("belt", "velocity = [0.3, 0, 0]"),
      moving("servo", "direction = [0, 1, 0], force = 0.2, mass = 0.05, max_speed = 0.1"),
      moving("expression", "y = \"a*sin(2*pi*f*t)\", constants = {a = 2e-4, f = 50}"),
  };
  return g;
}

/// A part that falls onto the heap.
Feature part(const std::string& name, const std::string& shape) {
  return {name,
          {},
          "[[wall]]\nname = \"brick\"\nmaterial = \"glass\"\nmass = 0.02\n"
          "velocity = [0, -0.5, 0]\n" +
              shape + "\n"};
}

Group parts() {
  const std::string box =
      "shape = \"box\"\nside = \"outside\"\nlo = [0.09, 0.0278, -0.01]\nhi = [0.13, 0.0378, 0.01]";
  Group g{"part of a machine"};
  g.features = {
      part("box with mass", box),
      part("box with mass, touching grains only", box + "\ntouches = \"grains\""),
      part("mesh with mass", "shape = \"mesh\"\nfile = \"block.obj\""),
  };
  return g;
}

/// An arm beside the heap, held by a joint.
Feature jointed(const std::string& kind, const std::string& rest) {
  return {kind,
          {},
          "[[wall]]\nname = \"arm\"\nmaterial = \"glass\"\nmass = 0.02\nshape = \"box\"\n"
          "side = \"outside\"\nlo = [0.075, 0.002, -0.01]\nhi = [0.0898, 0.03, 0.01]\n"
          "[[joint]]\nkind = \"" +
              kind + "\"\npart = \"arm\"\nat = [0.08, 0.016, 0]\n" + rest + "\n"};
}

Group joints() {
  Group g{"joint"};
  g.features = {
      jointed("lock", "compliance = 1e-4\nturn_compliance = 1e-2\ndamping_time = 1e-2"),
      jointed("hinge",
              "axis = [0, 0, 1]\nmotor_speed = -2\nmotor_force = 0.1\nmotor_phases = [\"run\"]\n"
              "motor_off = \"holds\""),
      jointed("slider",
              "axis = [1, 0, 0]\nlower = -0.01\nupper = 0.001\nmotor_speed = 0.05\n"
              "motor_force = 1\nmotor_off = \"loose\""),
      jointed("ball", ""),
      jointed("distance", "to_at = [0.08, 0.06, 0]"),
      {"rod", {}, "[[joint]]\nkind = \"rod\"\nbody = 0\nto = 1\n"},
      {"spring", {}, "[[joint]]\nkind = \"spring\"\nbody = 0\nto = 1\nstiffness = 50\n"},
  };
  return g;
}

}  // namespace

std::vector<Group> wall_features() { return {shapes(), motions(), parts(), joints()}; }

}  // namespace scree
