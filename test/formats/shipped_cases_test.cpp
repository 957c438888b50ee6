#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "scree/build/make_bodies.h"
#include "source_folder.h"

using namespace scree;
namespace fs = std::filesystem;

TEST_CASE("every case that comes with the program is read, and its bodies can be made") {
  std::set<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() + "/cases"))
    if (entry.path().filename() == "case.toml") files.insert(entry.path());
  CHECK(files.size() >= 1);
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    Case c;
    CHECK_NOTHROW(c = read_case(file.string()));
    CHECK_FALSE(c.title.empty());
    bool earlier = false;  // a case that starts from the end of another cannot be made alone
    for (const BodiesOptions& b : c.bodies) earlier |= b.source == BodySource::kFrom;
    if (!earlier) CHECK_NOTHROW(make_bodies(c));
  }
}
