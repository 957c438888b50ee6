#include "scree/io/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "scree/base/error.h"
#include "scree/io/atomic_file.h"

namespace scree {
namespace {

[[noreturn]] void refuse_second(int fd, const std::filesystem::path& folder) {
  char text[32] = {};
  const ssize_t n = ::pread(fd, text, sizeof(text) - 1, 0);
  long process = 0;
  if (n > 0) process = std::strtol(text, nullptr, 10);
  ::close(fd);
  throw CaseError(fmt::format(
      "another scree{} is at work in {}; wait for it, stop it, or choose another folder "
      "with --out",
      process > 0 ? fmt::format(" (process {})", process) : "", folder.string()));
}

/// The one who held the lock before may have removed the file between our open() and flock().
bool still_there(int fd, const std::filesystem::path& file) {
  struct stat ours {};
  struct stat there {};
  return ::fstat(fd, &ours) == 0 && ::stat(file.c_str(), &there) == 0 &&
         ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : file_(folder / kName) {
  for (;;) {
    // No symbolic link is followed: the file is written to, and removed.
    const int fd = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0) throw_disk_error(file_, errno);
    int status = 0;
    while ((status = ::flock(fd, LOCK_EX | LOCK_NB)) != 0 && errno == EINTR) {
    }
    if (status != 0 && errno == EWOULDBLOCK) refuse_second(fd, folder);
    if (status == 0 && !still_there(fd, file_)) {
      ::close(fd);
      continue;
    }
    fd_ = fd;
    break;
  }
  // For the message of whoever comes second; a full disk does not matter here.
  const std::string process = fmt::format("{}\n", ::getpid());
  [[maybe_unused]] const bool noted =
      ::ftruncate(fd_, 0) == 0 && ::pwrite(fd_, process.data(), process.size(), 0) > 0;
}

FolderLock::~FolderLock() {
  ::unlink(file_.c_str());
  ::close(fd_);
}

}  // namespace scree
