#include "bench/memory.h"

#include <fmt/format.h>

#include "bench/peers.h"
#include "bench/problems.h"
#include "bench/race.h"
#include "bench/transcript.h"
#include "exit_code.h"

namespace scree::app {

int bench_memory(const std::string& folder) {
  constexpr double kWanted = 600;  // [bytes per sphere]
  const Problem& bed = find_problem("bed");
  std::vector<Contender> beds;
  for (const long spheres : {100000L, 1000000L})
    beds.push_back(scree_contender(own_program(), size_text(spheres), 1, case_file(bed.name),
                                   sets_for(bed, spheres)));
  const RaceOptions few_steps{10, 10, 1, 1};
  const std::vector<Result> results = race(beds, few_steps, folder);
  for (const Result& r : results)
    fmt::print("  bed {:5} {:8.1f} MiB resident, coordination {:.2f}\n", r.name,
               static_cast<double>(r.resident) / (1 << 20), r.coordination.value_or(0));
  const double bytes = static_cast<double>(results[1].resident - results[0].resident) /
                       static_cast<double>(results[1].spheres - results[0].spheres);
  fmt::print("\n  {:.0f} bytes per sphere (wanted at most {:.0f})  {}\n", bytes, kWanted,
             bytes <= kWanted ? "met" : "short");
  return kDone;
}

}  // namespace scree::app
