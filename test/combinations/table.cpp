#include "combinations/table.h"

#include <algorithm>
#include <set>

#include "combinations/trial.h"

namespace scree {
namespace {

using Pair = std::pair<Choice, Choice>;

const std::string kNoMethod = "no method has both: see the table of methods";

Pair ordered(Choice a, Choice b) { return a < b ? Pair{a, b} : Pair{b, a}; }

}  // namespace

Table::Table() {
  const Choices all = all_features();
  // Methods stand first: pairs of other features ask by which methods both go.
  for (const Choice& a : all)
    for (const Choice& b : all)
      if (a.group < b.group) pairs_[{a, b}] = tried(a, b);
}

const Verdict& Table::of(Choice a, Choice b) const { return pairs_.at(ordered(a, b)); }

Verdict Table::tried(Choice a, Choice b) const {
  if (is_method(a)) return {refusal({a, b}), a};
  Verdict no{kNoMethod, {}};
  for (const Choice& method : plain_methods()) {
    if (!combine(method, a) || !combine(method, b)) continue;
    const std::string why = refusal({method, a, b});
    if (why.empty()) return {{}, method};
    if (no.refusal == kNoMethod) no.refusal = why;
  }
  return no;
}

const Table& found_table() {
  static const Table table;
  return table;
}

namespace {

/// Fills rows with features as long as each covers a pair that no row has yet.
class Cover {
 public:
  Cover(const Table& table, bool variants) : table_(table) {
    const Choices plain = plain_methods();
    for (const Choice& c : all_features())
      if (variants || !is_method(c) || std::find(plain.begin(), plain.end(), c) != plain.end())
        all_.push_back(c);
    for (const auto& [pair, verdict] : table.pairs())
      if (verdict.yes() && known(pair.first)) open_.insert(pair);
  }

  std::vector<Choices> rows() {
    std::vector<Choices> out;
    while (!open_.empty()) out.push_back(next_row());
    return out;
  }

 private:
  bool known(Choice c) const { return std::find(all_.begin(), all_.end(), c) != all_.end(); }

  Choices next_row() {
    const Pair seed = *open_.begin();
    Choices row{seed.first, seed.second};
    if (!is_method(seed.first)) row.push_back(table_.of(seed.first, seed.second).method);
    std::set<Choice> left(all_.begin(), all_.end());
    for (const Choice& c : row) left.erase(c);
    while (true) {
      const Choice best = most_gained(row, left);
      if (gain(row, best) == 0) break;
      left.erase(best);
      row.push_back(best);
      if (!refusal(row).empty()) row.pop_back();
    }
    for (const Choice& a : row)
      for (const Choice& b : row) open_.erase(ordered(a, b));
    return row;
  }

  Choice most_gained(const Choices& row, const std::set<Choice>& left) const {
    return *std::max_element(left.begin(), left.end(), [&](const Choice& a, const Choice& b) {
      return gain(row, a) < gain(row, b);
    });
  }

  /// Open pairs that the feature brings into the row; none if it does not fit.
  int gain(const Choices& row, Choice c) const {
    int gained = 0;
    for (const Choice& other : row) {
      if (other == c) return 0;
      if (other.group == c.group && !feature_groups()[c.group].together) return 0;
      if (other.group == c.group) continue;
      if (!table_.combine(other, c)) return 0;
      gained += open_.count(ordered(other, c));
    }
    return gained;
  }

  const Table& table_;
  Choices all_;
  std::set<Pair> open_;
};

}  // namespace

std::vector<Choices> covering_rows(const Table& table, bool variants) {
  return Cover(table, variants).rows();
}

namespace {

/// Rows of a group that change nothing by the method; `plain` says what a case without them does.
std::vector<Choice> idle_in(std::size_t group, Choice method, const Table& table,
                            const std::string& plain_text, const Motions& plain) {
  std::vector<Choice> idle;
  bool has_plain = false;
  std::size_t tried = 0;
  for (std::size_t row = 0; row < feature_groups()[group].features.size(); ++row) {
    const Choice c{group, row};
    if (!table.combine(method, c)) continue;
    ++tried;
    has_plain = has_plain || make_case({method, c}).text == plain_text;
    if (motions_of({method, c}).bits == plain.bits) idle.push_back(c);
  }
  if (has_plain && idle.size() < tried) idle.clear();
  return idle;
}

}  // namespace

std::vector<std::pair<Choice, Choice>> idle_features(const Table& table) {
  std::vector<std::pair<Choice, Choice>> idle;
  for (const Choice& method : plain_methods()) {
    const std::string text = make_case({method}).text;
    const Motions motions = motions_of({method});
    for (std::size_t group = 0; group < feature_groups().size(); ++group) {
      if (group == method.group || !feature_groups()[group].moves) continue;
      for (const Choice& c : idle_in(group, method, table, text, motions))
        idle.emplace_back(c, method);
    }
  }
  return idle;
}

}  // namespace scree
