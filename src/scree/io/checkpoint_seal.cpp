#include "scree/io/checkpoint_seal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <vector>

#include "scree/base/error.h"
#include "scree/io/atomic_file.h"

namespace scree {
namespace fs = std::filesystem;
namespace {

constexpr const char* kMagic = "scree checkpoint";

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const fs::path& file, int flags) : fd_(::open(file.c_str(), flags | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

/// Fills `buffer` from the present place of the file as far as the file goes; -1 on error.
ssize_t read_up_to(int fd, char* buffer, std::size_t size) {
  std::size_t got = 0;
  while (got < size) {
    const ssize_t n = ::read(fd, buffer + got, size - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  return static_cast<ssize_t>(got);
}

struct Content {
  std::uint64_t size = 0;  // behind the seal
  std::uint64_t sum = 0xcbf29ce484222325ull;
};

/// FNV-1a over words of eight bytes (the last one filled with zeros) in the order of the file.
Content sum_content(int fd, const fs::path& file) {
  Content content;
  std::vector<char> block(std::size_t{1} << 20);
  if (::lseek(fd, kSealBytes, SEEK_SET) < 0) throw_disk_error(file, errno);
  for (;;) {
    const ssize_t n = read_up_to(fd, block.data(), block.size());
    if (n < 0) throw_disk_error(file, errno);
    if (n == 0) return content;
    const std::size_t bytes = static_cast<std::size_t>(n);
    std::memset(block.data() + bytes, 0, (block.size() - bytes) % 8);
    for (std::size_t k = 0; k < bytes; k += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, block.data() + k, std::min<std::size_t>(8, bytes - k));
      content.sum = (content.sum ^ word) * 0x100000001b3ull;
      content.sum ^= content.sum >> 29;
    }
    content.size += bytes;
  }
}

[[noreturn]] void refuse_file(const fs::path& file, const std::string& message) {
  throw CaseError(file.string(), 0, message);
}

/// Parses the text of the seal; false if it is none.
bool parse_seal(const std::string& text, Seal& seal) {
  char program[200] = "";
  const int found = std::sscanf(text.c_str(),
                                "scree checkpoint, format %d, size %" SCNu64 ", content %" SCNx64
                                ", written by scree %199[^\n]",
                                &seal.format, &seal.size, &seal.content, program);
  seal.program = program;
  return found == 4;
}

}  // namespace

void seal_file(const fs::path& file, int format, const std::string& program) {
  const Descriptor fd(file, O_RDWR);
  if (fd.get() < 0) throw_disk_error(file, errno);
  const Content content = sum_content(fd.get(), file);
  std::string text = fmt::format(
      "{}, format {}, size {}, content {:016x}, written by scree {}\n"
      "HDF5 from byte {} on; it continues with: scree resume\n",
      kMagic, format, content.size + kSealBytes, content.sum, program.substr(0, 150), kSealBytes);
  text.resize(kSealBytes, '\0');
  if (::pwrite(fd.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
    throw_disk_error(file, errno);
}

Seal check_seal(const fs::path& file, int format) {
  const char* earlier = "use an earlier checkpoint, or run the case again";
  const Descriptor fd(file, O_RDONLY);
  if (fd.get() < 0)
    refuse_file(file, fmt::format("cannot be opened ({}); name the folder of a run that has "
                                  "written a checkpoint",
                                  std::strerror(errno)));
  std::string text(kSealBytes, '\0');
  const ssize_t got = read_up_to(fd.get(), text.data(), text.size());
  if (got < 0)
    refuse_file(file, fmt::format("cannot be read ({}); check the disk", std::strerror(errno)));
  text.resize(static_cast<std::size_t>(got));
  if (text.rfind(kMagic, 0) != 0)
    refuse_file(file, got == 0 ? fmt::format("is empty; {}", earlier)
                               : "is not a checkpoint of Scree; name a file that scree run has "
                                 "written (out/<case>/checkpoint.h5)");
  Seal seal;
  if (!parse_seal(text, seal))
    refuse_file(file, fmt::format("its first line is damaged; {}", earlier));
  if (seal.format < 1)
    refuse_file(file, fmt::format("names the unknown format {}; {}", seal.format, earlier));
  if (seal.format > format)
    refuse_file(file, fmt::format("was written by a newer Scree ({}): its format is {}, this "
                                  "program reads {}; update this program",
                                  seal.program, seal.format, format));
  if (seal.format < format)
    refuse_file(file, fmt::format("was written by an older Scree ({}): its format is {}, this "
                                  "program reads {}; continue with that version, or run the case "
                                  "again",
                                  seal.program, seal.format, format));
  const Content content = sum_content(fd.get(), file);
  const std::uint64_t size = content.size + static_cast<std::uint64_t>(got);
  if (size < seal.size)
    refuse_file(file,
                fmt::format("is truncated: it holds {} of {} bytes; {}", size, seal.size, earlier));
  if (size != seal.size || content.sum != seal.content)
    refuse_file(
        file, fmt::format("has changed since it was written (its checksum differs); {}", earlier));
  return seal;
}

}  // namespace scree
