#pragma once
#include <string>
#include <vector>

namespace scree::app {

/// Runs a case to its end, once: its folder, which later calls find again. Throws CaseError when it
/// was interrupted.
std::string settle(const std::string& case_path, const std::vector<std::string>& sets,
                   const std::string& folder);

}  // namespace scree::app
