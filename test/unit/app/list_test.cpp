#include "list.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "scree/base/error.h"

using namespace scree::app;
namespace fs = std::filesystem;

namespace {

/// A folder of cases that is gone at the end of the test.
struct CaseFolder {
  fs::path path = fs::temp_directory_path() / ("scree-list-" + std::to_string(::getpid()));
  CaseFolder() { fs::create_directories(path); }
  ~CaseFolder() { fs::remove_all(path); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name) << text;
  }
};

}  // namespace

TEST_CASE("cases are listed by path with title, source and run time") {
  const CaseFolder cases;
  cases.write("b/one/case.toml", "title = \"One\"\nsource = \"A. Author 2020\"\n");
  cases.write("b/one/README.md", "# One\n\n- **Run time:** 40 s on two cores\n");
  cases.write("a/case.toml", "title = \"Two\"\n");
  cases.write("a/notes.toml", "title = \"no case\"\n");
  const std::vector<CaseEntry> found = find_cases(cases.path.string());
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == "a");
  CHECK(found[0].run_time.empty());
  CHECK(found[1].path == "b/one");
  CHECK(found[1].title == "One");
  CHECK(found[1].source == "A. Author 2020");
  CHECK(found[1].run_time == "40 s on two cores");
}

TEST_CASE("a broken case is listed with its fault and hides no other") {
  const CaseFolder cases;
  cases.write("broken/case.toml", "title = \n");
  cases.write("whole/case.toml", "title = \"Whole\"\n");
  const std::vector<CaseEntry> found = find_cases(cases.path.string());
  REQUIRE(found.size() == 2);
  CHECK(found[0].title.find("case.toml:1") != std::string::npos);
  CHECK(found[1].title == "Whole");
}

TEST_CASE("a folder that is not there is refused") {
  CHECK_THROWS_AS(find_cases("no/such/folder"), scree::CaseError);
}
