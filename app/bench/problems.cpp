#include "bench/problems.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "bench/transcript.h"
#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree::app {

namespace fs = std::filesystem;

const std::vector<Problem>& problems() {
  // The bed starts at rest and makes its first list after some 600 steps, then one in 200.
  static const std::vector<Problem> all{
      {"bed", "dense bed, shaken sideways", {500, 1000, 10, 3}, 1000},
      {"drum", "rotating drum, flowing", {200, 500, 10, 3}, 200},
  };
  return all;
}

const Problem& find_problem(const std::string& name) {
  for (const Problem& problem : problems())
    if (problem.name == name) return problem;
  throw CaseError(fmt::format("there is no problem '{}'", name));
}

Tiling square_tiling(long n) {
  Tiling best{n, 1};
  for (long ny = 1; ny * ny <= n; ++ny)
    if (n % ny == 0) best = {n / ny, ny};
  return best;
}

std::vector<std::string> sets_for(const Problem& problem, long spheres) {
  if (spheres % kTile != 0)
    throw CaseError(fmt::format("{} spheres: the state is tiled from {}, so give a multiple of it",
                                spheres, size_text(kTile)));
  const long n = spheres / kTile;
  if (problem.name == "drum")
    return {fmt::format("domain.hi=[0.102, {:.12g}, 0.102]", 0.09 * static_cast<double>(n)),
            fmt::format("wall.drum.to=[0, {:.12g}, 0]", 0.09 * static_cast<double>(n)),
            fmt::format("bodies.tile=[1, {}, 1]", n)};
  const Tiling tiles = square_tiling(n);
  return {fmt::format("domain.hi=[{:.12g}, {:.12g}, 0.2]", 0.1 * static_cast<double>(tiles.nx),
                      0.1 * static_cast<double>(tiles.ny)),
          fmt::format("bodies.tile=[{}, {}, 1]", tiles.nx, tiles.ny)};
}

std::string home() {
  const char* home = std::getenv("SCREE_HOME");
  return home ? home : ".";
}

std::string case_file(const std::string& name) {
  return (fs::path(home()) / "bench" / "cases" / (name + ".toml")).string();
}

Contender scree_contender(const std::string& program, const std::string& name, int threads,
                          const std::string& case_path, const std::vector<std::string>& sets) {
  Contender contender;
  contender.name = name;
  contender.cores = threads;
  contender.command = {
      "env", fmt::format("OMP_NUM_THREADS={}", threads), program, "bench", "--serve", case_path};
  for (const std::string& set : sets) {
    contender.command.push_back("--set");
    contender.command.push_back(set);
  }
  contender.finish = "run 0\n";
  return contender;
}

std::string own_program() { return fs::read_symlink("/proc/self/exe").string(); }

}  // namespace scree::app
