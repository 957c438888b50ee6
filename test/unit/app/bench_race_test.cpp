#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "bench/process.h"
#include "bench/race.h"
#include "scree/base/error.h"
#include "unit/io/scratch_folder.h"

using namespace scree;
using namespace scree::app;

namespace {

/// A code that needs a millisecond a step and makes a list every 50 steps.
Contender fake(const std::string& name) {
  const std::string script = R"sh(
    total=0
    while IFS= read -r line; do
      case "$line" in
        run*) set -- $line; total=$((total + $2))
              printf 'Step KinEng c_z\n%d %d 4.5\n' $total $total
              echo "Loop time of $2e-3 on 1 procs for $2 steps with 1000 atoms"
              echo "Neighbor list builds = $((total / 50))" ;;
        print*) line=${line#*\"}; echo "${line%\"}" ;;
      esac
    done)sh";
  return {name, 1, {"sh", "-c", script}, "", "run 0\n"};
}

}  // namespace

TEST_CASE("a disturbance only adds time, so each piece counts with its shortest repeat") {
  CHECK(best_total({{1, 5, 1}, {1, 1, 7}}) == doctest::Approx(3));
  CHECK(mean_total({{1, 5, 1}, {1, 1, 7}}) == doctest::Approx(8));
  CHECK(best_total({{2, 3}}) == 5);
}

TEST_CASE("contenders run the same steps; only the counted ones count") {
  const ScratchFolder folder;
  const RaceOptions options{.warmup = 100, .steps = 300, .pieces = 3, .repeats = 2};
  const std::vector<Result> results =
      race({fake("one"), fake("two/three")}, options, folder.path().string());
  REQUIRE(results.size() == 2);
  for (const Result& r : results) {
    CHECK(r.spheres == 1000);
    CHECK(r.steps == 300);
    CHECK(r.seconds == doctest::Approx(0.3));
    CHECK(r.rate() == doctest::Approx(1e6));
    CHECK(r.builds == 6);     // those of the warm-up are not counted
    CHECK(r.kinetic == 430);  // after all steps: a tenth of a piece begins every turn
    CHECK(r.coordination == 4.5);
    CHECK(r.resident > 0);
  }
  CHECK(results[1].name == "two/three");
  CHECK(contains(file_bytes(folder / "two-three-1.log"), "Loop time"));
}

TEST_CASE("a program that ends early is reported with its last words") {
  const ScratchFolder folder;
  Contender broken{"broken", 1, {"sh", "-c", "read line; echo ERROR: no such file"}, "", ""};
  CHECK_THROWS_WITH_AS(race({broken}, {}, folder.path().string()),
                       doctest::Contains("ERROR: no such file"), CaseError);
  Contender missing{"missing", 1, {"no-such-program-of-ours"}, "", ""};
  CHECK_THROWS_AS(race({missing}, {}, folder.path().string()), CaseError);
}

TEST_CASE("a paused program does nothing, nor do its children, until it is resumed") {
  const ScratchFolder folder;
  const std::string ticks = (folder / "ticks").string();
  const auto size = [&] { return file_bytes(ticks).size(); };
  const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(60)); };
  const std::string script =
      "(while :; do echo tick >> " + ticks + "; sleep 0.01; done) & echo go; read line; kill $!";
  Process process({"sh", "-c", script}, (folder / "log").string());
  process.read_until("go");
  for (int k = 0; k < 100 && size() == 0; ++k) wait();
  process.pause();
  wait();
  const std::size_t before = size();
  wait();
  CHECK(size() == before);
  process.resume();
  for (int k = 0; k < 100 && size() == before; ++k) wait();
  CHECK(size() > before);
  process.send("end\n");
}

TEST_CASE("programs are looked up in PATH") {
  CHECK_FALSE(find_program("sh").empty());
  CHECK(find_program("no-such-program-of-ours").empty());
}
