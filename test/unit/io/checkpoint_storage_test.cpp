/// Checkpoints with a good seal whose HDF5 was made to mislead: told apart by their headers.
#include <doctest/doctest.h>

#include "random_state.h"
#include "scratch_folder.h"
#include "scree/io/checkpoint.h"
#include "scree/io/checkpoint_seal.h"
#include "scree/io/hdf5_handle.h"

namespace scree {
namespace {

/// A checkpoint in which `name` was replaced by what `make(file)` puts there.
struct Spoilt {
  ScratchFolder folder;
  std::filesystem::path file = folder / "checkpoint.h5";

  template <class Make>
  Spoilt(const char* name, Make&& make) {
    write_checkpoint(file, random_state(1), {});
    {
      const QuietHdf5 quiet;
      const Handle out(H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
      REQUIRE(H5Ldelete(out, name, H5P_DEFAULT) >= 0);
      make(out, name);
    }
    seal_file(file, kCheckpointFormat, "0.2.0 (foe)");
  }
  std::string refusal() const {
    return message_of<CaseError>([&] {
      CheckpointNote note;
      read_checkpoint(file, note);
    });
  }
};

/// Makes a dataset with the wanted creation list and no data; `text`: of strings of that size.
void make_set(hid_t file, const char* name, std::vector<hsize_t> dims, hid_t creation,
              std::size_t text = 0) {
  const Handle type(H5Tcopy(text ? H5T_C_S1 : H5T_NATIVE_DOUBLE), H5Tclose);
  if (text) H5Tset_size(type, text);
  const Handle space(dims.empty()
                         ? H5Screate(H5S_SCALAR)
                         : H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr),
                     H5Sclose);
  const Handle set(H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                   H5Dclose);
  REQUIRE(set.valid());
}

constexpr hsize_t kHuge = 1000000000000000;

/// The text that a dataset of a checkpoint has for an attribute; empty if it has none.
std::string mark_of(const std::filesystem::path& file, const char* name, const char* key) {
  const QuietHdf5 quiet;
  const Handle in(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const Handle mark(H5Aopen_by_name(in, name, key, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!mark.valid()) return {};
  const Handle type(H5Aget_type(mark), H5Tclose);
  std::string text(H5Tget_size(type), '\0');
  REQUIRE(H5Aread(mark, type, text.data()) >= 0);
  return text.substr(0, text.find('\0'));
}

}  // namespace

TEST_CASE("tables that claim more than the file holds are refused before they are read") {
  const Spoilt contiguous("observers/integrals", [](hid_t file, const char* name) {
    make_set(file, name, {kHuge}, H5P_DEFAULT);
  });
  CHECK(contains(contiguous.refusal(),
                 "its field observers/integrals claims more rows than the file"));
  const Spoilt chunked("observers/integrals", [](hid_t file, const char* name) {
    const Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const hsize_t chunk = 1000;
    H5Pset_chunk(list, 1, &chunk);
    make_set(file, name, {kHuge}, list);
  });
  CHECK(contains(chunked.refusal(), "its field observers/integrals is not stored in one piece"));
  const Spoilt absent("observers/integrals", [](hid_t file, const char* name) {
    make_set(file, name, {100}, H5P_DEFAULT);
  });
  CHECK(contains(absent.refusal(), "its field observers/integrals holds less than it claims"));
}

TEST_CASE("a note that is a table of texts, or one giant text, is refused") {
  const Spoilt many("note", [](hid_t file, const char* name) {
    make_set(file, name, {1000000}, H5P_DEFAULT, 5000);
  });
  CHECK(contains(many.refusal(), "its field note claims more rows than the file"));
  const Spoilt few("note", [](hid_t file, const char* name) {
    const Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    make_set(file, name, {100}, list, 100);
  });
  CHECK(contains(few.refusal(), "its field note is no text"));
  const Spoilt giant("note", [](hid_t file, const char* name) {
    make_set(file, name, {}, H5P_DEFAULT, std::size_t{1} << 40);
  });
  CHECK(contains(giant.refusal(), "its field note claims more rows than the file"));
}

TEST_CASE("a checkpoint that points to other files is refused, and those are not opened") {
  const Spoilt link("grains", [](hid_t file, const char* name) {
    REQUIRE(H5Lcreate_external("other.h5", "/grains", file, name, H5P_DEFAULT, H5P_DEFAULT) >= 0);
  });
  CHECK(contains(link.refusal(), "is missing, or a link to another place"));
  const Spoilt soft("clock/start", [](hid_t file, const char* name) {
    REQUIRE(H5Lcreate_soft("/clock/dt", file, name, H5P_DEFAULT, H5P_DEFAULT) >= 0);
  });
  CHECK(contains(soft.refusal(), "its field clock/start is missing, or a link to another place"));
  const Spoilt storage("observers/integrals", [](hid_t file, const char* name) {
    const Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_external(list, "/etc/hostname", 0, 16);
    make_set(file, name, {2}, list);
  });
  CHECK(contains(storage.refusal(), "its field observers/integrals is not stored in one piece"));
  const Spoilt borrowed("observers/integrals", [](hid_t file, const char* name) {
    const Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const hsize_t rows = 2;
    const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose);
    H5Pset_virtual(list, space, "other.h5", "observers/integrals", space);
    make_set(file, name, {rows}, list);
  });
  CHECK(contains(borrowed.refusal(), "its field observers/integrals is not stored in one piece"));
}

TEST_CASE("a checkpoint says of its numbers what they are, and in which units") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder / "checkpoint.h5";
  write_checkpoint(file, random_state(1), {});
  CHECK(mark_of(file, "controls/motions", "columns") == "clock servo speed measured");
  CHECK(mark_of(file, "controls/motions", "units") == "s, m, m/s, N");
  CHECK(mark_of(file, "controls/moments", "columns") ==
        "moment_x moment_y moment_z momentum_x momentum_y momentum_z force_x force_y force_z");
  CHECK(mark_of(file, "controls/outlets", "units") == "1, kg");
  CHECK(mark_of(file, "controls/held", "units") == "s");
  CHECK(mark_of(file, "observers/fluxes", "columns") == "count mass moment_x moment_y moment_z");
  CHECK(mark_of(file, "observers/fluxes", "units") == "1, kg, kg m, kg m, kg m");
  CHECK(mark_of(file, "observers/bodies/nonaffine", "units") == "m, m, m, m^2, 1, 1, 1");
  CHECK(mark_of(file, "pairs/spring", "units") == "m, m, m, m");
  CHECK(mark_of(file, "bodies/x", "units") == "m, m, m");
  CHECK(mark_of(file, "bodies/id", "units") == "");
}

TEST_CASE("a field that is a group, empty or of another shape is refused") {
  const Spoilt group("walls", [](hid_t file, const char* name) {
    const Handle made(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  });
  CHECK(contains(group.refusal(), "its field walls is missing"));
  const Spoilt null("clock/start", [](hid_t file, const char* name) {
    const Handle space(H5Screate(H5S_NULL), H5Sclose);
    const Handle set(
        H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
  });
  CHECK(contains(null.refusal(), "its field clock/start holds nothing"));
  const Spoilt table("clock/start", [](hid_t file, const char* name) {
    const Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    make_set(file, name, {5}, list);
  });
  CHECK(contains(table.refusal(), "its field clock/start has another shape or type"));
}

}  // namespace scree
