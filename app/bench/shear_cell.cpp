#include "bench/shear_cell.h"

#include <fmt/format.h>

#include "bench/peers.h"
#include "bench/transcript.h"
#include "exit_code.h"
#include "scree/run/simulation.h"

namespace scree::app {

std::string shear_cell_file(const std::string& kind) {
  return home() + "/cases/wet-shear/hard-" + kind + "/case.toml";
}

int bench_shear_cell(const RaceOptions& options, const std::string& folder) {
  constexpr double kWantedDry = 2e7, kWantedWet = 0.6;
  std::vector<Contender> cells;
  for (const char* name : {"dry", "wet"})
    cells.push_back(scree_contender(own_program(), name, 1, shear_cell_file(name), {}));
  const Simulation cell(read_case(shear_cell_file("dry")));
  const double discs = cell.state().grains.free;
  const std::vector<Result> results = race(cells, options, folder);
  std::vector<double> rate;
  for (const Result& r : results) {
    rate.push_back(discs * static_cast<double>(r.steps) / r.seconds);
    fmt::print("  {:4} {:.0f} discs, {:.0f} contacts, {:.1f} us a step, {:6.2f} Mps\n", r.name,
               discs, r.contacts.value_or(0), 1e6 * r.seconds / static_cast<double>(r.steps),
               rate.back() * 1e-6);
  }
  const double wet = rate[1] / rate[0];
  fmt::print("\n  dry {:.1f} Mps (wanted at least {:.0f})  {}\n", rate[0] * 1e-6, kWantedDry * 1e-6,
             rate[0] >= kWantedDry ? "met" : "short");
  fmt::print("  wet {:.0f} % of dry (wanted at least {:.0f} %)  {}\n", 100 * wet, 100 * kWantedWet,
             wet >= kWantedWet ? "met" : "short");
  return kDone;
}

}  // namespace scree::app
