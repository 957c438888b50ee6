#include "scree/run/session.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/io/series_file.h"
#include "scree/observe/overlap.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

const std::string kQuiet =
    "[output]\nseries_interval = 0.01\nframe_interval = 10\nplots = false\n"
    "picture = {width = 64}\n";

/// Two balls fall onto the floor: for 0.5 s, or as the phases say.
std::string falling(const std::string& phases = "") {
  std::string text = kSmallCase + kQuiet + phases;
  const std::string duration = "duration = 0.1", speed = "v = [-1, 0, 0]";
  text.replace(text.find(speed), speed.size(), "v = [-0.3, 0, 0]");
  return text.replace(
      text.find(duration), duration.size(),
      (phases.empty() ? "duration = 0.5\n" : std::string()) + "overlap_limit = 0.5");
}

RunSummary run_all(Session& s) {
  return s.run([](const Simulation&) { return true; });
}

RunSummary run_case(const std::string& text, const std::filesystem::path& folder) {
  Session s(read_case_text(text, "test.toml"), folder, false);
  return run_all(s);
}

long rows_in(const std::filesystem::path& file) {
  const std::string text = file_bytes(file);
  return std::count(text.begin(), text.end(), '\n');
}

std::string until(const std::string& condition) {
  return "[[phase]]\nname = \"first\"\nuntil = {" + condition + "}\n";
}

}  // namespace

TEST_CASE("an output is due once per interval, at the nearest step, by the step number alone") {
  const Real dt = 1e-3;
  long due = 0;
  for (std::int64_t step = 1; step <= 1000; ++step) due += output_due(0.01, {0, dt, step});
  CHECK(due == 100);
  CHECK(output_due(0.01, {0, dt, 10}));
  CHECK_FALSE(output_due(0.01, {0, dt, 11}));
  due = 0;
  for (std::int64_t step = 1; step <= 1000; ++step) due += output_due(0.0033, {0, dt, step});
  CHECK(due == 303);
  for (std::int64_t step = 1; step < 20; ++step) CHECK(output_due(1e-5, {0, dt, step}));
  CHECK(output_due(0.01, {0, dt, 9}, 1));  // the next one is
  // A clock that was opened at 0.0137 s, step 10, with steps of 1e-4 s.
  const Clock later{0.0137 - 10e-4, 1e-4, 10};
  CHECK(later.time() == doctest::Approx(0.0137));
  CHECK(output_due(0.01, later, 63));
  CHECK_FALSE(output_due(0.01, later, 62));
}

TEST_CASE(
    "a phase ends when its condition has held, not before its least time, and at the latest") {
  ScratchFolder folder;
  const std::string energy = "quantity = \"kinetic_energy\", at_most = 0.4, ";
  const auto time = [&](const std::string& name, const std::string& condition) {
    return run_case(falling(until(energy + condition)), folder / name).time;
  };
  CHECK(time("now", "above = 0.001") == doctest::Approx(0.01).epsilon(0.05));
  CHECK(time("hold", "above = 0.001, hold = 0.05") == doctest::Approx(0.06).epsilon(0.05));
  CHECK(time("min", "above = 0.001, min = 0.08") == doctest::Approx(0.08).epsilon(0.05));
  CHECK(time("never", "below = 0.001") == doctest::Approx(0.4).epsilon(0.01));
}

TEST_CASE("a phase that waits for what is no column is refused before anything is written") {
  ScratchFolder folder;
  const std::string text = falling(until("quantity = \"kinetic_enrgy\", below = 1, at_most = 1"));
  const std::string message = message_of<CaseError>([&] { run_case(text, folder / "run"); });
  CHECK(contains(message, "until.quantity \"kinetic_enrgy\" is no column"));
  CHECK(contains(message, "did you mean \"kinetic_energy\""));
  CHECK(contains(message, "test.toml:"));
  CHECK_FALSE(std::filesystem::exists(folder / "run"));
}

TEST_CASE("the stages of a run take the time of the run, and a table shows when, if asked for") {
  ScratchFolder folder;
  std::string text = falling();
  text.replace(text.find("[output]\n"), 9, "[output]\nstage_times = true\n");
  const RunSummary s = run_case(text, folder / "run");
  double sum = 0;
  for (const double seconds : s.stage_seconds) {
    CHECK(seconds >= 0);
    sum += seconds;
  }
  CHECK(sum > 0.9 * s.wall_seconds);
  CHECK(sum < 1.02 * s.wall_seconds);
  CHECK(s.stage_seconds[static_cast<std::size_t>(Stage::kPairForces)] > 0);
  CHECK(s.stage_seconds[static_cast<std::size_t>(Stage::kImpact)] == 0);
  CHECK(contains(file_bytes(folder / "run/summary.json"), "\"pair forces\": "));
  CHECK(contains(to_text(s, false), " %"));
  const Series stages = read_series(folder / "run/stages.csv");
  for (const std::vector<Real>& column : stages.columns)
    for (const Real value : column) CHECK(value >= 0);
  CHECK(rows_in(folder / "run/stages.csv") == rows_in(folder / "run/series.csv"));
  run_case(falling(), folder / "plain");
  CHECK_FALSE(std::filesystem::exists(folder / "plain/stages.csv"));
  CHECK(file_bytes(folder / "plain/series.csv") == file_bytes(folder / "run/series.csv"));
}

TEST_CASE("what a step says of its deepest overlap is what is found when one looks") {
  Simulation sim(read_case_text(falling(), "test.toml"));
  Real largest = 0;
  while (!sim.finished()) {
    REQUIRE_FALSE(sim.advance().any());
    const Real now = measure_overlap(sim.scene(), sim.state()).largest;
    CHECK(sim.last_report().deepest == doctest::Approx(now).epsilon(1e-9));
    largest = std::max(largest, now);
  }
  CHECK(largest > 1e-3);
}

TEST_CASE("a folder that holds a run is not overwritten without force") {
  ScratchFolder folder;
  run_case(falling(), folder / "run");
  const std::string before = file_bytes(folder / "run/series.csv");
  const std::string message = message_of<CaseError>([&] { run_case(falling(), folder / "run"); });
  CHECK(contains(message, "already holds a run: use --force"));
  CHECK(contains(message, "scree resume"));
  CHECK(file_bytes(folder / "run/series.csv") == before);
  put_file(folder / "run/notes.txt", "mine");
  Session again(read_case_text(falling(), "test.toml"), folder / "run", true);
  CHECK(file_bytes(folder / "run/notes.txt") == "mine");
  CHECK(file_bytes(folder / "run/series.csv").size() < before.size());
}

TEST_CASE("an extended run goes on to its new end, and equals one that was longer from the start") {
  ScratchFolder folder;
  std::string longer = falling();
  longer.replace(longer.find("duration = 0.5"), 14, "duration = 0.7");
  const RunSummary whole = run_case(longer, folder / "whole");
  CHECK(run_case(falling(), folder / "run").time == doctest::Approx(0.5).epsilon(0.01));
  {
    Session more(folder / "run", {.until = 0.7});  // interrupted on its way
    CHECK(more.run([](const Simulation& s) { return s.state().clock.time() < 0.6; }).end ==
          RunEnd::kInterrupted);
  }
  {
    Session more(folder / "run");  // knows the new end
    const RunSummary s = run_all(more);
    CHECK(s.end == RunEnd::kDone);
    CHECK(s.time == whole.time);
    const auto place = [](Session& of) {
      return position(of.simulation().state().grains.place[0]);
    };
    Session other(folder / "whole");
    CHECK(place(more).z > 0);
    CHECK(place(more) == place(other));
  }
  const std::string message =
      message_of<CaseError>([&] { Session(folder / "run", {.until = 0.3}); });
  CHECK(contains(message, "--until 0.3: the run is already at 0.7"));
}

TEST_CASE("an extension does not change the default intervals of the outputs") {
  ScratchFolder folder;
  std::string text = falling();
  const std::string interval = "series_interval = 0.01\n";
  text.erase(text.find(interval), interval.size());
  run_case(text, folder / "run");
  const long rows = rows_in(folder / "run/series.csv");
  CHECK(rows > 200);
  Session more(folder / "run", {.until = 1.0});
  run_all(more);
  CHECK(std::labs(rows_in(folder / "run/series.csv") - 2 * rows) < 5);
}

TEST_CASE("a case starts from the end of another, with other parameters") {
  ScratchFolder folder;
  run_case(falling(), folder / "run");
  const State end = Session(folder / "run").simulation().state();
  std::string text = falling();
  const std::size_t at = text.find("[[bodies]]"), to = text.find("[[wall]]");
  text.replace(at, to - at, "[[bodies]]\nfrom = \"" + (folder / "run").string() + "\"\n");
  text.replace(text.find("young = 1e7"), 11, "young = 2e7");
  Session next(read_case_text(text, "test.toml"), folder / "next", false);
  const State& start = next.simulation().state();
  REQUIRE(start.grains.size() == 2);
  CHECK(start.clock.time() == 0);
  for (Index r = 0; r < 2; ++r)
    for (Index o = 0; o < 2; ++o)
      if (start.grains.id[r] == end.grains.id[o]) {
        CHECK(position(start.grains.place[r]) == position(end.grains.place[o]));
        CHECK(start.grains.motion[r].v == end.grains.motion[o].v);
        CHECK(next.simulation().scene().labels[start.grains.label[r]] ==
              (start.grains.id[r] == 1 ? "shot" : ""));
      }
  CHECK(run_all(next).end == RunEnd::kDone);
}

TEST_CASE("a case from a folder without a run says so") {
  ScratchFolder folder;
  std::string text = falling();
  const std::size_t at = text.find("[[bodies]]"), to = text.find("[[wall]]");
  text.replace(at, to - at, "[[bodies]]\nfrom = \"" + (folder / "none").string() + "\"\n");
  const std::string message = message_of<CaseError>([&] { run_case(text, folder / "next"); });
  CHECK(contains(message, "none holds no checkpoint.h5"));
}

TEST_CASE("a run whose mesh or table has changed is not resumed, unless told to") {
  ScratchFolder folder;
  const auto table = [&](Real last) {
    put_file(folder / "way.txt", "t x y z\n0 0 0 0\n1 0 0 " + std::to_string(last) + "\n");
  };
  table(0.01);
  std::string text = falling();
  const std::string floor = "normal = [0, 0, 2]";
  text.replace(text.find(floor), floor.size(),
               floor + "\nmotion = [{kind = \"table\", table = \"way.txt\"}]");
  {
    Session s(read_case_text(text, (folder / "case.toml").string()), folder / "run", false);
    long steps = 0;
    s.run([&](const Simulation&) { return ++steps < 10; });
  }
  const auto resume = [&](bool force) {
    return message_of<CaseError>([&] { Session(folder / "run", {.force = force}); });
  };
  CHECK(resume(false) == "");
  table(0.02);
  const std::string message = resume(false);
  CHECK(contains(message, "way.txt: has changed since the run began"));
  CHECK(contains(message, "--force"));
  CHECK(resume(true) == "");
  table(0.01);
  CHECK(resume(false) == "");
}
