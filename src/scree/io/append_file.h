#pragma once
/// A file that grows record by record, and can be cut back to where a checkpoint left it.
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace scree {

class AppendFile {
 public:
  /// Starts an empty file, replacing any other.
  static AppendFile create(const std::filesystem::path& path);
  /// Opens the file of an interrupted run and drops what was written after byte `offset`. Throws
  /// CaseError if the file is missing or shorter than that.
  static AppendFile resume(const std::filesystem::path& path, std::uint64_t offset);

  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  ~AppendFile();

  /// Hands the record to the system at once: whoever reads the file sees whole records.
  void append(std::string_view record);
  /// Forces what was appended onto the disk; call it before recording offset() in a checkpoint.
  void sync();
  std::uint64_t offset() const { return offset_; }

 private:
  AppendFile(std::filesystem::path path, int fd, std::uint64_t offset);
  std::filesystem::path path_;
  int fd_ = -1;
  std::uint64_t offset_ = 0;
};

}  // namespace scree
