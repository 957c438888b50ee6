#pragma once
/// One writer per folder.
#include <filesystem>

namespace scree {

/// Keeps other processes out of a folder for as long as it lives. The lock is the kernel's: that of
/// a process that died is gone with it, whatever it left on disk.
class FolderLock {
 public:
  /// Throws CaseError naming the process that is at work there. Where the file system knows no
  /// locks, nothing is kept out.
  explicit FolderLock(const std::filesystem::path& folder);
  /// Removes its file.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  static constexpr const char* kName = ".lock";

 private:
  std::filesystem::path file_;
  int fd_ = -1;
};

}  // namespace scree
