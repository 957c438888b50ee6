#pragma once
/// How a value of a tree becomes a C++ value: one small Convert per type, used by Schema.
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "scree/base/text.h"
#include "scree/base/tree.h"
#include "scree/base/vec3.h"

namespace scree {

struct Schema;

/// The description of an option struct; specialised where the struct's keys are declared.
template <class T>
const Schema& schema_of();

/// What a key wants its value to be.
struct Wanted {
  std::string type;                // in words: "number", "text", "vector"
  std::string unit, planar_unit;   // planar_unit only where it differs
  std::vector<std::string> words;  // allowed words, when not free text
  Real lo = -std::numeric_limits<Real>::infinity(), hi = std::numeric_limits<Real>::infinity();
  bool lo_open = false, hi_open = false;  // is the limit itself excluded
  bool infinite = false;                  // may the value be infinite
  bool spin = false;                      // a rotation vector: one number when planar
  bool in_plane = false;                  // a vector whose z must be zero when planar
  bool name = false;                      // a text that will stand in columns and file names
  bool nameless = false;                  // it may be empty all the same
};

/// Where the reader stands.
struct Reading {
  std::string path;         // "wall.floor.radius"
  bool planar = false;      // vectors may leave out what is zero
  Wanted wanted = {};       // of the key being read
  std::string folder = {};  // of the case file: where relative file names start

  Reading under(const std::string& key) const;
};

[[noreturn]] void refuse_type(const Node& node, const Reading& reading, const std::string& wants);
/// "floor" for an entry with name = "floor", else its number.
std::string entry_name(const Node& item, std::size_t number);

Real read_real(const Node& node, const Reading& reading);
long read_integer(const Node& node, const Reading& reading);
bool read_bool(const Node& node, const Reading& reading);
std::string read_text(const Node& node, const Reading& reading);
/// Refuses a name that columns, messages or file names cannot hold.
void check_name(const std::string& name, const FilePlace& place, const std::string& path);
Vec3 read_vector(const Node& node, const Reading& reading);
/// Index of the word in `words`; refuses others, naming the nearest.
std::size_t read_word(const Node& node, const Reading& reading,
                      const std::vector<std::string>& words);
/// The items of a list; `count` < 0 accepts any number of them.
const std::vector<Node>& read_items(const Node& node, const Reading& reading, long count);

/// The words of an enumeration, in the order of its values (0, 1, 2, ...).
template <class E>
const std::vector<std::string>& words_of();

template <class M, class = void>
struct Convert;

struct PlainConvert {
  static std::vector<std::string> words() { return {}; }
};

template <>
struct Convert<Real> : PlainConvert {
  static std::string type() { return "number"; }
  static Real from(const Node& n, const Reading& r) { return read_real(n, r); }
  static std::string show(Real v) { return plain(v); }
};
template <>
struct Convert<long> : PlainConvert {
  static std::string type() { return "whole number"; }
  static long from(const Node& n, const Reading& r) { return read_integer(n, r); }
  static std::string show(long v) { return std::to_string(v); }
};
template <>
struct Convert<int> : PlainConvert {
  static std::string type() { return "whole number"; }
  static int from(const Node& n, const Reading& r);
  static std::string show(int v) { return std::to_string(v); }
};
template <>
struct Convert<bool> : PlainConvert {
  static std::string type() { return "true or false"; }
  static bool from(const Node& n, const Reading& r) { return read_bool(n, r); }
  static std::string show(bool v) { return v ? "true" : "false"; }
};
template <>
struct Convert<std::string> : PlainConvert {
  static std::string type() { return "text"; }
  static std::string from(const Node& n, const Reading& r) { return read_text(n, r); }
  static std::string show(const std::string& v) { return v.empty() ? "" : "\"" + v + "\""; }
};
template <>
struct Convert<Vec3> : PlainConvert {
  static std::string type() { return "vector"; }
  static Vec3 from(const Node& n, const Reading& r) { return read_vector(n, r); }
  static std::string show(Vec3 v) {
    return "[" + plain(v.x) + ", " + plain(v.y) + ", " + plain(v.z) + "]";
  }
};
/// An enumeration, written as one of its words.
template <class E>
struct Convert<E, std::enable_if_t<std::is_enum_v<E>>> {
  static std::string type() { return "word"; }
  static std::vector<std::string> words() { return words_of<E>(); }
  static E from(const Node& n, const Reading& r) {
    return static_cast<E>(read_word(n, r, words_of<E>()));
  }
  static std::string show(E v) { return "\"" + words_of<E>()[static_cast<std::size_t>(v)] + "\""; }
};
template <class M>
struct Convert<std::optional<M>> {
  static std::string type() { return Convert<M>::type(); }
  static std::vector<std::string> words() { return Convert<M>::words(); }
  static std::optional<M> from(const Node& n, const Reading& r) { return Convert<M>::from(n, r); }
  static std::string show(const std::optional<M>& v) { return v ? Convert<M>::show(*v) : ""; }
};
template <class M>
std::string show_list(const M& values) {
  std::vector<std::string> parts;
  for (const auto& v : values) parts.push_back(Convert<std::decay_t<decltype(v)>>::show(v));
  return "[" + join(parts) + "]";
}
template <class M, std::size_t n>
struct Convert<std::array<M, n>> : PlainConvert {
  static std::string type() { return std::to_string(n) + " of: " + Convert<M>::type(); }
  static std::array<M, n> from(const Node& node, const Reading& r) {
    std::array<M, n> out{};
    const std::vector<Node>& items = read_items(node, r, static_cast<long>(n));
    for (std::size_t i = 0; i < n; ++i) out[i] = Convert<M>::from(items[i], r);
    return out;
  }
  static std::string show(const std::array<M, n>& v) { return show_list(v); }
};
template <class M>
struct Convert<std::vector<M>> {
  static std::string type() { return "list of: " + Convert<M>::type(); }
  static std::vector<std::string> words() { return Convert<M>::words(); }
  static std::vector<M> from(const Node& node, const Reading& r) {
    std::vector<M> out;
    for (const Node& item : read_items(node, r, -1)) out.push_back(Convert<M>::from(item, r));
    return out;
  }
  static std::string show(const std::vector<M>& v) { return v.empty() ? "" : show_list(v); }
};

}  // namespace scree
