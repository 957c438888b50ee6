#include <doctest/doctest.h>

#include <algorithm>

#include "bench/report.h"

using namespace scree::app;

namespace {

Result result(const std::string& name, int cores, long spheres, double rate) {
  Result r;
  r.name = name;
  r.cores = cores;
  r.spheres = spheres;
  r.steps = 1000;
  r.seconds = r.mean_seconds = static_cast<double>(spheres * r.steps) / rate;
  r.builds = 5;
  r.kinetic = 1e-3;
  return r;
}

Heat heat(int cores, long spheres, double own, double granular, double hertz) {
  return {
      "bed",
      spheres,
      cores,
      {},
      {result("Scree", cores, spheres, own), result("LAMMPS granular", cores, spheres, granular),
       result("LAMMPS gran/hertz/history", cores, spheres, hertz)}};
}

const Target* find(const std::vector<Target>& list, const std::string& part) {
  for (const Target& t : list)
    if (t.what.find(part) != std::string::npos) return &t;
  return nullptr;
}

}  // namespace

TEST_CASE("targets: 3 x LAMMPS granular and 2.5 x the fastest on one core") {
  const std::vector<Target> list = targets({heat(1, 100000, 12e6, 3.9e6, 5e6)});
  REQUIRE(list.size() == 2);
  CHECK(list[0].wanted == 3);
  CHECK(list[0].met());
  CHECK(list[1].what.find("gran/hertz/history") != std::string::npos);
  CHECK(list[1].measured == doctest::Approx(2.4));
  CHECK_FALSE(list[1].met());
}

TEST_CASE("targets: 2.5 x LAMMPS granular at a million, nothing else there") {
  const std::vector<Target> list = targets({heat(1, 1000000, 11e6, 4e6, 5e6)});
  REQUIRE(list.size() == 1);
  CHECK(list[0].wanted == 2.5);
  CHECK(list[0].met());
}

TEST_CASE("targets: two threads against one, at 100k only") {
  const auto heats = [](long n) {
    return std::vector<Heat>{heat(1, n, 10e6, 3e6, 3e6), heat(2, n, 17e6, 5e6, 5e6)};
  };
  CHECK(thread_targets(heats(10000)).empty());
  const std::vector<Target> list = thread_targets(heats(100000));
  REQUIRE(list.size() == 1);
  CHECK(list[0].what.find("two threads over one") != std::string::npos);
  CHECK(list[0].measured == doctest::Approx(1.7));
  CHECK_FALSE(list[0].met());
  const std::vector<Target> others = targets(heats(100000));
  CHECK_FALSE(find(others, "two threads"));
  REQUIRE(find(others, "2 cores: Scree over LAMMPS granular"));
  CHECK(find(others, "2 cores: Scree over LAMMPS granular")->met());
}

TEST_CASE("Scree alone has no ratios to others") {
  const Heat alone{"bed", 10000, 1, {}, {result("Scree", 1, 10000, 1e7)}};
  CHECK(fastest_peer(alone) == nullptr);
  CHECK(targets({alone}).empty());
  CHECK(doubts(alone).empty());
}

TEST_CASE("doubts: too few lists, another state, a machine with other work") {
  Heat h = heat(1, 10000, 3, 1, 1);
  CHECK(doubts(h).empty());
  h.results[1].builds = 2;
  h.results[2].kinetic = 2e-3;
  h.results[0].waited = 0.3;
  const std::vector<std::string> list = doubts(h);
  REQUIRE(list.size() == 3);
  CHECK(list[2].find("30 %") != std::string::npos);
  CHECK(list[0].find("LAMMPS granular: fewer than 3") != std::string::npos);
  CHECK(list[1].find("2.00 times") != std::string::npos);
}

TEST_CASE("every row of the results has as many columns as the header") {
  const auto commas = [](const std::string& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  const Machine machine{"Some CPU", 2, 1e9, 0.1};
  const std::string rows = csv_rows(heat(1, 10000, 3, 1, 1), machine);
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 3);
  CHECK(commas(rows.substr(0, rows.find('\n'))) == commas(csv_header()));
}

TEST_CASE("a machine's name is fit for a file name") {
  CHECK(machine_name({"Intel(R) Xeon(R) Processor @ 2.80GHz", 2, 0, 0}) ==
        "intel-xeon-2.80ghz-2-cores");
  CHECK(machine_name({"AMD EPYC 7763 64-Core Processor", 8, 0, 0}) ==
        "amd-epyc-7763-64-core-8-cores");
}
