#include "scree/io/atomic_file.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "scree/io/append_file.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// While it lives, no file of this process may grow beyond `bytes`: a disk that fills up.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

}  // namespace

TEST_CASE("a file is replaced whole, is readable by others, and leaves no temporary behind") {
  ScratchFolder folder;
  write_file(folder / "a", "old");
  write_file(folder / "a", std::string("new\0text", 8));
  CHECK(file_bytes(folder / "a") == std::string("new\0text", 8));
  CHECK(folder.file_count() == 1);
  const mode_t mask = ::umask(022);
  write_file(folder / "b", "");
  ::umask(mask);
  struct stat info {};
  REQUIRE(::stat((folder / "b").c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0644);
}

TEST_CASE("a write that fails halfway keeps the old file and says why") {
  ScratchFolder folder;
  write_file(folder / "a", "old");
  std::string message;
  {
    SmallDisk disk(1000);
    message = message_of<DiskError>([&] { write_file(folder / "a", std::string(5000, 'x')); });
  }
  CHECK(contains(message, (folder / "a").string() + ": File too large; "));
  CHECK(file_bytes(folder / "a") == "old");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("a missing folder is a disk error with path and remedy") {
  ScratchFolder folder;
  const std::string message =
      message_of<DiskError>([&] { write_file(folder / "no/such/file", "x"); });
  CHECK(contains(message, "no/such/file: No such file or directory; make the folder"));
}

TEST_CASE("a folder is tried before a run: permission, kind and free space") {
  ScratchFolder folder;
  CHECK_NOTHROW(require_writable(folder.path(), 1000));
  CHECK_NOTHROW(require_writable(folder / "yet/to/be/made", 1000));
  CHECK(folder.file_count() == 0);  // nothing is left behind, nothing made

  const auto huge = std::uint64_t{1} << 62;
  const std::string full = message_of<DiskError>([&] { require_writable(folder.path(), huge); });
  CHECK(contains(full, "needs about 4.61e+06 TB but only "));
  CHECK(contains(full, "--out"));

  put_file(folder / "file", "");
  CHECK(contains(message_of<DiskError>([&] { require_writable(folder / "file/out", 0); }),
                 "Not a directory"));
  CHECK(message_of<DiskError>([&] { require_writable("/proc/scree-out", 0); }) != "");
}

TEST_CASE("an appended file continues at the recorded byte and forgets what came after") {
  ScratchFolder folder;
  std::uint64_t offset = 0;
  {
    AppendFile file = AppendFile::create(folder / "log");
    file.append("one\n");
    file.sync();
    offset = file.offset();
    file.append("lost\nlos");
  }
  CHECK(offset == 4);
  AppendFile file = AppendFile::resume(folder / "log", offset);
  file.append("two\n");
  CHECK(file.offset() == 8);
  CHECK(file_bytes(folder / "log") == "one\ntwo\n");
}

TEST_CASE("an appended file that does not fit the checkpoint is refused") {
  ScratchFolder folder;
  put_file(folder / "log", "short");
  CHECK(contains(message_of<CaseError>([&] { AppendFile::resume(folder / "log", 9); }),
                 "holds 5 bytes, but the checkpoint continues it at byte 9"));
  CHECK(contains(message_of<CaseError>([&] { AppendFile::resume(folder / "none", 9); }),
                 "is missing"));
  CHECK(file_bytes(folder / "log") == "short");
}

TEST_CASE("a full disk is reported by the record that no longer fits") {
  AppendFile file = AppendFile::create("/dev/full");
  CHECK(message_of<DiskError>([&] { file.append("row\n"); }) ==
        "/dev/full: No space left on device; free some space, write less often, or choose another "
        "folder with --out");
}
