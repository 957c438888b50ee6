#include "scree/case/manual.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "scree/io/case_file.h"
#include "source_folder.h"

using namespace scree;

TEST_CASE("the committed manual of case keys is the one the schema gives") {
  const std::string path = source_folder() + "/docs/manual/case-keys.md";
  if (std::getenv("SCREE_UPDATE_MANUAL")) std::ofstream(path) << case_manual();
  INFO("rewrite it with: SCREE_UPDATE_MANUAL=1 test_case -tc='*manual*'");
  CHECK(read_text_file(path) == case_manual());
}

TEST_CASE("every key of the manual says what it means") {
  const std::string manual = case_manual();
  CHECK(manual.find("|  |\n") == std::string::npos);
  for (const char* key : {"`restitution`", "`time_step`", "`solid_fraction`", "`weld_tolerance`",
                          "`at_most`", "`colour_by`"})
    CHECK(manual.find(key) != std::string::npos);
}
