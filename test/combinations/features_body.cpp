/// Which bodies there are, and where they come from.
#include "combinations/feature.h"

namespace scree {
namespace {

/// The heap as a source gives it.
Feature heap(const std::string& name, const std::string& source) {
  return {name,
          {},
          "[[bodies]]\nlabel = \"heap\"\nmaterial = \"glass\"\nshape = {heap.shape}\n" + source +
              "\nvelocity = [0.1, -0.5, {place.vz}]\nspin = {heap.spin}\n{heap.more}\n"};
}

Feature lattice(const std::string& kind) {
  return heap(kind + " lattice", "source = \"lattice\"\nlattice = \"" + kind +
                                     "\"\ncount = 8\n{heap.sizes}\nspacing = 0.0101\n"
                                     "region = {kind = \"box\", lo = [0.09, 0, -0.016], hi = "
                                     "[0.1205, 0.0275, 0.016]}");
}

Group sources() {
  Group g{"source", false, true};
  g.features = {
      heap("list",
           "{heap.sizes}\nlist = [{x = [0.095, 0.00505, 0]}, {x = [0.1051, 0.00505, 0]}, "
           "{x = [0.1152, 0.00505, 0]}, {x = [0.1, 0.0138, 0]}, {x = [0.1102, 0.0138, 0]}, "
           "{x = [0.105, 0.0226, 0]}]"),
      heap("table", "source = \"table\"\nfile = \"grains.txt\"\n{heap.sizes}"),
      heap("LAMMPS file", "source = \"lammps\"\nfile = \"grains.data\"\n{heap.given_sizes}"),
      lattice("cubic"),
      lattice("fcc"),
      lattice("hexagonal"),
      heap("packing",
           "source = \"packing\"\ncount = 6\n{heap.sizes}\nregion = {kind = \"box\", "
           "lo = [0.09, 0, -0.01], hi = [0.12, 0.03, 0.01]}"),
      heap("line",
           "source = \"line\"\n{heap.sizes}\nstart = [0.095, 0.00505, 0]\n"
           "end = [0.1152, 0.00505, 0]\nspacing = 0.0101"),
      heap("bodies of an earlier run", "from = \"{files.earlier}\"\n{heap.given_sizes}"),
  };
  return g;
}

Feature sized(const std::string& name, const std::string& sizes) {
  const std::string line = "sizes = " + sizes;
  return {name, {{"heap.sizes", line}, {"heap.given_sizes", line}}};
}

Group size_distributions() {
  Group g{"sizes"};
  g.features = {
      sized("uniform by mass", "{kind = \"uniform\", by = \"mass\", min = 0.0045, max = 0.005}"),
      sized("normal", "{kind = \"normal\", mean = 0.0047, deviation = 1e-4, max = 0.005}"),
      sized("lognormal",
            "{kind = \"lognormal\", mean = 0.0045, deviation = 2e-4, min = 0.004, max = 0.005}"),
      sized(
          "sieve by number",
          "{kind = \"sieve\", by = \"number\", passing = [[0.009, 0], [0.0095, 0.5], [0.01, 1]]}"),
  };
  return g;
}

/// A grain that leans on the heap and moves as it is told.
Feature told(const std::string& name, const std::string& motion) {
  return {name,
          {},
          "[[bodies]]\nlabel = \"told\"\nmaterial = \"glass\"\nprescribed = true\n"
          "list = [{x = [0.1396, 0.01, 0], radius = 0.02}]\n" +
              motion + "\n"};
}

Feature told_to(const std::string& kind, const std::string& rest) {
  return told("prescribed, " + kind, "motion = [{kind = \"" + kind + "\", " + rest + "}]");
}

Group prescribed() {
  Group g{"prescribed grains"};
  g.features = {
      told("prescribed, at rest", ""),
      told("prescribed, own mass in contacts", "contact_mass = \"own\""),
      told_to("translate", "velocity = [-0.1, 0.05, 0]"),
      told_to("rotate", "axis = [0, 0, 1], center = [0.1396, 0.01, 0], rate = 20"),
      told_to("oscillate", "direction = [1, 0, 0], amplitude = 2e-4, frequency = 50"),
      told_to("swing",
              "axis = [0, 0, 1], center = [0.125, 0, 0], amplitude = 0.02, frequency = 50"),
      told_to("table", "table = [[0, 0, 0, 0], [0.01, -5e-4, 2e-4, 0]]"),
      told_to("expression", "x = \"-a*sin(2*pi*f*t)\", constants = {a = 2e-4, f = 50}"),
      told_to("servo", "direction = [-1, 0, 0], force = 0.1, mass = 0.01, max_speed = 0.1"),
  };
  return g;
}

}  // namespace

std::vector<Group> body_features() {
  Group shape{"bodies"};
  shape.features = {
      {"spheres", {{"heap.shape", "\"sphere\""}}},
      {"clumps",
       {{"heap.shape", "\"peanut\""}, {"heap.more", "orientation = \"random\""}},
       "[clump.peanut]\nspheres = [[-0.0015, 0, 0, 0.0035], [0.0015, 0, 0, 0.0035]]\n"},
      {"grains that do not turn", {{"heap.more", "turns = false"}, {"heap.spin", "[0, 0, 0]"}}},
  };
  return {shape, sources(), size_distributions(), prescribed()};
}

}  // namespace scree
