#include <doctest/doctest.h>

#include <cstring>
#include <set>
#include <string>

#include "scree/state/state.h"
#include "small_state.h"

using namespace scree;

namespace {

/// A state in which no table is empty.
State full_state() {
  State s;
  add_bodies(s, {ball({0, 0, 0}), ball({1, 0, 0}), dumbbell({5, 0, 0}), fixed_ball({9, 0, 0})});
  join(s, 0, 1);
  lean(s, 0, 0);
  s.grains.present |= kFilms;
  set_rows(s.grains, 5);
  set_loads(s, true);
  set_bonds(s, true);
  visit_sections<CouplingMemory>("", s.couplings, [](auto, auto& section) { section.resize(1); });
  s.pairs.present = s.wall_contacts.present =
      kSprings | kRolls | kPartialSlip | kStaticFriction | kImpulses | kCouples | kBridges;
  set_rows(s.pairs, 1);
  s.pairs.impulse[0] = {};  // it begins with whatever memory holds
  set_rows(s.wall_contacts, 1);
  visit_sections<MultistepPast>("", s.multistep, [](auto, auto& section) { section.resize(1); });
  s.joint_length.resize(1);
  s.machine.resize(1);
  s.point_contacts.resize(1);
  s.walls.resize(1);
  s.groups.resize(1);
  s.lists.outer.resize(5);
  s.lists.inner.resize(5);
  s.random.resize(1);
  s.controls.motions.resize(1);
  s.controls.emitters.resize(1);
  s.controls.outlets.resize(1);
  visit_sections<ObserverMemory>("", s.observers, [](auto, auto& section) { section.resize(1); });
  visit_sections<ObservedBodies>("", s.observers.bodies,
                                 [](auto, auto& section) { section.resize(1); });
  return s;
}

/// Flips one bit of byte `at` (counted through the field) of field number `wanted`.
struct Flip {
  int wanted, at;
  int now = 0, bytes = 0;
  std::string name;

  void touch(const char* field, void* data, std::size_t n) {
    if (now++ != wanted) return;
    name = field;
    bytes = static_cast<int>(n);
    if (at < bytes) static_cast<unsigned char*>(data)[at] ^= 1;
  }
  template <class T>
  void operator()(const char* field, T& value) {
    touch(field, &value, sizeof value);
  }
  template <class T, class A>
  void operator()(const char* field, std::vector<T, A>& values) {
    touch(field, values.data(), values.size() * sizeof(T));
  }
};

struct Names {
  std::set<std::string> seen;
  std::size_t count = 0, bytes = 0;
  template <class T>
  void operator()(const char* name, const T&) {
    seen.insert(name);
    ++count;
    bytes += sizeof(T);
  }
};

}  // namespace

TEST_CASE("the hash changes with every byte of every field") {
  const std::uint64_t before = hash(full_state());
  CHECK(before == hash(full_state()));
  int fields = 0;
  for (int field = 0;; ++field) {
    int bytes = 1;
    std::string name;
    for (int at = 0; at < bytes; ++at) {
      State s = full_state();
      Flip flip{field, at, 0, 0, ""};
      for_each_field(s, flip);
      if (flip.name.empty()) break;
      name = flip.name;
      bytes = flip.bytes;
      CAPTURE(name);
      CAPTURE(at);
      CHECK(hash(s) != before);
    }
    if (name.empty()) break;
    CAPTURE(name);
    CHECK(bytes > 0);
    ++fields;
  }
  CHECK(fields > 50);
}

TEST_CASE("the hash tells tables apart that hold the same bytes in other places") {
  State a, b;
  a.controls.outlets = {{.mass = 1}, {.mass = 2}};
  b.controls.outlets = {{.mass = 1}};
  b.observers.bin_averages = {{.sum = 2}};
  CHECK(hash(a) != hash(b));
  b = {};
  b.controls.outlets = {{.mass = 2}, {.mass = 1}};
  CHECK(hash(a) != hash(b));
}

TEST_CASE("every member of State is visited under a name of its own") {
  Names names;
  const State s{};
  for_each_field(s, names);
  CHECK(names.seen.size() == names.count);
  // A member added to State but not to for_each_field() makes it larger than what is visited;
  // what remains here is alignment.
  CHECK(names.bytes <= sizeof(State));
  CHECK(names.bytes + 16 >= sizeof(State));
}
