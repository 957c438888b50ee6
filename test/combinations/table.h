#pragma once
/// Which pairs of features combine, found by trying them.
#include <map>
#include <string>
#include <vector>

#include "combinations/feature.h"

namespace scree {

struct Verdict {
  std::string refusal;  // empty: they combine
  Choice method;        // by which they do
  bool yes() const { return refusal.empty(); }
};

/// Every feature with every method, and every two features of different groups by some method.
class Table {
 public:
  /// Tries them all.
  Table();

  const Verdict& of(Choice a, Choice b) const;
  bool combine(Choice a, Choice b) const { return of(a, b).yes(); }
  /// All pairs, the first of an earlier group than the second.
  const std::map<std::pair<Choice, Choice>, Verdict>& pairs() const { return pairs_; }

 private:
  Verdict tried(Choice a, Choice b) const;

  std::map<std::pair<Choice, Choice>, Verdict> pairs_;
};

/// The table, made once in a program.
const Table& found_table();

/// Rows of features that run together, so that every pair that combines is in one of them. With
/// `variants` false a method stands for its integrators and solvers.
std::vector<Choices> covering_rows(const Table& table, bool variants);

/// Features that change no motion by one of the plain methods, although features of their group are
/// there to. Where the plainest case has one of a group, all of them must change nothing.
std::vector<std::pair<Choice, Choice>> idle_features(const Table& table);

}  // namespace scree
