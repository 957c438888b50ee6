#pragma once
/// A tree of values as read from a text file, each remembering where it was written. Knows
/// nothing of any file format: a reader in io/ fills it, a Schema checks it.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scree/base/real.h"

namespace scree {

/// A place in the input. `file` may also be the text of a command line option, with line 0.
struct FilePlace {
  std::shared_ptr<const std::string> file;
  long line = 0, column = 0;
};

struct Node {
  enum class Kind { kTable, kArray, kText, kInteger, kReal, kBool, kOther };
  Kind kind = Kind::kTable;
  FilePlace place;
  std::string text;                                 // kText
  long integer = 0;                                 // kInteger
  Real real = 0;                                    // kReal, kInteger
  bool boolean = false;                             // kBool
  std::vector<Node> items;                          // kArray
  std::vector<std::pair<std::string, Node>> table;  // kTable, in the order of the file

  // Out of line: a pair that holds a Node is complete only after this class.
  Node();
  Node(const Node&);
  Node(Node&&) noexcept;
  Node& operator=(const Node&);
  Node& operator=(Node&&) noexcept;
  ~Node();

  bool is(Kind k) const { return kind == k; }
  bool is_number() const { return kind == Kind::kInteger || kind == Kind::kReal; }
  /// The entry of a table, or null.
  const Node* find(const std::string& key) const;
  Node* find(const std::string& key);
};

/// What a value is, in words, with a short quotation: `the text "abc"`, `the number 3.5`.
std::string describe(const Node& node);

/// Throws CaseError "file:line: key: message".
[[noreturn]] void refuse(const FilePlace& place, const std::string& key,
                         const std::string& message);

}  // namespace scree
