/// Every broken case file, table and LAMMPS file under broken/ is refused with a message that holds
/// all fragments its own "# expect:" comments ask for.
#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "scree/base/error.h"
#include "scree/build/make_bodies.h"
#include "scree/io/case_file.h"
#include "source_folder.h"

using namespace scree;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> expected_fragments(const std::string& text) {
  const std::string mark = "# expect: ";
  std::vector<std::string> fragments;
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    at += mark.size();
    const std::size_t end = std::min(text.find('\n', at), text.find(" # expect:", at));
    fragments.push_back(text.substr(at, end - at));
  }
  return fragments;
}

/// A sound case whose bodies come from a file.
std::string case_around(const std::string& source, const fs::path& file) {
  return "[run]\nduration = 1\n[domain]\nlo = [-1, -1, -1]\nhi = [1, 1, 1]\n"
         "[material.glass]\ndensity = 2500\nyoung = 1e7\npoisson = 0.25\n"
         "[[pair]]\nmaterials = [\"*\", \"*\"]\nrestitution = 0.7\n"
         "[[bodies]]\nmaterial = \"glass\"\nsource = \"" +
         source + "\"\nfile = \"" + file.filename().string() + "\"\n";
}

/// What the program says about the file; empty when it accepts it.
std::string message_for(const fs::path& file) {
  try {
    const std::string kind = file.filename().string().substr(0, 4);
    if (kind == "case") {
      make_bodies(read_case(file.string()));
    } else {
      const std::string text = case_around(kind == "lamm" ? "lammps" : "table", file);
      make_bodies(read_case_text(text, (file.parent_path() / "around.toml").string()));
    }
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

bool is_ours(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.rfind("case-", 0) == 0 || name.rfind("table-", 0) == 0 ||
         name.rfind("lammps-", 0) == 0;
}

}  // namespace

TEST_CASE("a broken case, table or LAMMPS file is refused by a message that names the fault") {
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source_folder() + "/test/formats/broken"))
    if (is_ours(entry.path())) files.insert(entry.path());
  CHECK(files.size() >= 50);
  for (const fs::path& file : files) {
    const std::string message = message_for(file);
    INFO(file.filename().string(), " gives: ", message);
    const auto fragments = expected_fragments(read_text_file(file.string()));
    CHECK_FALSE(fragments.empty());
    CHECK(message.find(".toml") + message.find(".txt") + message.find(".data") !=
          3 * std::string::npos);
    for (const std::string& fragment : fragments) {
      CAPTURE(fragment);
      CHECK(message.find(fragment) != std::string::npos);
    }
  }
}
