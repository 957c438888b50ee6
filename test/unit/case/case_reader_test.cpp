#include <doctest/doctest.h>

#include <cmath>

#include "scree/base/error.h"
#include "scree/case/case.h"
#include "unit/case/case_text.h"

using namespace scree;

namespace {

std::string message_of(const std::string& text, const std::vector<std::string>& sets = {}) {
  try {
    read_case_text(text, "case.toml", sets);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& message, const std::string& part) {
  return message.find(part) != std::string::npos;
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = kSmallCase;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a case file becomes plain values, with defaults for what it does not say") {
  const Case c = read_case_text(kSmallCase, "case.toml");
  CHECK(c.title == "two balls");
  CHECK(c.gravity.vector == Vec3{0, 0, -9.81});
  CHECK(c.run.overlap_limit == 0.1);
  CHECK(c.law.normal == NormalLaw::kHertz);
  REQUIRE(c.materials.size() == 2);
  CHECK(c.materials[0].name == "glass");
  CHECK(std::isinf(*c.materials[1].young));
  REQUIRE(c.bodies.size() == 1);
  REQUIRE(c.bodies[0].list.size() == 2);
  CHECK(c.bodies[0].list[1].v == Vec3{-1, 0, 0});
  CHECK(*c.bodies[0].list[1].label == "shot");
  CHECK(c.walls[0].normal == Vec3{0, 0, 1});
  CHECK(c.walls[0].origin.line == 30);
}

TEST_CASE("a case without phases is one phase of the given duration") {
  const Case c = read_case_text(kSmallCase, "case.toml");
  REQUIRE(c.phases.size() == 1);
  CHECK(*c.phases[0].duration == 0.1);
  CHECK(longest_duration(c) == 0.1);
}

TEST_CASE("the pair entry that names more materials wins") {
  const Case c = read_case_text(kSmallCase, "case.toml");
  CHECK(find_pair(c, 0, 0)->restitution == 0.7);
  CHECK(find_pair(c, 0, 1)->restitution == 0.6);
  CHECK(find_pair(c, 1, 0)->restitution == 0.6);
}

TEST_CASE("a misspelt key is named with its line and the nearest right one") {
  const std::string message = message_of(with("duration = 0.1", "duraton = 0.1"));
  CHECK(says(message, "case.toml:4: run.duraton: unknown key; did you mean 'duration'?"));
}

TEST_CASE("a key of another table is sent home") {
  const std::string message = message_of(with("title =", "seed = 3\ntitle ="));
  CHECK(says(message, "'seed' belongs in 'run'"));
}

TEST_CASE("a wrong type says what is wanted, in which unit, and what was found") {
  const std::string message = message_of(with("density = 2500", "density = \"heavy\""));
  CHECK(says(message,
             "case.toml:11: material.glass.density: wants a number [kg/m^3], found the "
             "text \"heavy\""));
}

TEST_CASE("a value out of range names the range") {
  CHECK(says(message_of(with("poisson = 0.25", "poisson = 0.7")),
             "material.glass.poisson: must be above -1 and at most 0.5 [-], is 0.7"));
  CHECK(says(message_of(with("poisson = 0.25", "poisson = nan")), "must be a finite number"));
}

TEST_CASE("a key that does not belong to the chosen shape is refused") {
  const std::string message =
      message_of(with("normal = [0, 0, 2]", "normal = [0, 0, 2]\nradius = 1"));
  CHECK(says(message,
             "wall.floor.radius: applies only when shape is \"cylinder\", \"cone\", here "
             "it is \"plane\""));
}

TEST_CASE("a missing key says why it is needed") {
  CHECK(says(message_of(with("normal = [0, 0, 2]", "")),
             "wall.floor.normal: is needed when shape = \"plane\""));
}

TEST_CASE("a name that does not exist is refused, with the nearest one") {
  CHECK(says(message_of(with("material = \"steel\"", "material = \"stel\"")),
             "wall.floor.material: there is no material \"stel\", did you mean \"steel\"?"));
}

TEST_CASE("every pair of materials that can meet must be covered") {
  CHECK(says(message_of(with("materials = [\"*\", \"*\"]", "materials = [\"steel\", \"steel\"]")),
             "\"glass\" and \"glass\" can meet, but no [[pair]] covers them"));
}

TEST_CASE("the law asks for the numbers it needs") {
  CHECK(says(message_of(with("young = 1e7", "")), "material.glass.young: is needed"));
  CHECK(says(message_of(with("density = 2500", "")), "material.glass.density: is needed"));
  CHECK(says(message_of(kSmallCase, {"law.normal=linear", "law.tangential=none"}),
             "pair.stiffness: is needed by the linear law"));
  CHECK(says(message_of(kSmallCase, {"law.normal=linear"}), "the mindlin laws need"));
}

TEST_CASE("--set changes any key, by name, number, or alone in its list") {
  auto read = [](const std::string& set) { return read_case_text(kSmallCase, "case.toml", {set}); };
  CHECK(read("run.seed=9").run.seed == 9);
  CHECK(read("law.tangential=mindlin").law.tangential == TangentialLaw::kMindlin);
  CHECK(read("wall.floor.point=[0, 0, 0.5]").walls[0].point.z == 0.5);
  CHECK(read("wall.0.point=[0, 0, 0.5]").walls[0].point.z == 0.5);
  CHECK(read("wall.point=[0, 0, 0.5]").walls[0].point.z == 0.5);
  CHECK(read("pair.1.restitution=0.2").pairs[1].restitution == 0.2);
  CHECK(read("material.glass.young=5e6").materials[0].young == 5e6);
  CHECK(read("wall.floor.motion=[{kind='translate', velocity=[0,0,1]}]").walls[0].motion.size() ==
        1);
}

TEST_CASE("a --set that is wrong is named as such") {
  CHECK(says(message_of(kSmallCase, {"run.sed=9"}),
             "--set run.sed=9: run.sed: unknown key; did you "
             "mean 'seed'?"));
  CHECK(says(message_of(kSmallCase, {"pair.7.friction=1"}), "the list has no entry '7'"));
  CHECK(says(message_of(kSmallCase, {"run.seed"}), "wants key=value"));
}

TEST_CASE("a case can start from the end of another, said with one key") {
  const std::size_t at = kSmallCase.find("[[bodies]]");
  const std::string text = "bodies.from = \"out/settle\"\n" + kSmallCase.substr(0, at) +
                           kSmallCase.substr(kSmallCase.find("[[wall]]"));
  const Case c = read_case_text(text, "case.toml");
  REQUIRE(c.bodies.size() == 1);
  CHECK(c.bodies[0].source == BodySource::kFrom);
  CHECK(c.bodies[0].from == "out/settle");
}

TEST_CASE("phases are named by what acts in them") {
  const std::string phases =
      "\n[[phase]]\nname = \"fill\"\nuntil = {quantity = \"bodies\", above = 5, at_most = 2}\n"
      "[[phase]]\nname = \"shake\"\nduration = 1\n";
  std::string text = with("duration = 0.1", "");
  const Case c = read_case_text(text + "phases = [\"shake\"]\n" + phases, "case.toml");
  CHECK_FALSE(active_in(c, c.walls[0].phases, 0));
  CHECK(active_in(c, c.walls[0].phases, 1));
  CHECK(longest_duration(c) == 3);
  CHECK(says(message_of(text + "phases = [\"shak\"]\n" + phases), "did you mean \"shake\"?"));
}

TEST_CASE("a planar case writes vectors with two numbers and spins with one") {
  std::string text = with("duration = 0.1", "duration = 0.1\nplanar = true\nthickness = 0.01");
  auto swap = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  swap("[0, 0, -9.81]", "[0, -9.81]");
  swap("lo = [0, 0, 0]", "lo = [0, 0]");
  swap("hi = [1, 1, 1]", "hi = [1, 1]");
  swap("x = [0.2, 0.5, 0.5]", "x = [0.2, 0.5], w = 3");
  swap("x = [0.6, 0.5, 0.5]", "x = [0.6, 0.5]");
  swap("normal = [0, 0, 2]", "normal = [0, 1]");
  const Case c = read_case_text(text, "case.toml");
  CHECK(c.bodies[0].list[0].w == Vec3{0, 0, 3});
  CHECK(c.bodies[0].list[0].x == Vec3{0.2, 0.5, 0});
  CHECK(c.domain.hi.z - c.domain.lo.z == doctest::Approx(0.01));
  swap("x = [0.6, 0.5]", "x = [0.6, 0.5, 0.1]");
  CHECK(says(message_of(text), "the z component must be 0"));
}

TEST_CASE("gravity may follow a table") {
  const std::string rows = "table = [[0, 0, 0, -1], [2, 0, 0, -3]]";
  const Case c = read_case_text(with("vector = [0, 0, -9.81]", rows), "case.toml");
  REQUIRE(c.gravity.rows.size() == 2);
  CHECK(c.gravity.rows[1].g.z == -3);
  CHECK(says(message_of(with("vector = [0, 0, -9.81]", "table = [[1, 0, 0, 0], [1, 0, 0, 1]]")),
             "t must grow from row to row"));
}
