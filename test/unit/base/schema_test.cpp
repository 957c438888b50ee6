#include "scree/base/schema.h"

#include <doctest/doctest.h>

#include "scree/base/error.h"

namespace scree {
namespace {

enum class Colour { kRed, kGreen };

struct Wheel {
  Real radius = 0.3;
  long spokes = 8;
  Colour colour = Colour::kRed;
  std::optional<Real> tint;
  Vec3 axle{0, 0, 1};
};

Node number(Real value) {
  Node node;
  node.kind = Node::Kind::kReal;
  node.real = value;
  return node;
}

Node word(const std::string& text) {
  Node node;
  node.kind = Node::Kind::kText;
  node.text = text;
  return node;
}

Node table(std::vector<std::pair<std::string, Node>> entries) {
  Node node;
  node.table = std::move(entries);
  return node;
}

}  // namespace

template <>
const std::vector<std::string>& words_of<Colour>() {
  static const std::vector<std::string> words{"red", "green"};
  return words;
}

template <>
const Schema& schema_of<Wheel>() {
  static const Schema schema = make_schema<Wheel>("wheel", "A wheel.", [](auto& s) {
    s.key("radius", &Wheel::radius, "its radius").unit("m").above(0);
    s.key("spokes", &Wheel::spokes, "number of spokes").at_least(3);
    s.key("colour", &Wheel::colour, "its colour");
    s.key("tint", &Wheel::tint, "shade of green").only("colour", {"green"}).required();
    s.key("axle", &Wheel::axle, "direction of the axle");
    s.rule("a small wheel has at most ten spokes", "spokes",
           [](const Wheel& w) { return w.radius > 0.1 || w.spokes <= 10; });
  });
  return schema;
}

namespace {

std::string message_of(const Node& node) {
  try {
    read_table<Wheel>(node, {.path = "wheel"});
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("what a table does not say keeps its default, and the schema knows that default") {
  const Wheel wheel = read_table<Wheel>(table({{"radius", number(0.5)}}), {});
  CHECK(wheel.radius == 0.5);
  CHECK(wheel.spokes == 8);
  CHECK(schema_of<Wheel>().find("spokes")->default_text == "8");
  CHECK(schema_of<Wheel>().find("colour")->default_text == "\"red\"");
  CHECK(schema_of<Wheel>().find("axle")->default_text == "[0, 0, 1]");
}

TEST_CASE("a whole number may be written as 1e2, but not as 1.5") {
  CHECK(read_table<Wheel>(table({{"spokes", number(1e2)}}), {}).spokes == 100);
  CHECK(message_of(table({{"spokes", number(1.5)}})) ==
        "wheel.spokes: wants a whole number, found the number 1.5");
}

TEST_CASE("a limit that is excluded is not a valid value") {
  CHECK(message_of(table({{"radius", number(0)}})) == "wheel.radius: must be above 0 [m], is 0");
  CHECK(message_of(table({{"spokes", number(2)}})) == "wheel.spokes: must be at least 3, is 2");
}

TEST_CASE("a key may apply, and be needed, only with one value of another") {
  CHECK(message_of(table({{"tint", number(1)}})).find("applies only when colour is \"green\"") !=
        std::string::npos);
  CHECK(message_of(table({{"colour", word("green")}})).find("is needed when colour = \"green\"") !=
        std::string::npos);
  CHECK(message_of(table({{"colour", word("green")}, {"tint", number(1)}})).empty());
}

TEST_CASE("an unknown word is answered with the nearest one") {
  CHECK(message_of(table({{"colour", word("gren")}})).find("did you mean \"green\"?") !=
        std::string::npos);
}

TEST_CASE("a rule between keys is checked after all of them are read") {
  CHECK(message_of(table({{"spokes", number(12)}, {"radius", number(0.05)}})) ==
        "wheel.spokes: a small wheel has at most ten spokes");
}

TEST_CASE("a vector in a plane may leave out z") {
  Node list;
  list.kind = Node::Kind::kArray;
  list.items = {number(1), number(2)};
  CHECK(message_of(table({{"axle", list}})).find("[x, y, z]") != std::string::npos);
  const Wheel wheel = read_table<Wheel>(table({{"axle", list}}), {.path = "", .planar = true});
  CHECK(wheel.axle == Vec3{1, 2, 0});
}

}  // namespace scree
