#include "scree/io/checkpoint_check.h"

#include <fmt/format.h>

#include <span>

namespace scree {
namespace {

/// Collects the first contradiction.
class Checker {
 public:
  explicit Checker(std::string& found) : found_(found) {}

  void rows(const char* name, std::size_t size, std::size_t wanted) {
    if (size != wanted) say(fmt::format("{} has {} rows where {} are due", name, size, wanted));
  }
  /// Every column that the table says it has is that long, and there are no others.
  template <class Table>
  void table(const char* name, const Table& t, std::size_t wanted) {
    if (const std::string wrong = wrong_rows(name, t, wanted); !wrong.empty()) say(wrong);
  }
  void rows_or_none(const char* name, std::size_t size, std::size_t wanted) {
    if (size != 0) rows(name, size, wanted);
  }
  bool clean() const { return found_.empty(); }
  /// Every entry names a row of a table of `count` rows, or is `none`.
  void refers(const char* name, std::span<const Index> column, std::size_t count, Index none) {
    for (std::size_t r = 0; r < column.size(); ++r)
      if (column[r] != none && (column[r] < 0 || static_cast<std::size_t>(column[r]) >= count))
        return say(fmt::format("{} refers to row {} of a table of {}", name, column[r], count));
  }
  void ordered(const char* name, bool holds) {
    if (!holds) say(fmt::format("{} is out of range", name));
  }

 private:
  void say(std::string text) {
    if (found_.empty()) found_ = std::move(text);
  }
  std::string& found_;
};

void check_grains(const Grains& g, const RigidBodies& bodies, Checker& check) {
  const std::size_t n = g.place.size();
  check.table("grains", g, n);
  if (!check.clean()) return;  // columns of other lengths are not looked into
  check.ordered("grains/singles", g.singles >= 0 && g.singles <= g.free);
  check.ordered("grains/free", g.free <= static_cast<Index>(n));
  const auto clump = [&](Index row) { return row >= bodies.parts && row < bodies.size(); };
  for (Index r = 0; r < g.size(); ++r) {
    const bool member = r >= g.singles && r < g.free, prescribed = r >= g.free;
    if (g.has(kMembers)) check.ordered("grains/body", member ? clump(g.body[r]) : g.body[r] == -1);
    if (g.has(kPrescribed))
      check.ordered("grains/group", prescribed ? g.group[r] >= 0 : g.group[r] == -1);
  }
  check.ordered("grains/body", g.has(kMembers) || g.singles == g.free);
  check.ordered("grains/group", g.has(kPrescribed) || g.free == g.size());
}

void check_contacts(const State& s, Checker& check) {
  const std::size_t grains = s.grains.place.size(), n = s.pairs.i.size();
  check.table("pairs", s.pairs, n);
  check.ordered("pairs/count", s.pairs.count >= 0 && static_cast<std::size_t>(s.pairs.count) <= n);
  check.refers("pairs/i", s.pairs.i, grains, 0);
  check.refers("pairs/j", s.pairs.j, grains, 0);

  const WallTable& w = s.wall_contacts;
  check.table("wall_contacts", w, w.row.size());
  constexpr Index kNone = -2;  // nothing stands for "no row" here
  check.refers("wall_contacts/row", w.row, grains, kNone);
  check.refers("wall_contacts/wall", w.wall, s.walls.size(), kNone);
  std::vector<Index> parts;
  for (const PointContact& c : s.point_contacts) {
    const auto rows = static_cast<std::int64_t>(s.walls.size());
    for (const std::int64_t row : {c.part, c.wall})
      parts.push_back(row >= 0 && row < rows ? static_cast<Index>(row) : kNone - 1);
  }
  check.refers("point_contacts", parts, s.walls.size(), kNone);
}

}  // namespace

std::string contradiction(const State& state) {
  std::string found;
  Checker check(found);
  check.table("bodies", state.bodies, state.bodies.x.size());
  check.ordered("bodies/parts",
                state.bodies.parts >= 0 && state.bodies.parts <= state.bodies.size());
  check_grains(state.grains, state.bodies, check);
  check_contacts(state, check);
  constexpr Index kFree = -1;
  check.refers("grains/bond", state.grains.bond, state.walls.size(), kFree);
  check.rows_or_none("lists/outer", state.lists.outer.size(), state.grains.place.size());
  check.rows_or_none("lists/inner", state.lists.inner.size(), state.grains.place.size());
  return found;
}

}  // namespace scree
