#include "scree/state/edit.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "small_state.h"

using namespace scree;

namespace {

/// Four balls in a row, all touching the next, two on a wall; then a clump and a fixed grain.
State chain() {
  State s;
  s.gravity = {0, 0, -10};
  add_bodies(s, {ball({0, 0, 0}), ball({1, 0, 0}), fixed_ball({9, 0, 0}), dumbbell({5, 0, 0}),
                 ball({2, 0, 0}), ball({3, 0, 0})});
  join(s, 0, 1);
  join(s, 1, 5);
  join(s, 5, 6);
  join(s, 3, 6);
  join(s, 2, 4);
  lean(s, 0, 0);
  lean(s, 5, 1);
  lean(s, 4, 0);
  return s;
}

/// Contacts by ids: what the memory says must be whom the rows name.
std::map<std::pair<Id, Id>, int> contacts(const State& s) {
  std::map<std::pair<Id, Id>, int> out;
  for (Index k = 0; k < s.pairs.count; ++k) {
    const Id a = s.grains.id[s.pairs.i[k]], b = s.grains.id[s.pairs.j[k]];
    CHECK(s.pairs.i[k] < s.pairs.j[k]);
    CHECK(s.pairs.spring[k].spring.x == mark_of(std::min(a, b), std::max(a, b)));
    CHECK(s.pairs.roll[k].roll.y == s.pairs.spring[k].spring.x);
    CHECK(s.pairs.slip[k].a == s.pairs.spring[k].spring.x);
    ++out[std::minmax(a, b)];
  }
  for (Index k = 0; k < s.wall_contacts.size(); ++k) {
    const Id a = s.grains.id[s.wall_contacts.row[k]];
    CHECK(s.wall_contacts.spring[k].spring.x == mark_of(a, 0));
    CHECK(s.wall_contacts.roll[k].roll.y == mark_of(a, 0));
  }
  return out;
}

}  // namespace

TEST_CASE("rows stand by status: singles, members of clumps, prescribed") {
  const State s = chain();
  const Grains& g = s.grains;
  REQUIRE(g.size() == 7);
  CHECK(g.singles == 4);
  CHECK(g.free == 6);
  CHECK(g.id[4] == 3);
  CHECK(g.id[5] == 4);
  CHECK(g.body[4] == 0);
  CHECK(g.body[5] == 0);
  CHECK(g.group[6] == 0);
  CHECK(g.place[5].x == 5.4);
  CHECK(s.next_id == 7);
  CHECK(g.accel[0].a == Vec3{0, 0, -10});
  CHECK(g.accel[6].a == Vec3{0, 0, 0});
  CHECK(g.felt.size() == 7);
  CHECK(s.bodies.a[0] == Vec3{0, 0, -10});
}

TEST_CASE("bodies added later leave every contact with its owners") {
  State s = chain();
  const auto before = contacts(s);
  CHECK(before.size() == 5);
  add_bodies(s, {ball({0, 5, 0}), dumbbell({0, 7, 0}), fixed_ball({0, 9, 0}, 3)});
  CHECK(s.grains.size() == 11);
  CHECK(s.grains.singles == 5);
  CHECK(s.grains.free == 9);
  CHECK(s.grains.id[4] == 7);
  CHECK(s.bodies.size() == 2);
  CHECK(s.grains.group[10] == 3);
  CHECK(contacts(s) == before);
  CHECK(s.wall_contacts.size() == 3);
}

TEST_CASE("a removed body takes its contacts along and no others") {
  State s = chain();
  std::vector<char> marked(7, 0);
  marked[row_of(s, 1)] = 1;
  CHECK(remove_bodies(s, marked) == 1);
  CHECK(s.grains.size() == 6);
  CHECK(row_of(s, 1) == -1);
  const auto left = contacts(s);
  CHECK(left.size() == 3);
  CHECK(left.count({5, 6}) == 1);
  CHECK(left.count({3, 6}) == 1);
  CHECK(left.count({2, 4}) == 1);
  CHECK(s.wall_contacts.size() == 3);
}

TEST_CASE("a clump goes as a whole when one of its spheres is marked; others keep theirs") {
  State s = chain();
  add_bodies(s, {dumbbell({0, 7, 0})});
  std::vector<char> marked(static_cast<std::size_t>(s.grains.size()), 0);
  marked[row_of(s, 4)] = 1;
  CHECK(remove_bodies(s, marked) == 1);
  CHECK(row_of(s, 3) == -1);
  CHECK(row_of(s, 4) == -1);
  REQUIRE(s.bodies.size() == 1);
  CHECK(s.bodies.x[0] == Vec3{0, 7, 0});
  CHECK(s.grains.body[row_of(s, 7)] == 0);
  CHECK(contacts(s).size() == 3);
  CHECK(s.wall_contacts.size() == 2);
}

TEST_CASE("prescribed grains are not removed") {
  State s = chain();
  CHECK(remove_bodies(s, std::vector<char>(7, 1)) == 5);
  REQUIRE(s.grains.size() == 1);
  CHECK(s.grains.id[0] == 2);
  CHECK(s.grains.free == 0);
  CHECK(s.pairs.count == 0);
  CHECK(s.wall_contacts.size() == 0);
}

TEST_CASE("ids are never given twice") {
  State s = chain();
  remove_bodies(s, std::vector<char>(7, 1));
  add_bodies(s, {ball({0, 0, 0})});
  CHECK(s.grains.id[0] == 7);
}
