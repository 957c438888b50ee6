#include "scree/io/case_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>

#include "scratch_folder.h"
#include "scree/base/error.h"
#include "source_folder.h"

using namespace scree;

TEST_CASE("every value of the tree knows its line, and tables keep the order of the file") {
  const Node root =
      parse_case_text("b = 1\na = [1, 2.5]\n[z]\nk = true\n[[list]]\nt = \"x\"\n", "f");
  REQUIRE(root.table.size() == 4);
  CHECK(root.table[0].first == "b");
  CHECK(root.table[1].first == "a");
  CHECK(root.table[2].first == "z");
  CHECK(root.find("a")->items[1].real == 2.5);
  CHECK(root.find("a")->place.line == 2);
  CHECK(root.find("z")->find("k")->place.line == 4);
  CHECK(root.find("list")->items[0].find("t")->text == "x");
  CHECK(*root.find("b")->place.file == "f");
}

TEST_CASE("text that is not TOML is refused with file and line") {
  CHECK_THROWS_WITH_AS(parse_case_text("a = 1\nb = [1,\n", "f.toml"), doctest::Contains("f.toml:"),
                       CaseError);
}

TEST_CASE("keys and brackets without end are refused before they fill the stack") {
  const auto refused = [](const std::string& text, const char* why) {
    CHECK_THROWS_WITH_AS(parse_case_text(text, "f.toml"), doctest::Contains(why), CaseError);
  };
  const auto times = [](int n, const std::string& part) {
    std::string text;
    for (int k = 0; k < n; ++k) text += part;
    return text;
  };
  refused("b = 1\n" + times(200000, "a.") + "a = 1\n", "f.toml:2: a key has more than 100 parts");
  refused("[" + times(200000, "a . ") + "a]\n", "a key has more than 100 parts");
  refused(times(200000, "\"a\".") + "a = 1\n", "a key has more than 100 parts");
  refused("a = " + times(100000, "[") + times(100000, "]"), "f.toml:1");
  refused("a = " + times(100000, "{a=") + "1" + times(100000, "}"), "f.toml:1");
  refused("a = \"" + times(9000000, "x") + "\"", "at most 8000000 are possible");
  CHECK(parse_case_text("a = \"1.2.3 ... " + times(300, "wait. for. it. ... ") + "\"\n", "f")
            .find("a"));
  Node root;
  CHECK_THROWS_WITH_AS(apply_set(root, times(200000, "a.") + "a=1"),
                       doctest::Contains("a key has more than 100 parts"), CaseError);
}

TEST_CASE("folders, devices, pipes and empty files are refused without reading them") {
  const ScratchFolder folder;
  const auto refused = [](const std::string& path, const char* why) {
    CHECK_THROWS_WITH_AS(read_text_file(path), doctest::Contains(why), CaseError);
  };
  refused("/dev/zero", "is a device or pipe; name a file");
  const std::string pipe = (folder / "pipe").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  refused(pipe, "is a device or pipe; name a file");
  refused((folder / "").string(), "is a folder; name a file");
  put_file(folder / "empty.toml", "");
  refused((folder / "empty.toml").string(), "the file is empty");
  refused((folder / "none.toml").string(), "cannot be opened");
  put_file(folder / "endless.txt", "x");
  std::filesystem::resize_file(folder / "endless.txt", std::uintmax_t{1} << 42);  // all but empty
  refused((folder / "endless.txt").string(), "too much for the memory of this machine");
}

TEST_CASE("--set replaces, adds, and reaches into lists by number or name") {
  Node root = parse_case_text("[a]\nb = 1\n[[l]]\nname = \"p\"\n[[l]]\nname = \"q\"\n", "f");
  apply_set(root, "a.b = 2");
  apply_set(root, "a.c.d=text without quotes");
  apply_set(root, "l.q.v=[1, 2]");
  apply_set(root, "l.0.v=true");
  CHECK(root.find("a")->find("b")->integer == 2);
  CHECK(root.find("a")->find("c")->find("d")->text == "text without quotes");
  CHECK(root.find("l")->items[1].find("v")->items.size() == 2);
  CHECK(root.find("l")->items[0].find("v")->boolean);
  CHECK(*root.find("a")->find("b")->place.file == "--set a.b = 2");
  apply_set(root, "a.b = " + std::string(100000, 'x'));
  CHECK(root.find("a")->find("b")->text.size() == 100000);
  CHECK(root.find("a")->find("b")->place.file->size() < 300);  // a message, not a novel
}

TEST_CASE("--set of something that is not there says what is") {
  Node root = parse_case_text("[[l]]\nname = \"p\"\n[[l]]\nname = \"q\"\n", "f");
  CHECK_THROWS_WITH_AS(apply_set(root, "l.r.v=1"), doctest::Contains("it has: p, q"), CaseError);
  CHECK_THROWS_AS(apply_set(root, "l..v=1"), CaseError);
  CHECK_THROWS_AS(apply_set(root, "=1"), CaseError);
  CHECK_THROWS_AS(apply_set(root, "l.0.name.x=1"), CaseError);
}

TEST_CASE("a file that cannot be read is named") {
  CHECK_THROWS_WITH_AS(read_text_file("no/such/file"), doctest::Contains("no/such/file"),
                       CaseError);
  CHECK_THROWS_AS(read_text_file(source_folder()), CaseError);
}
