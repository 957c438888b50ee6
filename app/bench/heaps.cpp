#include "bench/heaps.h"

#include <fmt/format.h>
#include <fmt/os.h>

#include <cmath>
#include <filesystem>

#include "bench/iterations.h"
#include "bench/pile.h"
#include "bench/problems.h"
#include "bench/report.h"
#include "scree/io/case_file.h"

namespace scree::app {
namespace {

constexpr double kWantedRate = 0.5;      // contact-iterations a second over those of spheres alone
constexpr double kWantedResidual = 1;    // residual of spheres alone over that under the plate
constexpr double kPlate = 0.5;           // mass of the plate over that of the pile
constexpr double kDensity = 2500;        // of the spheres [kg/m^3]
constexpr double kMeanCube = 1.5781e-8;  // of their radii, 2.25 to 2.75 mm [m^3]

struct Heap {
  std::string name, extra;        // what its case has beside that of the pile
  std::vector<std::string> sets;  // and what it has instead
};

/// Four spheres at the corners of a tetrahedron.
Heap clumps() {
  return {"clumps",
          "\n[clump.tetra]\nspheres = [[1, 1, 1, 1.6], [1, -1, -1, 1.6], [-1, 1, -1, 1.6], "
          "[-1, -1, 1, 1.6]]\n",
          {"bodies.0.shape=\"tetra\"", "bodies.0.orientation=\"random\""}};
}

/// Above the lattice of the start; narrower than the box, whose walls it does not feel.
Heap plate(long spheres) {
  const double width = pile_width(spheres), gap = 1e-3;
  const double across = std::floor(width / kPileSpacing + 0.5);
  const double layers = std::ceil(static_cast<double>(spheres) / (across * across));
  const double above = kPileSpacing * (layers + 1);
  const double mass = kPlate * static_cast<double>(spheres) * kDensity * 4 * kPi / 3 * kMeanCube;
  return {"under a plate",
          fmt::format("\n[[wall]]\nname = \"plate\"\nmaterial = \"glass\"\nshape = \"box\"\n"
                      "side = \"outside\"\ntouches = \"grains\"\nlo = [{0:.9g}, {0:.9g}, {2:.9g}]\n"
                      "hi = [{1:.9g}, {1:.9g}, {3:.9g}]\nmass = {4:.9g}\n",
                      gap, width - gap, above, above + 0.01, mass),
          {}};
}

/// The heap at rest as two contenders, with few and with many iterations.
void enter(const Heap& heap, long bodies, const std::string& folder, std::vector<Contender>& all) {
  const std::string name =
      fmt::format("pile-{}-{}", heap.name.substr(heap.name.rfind(' ') + 1), bodies);
  std::filesystem::create_directories(folder);
  const std::string file = std::filesystem::absolute(folder + "/" + name + ".toml").string();
  fmt::output_file(file).print("{}{}", read_text_file(case_file("pile")), heap.extra);
  Start start = pile_start(bodies);
  start.case_path = file, start.name = name;
  start.sets.insert(start.sets.end(), heap.sets.begin(), heap.sets.end());
  const std::string settled = settle(start, folder);
  for (const int iterations : {kFew, kMany}) {
    std::vector<std::string> sets = pile_sets(bodies);
    sets.insert(sets.end(), heap.sets.begin(), heap.sets.end());
    sets.push_back(run_from(settled));
    sets.push_back(fmt::format("nonsmooth.iterations={}", iterations));
    all.push_back(scree_contender(own_program(), heap.name, 1, file, sets));
  }
}

}  // namespace

void bench_heaps(long bodies, const RaceOptions& options, const std::string& folder) {
  std::vector<Contender> all;
  for (const Heap& heap : {Heap{"spheres", "", {}}, clumps(), plate(bodies)})
    enter(heap, bodies, folder, all);
  const std::vector<Result> results = race(all, options, folder);
  fmt::print("{} bodies, step 1 ms, {} and {} iterations, one thread, best of {}\n", bodies, kFew,
             kMany, options.repeats);
  fmt::print("  {:14} {:>9} {:>16} {:>22} {:>20}\n", "heap", "contacts", "ms a step (50)",
             "contact-iterations/s", "residual after 50");
  std::vector<double> rate, residual;
  for (std::size_t k = 0; k < results.size(); k += 2) {
    const Iterations one = iterations_of(results[k], results[k + 1]);
    rate.push_back(one.rate);
    residual.push_back(results[k].residual.value_or(NAN));
    fmt::print("  {:14} {:9.0f} {:16.2f} {:22.3g} {:20.2e}\n", results[k].name, one.contacts,
               1e3 * results[k].seconds / static_cast<double>(results[k].steps), one.rate,
               residual.back());
  }
  fmt::print("{}\n", targets_table({{"contact-iterations of clumps over those of spheres",
                                     kWantedRate, rate[1] / rate[0]},
                                    {"the same under a plate", kWantedRate, rate[2] / rate[0]},
                                    {"residual without the plate over that with it",
                                     kWantedResidual, residual[0] / residual[2]}}));
  std::fflush(stdout);
}

}  // namespace scree::app
