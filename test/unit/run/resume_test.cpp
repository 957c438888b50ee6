/// Runs that were stopped, taken up again.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "scree/base/error.h"
#include "scree/run/session.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;
namespace fs = std::filesystem;

namespace {

const std::string kQuiet =
    "[output]\nseries_interval = 0.01\nframe_interval = 0.05\npicture_interval = 10\n"
    "plots = false\npicture = {width = 64}\n";

RunSummary to_the_end(Session& s) {
  return s.run([](const Simulation&) { return true; });
}

/// The summary but for what the clock on the wall tells.
nlohmann::json summary_in(const fs::path& folder) {
  nlohmann::json j = nlohmann::json::parse(file_bytes(folder / "summary.json"));
  j.erase("wall_seconds");
  j.erase("stage_seconds");
  j.erase("grain_steps_per_second");
  return j;
}

/// A ball that swings on a floor which moves up into it as `height` says, a function of t.
std::string lifted(const std::string& height, const std::string& more = "") {
  return "[run]\nduration = 0.2\noverlap_limit = 0.3\n" + more +
         "[domain]\nlo = [-1, -1, -1]\nhi = [1, 1, 1]\n[gravity]\nvector = [0, 0, -9.81]\n"
         "[material.m]\ndensity = 2500\nyoung = 1e6\npoisson = 0.3\n[law]\nnormal = \"hertz\"\n"
         "tangential = \"mindlin\"\n[[pair]]\nmaterials = [\"m\", \"m\"]\nrestitution = 0.5\n"
         "friction = 0.4\n[[bodies]]\nmaterial = \"m\"\n"
         "list = [{x = [0, 0, 0.0101], v = [0.2, 0, 0], radius = 0.01}]\n[[wall]]\n"
         "name = \"floor\"\nmaterial = \"m\"\nshape = \"plane\"\npoint = [0, 0, 0]\n"
         "normal = [0, 0, 1]\nmotion = [{kind = \"expression\", z = \"" +
         height + "\"}]\n" + kQuiet;
}

}  // namespace

TEST_CASE("a run that died between its last checkpoint and its summary is completed by resume") {
  ScratchFolder folder;
  const Case c = read_case_text(lifted("0"), "test.toml");
  {
    Session s(c, folder / "whole", false);
    to_the_end(s);
  }
  {
    Session s(c, folder / "run", false);
    to_the_end(s);
  }
  const std::string series = file_bytes(folder / "run/series.csv");
  {
    Session s(folder / "run");
    CHECK(s.complete());
  }
  for (const char* lost : {"summary.json", "final.png"}) {
    fs::remove(folder / ("run/" + std::string(lost)));
    Session s(folder / "run");
    CHECK_FALSE(s.complete());
    CHECK(to_the_end(s).end == RunEnd::kDone);
    CHECK(s.complete());
  }
  CHECK(summary_in(folder / "run") == summary_in(folder / "whole"));
  CHECK(file_bytes(folder / "run/series.csv") == series);
}

TEST_CASE("the summary of a resumed run tells of the whole run") {
  ScratchFolder folder;
  // The ledger opens for a while, and the largest overlap is at the first impact.
  const Case c = read_case_text(lifted("0", "ledger_limit = 1e-9\n"), "test.toml");
  {
    Session s(c, folder / "whole", false);
    to_the_end(s);
  }
  {
    Session s(c, folder / "run", false);
    s.run([](const Simulation& sim) { return sim.state().clock.time() < 0.1; });
  }
  Session s(folder / "run");
  to_the_end(s);
  CHECK(summary_in(folder / "whole").at("warnings").size() == 1);
  CHECK(summary_in(folder / "run") == summary_in(folder / "whole"));
}

TEST_CASE("after trouble the checkpoint stands before the fault, and resume meets it again") {
  ScratchFolder folder;
  // The floor jumps by a radius and more at t = 0.1 s.
  const Case c = read_case_text(lifted("0.012 * (t > 0.1)"), "test.toml");
  std::string message;
  Real time = 0;
  {
    Session s(c, folder / "run", false);
    const RunSummary end = to_the_end(s);
    CHECK(end.end == RunEnd::kTrouble);
    CHECK(end.time == doctest::Approx(0.1).epsilon(0.01));
    CHECK(end.checkpoint_time < end.time);
    message = end.message, time = end.time;
  }
  CHECK(contains(file_bytes(folder / "run/summary.json"), "stopped"));
  Session s(folder / "run");
  CHECK(s.earlier_trouble() == message);
  CHECK(s.simulation().state().clock.time() < time);
  const RunSummary again = to_the_end(s);
  CHECK(again.end == RunEnd::kTrouble);
  CHECK(again.message == message);
  CHECK(again.time == time);
}

TEST_CASE("resume --set takes the fault out of the way, and is remembered") {
  ScratchFolder folder;
  const Case c = read_case_text(lifted("0.012 * (t > 0.1)"), "test.toml");
  {
    Session s(c, folder / "run", false);
    CHECK(to_the_end(s).end == RunEnd::kTrouble);
  }
  const std::string set = "wall.floor.motion.0.z=0 * t";
  {
    Session s(folder / "run", {.sets = {set}});
    s.run([](const Simulation& sim) { return sim.state().clock.time() < 0.15; });
  }
  CHECK(contains(file_bytes(folder / "run/case.toml"), "--set wall.floor.motion.0"));
  CHECK(contains(file_bytes(folder / "run/run.json"), "wall.floor.motion.0"));
  Session s(folder / "run");
  const RunSummary end = to_the_end(s);
  CHECK(end.end == RunEnd::kDone);
  CHECK(std::fabs(end.closing_error) < 1e-2);
}

TEST_CASE("a run that is over, with a wall that moved, goes on with other keys") {
  ScratchFolder folder;
  {
    Session s(read_case_text(lifted("0.001 * sin(20 * t)"), "test.toml"), folder / "run", false);
    CHECK(to_the_end(s).end == RunEnd::kDone);
  }
  Session more(folder / "run", {.until = 0.25, .sets = {"run.overlap_limit=0.25"}});
  const RunSummary end = to_the_end(more);
  CHECK(end.end == RunEnd::kDone);
  CHECK(end.time == doctest::Approx(0.25).epsilon(1e-3));
  // The wall went on as it was, above all with its phase.
  CHECK(more.simulation().state().walls[0].x.z ==
        doctest::Approx(1e-3 * std::sin(5.0)).epsilon(1e-3));
}

TEST_CASE("resume --set changes what a run does, not what its state means") {
  ScratchFolder folder;
  {
    Session s(read_case_text(lifted("0"), "test.toml"), folder / "run", false);
    s.run([](const Simulation& sim) { return sim.state().clock.time() < 0.1; });
  }
  const std::string before = file_bytes(folder / "run/checkpoint.h5");
  const auto refused = [&](const std::string& set) {
    return message_of<CaseError>([&] { Session(folder / "run", {.sets = {set}}); });
  };
  for (const char* set :
       {"material.m.young=2e6", "run.method=nonsmooth", "domain.hi=[2, 2, 2]", "pair.friction=0.1",
        "bodies.velocity=[1, 0, 0]", "wall.floor.point=[0,0,1]"})
    CHECK_MESSAGE(contains(refused(set), "cannot change in the middle of a run"), set);
  CHECK(contains(refused("run.time_stp=1e-6"), "did you mean"));
  CHECK(contains(refused("run.time_step=1"), "time_step"));
  CHECK(contains(refused("wall.motion=[{kind = \"translate\", velocity = [0, 0, 1]}]"),
                 "of the same kinds"));
  CHECK(contains(refused("wall.motion.0.z=0.005 + 0 * t"), "would jump by"));
  CHECK(file_bytes(folder / "run/checkpoint.h5") == before);
}

TEST_CASE("a time step changed by resume --set keeps the time, the forces and the order") {
  // Compared with the run that keeps its step, the ball ends up where it would, to second order.
  ScratchFolder folder;
  const auto end_of = [&](const std::string& name, Real dt, std::optional<Real> then) {
    std::string text = lifted("0", "time_step = " + std::to_string(dt) + "\n");
    {
      Session s(read_case_text(text, "test.toml"), folder / name, false);
      s.run([](const Simulation& sim) { return sim.state().clock.time() < 0.0999; });
    }
    ResumeOptions options;
    if (then) options.sets = {"run.time_step=" + std::to_string(*then)};
    Session s(folder / name, options);
    if (then) {
      CHECK(s.simulation().dt() == *then);
      CHECK(s.simulation().state().clock.time() == doctest::Approx(0.1).epsilon(1e-3));
    }
    CHECK(to_the_end(s).end == RunEnd::kDone);
    return s.simulation().state();
  };
  const State kept = end_of("kept", 2e-5, {}), halved = end_of("halved", 2e-5, 1e-5);
  CHECK(halved.clock.time() == doctest::Approx(kept.clock.time()).epsilon(1e-4));
  const Real slid = position(kept.grains.place[0]).x;
  CHECK(position(halved.grains.place[0]).x == doctest::Approx(slid).epsilon(1e-3));
  CHECK(std::fabs(halved.ledger.gravity) < 1);
}
