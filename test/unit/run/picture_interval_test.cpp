#include "scree/run/picture_interval.h"

#include <doctest/doctest.h>

#include <cmath>

#include "scree/run/estimate.h"
#include "scree/run/outputs.h"
#include "scree/run/session.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// The small case with other words in [output] and another duration.
std::string with_output(const std::string& output, const std::string& duration = "0.1") {
  std::string text = kSmallCase + "[output]\nplots = false\n" + output;
  const std::string was = "duration = 0.1";
  return text.replace(text.find(was), was.size(), "duration = " + duration);
}

OutputIntervals intervals(const std::string& text) {
  const Simulation sim(read_case_text(text, "test.toml"));
  return output_intervals(sim);
}

std::size_t pictures_in(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "pictures")) return 0;
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder / "pictures"), {}));
}

}  // namespace

TEST_CASE("pictures that the case asks for are made, however long they take") {
  CHECK(intervals(with_output("picture_interval = 0.01\n")).picture == 0.01);
  CHECK(std::isinf(intervals(with_output("pictures = false\npicture_interval = 0.01\n")).picture));
}

TEST_CASE("a short run affords the last picture only, a long one some, at frames") {
  CHECK(std::isinf(intervals(with_output("")).picture));
  const std::string text = with_output("picture = {width = 300}\n", "1000");
  const OutputIntervals i = intervals(text);
  REQUIRE(std::isfinite(i.picture));
  const Real multiple = i.picture / i.frame;
  CHECK(multiple >= 1);
  CHECK(multiple == doctest::Approx(std::round(multiple)));
  const Case c = read_case_text(text, "test.toml");
  const Simulation sim(c);
  const Real seconds = 2e-6 * sim.end() / sim.dt();  // the least a run of so many steps takes
  CHECK((1000 / i.picture + 1) * picture_seconds(c, 2) < 0.12 * seconds);
}

TEST_CASE("the last picture is made unless pictures are off, and then none") {
  const auto run = [](const std::string& output, const ScratchFolder& folder) {
    Session s(read_case_text(with_output(output), "test.toml"), folder / "out", false);
    s.run([](const Simulation&) { return true; });
  };
  ScratchFolder last, all, none;
  run("picture = {width = 64}\n", last);
  CHECK(pictures_in(last / "out") == 0);
  CHECK(std::filesystem::exists(last / "out/final.png"));
  run("picture = {width = 64}\npicture_interval = 0.02\n", all);
  CHECK(pictures_in(all / "out") == 6);
  CHECK(file_bytes(all / "out/final.png") == file_bytes(last / "out/final.png"));
  CHECK(file_bytes(all / "out/final.png") == file_bytes(all / "out/pictures/picture_000005.png"));
  run("pictures = false\n", none);
  CHECK(pictures_in(none / "out") == 0);
  CHECK_FALSE(std::filesystem::exists(none / "out/final.png"));
}

TEST_CASE("a resumed run makes its pictures as often as it began to") {
  ScratchFolder folder;
  const std::string text = with_output("picture = {width = 64}\n");
  {
    Session s(read_case_text(text, "test.toml"), folder / "out", false);
    s.run([](const Simulation& sim) { return sim.state().clock.time() < 0.05; });
  }
  Session s(folder / "out", {.until = 5.0});  // a longer run could afford some
  CHECK(std::isinf(output_intervals(s.simulation()).picture));
}

TEST_CASE("check counts the pictures") {
  const auto pictures = [](const std::string& output) {
    return estimate(Simulation(read_case_text(with_output(output), "test.toml"))).pictures;
  };
  CHECK(pictures("pictures = false\n") == 0);
  CHECK(pictures("") == 1);
  CHECK(pictures("picture_interval = 0.02\n") == 7);
}
