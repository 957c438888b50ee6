#include <doctest/doctest.h>

#include "scratch_folder.h"
#include "scree/base/error.h"
#include "scree/io/lammps_data.h"
#include "source_folder.h"

using namespace scree;

namespace {
const std::string kPacked = source_folder() + "/bench/states/bed10k.data.gz";
}

TEST_CASE("a packed data file is unpacked on the way") {
  const LammpsData data = read_lammps_data(kPacked);
  CHECK(data.id.size() == 10000);
  CHECK(data.hi == Vec3{0.1, 0.1, 0.2});
}

TEST_CASE("a packed data file that is cut off, or not there, says so by name") {
  const ScratchFolder folder;
  const std::string whole = file_bytes(kPacked), cut = (folder / "cut.data.gz").string();
  put_file(cut, whole.substr(0, whole.size() / 2));
  const std::string said = message_of<CaseError>([&] { read_lammps_data(cut); });
  CHECK(contains(said, cut));
  CHECK(contains(said, "complete"));
  const std::string none = (folder / "none.data.gz").string();
  CHECK(contains(message_of<CaseError>([&] { read_lammps_data(none); }), none));
}
