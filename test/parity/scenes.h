#pragma once
/// Scenes that between them use everything that evolves, and what parity tests do with them.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>

#include "scree/io/case_file.h"
#include "scree/run/session.h"
#include "source_folder.h"
#include "unit/io/scratch_folder.h"

namespace scree {

/// What every scene shares; results are few and small, so that tests are quick.
inline const std::string kOutput = R"(
[output]
series_interval = 1e-3
frame_interval = 10
plots = false
picture = {width = 64}
)";

/// Text of a scene of test/scenes, and the file it stands in.
inline std::string scene_file(const std::string& name) {
  return source_folder() + "/test/scenes/" + name + ".toml";
}
inline std::string scene_text(const std::string& name) { return read_text_file(scene_file(name)); }

inline const std::string kPeriodicScene = scene_text("periodic");
inline const std::string kPlanarScene = scene_text("planar");
inline const std::string kStickyScene = scene_text("sticky");
inline const std::string kWetScene = scene_text("wet");
inline const std::string kHeldScene = scene_text("held");
inline const std::string kPartsScene = scene_text("parts");
inline const std::string kRigidScene = scene_text("rigid");
inline const std::string kReducedScene = scene_text("reduced");
inline const std::string kWindyScene = scene_text("windy");
inline const std::string kStirredScene = scene_text("stirred");
inline const std::string kPendulumScene = scene_text("pendulum");

/// The scene with everything that the smooth method moves.
inline Case machine_case(const std::vector<std::string>& sets = {}) {
  return read_case(scene_file("machine"), sets);
}

inline Case case_of(const std::string& text) { return read_case_text(text, "scene.toml"); }

inline void advance(Simulation& sim, long steps) {
  for (long k = 0; k < steps && !sim.finished(); ++k) {
    const Stop stop = sim.advance();
    REQUIRE_MESSAGE(!stop.any(), stop.message);
  }
}

/// Every table a run wrote, by name.
inline std::map<std::string, std::string> tables_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> out;
  for (const auto& e : std::filesystem::directory_iterator(folder))
    if (e.path().extension() == ".csv") out[e.path().filename().string()] = file_bytes(e.path());
  return out;
}

/// A run in a folder, stopped after each of `stops` steps and taken up again.
struct FolderRun {
  RunSummary summary;
  std::map<std::string, std::string> tables;

  FolderRun(const Case& c, const std::filesystem::path& folder, std::vector<long> stops = {}) {
    long done = 0;
    auto session = std::make_unique<Session>(c, folder, false);
    for (const long stop : stops) {
      summary = session->run([&](const Simulation&) { return ++done < stop; });
      REQUIRE(summary.end == RunEnd::kInterrupted);
      REQUIRE(summary.steps == stop);
      session.reset();  // one writer at a time
      session = std::make_unique<Session>(folder);
    }
    summary = session->run([](const Simulation&) { return true; });
    REQUIRE_MESSAGE(summary.end == RunEnd::kDone, summary.message);
    tables = tables_in(folder);
  }
};

}  // namespace scree
