#include "scree/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

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

std::string plain(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return fmt::format("{}", value);
}

}  // namespace scree
