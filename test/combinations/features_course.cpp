/// Space, gravity, what comes and goes, phases, and what a run begins with.
#include <fmt/format.h>

#include "combinations/feature.h"

namespace scree {
namespace {

Group domains() {
  const std::map<std::string, std::string> planar{
      {"run.planar", "true"}, {"run.thickness", "0.01"}, {"place.vz", "0"}};
  Group g{"domain", false};
  g.features = {
      {"closed", {{"domain.periodic", "[false, false, false]"}}},
      {"periodic", {{"domain.periodic", "[true, false, true]"}}},
      {"planar", planar},
      {"planar and periodic", planar},
  };
  g.features.back().keys["domain.periodic"] = "[true, false, false]";
  return g;
}

Group gravities() {
  Group g{"gravity"};
  g.features = {
      {"gravity from a table",
       {{"gravity.vector", "[0, 0, 0]"},
        {"gravity.table", "[[0, 0, -9, 0], [{time.all}, 3, -9, 0]]"}}},
      {"gravity that turns", {{"gravity.axis", "[0, 0, 1]"}, {"gravity.rate", "3"}}},
      {"gravity that oscillates",
       {{"gravity.oscillation", "[{amplitude = [5, 0, 0], frequency = {time.rate}}]"}}},
  };
  return g;
}

/// Grains a given way above the heap.
Feature emitter(const std::string& name, const std::string& rest) {
  return {name,
          {},
          "[[emitter]]\nname = \"" + name +
              "\"\nmaterial = \"glass\"\nlabel = \"poured\"\n"
              "shape = {heap.shape}\n{heap.sizes}\nvelocity = [0, -0.3, 0]\n" +
              rest + "\n"};
}

/// An outlet, and a grain that leaves through it.
Feature outlet(const std::string& name, const std::string& where, const std::string& grain) {
  return {name,
          {},
          "[[outlet]]\nname = \"" + name + "\"\n" + where +
              "\n[[bodies]]\nmaterial = \"glass\"\nlist = [{" + grain + ", radius = 0.004}]\n"};
}

Group flows() {
  Group g{"flow", false, false, true};
  g.features = {
      emitter("emitter by number",
              "number_rate = 2e3\ntotal_number = 4\norientation = \"fixed\"\n"
              "region = {kind = \"box\", lo = [0.06, 0.05, -0.02], hi = [0.14, 0.09, 0.02]}"),
      emitter("emitter by mass",
              "mass_rate = 3\ntotal_mass = 5e-3\n"
              "region = {kind = \"disc\", center = [0.1, 0.08, 0], axis = [0, 1, 0], "
              "radius = 0.025}"),
      outlet("outlet at a face", "face = \"xhi\"", "x = [0.1985, 0.05, 0], v = [2, 0, 0]"),
      outlet("outlet in a region",
             "region = {kind = \"sphere\", center = [0.18, 0.05, 0], radius = 0.01}",
             "x = [0.18, 0.05, 0]"),
  };
  return g;
}

/// Of the first phase, and another after it.
std::string two_phases(const std::string& first, const std::string& second) {
  return "[[phase]]\nname = \"run\"\n" + first + "\n[[phase]]\nname = \"late\"\n" + second + "\n";
}

Group phases() {
  Group g{"phases", false, true};
  g.features = {
      {"one phase", {{"run.duration", "{time.all}"}}},
      {"two phases, other gravity and a wall that goes",
       {},
       two_phases("duration = {time.half}",
                  "duration = {time.half}\ngravity = {vector = [2, -5, 0]}") +
           "[[wall]]\nname = \"gate\"\nmaterial = \"glass\"\nshape = \"box\"\n"
           "side = \"outside\"\nlo = [0.1202, -0.001, -0.02]\nhi = [0.1212, 0.027, 0.02]\nphases = [\"run\"]\n"},
      {"phase until a value",
       {},
       two_phases("until = {quantity = \"kinetic_energy\", below = 1, hold = {time.quarter}, "
                  "at_most = {time.all}}",
                  "duration = {time.half}")},
      {"phase until stationary",
       {},
       two_phases("until = {stationary = \"kinetic_energy\", period = {time.fifth}, cycles = 2, "
                  "tolerance = 10, at_most = {time.all}}",
                  "duration = {time.half}")},
  };
  return g;
}

/// What pushes bodies from outside.
Group loads() {
  Group g{"loads", true, false, true};
  g.features = {
      {"force by a formula", {}, "[[force]]\nlabels = [\"heap\"]\nx = \"-2*m*vy\"\n"},
      {"torque by a formula",
       {},
       "[[force]]\nlabels = [\"heap\"]\ntorque_z = \"1e-4*sin(50*t + 1)\"\n"},
  };
  return g;
}

Group drags() {
  Group g{"drag"};
  g.features = {
      {"linear drag", {{"drag.kind", "\"linear\""}, {"drag.coefficient", "1e-2"}}},
      {"Stokes' drag",
       {{"drag.kind", "\"stokes\""}, {"drag.viscosity", "1"}, {"drag.density", "1000"}}},
  };
  return g;
}

/// With speeds so high that grains are bound where they touch, and let go where they are hit.
Group reductions() {
  Group g{"model reduction"};
  for (const char* split : {"both", "contacts", "trial"})
    g.features.push_back({fmt::format("reduction, split by {}", split),
                          {{"reduction.merge_speed", "1"},
                           {"reduction.merge_steps", "1"},
                           {"reduction.split", fmt::format("\"{}\"", split)}}});
  g.features.push_back({"reduction with sensors",
                        {{"reduction.merge_speed", "1"},
                         {"reduction.merge_steps", "1"},
                         {"reduction.sensor",
                          "[{kind = \"plane\", point = [0, 0, 0.005], normal = [1, 0, 0]}, {kind = "
                          "\"box\", lo = [0, 0, 0], hi = [0.01, 0.01, 0.01]}, {kind = \"sphere\", "
                          "center = [0, 0, 0], radius = 0.01}]"}}});
  return g;
}

}  // namespace

std::vector<Group> course_features() {
  Group start{"start", false};
  start.features = {{"from the same method"},
                    {"from a run by smooth"},
                    {"from a run by dae"},
                    {"from a run by nonsmooth"}};
  return {domains(), gravities(), loads(), drags(), reductions(), flows(), phases(), start};
}

}  // namespace scree
