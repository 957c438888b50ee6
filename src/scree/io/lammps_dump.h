#pragma once
/// LAMMPS text dump, one snapshot after another in one file, so that OVITO and LAMMPS's own tools
/// read a run.
#include <filesystem>

#include "scree/io/append_file.h"
#include "scree/io/frame.h"

namespace scree {

class LammpsDump {
 public:
  static LammpsDump create(const std::filesystem::path& path);
  /// Continues at the byte `offset` a checkpoint recorded.
  static LammpsDump resume(const std::filesystem::path& path, std::uint64_t offset);

  /// Appends a snapshot sorted as the frame is. The columns "id", "material" (type = material + 1),
  /// "velocity" and "spin" take LAMMPS's names (id, type, vx.., omegax..); others keep theirs,
  /// vectors as name[1], name[2], name[3].
  void append(std::int64_t step, const BodyFrame& frame);
  void sync() { file_.sync(); }
  std::uint64_t offset() const { return file_.offset(); }

 private:
  explicit LammpsDump(AppendFile file) : file_(std::move(file)) {}
  AppendFile file_;
};

}  // namespace scree
