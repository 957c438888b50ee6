/// The number of threads changes nothing: same state, same bytes.
#include <omp.h>

#include "parity/scenes.h"

using namespace scree;

namespace {

/// Restores the number of threads the test program runs with.
struct Threads {
  const int before = omp_get_max_threads();
  explicit Threads(int n) { omp_set_num_threads(n); }
  ~Threads() { omp_set_num_threads(before); }
};

FolderRun run_with(int threads, const Case& c, const std::filesystem::path& folder) {
  const Threads set(threads);
  return FolderRun(c, folder);
}

void check_threads(const Case& c) {
  ScratchFolder folder;
  const FolderRun one = run_with(1, c, folder / "1");
  const FolderRun two = run_with(2, c, folder / "2");
  CHECK(one.summary.state_hash == two.summary.state_hash);
  CHECK(one.tables == two.tables);
}

}  // namespace

TEST_CASE("threads: the dense bed of ten thousand grains") {
  const Case c =
      read_case(source_folder() + "/bench/cases/bed.toml",
                {"run.duration=0.002", "output.series_interval=2e-4", "output.frame_interval=10",
                 "output.plots=false", "output.picture.width=64"});
  check_threads(c);
}

TEST_CASE("threads: a wet bed, liquid in films") {
  check_threads(
      read_case(source_folder() + "/bench/cases/bed.toml",
                {"run.duration=0.001", "output.series_interval=2e-4", "output.frame_interval=10",
                 "output.plots=false", "output.picture.width=64", "liquid.surface_tension=0.07",
                 "liquid.content=0.02"}));
}

TEST_CASE("threads: clumps, two materials, rolling, moving walls, emitter and outlet") {
  // Wider, and with smaller grains: many row chunks, many wall contacts.
  check_threads(machine_case(
      {"bodies.0.count=5500", "bodies.1.count=380", "domain.hi=[0.12, 0.4, 0.2]",
       "bodies.0.region.lo=[0.008, 0, 0.0185]", "bodies.0.region.hi=[0.09, 0.4, 0.08]",
       "bodies.1.region.hi=[0.09, 0.4, 0.12]", "bodies.0.sizes.max=0.003", "bodies.0.spacing=0.006",
       "phase.settle.until.min=0.002", "phase.settle.until.at_most=0.003",
       "phase.stir.duration=0.003", "phase.late.duration=0.001"}));
}

TEST_CASE("threads: rigid contacts, ten thousand grains") {
  check_threads(read_case(source_folder() + "/bench/cases/bed.toml",
                          {"run.method=nonsmooth", "run.time_step=1e-3", "run.duration=0.01",
                           "output.series_interval=1e-3", "output.frame_interval=10",
                           "output.plots=false", "output.picture.width=64"}));
}

TEST_CASE("threads: a thousand clumps and a machine among rigid contacts") {
  check_threads(read_case_text(kPartsScene, "machine.toml",
                               {"domain.hi=[0.1, 0.06, 1]", "wall.tray.hi=[0.1, 0.06, 1]",
                                "bodies.1.count=1500", "bodies.1.region.lo=[0, 0, 0.26]",
                                "bodies.1.region.hi=[0.1, 0.06, 1]", "run.duration=0.06"}));
}

TEST_CASE("threads: thousands of grains that hang on walls") {
  check_threads(read_case_text(
      kReducedScene, "reduced.toml",
      {"domain.hi=[0.16, 0.5, 0.3]", "bodies.0.count=3000", "bodies.0.region.hi=[0.12, 0.5, 0.1]",
       "emitter.rain.region.hi=[0.09, 0.45, 0.28]", "emitter.rain.number_rate=400",
       "outlet.over the edge.region.hi=[0.16, 0.5, 0.3]", "phase.rest.duration=0.2",
       "phase.push.duration=0.1", "phase.ride.duration=0.02"}));
}

TEST_CASE("threads: thousands of grains and clumps in drag under formulas") {
  check_threads(read_case_text(
      kWindyScene, "windy.toml",
      {"domain.lo=[-0.06, -0.3, -0.01]", "domain.hi=[0.06, 0.3, 0.2]",
       "wall.floor.lo=[-0.06, -0.3, 0]", "wall.floor.hi=[0.06, 0.3, 0.2]",
       "outlet.lee.region.lo=[0.045, -0.3, -0.01]", "outlet.lee.region.hi=[0.06, 0.3, 0.2]",
       "bodies.0.region.lo=[-0.04, -0.3, 0]", "bodies.0.region.hi=[0.04, 0.3, 0.06]",
       "bodies.0.sizes.min=0.002", "bodies.0.sizes.max=0.003", "emitter.spout.number_rate=20000",
       "run.duration=0.003"}));
  check_threads(
      read_case_text(kStirredScene, "stirred.toml",
                     {"domain.lo=[-0.06, -0.5, -0.01]", "domain.hi=[0.06, 0.5, 0.2]",
                      "wall.box.lo=[-0.06, -0.5, 0]", "wall.box.hi=[0.06, 0.5, 0.3]",
                      "bodies.0.region.lo=[-0.05, -0.5, 0]", "bodies.0.region.hi=[0.05, 0.5, 0.03]",
                      "phase.stir.duration=0.015", "phase.rest.duration=0.005"}));
}
