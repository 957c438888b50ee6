#include "scree/case.h"

#include <doctest/doctest.h>

#include "scree/case/case.h"
#include "scree/lib/case_access.h"
#include "source_folder.h"
#include "unit/lib/bouncing.h"

using namespace scree;
using api::Keys;

namespace {

/// What is wrong with the case, as told.
std::string complaint(const api::Case& c) {
  try {
    c.check();
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a case built in code is the case of the same keys in TOML") {
  const api::Case built = bouncing_balls();
  const Case code = checked(built), text = read_case_text(built.text(), "case");
  CHECK(code.text == text.text);
  CHECK(code.bodies.size() == 2);
  CHECK(code.bodies[0].list[1].x == text.bodies[0].list[1].x);
  CHECK(code.bodies[0].list[1].x == Vec3{0.001, 0, 0.0148});
  CHECK(code.materials[0].young == text.materials[0].young);
  CHECK(code.run.duration == 0.02);
}

TEST_CASE("bad keys of a case in code are refused with the words for a file") {
  api::Case c = bouncing_balls();
  CHECK(complaint(c) == "");
  c.set("run.durattion", 1);
  CHECK(complaint(c).find("case: run.durattion: unknown key; did you mean 'duration'?") == 0);
  c = bouncing_balls();
  c.set("material.glass.young", "soft");
  CHECK(complaint(c).find("case: material.glass.young: ") == 0);
  c = bouncing_balls();
  c.set("bodies.0.material", "steel");
  CHECK(complaint(c).find("steel") != std::string::npos);
  CHECK(complaint(api::Case()).find("is needed") != std::string::npos);
}

TEST_CASE("entries of lists are changed by number or by name") {
  api::Case c = bouncing_balls();
  c.set("wall.floor.point", {0, 0, -0.01}).set("bodies.0.list.1.radius", 0.004);
  const Case read = checked(c);
  CHECK(read.walls[0].point == Vec3{0, 0, -0.01});
  CHECK(*read.bodies[0].list[1].radius == 0.004);
  c.add("wall", Keys{{"name", "lid"}});
  CHECK_THROWS_WITH_AS(c.set("wall.flor.point", {0, 0, 0}),
                       doctest::Contains("did you mean 'floor'?"), CaseError);
  CHECK_THROWS_AS(c.set("run..seed", 1), CaseError);
  CHECK_THROWS_AS(c.add("run.duration", Keys{}), CaseError);
}

TEST_CASE("an entry joins a list that was one table") {
  api::Case c;
  c.set("wall", Keys{{"name", "a"}}).add("wall", Keys{{"name", "b"}});
  CHECK(c.text() == "\n[[wall]]\nname = \"a\"\n\n[[wall]]\nname = \"b\"\n");
}

TEST_CASE("a key may be given once, and depth and bytes are those of a text") {
  CHECK_THROWS_WITH_AS(api::Case().set("run", Keys{{"seed", 1}, {"seed", 2}}),
                       doctest::Contains("given twice"), CaseError);
  CHECK_THROWS_AS(api::Case().set("title", "\xff"), CaseError);
  api::Value deep = 1;
  for (int k = 0; k < 200; ++k) deep = Keys{{"a", deep}};
  CHECK_THROWS_AS(api::Case().set("run", deep), CaseError);
}

TEST_CASE("values keep their kind, whole numbers of every width included") {
  using Kind = api::Value::Kind;
  CHECK(api::Value(true).kind == Kind::kBool);
  CHECK(api::Value(3).kind == Kind::kInteger);
  CHECK(api::Value(std::size_t{3}).integer == 3);
  CHECK(api::Value(0.5f).kind == Kind::kReal);
  CHECK(api::Value("a").kind == Kind::kText);
  CHECK(api::Value({1, 2}).list.size() == 2);
  CHECK(api::Value({"glass", "glass"}).list[1].text == "glass");
  CHECK(api::Value(std::vector<double>{1, 2, 3}).list[2].real == 3);
  CHECK(api::Value(Keys{{"a", 1}}).table[0].value.integer == 1);
}

TEST_CASE("a case file is read, changed in code, and keeps its name in messages") {
  const std::string file = source_folder() + "/test/scenes/periodic.toml";
  api::Case c = api::Case::read(file, {"run.seed=7"});
  CHECK(checked(c).run.seed == 7);
  CHECK(checked(c).sets.size() == 1);
  c.set("run.duration", 0.01);
  CHECK(checked(c).run.seed == 7);
  CHECK(*checked(c).run.duration == 0.01);
  c.set("run.durattion", 0.01);
  CHECK(complaint(c).find("periodic.toml: run.durattion: unknown key") != std::string::npos);
  CHECK_THROWS_WITH_AS(api::Case::read(file, {"material.glas.young=1"}).check(),
                       doctest::Contains("did you mean 'glass'?"), CaseError);
}

TEST_CASE("the outlook of a case counts its grains, steps and bytes") {
  const api::Outlook out = bouncing_balls().outlook();
  CHECK(out.grains == 4);
  CHECK(out.grains_at_most == 4);
  CHECK(out.steps == doctest::Approx(0.02 / out.time_step).epsilon(0.01));
  CHECK(out.end == 0.02);
  CHECK(out.memory > 0);
  CHECK(out.seconds > 0);
}
