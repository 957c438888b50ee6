/// What is said before the first step.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "scree/base/error.h"
#include "scree/run/session.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

std::string message_of(const std::string& text, const std::string& file = "case.toml",
                       const std::vector<std::string>& sets = {}) {
  try {
    Simulation sim(read_case_text(text, file, sets), load_runs());
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

void check_says(const std::string& message, const std::vector<std::string>& parts) {
  CAPTURE(message);
  for (const std::string& part : parts) {
    CAPTURE(part);
    CHECK(message.find(part) != std::string::npos);
  }
}

std::string swapped(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string emitter(const std::string& lo, const std::string& hi) {
  return "[[emitter]]\nname = \"hose\"\nlabel = \"poured\"\nmaterial = \"glass\"\n"
         "number_rate = 1\nsizes = {kind = \"fixed\", radius = 0.01}\n"
         "region = {kind = \"box\", lo = " +
         lo + ", hi = " + hi + "}\n";
}

const std::string kOneBall = R"(
[run]
duration = 0.1
[domain]
lo = [0, 0, 0]
hi = [1, 1, 1]
[material.glass]
density = 2500
young = 1e7
poisson = 0.25
[material.floor]
young = inf
[[pair]]
materials = ["glass", "floor"]
restitution = 0.7
[[bodies]]
list = [{x = [0.5, 0.5, 0.5], radius = 0.1, material = "glass"}]
[[wall]]
name = "floor"
material = "floor"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
)";

}  // namespace

TEST_CASE("an observer of a label that no body has is refused, with the nearest one") {
  const auto group = [](const std::string& label) {
    return kSmallCase + "[[observe]]\nkind = \"group\"\nlabel = \"" + label + "\"\n";
  };
  CHECK(message_of(group("shot")) == "");
  check_says(message_of(group("shoot")),
             {"case.toml:36: observe.shoot.label: no body has the label \"shoot\"",
              "did you mean \"shot\"?"});
  CHECK(message_of(group("poured") + emitter("[0, 0, 0.8]", "[1, 1, 1]")) == "");
}

TEST_CASE("a body that a track cannot find is refused, unless an emitter may still make it") {
  const auto track = [](int body) {
    return kSmallCase + "[[observe]]\nkind = \"track\"\nbody = " + std::to_string(body) + "\n";
  };
  CHECK(message_of(track(1)) == "");
  check_says(message_of(track(2)), {"observe.track.body: there is no body 2", "from 0 to 1"});
  CHECK(message_of(track(2) + emitter("[0, 0, 0.8]", "[1, 1, 1]")) == "");
}

TEST_CASE("a condition on a column that does not exist is refused before the first step") {
  const std::string text = swapped(kSmallCase, "duration = 0.1", "") +
                           "[[phase]]\nname = \"a\"\n"
                           "until = {quantity = \"kinetik_energy\", below = 1, at_most = 1}\n";
  check_says(message_of(text), {"until.quantity \"kinetik_energy\"", "kinetic_energy"});
}

TEST_CASE("an emitter outside the domain is refused, one that touches its faces is not") {
  CHECK(message_of(kSmallCase + emitter("[0, 0, 0.8]", "[1, 1, 1]")) == "");
  check_says(message_of(kSmallCase + emitter("[0, 0, 1.5]", "[1, 1, 2]")),
             {"case.toml:36: emitter.hose.region", "from 1.5 to 2 along z", "outside the domain"});
  check_says(message_of(kSmallCase + emitter("[0, 0, 0.5]", "[1, 1.5, 0.9]")), {"along y"});
}

TEST_CASE("grains that start inside a wall are counted, and the first is named") {
  for (const char* method : {"smooth", "dae", "nonsmooth"}) {
    CAPTURE(method);
    std::string text = swapped(kSmallCase, "point = [0, 0, 0]", "point = [0, 0, 0.6]");
    text = swapped(text, "duration = 0.1",
                   "duration = 0.1\ntime_step = 1e-6\nmethod = \"" + std::string(method) + "\"");
    check_says(message_of(text), {"case.toml:",
                                  "at the start 2 grains are inside a wall: body 0 at "
                                  "[0.2, 0.5, 0.5]",
                                  "wall \"floor\"", "run.overlap_limit is 0.1"});
  }
}

TEST_CASE("the only body of a material needs no pair with itself") {
  CHECK(message_of(kOneBall) == "");
  const std::string second =
      "[[bodies]]\nlist = [{x = [0.5, 0.5, 0.8], radius = 0.1, material = \"glass\"}]\n";
  check_says(message_of(kOneBall + second), {"\"glass\" and \"glass\" can meet"});
  check_says(message_of(kOneBall + emitter("[0, 0, 0.8]", "[1, 1, 1]")),
             {"\"glass\" and \"glass\" can meet"});
  const std::string lattice =
      "[[bodies]]\nsource = \"lattice\"\nmaterial = \"glass\"\ncount = 5\n"
      "sizes = {kind = \"fixed\", radius = 0.01}\n"
      "region = {kind = \"box\", lo = [0, 0, 0.8], hi = [1, 1, 1]}\n";
  check_says(message_of(kOneBall + lattice), {"\"glass\" and \"glass\" can meet"});
}

TEST_CASE("a mesh outside the domain is refused with its extents, one in millimetres is known") {
  ScratchFolder folder;
  std::ofstream(folder / "plate.obj") << "v 100 100 -50\nv 900 100 -50\nv 100 900 -50\nf 1 2 3\n";
  const std::string file = (folder / "case.toml").string();
  const auto plate = [](const std::string& more) {
    return kSmallCase +
           "[[wall]]\nname = \"plate\"\nmaterial = \"steel\"\nshape = \"mesh\"\n"
           "file = \"plate.obj\"\n" +
           more;
  };
  check_says(message_of(plate("offset = [0, 0, 0.1]\n"), file),
             {"wall.plate", "outside the domain", "from [100, 100, -49.9] to [900, 900, -49.9] m",
              "the domain is from [0, 0, 0] to [1, 1, 1] m", "In millimetres?", "scale = 0.001"});
  const std::string far = message_of(plate("scale = 0.001\noffset = [5, 0, 0.1]\n"), file);
  check_says(far, {"outside the domain"});
  CHECK(far.find("millimetres") == std::string::npos);
  const Simulation fits(read_case_text(plate("scale = 0.001\noffset = [0, 0, 0.1]\n"), file));
  REQUIRE(fits.notes().meshes.size() == 1);
  CHECK(fits.notes().meshes[0].find("from [0.1, 0.1, 0.05] to [0.9, 0.9, 0.05] m") !=
        std::string::npos);
}

TEST_CASE("rigid grains: whichever way they are asked for, the remedy works") {
  const std::string rigid = swapped(kSmallCase, "duration = 0.1",
                                    "duration = 0.1\ntime_step = 1e-3\nmethod = \"nonsmooth\"");
  const std::string linear = "law.normal = \"linear\" with law.tangential = \"cundall-strack\"";
  check_says(message_of(swapped(rigid, "young = 1e7", "young = inf")), {linear});
  check_says(message_of(swapped(rigid, "young = 1e7\n", "")), {linear});
  CHECK(message_of(swapped(rigid, "young = 1e7\n", "") +
                   "[law]\nnormal = \"linear\"\ntangential = \"cundall-strack\"\n") == "");
}

TEST_CASE("the folder of an earlier run counts from the case file, in --set from the present one") {
  ScratchFolder folder;
  namespace fs = std::filesystem;
  const fs::path cases = folder / "cases";
  fs::create_directories(cases);
  const std::string file = (cases / "case.toml").string();
  const std::string start = swapped(kSmallCase, "duration = 0.1", "duration = 1e-4");
  const std::string quiet = "[output]\nplots = false\npicture = {width = 64}\n";
  {
    Session first(read_case_text(start + quiet, file), folder / "out/first", false);
    first.run([](const Simulation&) { return true; });
  }
  const std::string again = swapped(start, "[run]", "[run]\nfrom = \"../out/first\"");
  CHECK(message_of(again, file) == "");
  CHECK(read_case_text(again, file).run.from == (folder / "out/first").lexically_normal().string());
  CHECK(read_case_text(start, file, {"run.from=out/first"}).run.from == "out/first");
  const std::string wrong = swapped(start, "[run]", "[run]\nfrom = \"out/first\"");
  check_says(message_of(wrong, file), {"run.from: ", "holds no checkpoint.h5"});

  const fs::path before = fs::current_path();  // as it was read until now
  fs::current_path(folder.path());
  const std::string message = message_of(wrong, "cases/case.toml");
  const std::string option = message_of(start, "cases/case.toml", {"run.from=out/first"});
  fs::current_path(before);
  check_says(message, {"there is a run in out/first of the present folder",
                       "write \"../out/first\"", "--set run.from=out/first"});
  CHECK(option == "");
}

TEST_CASE("a misspelt name in a --set is not a new material, and the nearest is named") {
  check_says(message_of(kSmallCase, "case.toml", {"material.glas.young=1e8"}),
             {"--set material.glas.young=1e8: there is no material 'glas', did you mean 'glass'?"});
  check_says(message_of(kSmallCase + "[[wall]]\nname = \"lid\"\nmaterial = \"steel\"\n"
                                     "shape = \"plane\"\npoint = [0, 0, 1]\n"
                                     "normal = [0, 0, -1]\n",
                        "case.toml", {"wall.flor.material=steel"}),
             {"the list has no entry 'flor', did you mean 'floor'?"});
}
