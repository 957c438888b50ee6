#include "scree/io/checkpoint.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <limits>

#include "scree/base/build_info.h"
#include "scree/io/atomic_file.h"
#include "scree/io/checkpoint_check.h"
#include "scree/io/checkpoint_driver.h"
#include "scree/io/checkpoint_guard.h"
#include "scree/io/checkpoint_layout.h"
#include "scree/io/checkpoint_seal.h"
#include "scree/io/hdf5_handle.h"
#include "scree/io/json.h"

namespace scree {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void throw_write_error(const fs::path& path, int error) {
  if (error != 0) throw_disk_error(path, error);
  throw DiskError(path.string(), "HDF5 could not write the checkpoint",
                  "check the disk and its free space, then resume the run");
}

hid_t hdf5_type(Scalar kind) {
  switch (kind) {
    case Scalar::kFloat64:
      return H5T_NATIVE_DOUBLE;
    case Scalar::kInt64:
      return H5T_NATIVE_INT64;
    case Scalar::kUint64:
      return H5T_NATIVE_UINT64;
    case Scalar::kInt32:
      return H5T_NATIVE_INT32;
    case Scalar::kUint16:
      return H5T_NATIVE_UINT16;
  }
  return -1;
}

/// The HDF5 type of one row: a number, or a record with members.
template <class T>
hid_t row_type() {
  static_assert(std::is_trivially_copyable_v<T>);
  if constexpr (has_members<T>) {
    static_assert(covered_bytes<T>() == sizeof(T), "a member is missing in Layout<T>::members");
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(T));
    for (const RecordMember& m : Layout<T>::members) {
      const hsize_t count = m.count;
      const Handle array(H5Tarray_create2(hdf5_type(m.kind), 1, &count), H5Tclose);
      H5Tinsert(type, m.name, m.offset,
                m.count == 1 ? hdf5_type(m.kind) : static_cast<hid_t>(array));
    }
    return type;
  } else {
    static_assert(sizeof(T) % size_of(Layout<T>::kind) == 0);
    return H5Tcopy(hdf5_type(Layout<T>::kind));
  }
}

/// Shape of a field: rows (vectors only) by columns (records of more than one number only).
struct Shape {
  hsize_t dims[2];
  int rank = 0;
  void add(hsize_t n) { dims[rank++] = n; }
};
template <class T>
void add_columns(Shape& shape) {
  if constexpr (!has_members<T>) {
    constexpr std::size_t columns = sizeof(T) / size_of(Layout<T>::kind);
    if (columns > 1) shape.add(columns);
  }
}

/// Writes fields into an open file. Everything that fails throws at once.
class FieldWriter {
 public:
  FieldWriter(hid_t file, const fs::path& path, const PatientDriver& driver)
      : file_(file), path_(path), driver_(driver) {}

  template <class T>
  void operator()(const char* name, const T& value, const char* unit = "") {
    Shape shape;
    add_columns<T>(shape);
    write<T>(name, shape, &value, unit);
  }
  template <class T, class A>
  void operator()(const char* name, const std::vector<T, A>& rows, const char* unit = "") {
    Shape shape;
    shape.add(rows.size());
    add_columns<T>(shape);
    write<T>(name, shape, rows.data(), unit);
  }
  void text(const char* name, const std::string& value) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, value.size() + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    put(name, Shape{}, type, value.c_str());
  }

 private:
  /// `unit` is that of plain numbers; records say their own.
  template <class T>
  void write(const char* name, const Shape& shape, const void* data, const char* unit) {
    const Handle type(row_type<T>(), H5Tclose);
    put(name, shape, type, data);
    if constexpr (!has_members<T>) mark(name, "columns", Layout<T>::names);
    if constexpr (Described<T>)
      mark(name, "units", Layout<T>::units);
    else if constexpr (!has_members<T>)
      if (*unit) mark(name, "units", column_units(sizeof(T) / size_of(Layout<T>::kind), unit));
  }
  void put(const char* name, const Shape& shape, hid_t type, const void* data) {
    const Handle space(
        shape.rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(shape.rank, shape.dims, nullptr),
        H5Sclose);
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links, 1);
    Handle set(H5Dcreate2(file_, name, type, space, links, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
    const bool empty = shape.rank > 0 && shape.dims[0] == 0;
    if (!set.valid() || (!empty && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) ||
        set.close() < 0 || driver_.error() != 0)
      throw_write_error(path_, driver_.error());
  }
  /// Gives a dataset an attribute of text, unless that is empty.
  void mark(const char* name, const char* key, const std::string& text) {
    if (text.empty()) return;
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, text.size() + 1);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle made(
        H5Acreate_by_name(file_, name, key, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    if (!made.valid() || H5Awrite(made, type, text.c_str()) < 0)
      throw_write_error(path_, driver_.error());
  }
  hid_t file_;
  const fs::path& path_;
  const PatientDriver& driver_;
};

/// Reads fields; a field that is missing or of another shape is a CaseError.
class FieldReader {
 public:
  FieldReader(hid_t file, const fs::path& path, std::string writer)
      : file_(file), path_(path), writer_(std::move(writer)), bytes_(fs::file_size(path)) {}

  template <class T>
  void operator()(const char* name, T& value) {
    Shape wanted;
    add_columns<T>(wanted);
    const Handle set = open<T>(name, wanted, false);
    take<T>(name, set, &value);
  }
  template <class T, class A>
  void operator()(const char* name, std::vector<T, A>& rows) {
    Shape wanted;
    wanted.add(0);
    add_columns<T>(wanted);
    const Handle set = open<T>(name, wanted, true);
    const hsize_t n = row_count(name, set);
    rows.resize(n);
    if (n > 0) take<T>(name, set, rows.data());
  }
  std::string text(const char* name) {
    require_own(name);
    const Handle set(H5Dopen2(file_, name, H5P_DEFAULT), H5Dclose);
    const Handle type(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 ||
        H5Sget_simple_extent_type(space) != H5S_SCALAR)
      refuse_field(name, "is no text");
    std::string value(H5Tget_size(type), '\0');
    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0)
      refuse_field(name, "cannot be read");
    return value.substr(0, value.find('\0'));
  }

 private:
  void require_own(const char* name) {
    const std::string fault = foreign_storage(file_, name, bytes_);
    if (!fault.empty()) refuse_field(name, fault);
  }
  /// Opens a dataset of the wanted shape (the number of rows is free) and type.
  template <class T>
  Handle open(const char* name, const Shape& wanted, bool free_rows) {
    require_own(name);
    const hid_t id = H5Dopen2(file_, name, H5P_DEFAULT);
    if (id < 0) refuse_field(name, "is missing");
    const Handle guard(id, H5Dclose);
    const Handle space(H5Dget_space(id), H5Sclose), type(H5Dget_type(id), H5Tclose),
        own(row_type<T>(), H5Tclose);
    hsize_t dims[H5S_MAX_RANK] = {};
    const int rank = H5Sget_simple_extent_dims(space, dims, nullptr);
    bool fits = rank == wanted.rank && H5Tequal(type, own) > 0;
    for (int k = free_rows ? 1 : 0; fits && k < rank; ++k) fits = dims[k] == wanted.dims[k];
    if (!fits) refuse_field(name, "has another shape or type than this program keeps");
    H5Iinc_ref(id);
    return Handle(id, H5Dclose);
  }
  hsize_t row_count(const char* name, hid_t set) {
    const Handle space(H5Dget_space(set), H5Sclose);
    hsize_t dims[H5S_MAX_RANK] = {};
    H5Sget_simple_extent_dims(space, dims, nullptr);
    if (dims[0] > std::numeric_limits<Index>::max())
      refuse_field(name, "has more rows than this program counts");
    return dims[0];
  }
  template <class T>
  void take(const char* name, hid_t set, void* out) {
    const Handle type(row_type<T>(), H5Tclose);
    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) < 0)
      refuse_field(name, "cannot be read");
  }
  [[noreturn]] void refuse_field(const char* name, const std::string& what) {
    throw CaseError(path_.string(), 0,
                    fmt::format("its field {} {}; it was written by scree {}: resume it with that "
                                "version, or run the case again",
                                name, what, writer_));
  }
  hid_t file_;
  const fs::path& path_;
  std::string writer_;
  std::uint64_t bytes_;
};

std::string to_json(const CheckpointNote& n) {
  const Json json = Json::Object{{"case_file", n.case_file},
                                 {"case_text", n.case_text},
                                 {"sets", n.sets},
                                 {"offsets", n.offsets},
                                 {"extra", n.extra},
                                 {"format", n.format},
                                 {"program", n.program},
                                 {"fingerprint", n.fingerprint},
                                 {"state_hash", n.state_hash}};
  return json.dump(1);
}

CheckpointNote from_json(const std::string& text, const fs::path& path) {
  try {
    const Json json = Json::parse(text);
    CheckpointNote n;
    n.case_file = json["case_file"].need_text();
    n.case_text = json["case_text"].need_text();
    n.sets = json["sets"].need_texts();
    for (const auto& [file, bytes] : json["offsets"].need_object())
      n.offsets[file] = bytes.need_unsigned();
    for (const auto& [key, text] : json["extra"].need_object()) n.extra[key] = text.need_text();
    n.format = static_cast<int>(json["format"].need_unsigned());
    n.program = json["program"].need_text();
    n.fingerprint = json["fingerprint"].need_unsigned();
    n.state_hash = json["state_hash"].need_unsigned();
    return n;
  } catch (const JsonError&) {
    throw CaseError(path.string(), 0,
                    "its note about the case is not readable; use an earlier checkpoint, or run "
                    "the case again");
  }
}

/// Reading takes no locks, which some network disks refuse.
hid_t reading_access() {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_file_locking(access, false, true);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  return access;
}

void fill_file(const fs::path& file, const fs::path& target, const State& state,
               const CheckpointNote& note) {
  const QuietHdf5 quiet;
  const PatientDriver driver;
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_userblock(creation, kSealBytes);
  Handle out(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, creation, driver.access()), H5Fclose);
  if (!out.valid()) throw_write_error(target, driver.error());
  FieldWriter write(out, target, driver);
  for_each_field(state, write);
  write.text("note", to_json(note));
  if (out.close() < 0 || driver.error() != 0) throw_write_error(target, driver.error());
}

std::string program_name() {
  return fmt::format("{} ({})", build_info().version, build_info().commit);
}

}  // namespace

std::uint64_t case_fingerprint(const std::string& text, const std::vector<std::string>& sets) {
  std::uint64_t h = 0xcbf29ce484222325ull;
  const auto add = [&h](const std::string& part) {
    for (const unsigned char c : part) h = (h ^ c) * 0x100000001b3ull;
    h = (h ^ 0xff) * 0x100000001b3ull;  // a byte no text holds: "ab","c" is not "a","bc"
  };
  add(text);
  for (const std::string& set : sets) add(set);
  return h;
}

void write_checkpoint(const fs::path& path, const State& state, const CheckpointNote& note) {
  CheckpointNote full = note;
  full.format = kCheckpointFormat;
  full.program = program_name();
  full.fingerprint = case_fingerprint(note.case_text, note.sets);
  full.state_hash = hash(state);
  write_file_with(path, [&](const fs::path& temporary) {
    fill_file(temporary, path, state, full);
    seal_file(temporary, kCheckpointFormat, full.program);
  });
}

State read_checkpoint(const fs::path& path, CheckpointNote& note) {
  const Seal seal = check_seal(path, kCheckpointFormat);
  const QuietHdf5 quiet;
  const Handle access(reading_access(), H5Pclose);
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose);
  if (!file.valid())
    throw CaseError(path.string(), 0,
                    "its content is not HDF5; use an earlier checkpoint, or run the case again");
  FieldReader read(file, path, seal.program);
  State state;
  for_each_field(state, read);
  CheckpointNote found = from_json(read.text("note"), path);
  const std::string fault = contradiction(state);
  if (!fault.empty())
    throw CaseError(path.string(), 0,
                    fmt::format("its tables contradict each other: {}; use an earlier checkpoint, "
                                "or run the case again",
                                fault));
  if (hash(state) != found.state_hash)
    throw CaseError(path.string(), 0,
                    fmt::format("the state in it is not the one that was saved (hash {:016x}, "
                                "saved {:016x}); use an earlier checkpoint, or run the case again",
                                hash(state), found.state_hash));
  note = std::move(found);
  return state;
}

}  // namespace scree
