#include "combinations/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "combinations/schema_words.h"

namespace scree {
namespace {

constexpr const char* kHead = R"(# What combines

<!-- Generated from test/combinations/features_*.cpp by SCREE_UPDATE_MANUAL=1 test_combinations; edit there. -->

A *feature* is one thing that a case can have; features of a group take each other's place. This page says of every two
features of different groups whether one case may have both. It is not written by hand: tests try every pair and compare
what they find with this page.

- **yes**: a case with both begins, and was run for a hundred steps with its energy ledger closed within
  `run.ledger_limit` (the few whose steps are too long for that close it with steps of a quarter), once through on two threads and once on one thread, stopped after half of the steps and resumed
  from its checkpoint. Both ended with the same bits and wrote the same tables. So restart and threads combine with all
  that says yes here.
- **no**: such a case is refused before anything is written. The number leads to the message, which says what to do instead.
- **idle**: the case runs, but the feature changes no motion by this method: what it stands for is the method's own
  business there ([below](#idle)).

Scenes are six grains that fall onto a floor and each other, made to touch at once. The quick tests run rows of many features
at a time that between them hold every pair by the three methods as they are by default; the long tests
(`./scree test --all`) such rows by all integrators and solvers, and then every pair on its own. A pair without a method is tried by
`smooth`, `dae` and `nonsmooth`, and is a yes where one of them has both. Whether three features go together is not said here.
)";

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

/// Messages in the order in which the page first needs them.
class Messages {
 public:
  std::size_t number(const std::string& message) {
    const auto found = std::find(all_.begin(), all_.end(), message);
    const std::size_t row = static_cast<std::size_t>(found - all_.begin());
    if (found == all_.end()) all_.push_back(message);
    return row + 1;
  }
  std::string list() const {
    std::string out;
    for (std::size_t k = 0; k < all_.size(); ++k)
      out += fmt::format("{}. {}\n", k + 1, code(all_[k]));
    return out;
  }

 private:
  std::vector<std::string> all_;
};

/// What a case says to have a feature: its keys, and the words of the schema in its entries.
std::string how(Choice c) {
  static const std::set<std::string> offered = offered_words();
  std::vector<std::string> words;
  for (const auto& [key, value] : c.feature().keys)
    if (!is_word_of_texts(key)) words.push_back(code(key + " = " + value));
  const std::set<std::string> plain = used_words(make_case({}).text);
  for (const std::string& word : used_words(make_case({c}).text)) {
    const std::size_t equals = word.find(" = ");
    if (equals == std::string::npos || plain.count(word) > 0 || offered.count(word) == 0) continue;
    const std::string key = word.substr(0, equals);
    if (c.feature().keys.count(key) == 0) words.push_back(code(word));
  }
  return joined(words, ", ");
}

std::string list_of_features() {
  std::string out = "\n## Features\n\n| feature | in a case |\n|---|---|\n";
  for (const Choice& c : all_features()) {
    if (c.row == 0) out += fmt::format("| **{}** | |\n", feature_groups()[c.group].name);
    out += fmt::format("| {} | {} |\n", c.name(), how(c));
  }
  return out;
}

using Idle = std::vector<std::pair<Choice, Choice>>;

std::string methods_table(const Table& table, const Idle& idle, Messages& messages) {
  Choices methods;
  for (const Choice& c : all_features())
    if (is_method(c)) methods.push_back(c);
  std::string out = "\n## By which method\n\n|";
  for (const Choice& m : methods) out += " | " + m.name();
  out += " |\n|---|";
  for (std::size_t k = 0; k < methods.size(); ++k) out += "---|";
  out += "\n";
  std::size_t group = 0;
  for (const Choice& c : all_features()) {
    if (is_method(c)) continue;
    if (c.group != group)
      out += fmt::format("| **{}** |{}\n", feature_groups()[c.group].name,
                         std::string(methods.size(), '|'));
    group = c.group;
    out += "| " + c.name();
    for (const Choice& m : methods) {
      const Verdict& v = table.of(m, c);
      const bool is_idle = std::find(idle.begin(), idle.end(), std::pair(c, m)) != idle.end();
      out += v.yes() ? (is_idle ? " | idle" : " | yes")
                     : fmt::format(" | no {}", messages.number(v.refusal));
    }
    out += " |\n";
  }
  return out;
}

/// Rows of what does not combine: a feature, and for every message those it is refused with.
std::string other_pairs(const Table& table, Messages& messages) {
  std::string out;
  for (const Choice& a : all_features()) {
    if (is_method(a)) continue;
    std::vector<std::pair<std::size_t, std::vector<std::string>>> with;
    for (const auto& [pair, verdict] : table.pairs()) {
      if (pair.first != a || verdict.yes()) continue;
      const std::size_t n = messages.number(verdict.refusal);
      auto row =
          std::find_if(with.begin(), with.end(), [&](const auto& w) { return w.first == n; });
      if (row == with.end()) row = with.insert(with.end(), {n, {}});
      row->second.push_back(pair.second.name());
    }
    for (const auto& [n, names] : with)
      out += fmt::format("| {} | {} | {} |\n", a.name(), joined(names, "; "), n);
  }
  return out;
}

std::string idle_list(const Idle& idle) {
  std::string out =
      "\n## Idle\n\n`dae` and `nonsmooth` solve friction themselves, without a spring: "
      "`pair.friction` acts whatever tangential law a case\nnames, \"none\" included; the law is for "
      "runs that go on by `smooth`. Rigid contacts have no dashpot that could pull.\nFound idle "
      "are:\n\n";
  for (const auto& [feature, method] : idle)
    out += fmt::format("- {} by {}\n", feature.name(), code(method.name()));
  return out;
}

}  // namespace

std::string combinations_page(const Table& table) {
  Messages messages;
  const Idle idle = idle_features(table);
  std::string out = kHead + list_of_features() + methods_table(table, idle, messages);
  out +=
      "\n## With each other\n\nAll pairs of features of different groups combine, by at least one "
      "method, but for these:\n\n| feature | not with | message |\n|---|---|---|\n";
  out += other_pairs(table, messages);
  out += idle_list(idle);
  out += "\n## Messages\n\n" + messages.list();
  return out;
}

}  // namespace scree
