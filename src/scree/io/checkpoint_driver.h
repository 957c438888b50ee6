#pragma once
/// How HDF5 gets at a file that is being written. HDF5 does not survive a write that fails (it
/// keeps pieces of the file and trips over them at exit), so this driver never tells it: it keeps
/// the first error for us and lets HDF5 finish in peace. Only checkpoint*.cpp include this.
#include <hdf5.h>

namespace scree {

class PatientDriver {
 public:
  PatientDriver();
  PatientDriver(const PatientDriver&) = delete;
  PatientDriver& operator=(const PatientDriver&) = delete;
  ~PatientDriver();

  /// File access list for H5Fcreate(); belongs to the driver.
  hid_t access() const { return access_; }
  /// errno of the first system call that failed; 0 if all went well.
  int error() const { return error_; }

 private:
  hid_t driver_ = -1, access_ = -1;
  int error_ = 0;
};

}  // namespace scree
