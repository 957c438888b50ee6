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
  void rows_or_none(const char* name, std::size_t size, std::size_t wanted) {
    if (size != 0) rows(name, size, wanted);
  }
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

void check_grains(const Grains& g, std::size_t clumps, Checker& check) {
  const std::size_t n = g.place.size();
  check.rows("grains/motion", g.motion.size(), n);
  check.rows("grains/accel", g.accel.size(), n);
  check.rows("grains/id", g.id.size(), n);
  check.rows("grains/material", g.material.size(), n);
  check.rows("grains/label", g.label.size(), n);
  check.rows("grains/image", g.image.size(), n);
  check.rows_or_none("grains/film", g.film.size(), n);
  check.rows_or_none("grains/owner", g.owner.size(), n);
  check.rows("grains/local", g.local.size(), g.owner.size());
  check.ordered("grains/singles", g.singles >= 0 && g.singles <= g.free);
  check.ordered("grains/free", g.free <= static_cast<Index>(n));
  for (std::size_t r = 0; r < g.owner.size(); ++r) {
    const bool member = static_cast<Index>(r) >= g.singles && static_cast<Index>(r) < g.free;
    const Index owner = g.owner[r];  // negative: none, or the group of a prescribed grain
    check.ordered("grains/owner",
                  member ? owner >= 0 && static_cast<std::size_t>(owner) < clumps : owner < 0);
  }
  check.ordered("grains/owner", !g.owner.empty() || g.singles == g.free);
}

void check_clumps(const Clumps& c, Checker& check) {
  const std::size_t n = c.x.size();
  check.rows("clumps/v", c.v.size(), n);
  check.rows("clumps/w", c.w.size(), n);
  check.rows("clumps/a", c.a.size(), n);
  check.rows("clumps/momentum", c.momentum.size(), n);
  check.rows("clumps/torque", c.torque.size(), n);
  check.rows("clumps/q", c.q.size(), n);
  check.rows("clumps/inv_mass", c.inv_mass.size(), n);
  check.rows("clumps/inertia", c.inertia.size(), n);
  check.rows("clumps/id", c.id.size(), n);
  check.rows("clumps/image", c.image.size(), n);
}

void check_contacts(const State& s, Checker& check) {
  const std::size_t grains = s.grains.place.size(), n = s.pairs.i.size();
  check.rows("pairs/j", s.pairs.j.size(), n);
  check.rows("pairs/spring", s.pairs.spring.size(), n);
  check.rows_or_none("pairs/roll", s.pairs.roll.size(), n);
  check.rows_or_none("pairs/slip", s.pairs.slip.size(), n);
  check.rows_or_none("pairs/friction", s.pairs.friction.size(), n);
  check.rows_or_none("pairs/bridge", s.pairs.bridge.size(), n);
  check.rows("pairs/rupture", s.pairs.rupture.size(), s.pairs.bridge.size());
  check.ordered("pairs/count", s.pairs.count >= 0 && static_cast<std::size_t>(s.pairs.count) <= n);
  check.refers("pairs/i", s.pairs.i, grains, 0);
  check.refers("pairs/j", s.pairs.j, grains, 0);

  const WallTable& w = s.wall_contacts;
  check.rows("wall_contacts/wall", w.wall.size(), w.row.size());
  check.rows("wall_contacts/surface", w.surface.size(), w.row.size());
  check.rows("wall_contacts/normal", w.normal.size(), w.row.size());
  check.rows("wall_contacts/gap", w.gap.size(), w.row.size());
  check.rows("wall_contacts/spring", w.spring.size(), w.row.size());
  check.rows_or_none("wall_contacts/roll", w.roll.size(), w.row.size());
  check.rows_or_none("wall_contacts/slip", w.slip.size(), w.row.size());
  check.rows_or_none("wall_contacts/friction", w.friction.size(), w.row.size());
  check.rows_or_none("wall_contacts/bridge", w.bridge.size(), w.row.size());
  check.rows("wall_contacts/rupture", w.rupture.size(), w.bridge.size());
  constexpr Index kNone = -2;  // nothing stands for "no row" here
  check.refers("wall_contacts/row", w.row, grains, kNone);
  check.refers("wall_contacts/wall", w.wall, s.walls.size(), kNone);
  std::vector<Index> parts;
  for (const PartContact& c : s.part_contacts) {
    const auto rows = static_cast<std::int64_t>(s.walls.size());
    for (const std::int64_t row : {c.part, c.wall})
      parts.push_back(row >= 0 && row < rows ? static_cast<Index>(row) : kNone - 1);
  }
  check.refers("part_contacts", parts, s.walls.size(), kNone);
}

}  // namespace

std::string contradiction(const State& state) {
  std::string found;
  Checker check(found);
  check_clumps(state.clumps, check);
  check_grains(state.grains, state.clumps.x.size(), check);
  check_contacts(state, check);
  check.rows_or_none("lists/outer", state.lists.outer.size(), state.grains.place.size());
  check.rows_or_none("lists/inner", state.lists.inner.size(), state.grains.place.size());
  return found;
}

}  // namespace scree
