#include "scree/io/fclib.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "scratch_folder.h"
#include "scree/base/error.h"

using namespace scree;

namespace {

LocalProblem small_problem(bool planar) {
  LocalProblem p;
  p.planar = planar;
  const Real z = planar ? 0 : 1;
  p.column = {0, 1, 0, 1};
  p.start = {0, 2, 4};
  p.block = {{{{2, 0.1, 0.2 * z}, {0.1, 3, 0.3 * z}, {0.2 * z, 0.3 * z, 4 * z}}},
             {{{-1, 0, 0}, {0, 0.5, 0}, {0, 0, 0.25 * z}}},
             {{{-1, 0, 0}, {0, 0.5, 0}, {0, 0, 0.25 * z}}},
             {{{5, 0, 0}, {0, 6, 0}, {0, 0, 7 * z}}}};
  p.q = {{-1, 0.5, 0.25 * z}, {-2, 0, -0.125 * z}};
  p.friction = {0.5, 0.25};
  p.guess = {{1, 0, 0}, {2, 0.5, 0}};
  return p;
}

std::string refused(const std::filesystem::path& path) {
  try {
    read_fclib(path);
  } catch (const CaseError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a contact problem comes back from its file, number by number") {
  const ScratchFolder folder;
  for (const bool planar : {false, true}) {
    LocalProblem p = small_problem(planar);
    p.solution = {{0.75, 0.1, 0}, {0.5, 0, 0}};
    write_fclib(folder / "p.hdf5", p, "two contacts", "a test");
    const LocalProblem back = read_fclib(folder / "p.hdf5");
    CHECK(back.planar == planar);
    CHECK(back.start == p.start);
    CHECK(back.column == p.column);
    CHECK(back.friction == p.friction);
    for (std::size_t k = 0; k < p.block.size(); ++k)
      for (int row = 0; row < 3; ++row) CHECK(back.block[k].row[row] == p.block[k].row[row]);
    for (std::size_t k = 0; k < p.q.size(); ++k) {
      CHECK(back.q[k] == p.q[k]);
      CHECK(back.guess[k] == p.guess[k]);
      CHECK(back.solution[k] == p.solution[k]);
    }
  }
}

TEST_CASE("a file that is no contact problem is refused, with what is wrong with it") {
  const ScratchFolder folder;
  CHECK(refused(folder / "none.hdf5").find("there is no such file") != std::string::npos);
  std::ofstream(folder / "text.hdf5") << "not HDF5";
  CHECK(refused(folder / "text.hdf5").find("is no HDF5 file") != std::string::npos);
  write_fclib(folder / "p.hdf5", small_problem(false), "", "");
  std::filesystem::resize_file(folder / "p.hdf5", 2000);
  CHECK(!refused(folder / "p.hdf5").empty());
  LocalProblem wrong = small_problem(false);
  wrong.friction.pop_back();
  write_fclib(folder / "wrong.hdf5", wrong, "", "");
  CHECK(refused(folder / "wrong.hdf5").find("q holds 6 numbers, but mu is for 1 contacts") !=
        std::string::npos);
  wrong = small_problem(false);
  wrong.friction[0] = -1;
  write_fclib(folder / "negative.hdf5", wrong, "", "");
  CHECK(refused(folder / "negative.hdf5").find("negative") != std::string::npos);
  wrong = small_problem(false);
  wrong.column[1] = 7;
  wrong.guess.clear();
  write_fclib(folder / "beyond.hdf5", wrong, "", "");
  CHECK(refused(folder / "beyond.hdf5").find("column 21; it is 6 x 6") != std::string::npos);
}
