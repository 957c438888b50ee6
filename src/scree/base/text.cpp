#include "scree/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace scree {
namespace {

/// A character of UTF-8. A byte that begins none counts as one of its own, with code -1.
struct Character {
  long code = -1;
  std::size_t length = 1;
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const int lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  long code = lead & (0xFF >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(k) & 0x3F);
  }
  const long least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least || code > 0x10FFFF || surrogate) return {};
  return {code, length};
}

/// Nothing to see, or something that changes how a terminal shows the rest.
bool is_invisible(long code) {
  constexpr long kRanges[][2] = {{0, 0x1F},          {0x7F, 0x9F},     {0xAD, 0xAD},
                                 {0x200B, 0x200F},   {0x2028, 0x202E}, {0x2060, 0x206F},
                                 {0xFEFF, 0xFEFF},   {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF},
                                 {0xE0000, 0xE0FFF}, {-1, -1}};
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const auto& range) { return code >= range[0] && code <= range[1]; });
}

bool is_wide_space(long code) {
  return code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x202F ||
         code == 0x205F || code == 0x3000;
}

std::string escaped(std::string_view text, const Character& c) {
  if (c.code == '\n') return "\\n";
  if (c.code == '\r') return "\\r";
  if (c.code == '\t') return "\\t";
  if (c.code < 0x80) return fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
  return fmt::format("\\u{:04x}", c.code);
}

std::string shown(std::string_view text, bool lines) {
  std::string out;
  while (!text.empty()) {
    const Character c = first_character(text);
    const bool plain_text = !is_invisible(c.code) || (lines && c.code == '\n');
    out += plain_text ? std::string(text.substr(0, c.length)) : escaped(text, c);
    text.remove_prefix(c.length);
  }
  return out;
}

bool may_stand_in_name(long code) {
  if (code >= 0x80) return !is_invisible(code) && !is_wide_space(code);
  return code > 0 && (std::isalnum(static_cast<int>(code)) ||
                      std::strchr(" -_.+()", static_cast<int>(code)) != nullptr);
}

}  // namespace

std::string printable(std::string_view text) { return shown(text, false); }
std::string printable_lines(std::string_view text) { return shown(text, true); }

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character c = first_character(text);
    if (c.code < 0) return false;
    text.remove_prefix(c.length);
  }
  return true;
}

std::string name_trouble(std::string_view name) {
  constexpr std::size_t kLongest = 50;  // a file name of four-byte characters still has room
  if (name.empty()) return "a name must not be empty";
  if (name.front() == '.') return "a name must not begin with a dot";
  if (name.front() == ' ' || name.back() == ' ') return "a name must not begin or end with a space";
  std::size_t length = 0;
  for (std::string_view rest = name; !rest.empty(); ++length) {
    const Character c = first_character(rest);
    if (!may_stand_in_name(c.code))
      return fmt::format(
          "a name must not contain '{}'; it is made of letters and digits of any script (as "
          "UTF-8), spaces and - _ . + ( )",
          printable(rest.substr(0, c.length)));
    rest.remove_prefix(c.length);
  }
  if (length > kLongest)
    return fmt::format("the name has {} characters; at most {} are possible", length, kLongest);
  return "";
}

int edit_distance(const std::string& a, const std::string& b) {
  const std::size_t n = a.size(), m = b.size();
  std::vector<int> before(m + 1), last(m + 1), now(m + 1);
  for (std::size_t j = 0; j <= m; ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= n; ++i) {
    now[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= m; ++j) {
      const int change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[m];
}

std::string nearest(const std::string& word, const std::vector<std::string>& words) {
  // Over half the letters wrong is no slip of the fingers; long input is no word at all.
  constexpr std::size_t kLongestWord = 64;
  if (word.size() > kLongestWord) return "";
  std::string best;
  int least = std::max<int>(1, static_cast<int>(word.size()) / 2) + 1;
  for (const std::string& candidate : words) {
    const std::size_t shorter = std::min(word.size(), candidate.size());
    const bool part = shorter >= 3 && (candidate.find(word) != std::string::npos ||
                                       word.find(candidate) != std::string::npos);
    const bool beginning = candidate.rfind(word, 0) == 0;
    const int distance = beginning ? 0 : part ? 1 : edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

std::string join(const std::vector<std::string>& words, const std::string& between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

std::string join_some(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 30;
  if (words.size() <= kMost) return words.empty() ? "none" : join(words);
  const std::vector<std::string> some(words.begin(), words.begin() + kMost);
  return fmt::format("{} and {} more", join(some), words.size() - kMost);
}

double rounded_time(double time, double step) {
  if (!std::isfinite(time) || !(step > 0)) return time;
  const int digits = static_cast<int>(-std::floor(std::log10(step)));
  constexpr int kMost = 300;  // below that a double has no digits anyway
  if (digits > kMost) return time;
  return digits > 0 ? std::stod(fmt::format("{:.{}f}", time, digits)) : time;
}

std::string plain(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return fmt::format("{}", value);
}

}  // namespace scree
