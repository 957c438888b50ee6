/// Methods with their integrators and solvers.
#include "combinations/feature.h"

namespace scree {
namespace {

Feature dae(const std::string& integrator) {
  return {"dae " + integrator,
          {{"run.method", "\"dae\""}, {"dae.integrator", "\"" + integrator + "\""}}};
}

/// Longer steps, in which the heap falls apart. Solved to more than the default, so that the ledger
/// tells of the features and not of the solver, also where a moving floor squeezes a held part.
Feature rigid(const std::string& name, const std::string& solver) {
  return {name,
          {{"run.method", "\"nonsmooth\""},
           {"nonsmooth.solver", "\"" + solver + "\""},
           {"nonsmooth.iterations", "2000"},
           {"nonsmooth.tolerance", "1e-9"},
           {"time.step", "2.5e-4"}}};
}

}  // namespace

std::vector<Group> method_features() {
  Group g{"method", true, true};
  g.features = {{"smooth", {{"run.method", "\"smooth\""}}}, dae("verlet")};
  g.features.back().name = "dae";
  for (const char* integrator : {"rk4", "gear5", "bdf5", "events"})
    g.features.push_back(dae(integrator));
  g.features.push_back({"dae sign", {{"run.method", "\"dae\""}, {"dae.friction", "\"sign\""}}});
  g.features.push_back(rigid("nonsmooth", "pgs"));
  for (const char* solver : {"nsgs", "anderson", "admm", "newton", "impulses", "pair", "lcp"})
    g.features.push_back(rigid(std::string("nonsmooth ") + solver, solver));
  return {g};
}

}  // namespace scree
