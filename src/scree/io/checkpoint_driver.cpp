#include "scree/io/checkpoint_driver.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace scree {
namespace {

/// What travels with the file access list.
struct DriverInfo {
  int* error;
};

/// HDF5's view of the open file; the base must come first, as HDF5 sees only that.
struct OpenFile {
  H5FD_t base;
  int fd;
  int* error;
  haddr_t eoa, eof;  // end of what HDF5 has allotted; end of what it has written

  void note() {
    if (*error == 0) *error = errno != 0 ? errno : EIO;
  }
};

OpenFile& own(H5FD_t* file) { return *reinterpret_cast<OpenFile*>(file); }
const OpenFile& own(const H5FD_t* file) { return *reinterpret_cast<const OpenFile*>(file); }

H5FD_t* open_file(const char* name, unsigned, hid_t access, haddr_t) {
  const auto* info = static_cast<const DriverInfo*>(H5Pget_driver_info(access));
  if (!info) return nullptr;
  const int fd = ::open(name, O_RDWR | O_TRUNC | O_CLOEXEC);
  if (fd < 0) {
    *info->error = errno;
    return nullptr;
  }
  return &(new OpenFile{{}, fd, info->error, 0, 0})->base;
}

herr_t close_file(H5FD_t* file) {
  if (::close(own(file).fd) != 0) own(file).note();
  delete &own(file);
  return 0;
}

herr_t query_file(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t get_eoa(const H5FD_t* file, H5FD_mem_t) { return own(file).eoa; }
haddr_t get_eof(const H5FD_t* file, H5FD_mem_t) { return own(file).eof; }
herr_t set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  own(file).eoa = end;
  return 0;
}

/// What was never written reads as zeros.
herr_t read_file(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, void* buffer) {
  char* to = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t n = ::pread(own(file).fd, to, size, static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) own(file).note();
    if (n <= 0) break;
    to += n, at += static_cast<haddr_t>(n), size -= static_cast<size_t>(n);
  }
  std::memset(to, 0, size);
  return 0;
}

herr_t write_file(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, const void* buffer) {
  OpenFile& f = own(file);
  f.eof = std::max(f.eof, at + size);
  const char* from = static_cast<const char*>(buffer);
  while (size > 0 && *f.error == 0) {
    const ssize_t n = ::pwrite(f.fd, from, size, static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      f.note();
      break;
    }
    from += n, at += static_cast<haddr_t>(n), size -= static_cast<size_t>(n);
  }
  return 0;
}

herr_t truncate_file(H5FD_t* file, hid_t, hbool_t) {
  OpenFile& f = own(file);
  if (f.eof == f.eoa) return 0;
  if (*f.error == 0 && ::ftruncate(f.fd, static_cast<off_t>(f.eoa)) != 0) f.note();
  f.eof = f.eoa;
  return 0;
}

H5FD_class_t make_class() {
  H5FD_class_t c{};
#ifdef H5FD_CLASS_VERSION
  c.version = H5FD_CLASS_VERSION;
  c.value = static_cast<H5FD_class_value_t>(513);  // from the range left for testing
#endif
  c.name = "scree_patient";
  c.maxaddr = haddr_t{1} << 62;
  c.fc_degree = H5F_CLOSE_WEAK;
  c.fapl_size = sizeof(DriverInfo);
  c.open = open_file;
  c.close = close_file;
  c.query = query_file;
  c.get_eoa = get_eoa;
  c.set_eoa = set_eoa;
  c.get_eof = get_eof;
  c.read = read_file;
  c.write = write_file;
  c.truncate = truncate_file;
  const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;
  static_assert(sizeof map == sizeof c.fl_map);
  std::memcpy(c.fl_map, map, sizeof map);
  return c;
}

}  // namespace

PatientDriver::PatientDriver() {
  static const H5FD_class_t driver = make_class();
  driver_ = H5FDregister(&driver);
  access_ = H5Pcreate(H5P_FILE_ACCESS);
  const DriverInfo info{&error_};
  H5Pset_driver(access_, driver_, &info);
  H5Pset_fclose_degree(access_, H5F_CLOSE_STRONG);
}

PatientDriver::~PatientDriver() {
  H5Pclose(access_);
  H5FDunregister(driver_);
}

}  // namespace scree
