#pragma once
/// JSON as a plain value: what a run notes beside its results and reads back. Only json.cpp knows
/// the library that parses and writes it.
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace scree {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::map<std::string, Json>;  // written in this order

  // Out of line: every user would compile the copying of all kinds of value otherwise.
  Json();  // null
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();
  Json(bool value);
  Json(double value);
  Json(std::int64_t value);
  Json(std::uint64_t value);
  Json(int value) : Json(std::int64_t{value}) {}
  Json(std::string value);
  Json(const char* value);
  Json(Array value);
  Json(Object value);
  Json(const std::vector<std::string>& values);
  Json(const std::map<std::string, std::string>& values);
  Json(const std::map<std::string, std::uint64_t>& values);

  /// Null where the text is no JSON.
  static Json parse(const std::string& text);
  /// Of a file; null where there is none, or no JSON in it.
  static Json read(const std::string& path);
  /// With `indent` blanks a level, or in one line. Bytes that are no UTF-8 are replaced.
  std::string dump(int indent = -1) const;

  bool is_object() const { return std::holds_alternative<Object>(value_); }
  bool contains(const std::string& key) const { return object().contains(key); }
  const Json& operator[](const std::string& key) const;  // null where there is none
  Json& operator[](const std::string& key);              // made where there is none
  void push_back(Json entry);                            // of an array, or null that becomes one

  /// Empty if it is something else.
  const Array& array() const;
  const Object& object() const;
  /// `other` if it is something else.
  bool flag(bool other = false) const;
  double number(double other) const;
  std::int64_t whole(std::int64_t other) const;
  std::string text(const std::string& other = "") const;
  std::vector<std::string> texts() const;  // those of an array's entries that are text

  // The same, and JsonError if it is something else.
  std::string need_text() const;
  std::uint64_t need_unsigned() const;
  std::vector<std::string> need_texts() const;
  const Object& need_object() const;

 private:
  using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string,
                             Array, Object>;
  Value value_;
  friend struct JsonLibrary;
};

/// A JSON value is not what its reader needs.
struct JsonError {};

}  // namespace scree
