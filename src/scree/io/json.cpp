#include "scree/io/json.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace scree {

/// To the library's values and back.
struct JsonLibrary {
  using Theirs = nlohmann::json;

  static Theirs to(const Json& ours) {
    return std::visit([](const auto& v) { return to_value(v); }, ours.value_);
  }
  /// What is nested deeper than anything we write is left out, so that no file exhausts the stack.
  static Json from(const Theirs& theirs, int depth = 0) {
    if (depth > 32) return {};
    switch (theirs.type()) {
      case Theirs::value_t::boolean:
        return theirs.get<bool>();
      case Theirs::value_t::number_integer:
        return theirs.get<std::int64_t>();
      case Theirs::value_t::number_unsigned:
        return theirs.get<std::uint64_t>();
      case Theirs::value_t::number_float:
        return theirs.get<double>();
      case Theirs::value_t::string:
        return theirs.get<std::string>();
      case Theirs::value_t::array: {
        Json::Array entries;
        for (const Theirs& entry : theirs) entries.push_back(from(entry, depth + 1));
        return entries;
      }
      case Theirs::value_t::object: {
        Json::Object entries;
        for (const auto& [key, entry] : theirs.items()) entries[key] = from(entry, depth + 1);
        return entries;
      }
      default:
        return {};
    }
  }

 private:
  template <class T>
  static Theirs to_value(const T& plain) {
    return plain;
  }
  static Theirs to_value(const std::monostate&) { return nullptr; }
  static Theirs to_value(const Json::Array& entries) {
    Theirs theirs = Theirs::array();
    for (const Json& entry : entries) theirs.push_back(to(entry));
    return theirs;
  }
  static Theirs to_value(const Json::Object& entries) {
    Theirs theirs = Theirs::object();
    for (const auto& [key, entry] : entries) theirs[key] = to(entry);
    return theirs;
  }
};

Json::Json() = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;
Json::Json(bool value) : value_(value) {}
Json::Json(double value) : value_(value) {}
Json::Json(std::int64_t value) : value_(value) {}
Json::Json(std::uint64_t value) : value_(value) {}
Json::Json(std::string value) : value_(std::move(value)) {}
Json::Json(const char* value) : value_(std::string(value)) {}
Json::Json(Array value) : value_(std::move(value)) {}
Json::Json(Object value) : value_(std::move(value)) {}
Json::Json(const std::vector<std::string>& values) : value_(Array(values.begin(), values.end())) {}
Json::Json(const std::map<std::string, std::string>& values)
    : value_(Object(values.begin(), values.end())) {}
Json::Json(const std::map<std::string, std::uint64_t>& values)
    : value_(Object(values.begin(), values.end())) {}

Json Json::parse(const std::string& text) {
  const nlohmann::json theirs = nlohmann::json::parse(text, nullptr, false);
  return theirs.is_discarded() ? Json() : JsonLibrary::from(theirs);
}

Json Json::read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return parse(text.str());
}

std::string Json::dump(int indent) const {
  return JsonLibrary::to(*this).dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

const Json& Json::operator[](const std::string& key) const {
  static const Json null;
  const auto found = object().find(key);
  return found == object().end() ? null : found->second;
}

Json& Json::operator[](const std::string& key) {
  if (!is_object()) value_ = Object();
  return std::get<Object>(value_)[key];
}

void Json::push_back(Json entry) {
  if (!std::holds_alternative<Array>(value_)) value_ = Array();
  std::get<Array>(value_).push_back(std::move(entry));
}

const Json::Array& Json::array() const {
  static const Array empty;
  const Array* found = std::get_if<Array>(&value_);
  return found ? *found : empty;
}

const Json::Object& Json::object() const {
  static const Object empty;
  const Object* found = std::get_if<Object>(&value_);
  return found ? *found : empty;
}

bool Json::flag(bool other) const {
  const bool* found = std::get_if<bool>(&value_);
  return found ? *found : other;
}

double Json::number(double other) const {
  if (const auto* v = std::get_if<double>(&value_)) return *v;
  if (const auto* v = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*v);
  if (const auto* v = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*v);
  return other;
}

std::int64_t Json::whole(std::int64_t other) const {
  if (const auto* v = std::get_if<std::int64_t>(&value_)) return *v;
  if (const auto* v = std::get_if<std::uint64_t>(&value_)) return static_cast<std::int64_t>(*v);
  return other;
}

std::string Json::text(const std::string& other) const {
  const std::string* found = std::get_if<std::string>(&value_);
  return found ? *found : other;
}

std::vector<std::string> Json::texts() const {
  std::vector<std::string> texts;
  for (const Json& entry : array())
    if (const auto* text = std::get_if<std::string>(&entry.value_)) texts.push_back(*text);
  return texts;
}

std::string Json::need_text() const {
  if (!std::holds_alternative<std::string>(value_)) throw JsonError();
  return text();
}

std::uint64_t Json::need_unsigned() const {
  if (const auto* v = std::get_if<std::uint64_t>(&value_)) return *v;
  const std::int64_t value = whole(-1);
  if (value < 0) throw JsonError();
  return static_cast<std::uint64_t>(value);
}

std::vector<std::string> Json::need_texts() const {
  if (!std::holds_alternative<Array>(value_)) throw JsonError();
  const std::vector<std::string> all = texts();
  if (all.size() != array().size()) throw JsonError();
  return all;
}

const Json::Object& Json::need_object() const {
  if (!is_object()) throw JsonError();
  return object();
}

}  // namespace scree
