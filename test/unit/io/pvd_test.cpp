#include "scree/io/pvd.h"

#include <doctest/doctest.h>

#include "scree/base/error.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {
void add_frames(PvdIndex& index, int from, int to) {
  for (int i = from; i < to; ++i) {
    for (const char* part : {"bodies", "walls", "contacts"})
      index.add(0.1 * i, part, "frames/" + frame_file_name(part, i, "vtp"));
    index.write();
  }
}
}  // namespace

TEST_CASE("the index names every part of a frame with its time") {
  ScratchFolder folder;
  PvdIndex index(folder / "run.pvd");
  add_frames(index, 0, 2);
  const std::string text = file_bytes(folder / "run.pvd");
  CHECK(contains(text,
                 "<DataSet timestep=\"0.1\" part=\"2\" name=\"contacts\" "
                 "file=\"frames/contacts_000001.vtp\"/>"));
  CHECK(index.entries().size() == 6);
}

TEST_CASE("a resumed index drops the frames after the resumed time, and ends up the same") {
  ScratchFolder folder;
  PvdIndex whole(folder / "whole.pvd");
  add_frames(whole, 0, 9);
  {
    PvdIndex first(folder / "cut.pvd");
    add_frames(first, 0, 6);
  }
  const Real checkpoint = 0.1 * 3;  // 0.30000000000000004: times must survive to the last bit
  PvdIndex second = PvdIndex::resume(folder / "cut.pvd", checkpoint);
  CHECK(second.entries().size() == 12);
  add_frames(second, 4, 9);
  CHECK(file_bytes(folder / "cut.pvd") == file_bytes(folder / "whole.pvd"));
}

TEST_CASE("odd names survive the index") {
  ScratchFolder folder;
  PvdIndex index(folder / "run.pvd");
  index.add(0, "a<b> \"&amp;\"", "x&y.vtp");
  index.write();
  const PvdIndex back = PvdIndex::resume(folder / "run.pvd", 1);
  REQUIRE(back.entries().size() == 1);
  CHECK(back.entries()[0].part == "a<b> \"&amp;\"");
  CHECK(back.entries()[0].file == "x&y.vtp");
}

TEST_CASE("no index yet is an empty one; a damaged one is refused with its line") {
  ScratchFolder folder;
  CHECK(PvdIndex::resume(folder / "none.pvd", 1).entries().empty());
  put_file(folder / "bad.pvd", "<VTKFile>\n<DataSet timestep=\"0.x\" name=\"b\" file=\"f\"/>\n");
  CHECK(contains(message_of<CaseError>([&] { PvdIndex::resume(folder / "bad.pvd", 1); }),
                 "bad.pvd:2: cannot read"));
}
