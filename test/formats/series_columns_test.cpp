/// What docs/formats says agrees with what is written.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "scree/build/build_scene.h"
#include "scree/io/case_file.h"
#include "scree/io/checkpoint.h"
#include "scree/io/series_file.h"
#include "scree/run/observing.h"
#include "source_folder.h"

using namespace scree;
namespace fs = std::filesystem;

namespace {

bool names_a_sum(const Case& c, const std::string& column) {
  for (const ObserveOptions& o : c.observers)
    if (o.kind == ObserveKind::kSum && o.name == column) return true;
  return false;
}

}  // namespace

TEST_CASE("every column that runs of the shipped cases write without an observer is documented") {
  const std::string page = read_text_file(source_folder() + "/docs/formats/series.md");
  std::set<std::string> columns;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() + "/cases")) {
    if (entry.path().filename() != "case.toml") continue;
    const Case c = read_case(entry.path().string());
    SceneNotes notes;
    const Scene scene = build_scene(c, notes);
    const Observing observing(c, scene);
    for (const std::string& column : observing.columns()) {
      const std::string name = split_unit(column).name;
      if (name.find('.') == std::string::npos && !names_a_sum(c, name)) columns.insert(name);
    }
  }
  for (const char* known : {"contact_residual", "sticking", "motor_work", "rod_position_error",
                            "step_share", "bridge_ruptures"})
    CHECK_MESSAGE(columns.contains(known), known);
  for (const std::string& name : columns)
    CHECK_MESSAGE(page.find("`" + name + "`") != std::string::npos, name);
}

TEST_CASE("the page on checkpoints names the format that is written") {
  const std::string page = read_text_file(source_folder() + "/docs/formats/checkpoint.md");
  CHECK(page.find(fmt::format("format number ({} now", kCheckpointFormat)) != std::string::npos);
}
