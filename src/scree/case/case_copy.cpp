#include "scree/case/case_copy.h"

#include <algorithm>

#include "scree/io/case_file.h"

namespace scree {

std::string case_as_run(const Case& c) {
  if (c.sets.empty()) return c.text;
  Node root = parse_case_text(c.text, c.file);
  for (const std::string& set : c.sets) apply_set(root, set);
  std::string head = "# The case as run: " + c.file + " with\n";
  for (const std::string& set : c.sets) head += "#   --set " + set + "\n";
  head += "# Names of files count from the folder of that file.\n";
  // A comment ends with its line, and holds no other control characters.
  const auto control = [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
  };
  std::replace_if(head.begin(), head.end(), control, '?');
  return head + "\n" + to_toml(root);
}

}  // namespace scree
