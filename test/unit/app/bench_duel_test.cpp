#include <doctest/doctest.h>

#include "bench/duel.h"
#include "bench/duel_problems.h"
#include "scree/base/error.h"
#include "unit/io/scratch_folder.h"

using namespace scree;
using namespace scree::app;

namespace {

BenchOptions asked(const std::string& name) {
  BenchOptions o;
  o.name = name;
  o.against = "another-program";
  return o;
}

/// Of a benchmark in which nothing has to settle.
std::vector<DuelProblem> problems_of(const BenchOptions& o) {
  Starts none({"no-such-program", "no-such-program"}, "no-such-folder");
  return duel_problems(o, none);
}

}  // namespace

TEST_CASE("the two programs of a duel take turns in starting first") {
  CHECK(own_first(0));
  CHECK_FALSE(own_first(1));
  CHECK(own_first(2));
}

TEST_CASE("ratios are those of each race; the best one takes every piece where it was shortest") {
  const DuelResult r{"bed 10k", 1, 200, {{1, 2}, {3, 1}}, {{2, 4}, {2, 6}}, {}};
  REQUIRE(r.ratios().size() == 2);
  CHECK(r.ratios()[0] == doctest::Approx(2));
  CHECK(r.ratios()[1] == doctest::Approx(2));
  CHECK(r.best() == doctest::Approx(3));  // (2 + 4)/(1 + 1)
}

TEST_CASE(
    "a row of a duel tells time a step, the ratio of every race, the best one, and the states") {
  DuelResult r{"bed 10k", 2, 200, {{0.01, 0.02}, {0.03, 0.01}}, {{0.02, 0.04}, {0.02, 0.06}}, true};
  const std::string row = duel_row(r);
  for (const char* part :
       {"bed 10k", " 100.0 us", " 300.0 us", " 2.000 2.000", " 3.000", "the same"})
    CHECK_MESSAGE(contains(row, part), row);
  r.same = false;
  CHECK(contains(duel_row(r), "differ"));
  r.same.reset();
  CHECK(contains(duel_row(r), "unknown"));
  CHECK(duel_header(2).find("best") + 4 == row.find("  the same"));
}

TEST_CASE("bed and drum are raced at the sizes asked for, three times, and keep what was set") {
  for (const char* name : {"bed", "drum"}) {
    BenchOptions o = asked(name);
    CHECK(problems_of(o).size() == 2);
    o.sizes = "20k";
    o.steps = 40;
    o.sets = {"run.time_step=1e-5"};
    const std::vector<DuelProblem> problems = problems_of(o);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].label == std::string(name) + " 20k");
    CHECK(problems[0].options.steps == 40);
    CHECK(problems[0].options.repeats == kRaces);
    CHECK(problems[0].sets.own.back() == "run.time_step=1e-5");
    CHECK(problems[0].sets.other == problems[0].sets.own);
    CHECK_FALSE(problems[0].counted);
  }
}

TEST_CASE("a million spheres are raced as often as ten thousand: both programs start first") {
  BenchOptions o = asked("bed");
  o.sizes = "1M";
  CHECK(problems_of(o)[0].options.repeats == kRaces);
  o.repeats = 5;
  CHECK(problems_of(o)[0].options.repeats == 5);
}

TEST_CASE("a benchmark without a duel refuses another program and names those that have one") {
  for (const std::string& name : duel_names()) CHECK_NOTHROW(require_duel(asked(name)));
  for (const char* name : {"polydisperse", "memory", "ledger", ""})
    CHECK_THROWS_WITH_AS(require_duel(asked(name)), doctest::Contains("bed, drum, pile"),
                         CaseError);
}

TEST_CASE("options that say nothing about a duel are refused beside it") {
  BenchOptions peers = asked("bed"), csv = asked("bed"), cell = asked("shear-cell"), alone;
  peers.with_peers = true;
  csv.csv = true;
  cell.sizes = "10k";
  alone.name = "bed";
  CHECK_NOTHROW(require_duel(alone));
  alone.instructions = "a,b";
  CHECK_THROWS_WITH_AS(require_duel(peers), doctest::Contains("--peers"), CaseError);
  CHECK_THROWS_WITH_AS(require_duel(csv), doctest::Contains("--csv"), CaseError);
  CHECK_THROWS_WITH_AS(require_duel(cell), doctest::Contains("--sizes"), CaseError);
  CHECK_THROWS_WITH_AS(require_duel(alone), doctest::Contains("--against"), CaseError);
}

TEST_CASE("instructions are those of a step, and their ratio is above 1 where this needs fewer") {
  const std::string row = count_row("pile 3k", 20, {2e6, 3e6});
  for (const char* part : {"pile 3k", " 20 ", "2000000", "3000000", "1.5000"})
    CHECK_MESSAGE(contains(row, part), row);
}
