#pragma once
/// TOML text to a tree of values with their places. The only part that knows TOML.
#include <string>
#include <vector>

#include "scree/base/tree.h"

namespace scree {

/// Parses TOML; `file` is the name for messages. Throws CaseError with line and column; also for
/// text that is too long or keys that are too deep.
Node parse_case_text(const std::string& text, const std::string& file);

/// Whole content of a text file; CaseError when it cannot be read.
std::string read_text_file(const std::string& path);

/// Applies "a.b.c=value" to the tree. Entries of a list are named by number or by their `name`
/// (wall.0.radius, wall.drum.radius); a list of one needs neither (bodies.count). The value is
/// TOML; what is not TOML is taken as text, so quotes may be left out.
void apply_set(Node& root, const std::string& assignment);

/// Puts a value into the tree, where `key` leads as above; `source` is what messages call the
/// place.
void set_value(Node& root, const std::string& key, Node value, const std::string& source);
/// Adds an entry to the list of that name, which is made where there is none.
void add_entry(Node& root, const std::string& list, Node entry, const std::string& source);

/// Throws CaseError for a text that parse_case_text() would refuse for its length.
void require_readable_length(const std::string& text, const std::string& file);

/// The tree as TOML that reads back to the same tree: tables under their headers, all else in
/// lines.
std::string to_toml(const Node& root);

}  // namespace scree
