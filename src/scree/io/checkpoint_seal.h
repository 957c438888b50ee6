#pragma once
/// The first bytes of a checkpoint: readable with `head -1`, and proof that the rest is what was
/// written. No reader of a complex format survives every damage; with a seal none has to.
#include <cstdint>
#include <filesystem>
#include <string>

namespace scree {

constexpr std::size_t kSealBytes = 512;  // smallest block HDF5 leaves to others

struct Seal {
  int format = 0;
  std::string program;        // who wrote it: "0.1.0 (commit)"
  std::uint64_t size = 0;     // of the whole file [bytes]
  std::uint64_t content = 0;  // checksum of all behind the seal
};

/// Computes size and checksum of the file and writes the seal into its first kSealBytes, which
/// must be free. Throws DiskError.
void seal_file(const std::filesystem::path& file, int format, const std::string& program);

/// Reads the seal and compares it with the file: CaseError if the file is no checkpoint, is of
/// another format, is not complete or has changed since it was sealed.
Seal check_seal(const std::filesystem::path& file, int format);

}  // namespace scree
