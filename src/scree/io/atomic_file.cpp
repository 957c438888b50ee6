#include "scree/io/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace scree {
namespace fs = std::filesystem;

namespace {

const char* remedy_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space, write less often, or choose another folder with --out";
    case EFBIG:
      return "the file passes the size limit of this system (see ulimit -f); choose another folder "
             "with --out";
    case EACCES:
    case EPERM:
    case EROFS:
      return "give yourself write permission or choose another folder with --out";
    case ENOENT:
    case ENOTDIR:
      return "make the folder, or choose another one with --out";
    case EMFILE:
    case ENFILE:
      return "too many files are open (see ulimit -n); close some and resume";
    default:
      return "check the disk, then resume the run";
  }
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// A temporary file that vanishes unless it is renamed into place.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target)
      : target_(target), name_(target.string() + ".tmp-XXXXXX") {
    fd_ = ::mkstemp(name_.data());
    if (fd_ < 0) throw_disk_error(target_, errno);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (fd_ >= 0) ::close(fd_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw_disk_error(target_, errno);
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  const std::string& name() const { return name_; }

  void rename_into_place() {
    // mkstemp makes files private; results are as readable as any file the user makes.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(fd_, 0666 & ~mask) != 0 || ::fsync(fd_) != 0) throw_disk_error(target_, errno);
    const int closed = ::close(fd_);
    fd_ = -1;
    if (closed != 0) throw_disk_error(target_, errno);
    if (::rename(name_.c_str(), target_.c_str()) != 0) throw_disk_error(target_, errno);
    name_.clear();
  }

 private:
  fs::path target_;
  std::string name_;
  int fd_ = -1;
};

/// Makes the rename itself survive a power cut. Some file systems refuse this; then it is moot.
void sync_folder(const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

/// Permission as the kernel sees it. The file has no name where the file system can do that:
/// nothing is left if we are killed here.
void probe(const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (fd >= 0) {
    ::close(fd);
    return;
  }
  TemporaryFile named(folder / kProbeName);
}

std::string human_size(double bytes) {
  const char* unit[] = {"B", "kB", "MB", "GB", "TB"};
  int k = 0;
  while (bytes >= 1000 && k < 4) bytes /= 1000, ++k;
  return fmt::format("{:.3g} {}", bytes, unit[k]);
}

}  // namespace

void throw_disk_error(const fs::path& path, int error) {
  throw DiskError(path.string(), std::strerror(error), remedy_for(error));
}

void write_file(const fs::path& path, std::string_view bytes) {
  TemporaryFile file(path);
  file.write(bytes);
  file.rename_into_place();
  sync_folder(folder_of(path));
}

void write_file_with(const fs::path& path, const std::function<void(const fs::path&)>& fill) {
  TemporaryFile file(path);
  fill(file.name());
  file.rename_into_place();
  sync_folder(folder_of(path));
}

void require_writable(const fs::path& folder, std::uint64_t bytes_needed) {
  fs::path place = fs::absolute(folder);
  std::error_code ignored;
  while (!fs::exists(place, ignored) && place.has_relative_path()) place = place.parent_path();
  if (!fs::is_directory(place, ignored)) throw_disk_error(place, ENOTDIR);

  probe(place);

  struct statvfs disk {};
  if (::statvfs(place.c_str(), &disk) != 0) throw_disk_error(place, errno);
  const double free = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
  if (free < static_cast<double>(bytes_needed))
    throw DiskError(folder.string(),
                    fmt::format("the run needs about {} but only {} are free",
                                human_size(static_cast<double>(bytes_needed)), human_size(free)),
                    remedy_for(ENOSPC));
}

}  // namespace scree
