#pragma once
/// The cases of a folder, found and read lightly: what they are, where they come from, how long
/// they take.
#include <string>
#include <vector>

namespace scree::app {

struct CaseEntry {
  std::string path;      // folder, relative to the folder that was searched
  std::string title;     // of case.toml; or why it could not be read
  std::string source;    // of case.toml; may be empty
  std::string run_time;  // of the line "Run time: ..." in README.md; may be empty
};

/// Every folder under `folder` with a case.toml, sorted by path.
std::vector<CaseEntry> find_cases(const std::string& folder);

}  // namespace scree::app
