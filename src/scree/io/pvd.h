#pragma once
/// The .pvd index: which file shows which part at which time. ParaView opens it as one animation.
#include <filesystem>
#include <string>
#include <vector>

#include "scree/base/real.h"

namespace scree {

class PvdIndex {
 public:
  struct Entry {
    Real time = 0;     // [s]
    std::string part;  // "bodies", "walls", "contacts"
    std::string file;  // relative to the index
  };

  /// An empty index that will be written to `path`.
  explicit PvdIndex(std::filesystem::path path) : path_(std::move(path)) {}
  /// The index of an interrupted run without the entries after `time`; empty if there is none.
  static PvdIndex resume(const std::filesystem::path& path, Real time);

  void add(Real time, std::string part, std::string file);
  /// Rewrites the file in one step. Call it once all parts of a frame are on disk.
  void write() const;
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::filesystem::path path_;
  std::vector<Entry> entries_;
};

/// "bodies_000012.vtp"; sorts by number up to a million frames.
std::string frame_file_name(std::string_view part, long number, std::string_view extension);

}  // namespace scree
