#include "scree/run/stop_condition.h"

#include <fmt/format.h>

#include "scree/base/error.h"

namespace scree {

const std::string* awaited_quantity(const Simulation& sim) {
  if (sim.finished()) return nullptr;
  const PhaseOptions& p = sim.case_file().phases[sim.state().phase];
  return p.until ? &p.until->quantity : nullptr;
}

bool stop_condition_met(Simulation& sim, std::optional<Real> value, Real interval) {
  if (!awaited_quantity(sim)) return false;
  const PhaseOptions& p = sim.case_file().phases[sim.state().phase];
  if (!value)
    throw CaseError(p.origin.file, p.origin.line,
                    fmt::format("phase \"{}\": until.quantity \"{}\" is no column of series.csv",
                                p.name, p.until->quantity));
  const bool met = (!p.until->below || *value < *p.until->below) &&
                   (!p.until->above || *value > *p.until->above);
  Real& held = sim.controls().held(sim.state());
  held = met ? held + interval : 0;
  return met && held > p.until->hold && sim.phase_time() >= p.until->min;
}

}  // namespace scree
