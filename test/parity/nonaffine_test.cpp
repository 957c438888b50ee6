/// Non-affine motion is measured over intervals: stopping within one, or the number of threads,
/// changes neither tables nor frames.
#include <omp.h>

#include "parity/scenes.h"

using namespace scree;

namespace {

/// Intervals that end neither with rows of the series nor with frames.
std::string watched(std::string text, Real radius) {
  const std::string from = "frame_interval = 10";
  text.replace(text.find(from), from.size(), "frame_interval = 5e-3");
  const std::string r = "radius = " + std::to_string(radius) + "\n";
  return text + "[[observe]]\nkind = \"nonaffine\"\ninterval = 3.7e-3\n" + r +
         "[[observe]]\nkind = \"nonaffine\"\nname = \"long\"\ninterval = 0.013\n" + r;
}

std::map<std::string, std::string> frames_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> out;
  for (const auto& e : std::filesystem::directory_iterator(folder / "frames"))
    out[e.path().filename().string()] = file_bytes(e.path());
  return out;
}

void check_same(const Case& c, const std::vector<long>& stops) {
  ScratchFolder folder;
  const FolderRun whole(c, folder / "whole"), pieces(c, folder / "pieces", stops);
  CHECK(whole.summary.state_hash == pieces.summary.state_hash);
  CHECK(whole.tables.count("series-long.csv") == 1);
  CHECK(contains(whole.tables.at("series.csv"), "long.d2min [m^2]"));
  CHECK(whole.tables == pieces.tables);
  CHECK(frames_in(folder / "whole") == frames_in(folder / "pieces"));
  const int before = omp_get_max_threads();
  omp_set_num_threads(before == 2 ? 3 : 2);
  const FolderRun threads(c, folder / "threads");
  omp_set_num_threads(before);
  CHECK(whole.tables == threads.tables);
}

}  // namespace

TEST_CASE("restart within an interval of non-affine motion: planar, with clumps") {
  check_same(case_of(watched(kPlanarScene, 0.011)), {57, 210});
}

TEST_CASE("restart within an interval of non-affine motion: bodies come and go") {
  const Case c = read_case_text(watched(scene_text("machine"), 0.015), scene_file("machine"));
  check_same(c, {137, 480});
}
