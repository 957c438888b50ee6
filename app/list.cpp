/// scree list: the cases with source and run time.
#include "list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "say.h"
#include "scree/base/error.h"
#include "scree/base/tree.h"
#include "scree/io/case_file.h"
#include "verbs.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

std::string text_at(const Node& root, const std::string& key) {
  const Node* node = root.find(key);
  return node && node->is(Node::Kind::kText) ? node->text : "";
}

/// Letters, digits and what may follow "Run time:" in a line of Markdown, without its decoration.
std::string run_time_of(const fs::path& readme) {
  std::ifstream file(readme);
  for (std::string line; std::getline(file, line);) {
    std::erase_if(line, [](char c) { return c == '*' || c == '_' || c == '`' || c == '|'; });
    const auto start = line.find_first_not_of(" \t-");
    if (start == std::string::npos) continue;
    line.erase(0, start);
    constexpr std::string_view kLabel = "run time:";
    const bool match = line.size() > kLabel.size() &&
                       std::equal(kLabel.begin(), kLabel.end(), line.begin(), [](char a, char b) {
                         return a == std::tolower(static_cast<unsigned char>(b));
                       });
    if (!match) continue;
    line.erase(0, kLabel.size());
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    return line;
  }
  return "";
}

CaseEntry read_entry(const fs::path& folder, const fs::path& searched) {
  CaseEntry entry;
  entry.path = folder.lexically_relative(searched).generic_string();
  entry.run_time = run_time_of(folder / "README.md");
  const std::string file = (folder / "case.toml").string();
  try {
    const Node root = parse_case_text(read_text_file(file), file);
    entry.title = text_at(root, "title");
    entry.source = text_at(root, "source");
  } catch (const CaseError& error) {
    entry.title = fmt::format("cannot be read: {}", error.what());
  }
  return entry;
}

/// The cases that come with the program; the launcher says where it lives.
std::string own_cases() {
  const char* home = std::getenv("SCREE_HOME");
  return (fs::path(home ? home : ".") / "cases").string();
}

int list_cases(const std::string& folder) {
  const std::vector<CaseEntry> cases = find_cases(folder);
  if (cases.empty()) {
    say("no case.toml under {}\n", folder);
    return kDone;
  }
  std::size_t path_width = 4, time_width = 8;
  for (const CaseEntry& c : cases) {
    path_width = std::max(path_width, c.path.size());
    time_width = std::max(time_width, c.run_time.size());
  }
  say("{:{}}  {:{}}  what\n", "case", path_width, "run time", time_width);
  for (const CaseEntry& c : cases)
    say("{:{}}  {:{}}  {}{}\n", c.path, path_width, c.run_time.empty() ? "-" : c.run_time,
        time_width, printable(c.title),
        c.source.empty() ? "" : fmt::format(" ({})", printable(c.source)));
  say("\n{} cases under {}\n", cases.size(), folder);
  return kDone;
}

}  // namespace

std::vector<CaseEntry> find_cases(const std::string& folder) {
  if (!fs::is_directory(folder))
    throw CaseError(fmt::format("there is no folder {}; name one that holds cases", folder));
  std::vector<CaseEntry> cases;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder))
    if (file.path().filename() == "case.toml")
      cases.push_back(read_entry(file.path().parent_path(), folder));
  std::sort(cases.begin(), cases.end(),
            [](const CaseEntry& a, const CaseEntry& b) { return a.path < b.path; });
  return cases;
}

void add_list(CommandLine& command) {
  auto folder = std::make_shared<std::string>(own_cases());
  Verb verb = command.verb("list", "the cases with source and run time",
                           [folder] { return list_cases(*folder); });
  verb.option("folder", *folder, "where to look (default: the cases of this checkout)");
}

}  // namespace scree::app
