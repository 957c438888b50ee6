#pragma once
/// Starts of benchmarks that have to come to rest first.
#include <string>
#include <vector>

namespace scree::app {

/// A run from whose end others start.
struct Start {
  std::string case_path;
  std::vector<std::string> sets;  // overrides of the case file
  std::string name;               // of its folder
};

/// Is it in this folder: settled to the end from the case as it is now, in a checkpoint that this
/// program reads?
bool is_settled(const Start& start, const std::string& folder);

/// Runs it to its end below `parent`, once: its folder, which later calls find again. Throws
/// CaseError when it was interrupted.
std::string settle(const Start& start, const std::string& parent);
/// The same by another program, on one thread, and every time anew: at the same path there may be
/// another program next time.
std::string settle_by(const std::string& program, const Start& start, const std::string& parent);

/// The override by which a case starts from such a folder.
std::string run_from(const std::string& folder);

}  // namespace scree::app
