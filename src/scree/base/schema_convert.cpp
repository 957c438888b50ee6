#include "scree/base/schema_convert.h"

#include <algorithm>
#include <cmath>

namespace scree {

Reading Reading::under(const std::string& key) const {
  Reading inner = *this;
  inner.path = path.empty() ? key : path + "." + key;
  return inner;
}

void refuse_type(const Node& node, const Reading& reading, const std::string& wants) {
  const std::string unit =
      reading.wanted.unit.empty() ? std::string() : " [" + reading.wanted.unit + "]";
  refuse(node.place, reading.path, "wants " + wants + unit + ", found " + describe(node));
}

std::string entry_name(const Node& item, std::size_t number) {
  constexpr std::size_t kLongest = 100;  // in a message
  const Node* name = item.is(Node::Kind::kTable) ? item.find("name") : nullptr;
  const bool named =
      name && name->is(Node::Kind::kText) && !name->text.empty() && name->text.size() <= kLongest;
  return named ? name->text : std::to_string(number);
}

namespace {

/// "above 0", "from 0 to 1", ...
std::string range_in_words(const Wanted& w) {
  const bool lo = std::isfinite(w.lo), hi = std::isfinite(w.hi);
  const std::string low = (w.lo_open ? "above " : "at least ") + plain(w.lo);
  const std::string high = (w.hi_open ? "below " : "at most ") + plain(w.hi);
  return lo && hi ? low + " and " + high : lo ? low : high;
}

void check_range(const Node& node, const Reading& reading, Real value) {
  const Wanted& w = reading.wanted;
  const bool low = w.lo_open ? value <= w.lo : value < w.lo;
  const bool endless = std::isinf(value) && w.infinite;
  const bool high = !endless && (w.hi_open ? value >= w.hi : value > w.hi);
  if (low || high)
    refuse(node.place, reading.path,
           "must be " + range_in_words(w) + (w.unit.empty() ? "" : " [" + w.unit + "]") + ", is " +
               plain(value));
}

/// A finite number (or an infinite one where that means something).
Real number_of(const Node& node, const Reading& reading) {
  if (!node.is_number()) refuse_type(node, reading, "a number");
  const Real value = node.is(Node::Kind::kInteger) ? static_cast<Real>(node.integer) : node.real;
  if (std::isnan(value) || (std::isinf(value) && !reading.wanted.infinite))
    refuse(node.place, reading.path, "must be a finite number, is " + plain(value));
  return value;
}

/// One number of a vector, which may be as large in either direction as the key allows.
Real component_of(const Node& node, const Reading& reading) {
  const Real value = number_of(node, reading);
  if (std::fabs(value) > reading.wanted.hi)
    refuse(node.place, reading.path,
           "no component may exceed " + plain(reading.wanted.hi) +
               (reading.wanted.unit.empty() ? "" : " [" + reading.wanted.unit + "]") + ", one is " +
               plain(value));
  return value;
}

}  // namespace

Real read_real(const Node& node, const Reading& reading) {
  const Real value = number_of(node, reading);
  check_range(node, reading, value);
  return value;
}

long read_integer(const Node& node, const Reading& reading) {
  constexpr Real kExact = 9007199254740992.0;  // 2^53: whole numbers a Real holds exactly
  long value = node.integer;
  if (node.is(Node::Kind::kReal) && node.real == std::floor(node.real) &&
      std::abs(node.real) < kExact)
    value = static_cast<long>(node.real);  // 1e5 is a whole number too
  else if (!node.is(Node::Kind::kInteger))
    refuse_type(node, reading, "a whole number");
  check_range(node, reading, static_cast<Real>(value));
  return value;
}

int Convert<int>::from(const Node& node, const Reading& reading) {
  const long value = read_integer(node, reading);
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
    refuse(node.place, reading.path, "is too large, " + std::to_string(value));
  return static_cast<int>(value);
}

bool read_bool(const Node& node, const Reading& reading) {
  if (!node.is(Node::Kind::kBool)) refuse_type(node, reading, "true or false");
  return node.boolean;
}

std::string read_text(const Node& node, const Reading& reading) {
  const std::vector<std::string>& words = reading.wanted.words;
  if (!words.empty()) return words[read_word(node, reading, words)];
  if (!node.is(Node::Kind::kText)) refuse_type(node, reading, "a text in quotes");
  if (!is_utf8(node.text)) refuse(node.place, reading.path, "the text is not valid UTF-8");
  const bool no_name = reading.wanted.nameless && node.text.empty();
  if (reading.wanted.name && !no_name) check_name(node.text, node.place, reading.path);
  return node.text;
}

void check_name(const std::string& name, const FilePlace& place, const std::string& path) {
  const std::string trouble = name_trouble(name);
  if (!trouble.empty()) refuse(place, path, trouble);
}

const std::vector<Node>& read_items(const Node& node, const Reading& reading, long count) {
  const std::string what =
      "a list of " + (count < 0 ? std::string() : std::to_string(count) + " ") + "values";
  if (!node.is(Node::Kind::kArray)) refuse_type(node, reading, what);
  if (count >= 0 && static_cast<long>(node.items.size()) != count) refuse_type(node, reading, what);
  return node.items;
}

Vec3 read_vector(const Node& node, const Reading& reading) {
  const bool planar = reading.planar, spin = reading.wanted.spin;
  if (planar && spin && node.is_number()) return {0, 0, component_of(node, reading)};
  const std::string wants = !planar ? "a vector [x, y, z]"
                            : spin  ? "a number, or [0, 0, value]"
                                    : "a vector [x, y]";
  const std::size_t count = node.items.size();
  const bool fits = node.is(Node::Kind::kArray) && (count == 3 || (count == 2 && planar && !spin));
  if (!fits) refuse_type(node, reading, wants);
  Vec3 v{0, 0, 0};
  for (std::size_t k = 0; k < count; ++k) {
    if (!node.items[k].is_number()) refuse_type(node, reading, wants);
    at(v, static_cast<int>(k)) = component_of(node.items[k], reading);
  }
  if (planar && reading.wanted.in_plane && v.z != 0)
    refuse(node.place, reading.path, "the case is planar: the z component must be 0");
  if (planar && spin && (v.x != 0 || v.y != 0))
    refuse(node.place, reading.path, "the case is planar: only rotation about z is possible");
  return v;
}

std::size_t read_word(const Node& node, const Reading& reading,
                      const std::vector<std::string>& words) {
  const std::string choices = "\"" + join(words, "\", \"") + "\"";
  if (!node.is(Node::Kind::kText)) refuse_type(node, reading, "one of " + choices);
  const auto found = std::find(words.begin(), words.end(), node.text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::string near = nearest(node.text, words);
  refuse(node.place, reading.path,
         "does not know \"" + node.text + "\"" +
             (near.empty() ? "" : "; did you mean \"" + near + "\"?") + " It is one of " + choices);
}

}  // namespace scree
