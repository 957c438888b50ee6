#pragma once
/// A State with noise in every field that a checkpoint holds, found through for_each_field() so
/// that a new field is covered without a word here.
#include <cstring>
#include <type_traits>

#include "scree/base/random.h"
#include "scree/state/state.h"

namespace scree {

/// Fills scalars and rows with random bits (numbers of any kind, NaN included), vectors with as
/// many rows as `size(name)` says.
template <class Size>
void fill_with_noise(State& state, Random random, Size&& size) {
  const auto noise = [&random](void* data, std::size_t bytes) {
    for (std::size_t k = 0; k < bytes; ++k)
      static_cast<unsigned char*>(data)[k] = static_cast<unsigned char>(random.bits());
  };
  for_each_field(state, [&]<class T>(const char* name, T& field) {
    if constexpr (requires { field.resize(1); }) {
      field.resize(size(std::string(name)));
      noise(field.data(), field.size() * sizeof(field[0]));
    } else {
      noise(&field, sizeof field);
    }
  });
}

/// Noise in tables that fit each other: 12 grains, 3 clumps, 16 pairs, 5 wall contacts, 2 walls.
inline State random_state(std::uint64_t seed) {
  State s;
  fill_with_noise(s, Random{seed}, [](const std::string& name) -> std::size_t {
    if (name.rfind("grains/", 0) == 0 || name.rfind("lists/", 0) == 0) return 12;
    if (name.rfind("bodies/", 0) == 0) return 3;
    if (name.rfind("pairs/", 0) == 0) return 16;
    if (name.rfind("wall_contacts/", 0) == 0) return 5;
    return 2;
  });
  s.bodies.parts = 1;
  s.grains.singles = 4;
  s.grains.free = 10;
  s.pairs.count = 14;
  s.grains.present = kFilms | kMembers | kPrescribed | kLoads | kBonds;
  s.bodies.present = kLoads;
  s.pairs.present = s.wall_contacts.present =
      kSprings | kRolls | kPartialSlip | kStaticFriction | kImpulses | kCouples | kBridges;
  const auto within = [](auto& column, Index rows) {
    for (Index& r : column) r = static_cast<Index>(static_cast<std::uint32_t>(r) % rows);
  };
  for (Index r = 0; r < 12; ++r) {
    s.grains.body[r] = r >= 4 && r < 10 ? 1 + r % 2 : -1;
    s.grains.group[r] = r >= 10 ? r - 10 : -1;
    s.grains.bond[r] = r < 3 ? r - 1 : -1;
  }
  within(s.pairs.i, 12);
  within(s.pairs.j, 12);
  within(s.wall_contacts.row, 12);
  within(s.wall_contacts.wall, 2);
  for (PointContact& c : s.point_contacts) c.part = 0, c.wall = 1;
  return s;
}

}  // namespace scree
