/// Numbers that no machine holds are refused before anything is made of them.
#include "scree/case/bounds.h"

#include <doctest/doctest.h>

#include "scree/base/error.h"
#include "scree/run/simulation.h"
#include "scree/verify/expect.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// The small case with other bodies.
std::string with_bodies(const std::string& bodies) {
  const std::size_t from = kSmallCase.find("[[bodies]]"), to = kSmallCase.find("[[wall]]");
  return kSmallCase.substr(0, from) + "[[bodies]]\nmaterial = \"glass\"\n" + bodies + "\n" +
         kSmallCase.substr(to);
}
std::string refusal(const std::string& text, const std::vector<std::string>& sets = {}) {
  return message_of<CaseError>(
      [&] { const Simulation sim(read_case_text(text, "case.toml", sets)); });
}

}  // namespace

TEST_CASE("bodies that memory cannot hold are refused with their number and the key to change") {
  const std::string sizes = "sizes = {kind = \"fixed\", radius = 1e-6}\n";
  const auto says = [&](const std::string& bodies, std::initializer_list<const char*> parts) {
    const std::string text = refusal(with_bodies(sizes + bodies));
    for (const char* part : parts) CHECK_MESSAGE(contains(text, part), text);
  };
  says("source = \"packing\"\ncount = 2000000000",
       {"case.toml:23: bodies.0: 2e+09 spheres take about 1.2e+03 GB", "lower count"});
  says("source = \"packing\"\ncount = 9000000000000000000", {"more than a run can count"});
  says("source = \"packing\"\nsolid_fraction = 0.3", {"7.162e+16 spheres", "lower solid_fraction"});
  says("source = \"lattice\"", {"spheres", "widen spacing"});
  says("source = \"line\"\nstart = [0, 0, 0]\nend = [1, 0, 0]\ncount = 9000000000",
       {"lower count"});
  says("source = \"line\"\nstart = [0, 0, 0]\nend = [1, 0, 0]\nspacing = 1e-12",
       {"1e+12 spheres", "widen spacing"});
  const ScratchFolder folder;
  put_file(folder / "one.txt", "x y z radius\n0.5 0.5 0.5 0.1\n");
  const std::string table =
      "source = \"table\"\nfile = \"" + (folder / "one.txt").string() + "\"\n";
  CHECK(contains(refusal(with_bodies(table + "tile = [2000000000, 2000000000, 9]")), "lower tile"));
  CHECK(too_many_spheres(1e6, 1e9).empty());
  CHECK(contains(too_many_spheres(2e6, 1e9),
                 "2e+06 spheres take about 1.2 GB of memory, and this "
                 "machine has 1 GB"));
}

TEST_CASE("a run of more steps than can be counted is refused, with the years it would take") {
  const std::string text = refusal(kSmallCase, {"run.duration=1e19", "run.time_step=1e-5"});
  CHECK_MESSAGE(contains(text, "1e+24 steps: more than can be counted (2^53), and over 3.2e+10"),
                text);
  CHECK(contains(text, "shorten run.duration or the phases, or lengthen run.time_step"));
  CHECK(contains(refusal(kSmallCase, {"run.time_step=1e-300"}), "run.time_step: must be at least"));
  CHECK(contains(refusal(kSmallCase, {"run.time_step=1e-19"}), "1e+18 steps"));
}

TEST_CASE("outputs without number are refused at their key") {
  for (const char* key : {"series_interval", "frame_interval", "picture_interval"})
    CHECK(contains(refusal(kSmallCase, {std::string("output.") + key + "=1e-12"}),
                   std::string("output.") + key + ": 1e-12 s in a run of 0.1 s are 1e+11"));
  const std::string observe = "[[observe]]\nkind = \"energy\"\ninterval = 1e-12\n";
  CHECK(contains(refusal(kSmallCase + observe), "observe.energy.interval: 1e-12 s"));
}

TEST_CASE("numbers beyond what products of them can hold are refused by the key that has them") {
  const auto says = [](const std::string& set, const char* part) {
    const std::string text = refusal(kSmallCase, {set});
    CHECK_MESSAGE(contains(text, part), text);
  };
  says("material.glass.density=1e300",
       "material.glass.density: must be at least 1e-20 and at most");
  says("material.glass.young=1e-300", "material.glass.young: must be at least");
  says("material.glass.young=1e21", "must be at least 1e-20 and at most 1e+20 [Pa], is 1e+21");
  says("gravity.vector=[0,0,-1e200]", "gravity.vector: no component may exceed 1e+20 [m/s^2]");
  says("bodies.0.list.0.v=[1e30,0,0]", "v: no component may exceed");
  says("bodies.0.list.0.radius=1e-30", "radius: must be at least");
  says("run.skin=2", "run.skin: 2 m is more than 10 times the largest radius");
  CHECK_NOTHROW(read_case_text(kSmallCase, "case.toml", {"material.steel.young=inf"}));
}

TEST_CASE("a variant of millions of runs is refused") {
  std::string values = "[0";
  for (int k = 1; k < 1000; ++k) values += ", " + std::to_string(k);
  const std::string text =
      "[[variant]]\nname = \"v{a}{b}\"\nset = [\"run.seed={a}\", \"run.seed={b}\"]\n"
      "sweep = {a = " +
      values + "], b = " + values +
      "]}\n[[expect]]\nname = \"x\"\nmeasure = \"1\"\nvalue = 1\nabsolute = 1\n"
      "source = \"none [derived]\"\n";
  CHECK(contains(message_of<CaseError>([&] { read_expectations_text(text, "expect.toml"); }),
                 "sweep makes 1000000 runs, at most 10000 are possible"));
}
