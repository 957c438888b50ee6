#include "scree/io/json.h"

#include <doctest/doctest.h>

#include <limits>

using namespace scree;

TEST_CASE("what is written in JSON is read back, numbers to the last bit") {
  Json note = Json::Object{{"flag", true}, {"step", -3}, {"time", 0.1}, {"name", "a \"b\"\n"}};
  note["hash"] = std::numeric_limits<std::uint64_t>::max();
  note["files"] = std::vector<std::string>{"a", "b"};
  note["list"].push_back(Json::Object{{"k", 1}});
  for (const int indent : {-1, 2}) {
    const Json back = Json::parse(note.dump(indent));
    CHECK(back["flag"].flag() == true);
    CHECK(back["step"].whole(0) == -3);
    CHECK(back["time"].number(0) == 0.1);
    CHECK(back["name"].text() == "a \"b\"\n");
    CHECK(back["hash"].need_unsigned() == std::numeric_limits<std::uint64_t>::max());
    CHECK(back["files"].need_texts() == std::vector<std::string>{"a", "b"});
    CHECK(back["list"].array()[0]["k"].whole(0) == 1);
    CHECK(back.dump() == note.dump());
  }
  CHECK(Json(Json::Object{{"b", 1}, {"a", Json()}}).dump() == R"({"a":null,"b":1})");
}

TEST_CASE("a JSON value of another kind, or none, gives what stands in for it, or an error") {
  const Json note = Json::parse(R"({"text": "a", "number": 1.5, "mixed": ["a", 2], "minus": -1})");
  CHECK(note["text"].number(7) == 7);
  CHECK(note["text"].whole(7) == 7);
  CHECK(note["number"].whole(7) == 7);
  CHECK(note["number"].text("b") == "b");
  CHECK(note["none"].flag(true) == true);
  CHECK(note["text"]["deeper"].text("c") == "c");
  CHECK(note["mixed"].texts() == std::vector<std::string>{"a"});
  CHECK_THROWS_AS(note["mixed"].need_texts(), JsonError);
  CHECK_THROWS_AS(note["none"].need_texts(), JsonError);
  CHECK_THROWS_AS(note["number"].need_text(), JsonError);
  CHECK_THROWS_AS(note["minus"].need_unsigned(), JsonError);
  CHECK_THROWS_AS(note["text"].need_object(), JsonError);
}

TEST_CASE("text that is no JSON is null, and none exhausts the stack") {
  for (const char* text : {"", "{", "nonsense", "{\"a\": }", "\xff\xfe"})
    CHECK(Json::parse(text).dump() == "null");
  CHECK(Json::read("there/is/no/such/file").dump() == "null");
  const std::size_t deep = 100000;
  CHECK(Json::parse(std::string(deep, '[') + std::string(deep, ']')).array().size() == 1);
  CHECK(Json("\xff").dump() == "\"\xEF\xBF\xBD\"");
}
