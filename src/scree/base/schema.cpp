#include "scree/base/schema.h"

#include <algorithm>

namespace scree {

Field& Field::unit(std::string text, std::string planar) {
  wanted.unit = std::move(text);
  wanted.planar_unit = std::move(planar);
  return *this;
}
Field& Field::at_least(Real lo) {
  wanted.lo = lo;
  return *this;
}
Field& Field::above(Real lo) {
  wanted.lo_open = true;
  return at_least(lo);
}
Field& Field::at_most(Real hi) {
  wanted.hi = hi;
  return *this;
}
Field& Field::below(Real hi) {
  wanted.hi_open = true;
  return at_most(hi);
}
Field& Field::infinite() {
  wanted.infinite = true;
  return *this;
}
Field& Field::spin() {
  wanted.spin = true;
  return *this;
}
Field& Field::in_plane() {
  wanted.in_plane = true;
  return *this;
}
Field& Field::a_name() {
  wanted.name = true;
  wanted.type = "name";
  return *this;
}
Field& Field::a_label() {
  wanted.nameless = true;
  return a_name();
}
Field& Field::required() {
  is_required = true;
  return *this;
}
Field& Field::one_of(std::vector<std::string> words) {
  wanted.words = std::move(words);
  return *this;
}
Field& Field::automatic(std::string text) {
  default_text = std::move(text);
  return *this;
}
Field& Field::only(std::string selector_key, std::vector<std::string> values) {
  selector = std::move(selector_key);
  when = std::move(values);
  return *this;
}

const Field* Schema::find(const std::string& key) const {
  for (const Field& field : fields)
    if (field.name == key) return &field;
  return nullptr;
}

std::vector<std::string> Schema::keys() const {
  std::vector<std::string> names;
  for (const Field& field : fields) names.push_back(field.name);
  return names;
}

namespace {

/// The word that decides which keys apply, given or by default; empty if neither.
std::string selected_word(const Schema& schema, const Node& table, const std::string& selector) {
  if (const Node* given = table.find(selector)) return given->text;
  const Field* field = schema.find(selector);
  if (!field || field->is_required) return "";
  std::string word = field->default_text;
  word.erase(std::remove(word.begin(), word.end(), '"'), word.end());
  return word;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string quoted_choices(const std::vector<std::string>& words) {
  return "\"" + join(words, "\", \"") + "\"";
}

/// Tables one level down in which an unknown key would have been right.
std::string home_of(const Schema& schema, const std::string& key) {
  for (const Field& field : schema.fields)
    if (field.inner && field.inner()->find(key)) return field.name;
  return "";
}

[[noreturn]] void refuse_unknown(const Schema& schema, const std::string& key, const Node& value,
                                 const Reading& reading) {
  const std::string near = nearest(key, schema.keys());
  const std::string home = home_of(schema, key);
  std::string remedy;
  if (!near.empty()) remedy = "did you mean '" + near + "'? ";
  if (!home.empty()) remedy += "'" + key + "' belongs in '" + home + "'. ";
  refuse(value.place, reading.under(key).path,
         "unknown key; " + remedy + "Keys here: " + join(schema.keys()));
}

void check_unknown(const Schema& schema, const Node& table, const Reading& reading) {
  for (const auto& [key, value] : table.table)
    if (!schema.find(key)) refuse_unknown(schema, key, value, reading);
}

void check_applies(const Schema& schema, const Field& field, const Node& table,
                   const Reading& reading) {
  const Node* given = table.find(field.name);
  const std::string word =
      field.selector.empty() ? std::string() : selected_word(schema, table, field.selector);
  const bool applies = field.selector.empty() || contains(field.when, word);
  if (given && !applies)
    refuse(given->place, reading.under(field.name).path,
           "applies only when " + field.selector + " is " + quoted_choices(field.when) +
               (word.empty() ? "" : ", here it is \"" + word + "\"") + "; remove it or change " +
               field.selector);
  if (!given && applies && field.is_required) {
    const std::string because =
        field.selector.empty() ? "" : " when " + field.selector + " = \"" + word + "\"";
    const std::string words =
        field.wanted.words.empty() ? "" : ", one of " + quoted_choices(field.wanted.words);
    const std::string unit = field.wanted.unit.empty() ? "" : " [" + field.wanted.unit + "]";
    refuse(table.place, reading.under(field.name).path,
           "is needed" + because + " (" + field.wanted.type + words + "): " + field.help + unit);
  }
}

}  // namespace

void read_into(const Schema& schema, void* object, const Node& table, const Reading& reading) {
  check_unknown(schema, table, reading);
  // Words come first: they decide which of the other keys apply.
  for (const bool words : {true, false})
    for (const Field& field : schema.fields) {
      if (field.wanted.words.empty() == words) continue;
      check_applies(schema, field, table, reading);
      const Node* given = table.find(field.name);
      if (!given) continue;
      Reading inner = reading.under(field.name);
      inner.wanted = field.wanted;
      field.store(object, *given, inner);
    }
  for (const Rule& rule : schema.rules) {
    if (rule.holds(object, reading)) continue;
    const Node* given = table.find(rule.key);
    refuse(given ? given->place : table.place,
           rule.key.empty() ? reading.path : reading.under(rule.key).path, rule.statement);
  }
}

}  // namespace scree
