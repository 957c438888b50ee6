/// Averages over cycles, bins of the angle, and phases that end when their cycles have settled.
#include "scree/run/cycles.h"

#include <doctest/doctest.h>

#include <cmath>

#include "scree/base/error.h"
#include "scree/io/series_file.h"
#include "scree/run/session.h"
#include "unit/case/bead_case.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// The beads above swing far from everything else.
const std::string kSwing =
    "{kind = \"translate\", velocity = [0, 10], phases = [\"away\"]}, "
    "{kind = \"expression\", y = \"0.4*sin(2*pi*t/4)\", phases = [\"swing\", \"more\"]}";

std::string phases(const std::string& swing) {
  return "[[phase]]\nname = \"away\"\nduration = 0.1\n[[phase]]\nname = \"swing\"\n" + swing +
         "\n[[phase]]\nname = \"more\"\nduration = 6\n";
}

std::string cycle(const std::string& more) {
  return "[[observe]]\nkind = \"cycle\"\nname = \"swing\"\nperiod = 4\n"
         "phases = [\"swing\", \"more\"]\naverage = [\"prescribed.top.centre_y\"]\n"
         "change = [\"time\"]\n" +
         more;
}

const std::string kBins =
    "angle = \"4*sin(2*pi*t/4)\"\nlo = -4\nhi = 4\nbins = 8\nstrokes = true\nblock = 2\n";

using Tick = std::function<bool(const Simulation&)>;
const Tick kGoOn = [](const Simulation&) { return true; };

void run_case(const std::string& text, const std::filesystem::path& folder) {
  Session s(read_case_text(text, "test.toml"), folder, false);
  REQUIRE(s.run(kGoOn).end == RunEnd::kDone);
}

}  // namespace

TEST_CASE("cycle averages of a sine: mean, deviation, extremes; cumulative columns: their growth") {
  ScratchFolder folder;
  run_case(bead_case("", kSwing, phases("duration = 8") + cycle("")), folder / "run");
  const Series s = read_series(folder / "run" / "cycles-swing.csv");
  REQUIRE(s.rows() == 3);  // 14 time units hold three whole cycles of 4
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(s.find("cycle")->at(k) == k + 1);
    CHECK(s.find("time")->at(k) == doctest::Approx(0.1 + 4 * (k + 1.0)).epsilon(1e-12));
    const auto value = [&](const std::string& part) {
      return s.find("prescribed.top.centre_y" + part)->at(k);
    };
    CHECK(value(".mean") == doctest::Approx(3).epsilon(1e-6));
    CHECK(value(".deviation") == doctest::Approx(0.4 / std::sqrt(2)).epsilon(1e-4));
    CHECK(value(".min") == doctest::Approx(2.6).epsilon(1e-6));
    CHECK(value(".max") == doctest::Approx(3.4).epsilon(1e-6));
    CHECK(s.find("time.change")->at(k) == doctest::Approx(4).epsilon(1e-10));
  }
}

TEST_CASE(
    "an observer with the name of a channel that the series does not show is averaged itself") {
  ScratchFolder folder;
  const std::string sum =
      "[[observe]]\nkind = \"sum\"\nname = \"motor_work\"\nlabel = \"top\"\nformula = \"7\"\n"
      "[[observe]]\nkind = \"cycle\"\nname = \"swing\"\nperiod = 4\naverage = [\"motor_work\"]\n";
  run_case(bead_case("duration = 5", "", sum), folder / "run");
  const Series s = read_series(folder / "run" / "cycles-swing.csv");
  REQUIRE(s.rows() == 1);
  CHECK(s.find("motor_work.mean")->at(0) == 14);  // two beads
}

TEST_CASE("bins of the angle hold the time the motion spends there, up and down apart") {
  ScratchFolder folder;
  run_case(bead_case("", kSwing, phases("duration = 8") + cycle(kBins)), folder / "run");
  const Series s = read_series(folder / "run" / "binned-swing.csv");
  REQUIRE(s.rows() == 16);  // one block of two cycles
  Real total = 0;
  for (std::size_t k = 0; k < 16; ++k) {
    const Real angle = s.find("angle")->at(k), lo = angle - 0.5, hi = angle + 0.5;
    const Real spent = 2 / kPi * (std::asin(hi / 4) - std::asin(lo / 4));
    CHECK(s.find("stroke")->at(k) == (k < 8 ? 1 : -1));
    CHECK(s.find("time.change")->at(k) == doctest::Approx(spent).epsilon(0.02));
    const Real y = (s.find("prescribed.top.centre_y.mean")->at(k) - 3) * 10;
    CHECK(y > lo - 1e-9);
    CHECK(y < hi + 1e-9);
    total += s.find("time.change")->at(k);
  }
  CHECK(total == doctest::Approx(4).epsilon(1e-10));
  CHECK(s.find("cycle")->front() == 2);
}

TEST_CASE("a phase ends with the cycle in which averages have settled") {
  // Averages of 1 + exp(-t/5) over cycles of 4: 1 + c q^n.
  ScratchFolder folder;
  const std::string decay =
      "[[observe]]\nkind = \"sum\"\nname = \"decay\"\nlabel = \"free\"\n"
      "formula = \"1 + exp(-t/5)\"\n[[observe]]\nkind = \"sum\"\nname = \"total\"\n"
      "label = \"free\"\nformula = \"1 + exp(-t/5)\"\nintegrate = true\n";
  const Real tolerance = 0.05, q = std::exp(-0.8), c = 5.0 / 4 * (1 - q) * std::exp(-0.02);
  int expected = 3;
  for (;; ++expected) {
    const Real a = c * std::pow(q, expected - 3), b = a * q, d = b * q;
    if (a - d <= tolerance * (1 + (a + b + d) / 3)) break;
  }
  const auto until = [](const std::string& more) {
    return "until = {period = 4, cycles = 3, tolerance = 0.05, at_most = 99, " + more + "}";
  };
  const auto end_of = [&](const std::string& name, const std::string& more) {
    Session s(read_case_text(bead_case("", kSwing, phases(until(more)) + decay), "test.toml"),
              folder / name, false);
    Real end = 0;
    s.run([&](const Simulation& sim) {
      end = sim.state().phase_start;
      return sim.state().phase < 2;
    });
    return end - 0.1;
  };
  REQUIRE(expected > 3);
  CHECK(end_of("mean", "stationary = \"decay\"") == doctest::Approx(4 * expected).epsilon(1e-9));
  CHECK(end_of("change", "stationary = \"total\", change = true") ==
        doctest::Approx(4 * expected).epsilon(1e-9));
  CHECK(end_of("min", "stationary = \"decay\", min = 45") == doctest::Approx(48).epsilon(1e-9));
  // A sum that grows for ever does not settle: the phase ends after 25 whole cycles.
  CHECK(end_of("never", "stationary = \"step\"") == doctest::Approx(100).epsilon(1e-9));
}

TEST_CASE("a run resumed in the middle of a cycle writes the same bytes") {
  ScratchFolder folder;
  const std::string text =
      bead_case("", kSwing,
                phases("until = {stationary = \"given\", change = true, period = 4, cycles = 2, "
                       "tolerance = 1e-3, at_most = 40}") +
                    cycle(kBins) +
                    "[[observe]]\nkind = \"sum\"\nname = \"given\"\nlabel = \"top\"\n"
                    "formula = \"vy^2\"\nintegrate = true\n");
  run_case(text, folder / "whole");
  for (const int stop : {5, 333, 811, 1000}) {
    const std::filesystem::path parts = folder / std::to_string(stop);
    {
      Session s(read_case_text(text, "test.toml"), parts, false);
      s.run([&](const Simulation& sim) { return sim.state().clock.step < stop; });
    }
    Session s(parts);
    REQUIRE(s.run(kGoOn).end == RunEnd::kDone);
    for (const char* file : {"series.csv", "cycles-swing.csv", "binned-swing.csv"})
      CHECK(file_bytes(parts / file) == file_bytes(folder / "whole" / file));
  }
  CHECK(read_series(folder / "whole" / "cycles-swing.csv").rows() == 3);
}

TEST_CASE("cycles end when their period is over, also where the step has changed on the way") {
  ScratchFolder folder;
  const std::string text =
      bead_case("", kSwing, phases("duration = 8") + cycle("interval = 0.1\n" + kBins));
  {
    Session s(read_case_text(text, "test.toml"), folder / "run", false);
    s.run([&](const Simulation& sim) { return sim.state().clock.step < 333; });
  }
  Session s(folder / "run", {.sets = {"run.time_step=0.004"}});
  REQUIRE(s.run(kGoOn).end == RunEnd::kDone);
  const Series cycles = read_series(folder / "run" / "cycles-swing.csv");
  REQUIRE(cycles.rows() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CAPTURE(k);
    CHECK(cycles.find("time")->at(k) == doctest::Approx(0.1 + 4 * (k + 1.0)).epsilon(1e-3));
    CHECK(cycles.find("prescribed.top.centre_y.mean")->at(k) == doctest::Approx(3).epsilon(1e-4));
  }
}

TEST_CASE("a stationary phase can be extended beyond its end") {
  ScratchFolder folder;
  std::string text = bead_case("", kSwing,
                               phases("until = {stationary = \"step\", change = true, "
                                      "period = 4, at_most = 40}"));
  text = text.substr(0, text.find("[[phase]]\nname = \"more\""));
  text.replace(text.find(", \"more\""), 8, "");
  run_case(text, folder / "run");
  Session s(folder / "run", {.until = 30.0});
  const RunSummary summary = s.run(kGoOn);
  CHECK(summary.time == doctest::Approx(30).epsilon(1e-9));
}

TEST_CASE("cycles and conditions that make no sense are refused before anything is written") {
  ScratchFolder folder;
  const auto refusal = [&](const std::string& swing, const std::string& observer) {
    const std::string text = bead_case("", kSwing, phases(swing) + observer);
    const std::string message = message_of<CaseError>([&] { run_case(text, folder / "run"); });
    CHECK_FALSE(std::filesystem::exists(folder / "run"));
    return message;
  };
  CHECK(contains(refusal("duration = 1", cycle("angle = \"sin(x)\"\nlo = 0\nhi = 1\n")),
                 "observe.swing.angle: in the formula \"sin(x)\": there is no 'x'"));
  CHECK(contains(refusal("duration = 1", cycle("angle = \"t\"\n")), "angle needs lo and hi"));
  CHECK(contains(refusal("duration = 1", cycle("interval = 5\n")), "shorter than its period"));
  std::string wrong = cycle("");
  wrong.replace(wrong.find("[\"time\"]"), 8, "[\"prescribed_wrk\"]");
  CHECK(contains(refusal("duration = 1", wrong), "did you mean \"prescribed_work\""));
  CHECK(contains(refusal("until = {stationary = \"stpe\", period = 1, at_most = 9}", ""),
                 "phase \"swing\": until.stationary: \"stpe\" is no column"));
  CHECK(contains(refusal("until = {stationary = \"step\", at_most = 9}", ""), "needs a period"));
  CHECK(contains(
      refusal("until = {stationary = \"step\", quantity = \"step\", period = 1, at_most = 9}", ""),
      "give either quantity or stationary"));
}
