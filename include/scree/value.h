#pragma once
/// Keys and values, as a case has them: what a TOML file, a Python dictionary and a list in C++
/// become. Every value is a table of keys, a list, a text, a number, or true or false.
///
///   Keys{{"shape", "plane"}, {"point", {0, 0, 0}}, {"normal", {0, 0, 1}}}
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace scree::api {

template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<T, bool>;

struct Entry;
/// A table: its keys in their order.
using Keys = std::vector<Entry>;

struct Value {
  enum class Kind { kTable, kList, kText, kInteger, kReal, kBool };
  Kind kind = Kind::kTable;
  std::string text;
  std::int64_t integer = 0;
  double real = 0;
  bool flag = false;
  std::vector<Value> list;
  Keys table;

  Value();  // an empty table
  Value(Keys keys);
  Value(std::initializer_list<Value> items);
  Value(const char* words) : Value(std::string(words)) {}
  Value(std::string words);
  Value(std::same_as<bool> auto value) : kind(Kind::kBool), flag(value) {}
  Value(WholeNumber auto value) : kind(Kind::kInteger), integer(value) {}
  Value(std::floating_point auto value) : kind(Kind::kReal), real(value) {}
  template <class T>
  requires std::constructible_from<Value, const T&> Value(const std::vector<T>& items)
      : kind(Kind::kList), list(items.begin(), items.end()) {}

  // Out of line: a table is complete only after this struct.
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();
};

struct Entry {
  std::string key;
  Value value;
};

}  // namespace scree::api
