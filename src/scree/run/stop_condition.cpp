#include "scree/run/stop_condition.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/io/series_file.h"

namespace scree {

const std::string* awaited_quantity(const Simulation& sim) {
  if (sim.finished()) return nullptr;
  const PhaseOptions& p = sim.case_file().phases[sim.state().phase];
  return p.until && !p.until->quantity.empty() ? &p.until->quantity : nullptr;
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
  Real& held = sim.state().controls.held;
  held = met ? held + interval : 0;
  return met && held > p.until->hold && sim.phase_time() >= p.until->min;
}

void check_awaited_quantities(const Case& c, const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const std::string& column : columns) names.push_back(split_unit(column).name);
  for (const PhaseOptions& p : c.phases) {
    if (!p.until || p.until->quantity.empty()) continue;
    const std::string& wanted = p.until->quantity;
    const auto is = [&](const std::string& name) { return name == wanted; };
    if (std::any_of(columns.begin(), columns.end(), is) ||
        std::any_of(names.begin(), names.end(), is))
      continue;
    const std::string near = nearest(wanted, names);
    throw CaseError(
        p.origin.file, p.origin.line,
        fmt::format("phase \"{}\": until.quantity \"{}\" is no column of series.csv{}; the first "
                    "line of series.csv names them all",
                    p.name, wanted,
                    near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near)));
  }
}

}  // namespace scree
