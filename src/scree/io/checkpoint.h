#pragma once
/// Checkpoints: a State and what it belongs to, in one HDF5 file.
///
/// The file starts with a block of text, the seal (checkpoint_seal.h): what it is, its format, its
/// length and a checksum of all that follows. A foreign, truncated or damaged file is told apart
/// there, before any of it is believed. Behind the seal stands ordinary HDF5: every field of
/// for_each_field() under its own name, records as rows of columns, and the note as JSON.
/// Nothing is compressed: positions and velocities are noise to a compressor.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "scree/base/error.h"
#include "scree/state/state.h"

namespace scree {

/// Raised when a field of State changes its meaning or layout.
constexpr int kCheckpointFormat = 11;

/// What a checkpoint says about itself. The second group is filled in when it is written.
struct CheckpointNote {
  std::string case_file;                         // as the user gave it
  std::string case_text;                         // what stood in it
  std::vector<std::string> sets;                 // --set overrides
  std::map<std::string, std::uint64_t> offsets;  // bytes of each growing output file
  std::map<std::string, std::string> extra;      // anything else the run wants back

  int format = 0;                 // kCheckpointFormat of the writer
  std::string program;            // version and commit of the writer
  std::uint64_t fingerprint = 0;  // case_fingerprint(case_text, sets)
  std::uint64_t state_hash = 0;   // hash(state)
};

/// Tells whether two checkpoints belong to the same case.
std::uint64_t case_fingerprint(const std::string& text, const std::vector<std::string>& sets);

/// Replaces `path` in one step; the old checkpoint stays if this one cannot be finished.
/// Throws DiskError.
void write_checkpoint(const std::filesystem::path& path, const State& state,
                      const CheckpointNote& note);

/// Throws CaseError saying what is wrong with the file and what to do. The state is bit for bit
/// the one written: its hash is compared.
State read_checkpoint(const std::filesystem::path& path, CheckpointNote& note);

}  // namespace scree
