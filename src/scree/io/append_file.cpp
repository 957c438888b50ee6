#include "scree/io/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "scree/io/atomic_file.h"

namespace scree {

AppendFile::AppendFile(std::filesystem::path path, int fd, std::uint64_t offset)
    : path_(std::move(path)), fd_(fd), offset_(offset) {}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), offset_(other.offset_) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(offset_, other.offset_);
  return *this;
}

AppendFile::~AppendFile() {
  if (fd_ >= 0) ::close(fd_);
}

AppendFile AppendFile::create(const std::filesystem::path& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) throw_disk_error(path, errno);
  return AppendFile(path, fd, 0);
}

AppendFile AppendFile::resume(const std::filesystem::path& path, std::uint64_t offset) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT)
    throw CaseError(path.string(), 0,
                    "is missing, but the checkpoint continues it; put it back or start the run "
                    "anew with --force");
  if (fd < 0) throw_disk_error(path, errno);
  AppendFile file(path, fd, offset);

  struct stat info {};
  if (::fstat(fd, &info) != 0) throw_disk_error(path, errno);
  if (static_cast<std::uint64_t>(info.st_size) < offset)
    throw CaseError(path.string(), 0,
                    fmt::format("holds {} bytes, but the checkpoint continues it at byte {}; it "
                                "was changed or belongs to another run",
                                info.st_size, offset));
  if (::ftruncate(fd, static_cast<off_t>(offset)) != 0) throw_disk_error(path, errno);
  if (::lseek(fd, static_cast<off_t>(offset), SEEK_SET) < 0) throw_disk_error(path, errno);
  return file;
}

void AppendFile::append(std::string_view record) {
  while (!record.empty()) {
    const ssize_t n = ::write(fd_, record.data(), record.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw_disk_error(path_, errno);
    record.remove_prefix(static_cast<std::size_t>(n));
    offset_ += static_cast<std::uint64_t>(n);
  }
}

void AppendFile::sync() {
  if (::fdatasync(fd_) != 0) throw_disk_error(path_, errno);
}

}  // namespace scree
