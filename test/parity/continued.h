#pragma once
/// Runs that begin where others ended.
#include <cstring>

#include "parity/scenes.h"
#include "scree/run/continue_run.h"

namespace scree {

inline std::string swapped(std::string text, const std::string& from, const std::string& to) {
  REQUIRE(text.find(from) != std::string::npos);
  return text.replace(text.find(from), from.size(), to);
}

/// Everything that decides how bodies go on: equal to the last bit?
inline void check_same_bodies(const State& a, const State& b) {
  REQUIRE(a.grains.size() == b.grains.size());
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() &&
           (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0);
  };
  CHECK(same(a.grains.id, b.grains.id));
  CHECK(same(a.grains.place, b.grains.place));
  CHECK(same(a.grains.motion, b.grains.motion));
  CHECK(same(a.bodies.x, b.bodies.x));
  CHECK(same(a.bodies.q, b.bodies.q));
  CHECK(same(a.pairs.spring, b.pairs.spring));
  CHECK(same(a.pairs.roll, b.pairs.roll));
  CHECK(same(a.pairs.slip, b.pairs.slip));
  CHECK(same(a.pairs.friction, b.pairs.friction));
  CHECK(same(a.pairs.impulse, b.pairs.impulse));
  CHECK(same(a.pairs.couple, b.pairs.couple));
  CHECK(same(a.pairs.bridge, b.pairs.bridge));
  CHECK(same(a.grains.film, b.grains.film));
  CHECK(same(a.wall_contacts.spring, b.wall_contacts.spring));
  CHECK(same(a.wall_contacts.roll, b.wall_contacts.roll));
  CHECK(same(a.wall_contacts.friction, b.wall_contacts.friction));
  CHECK(same(a.wall_contacts.impulse, b.wall_contacts.impulse));
  CHECK(same(a.lists.inner, b.lists.inner));
  for (std::size_t w = 0; w < a.walls.size(); ++w) CHECK(a.walls[w].x == b.walls[w].x);
}

/// Runs in a folder, whole and in two parts, the second from the first.
struct Continued {
  ScratchFolder folder;
  State whole, parts;

  Continued() = default;  // runs nothing by itself
  Continued(const std::string& text, const std::string& duration, const std::string& half) {
    whole = run(text, "whole");
    run(swapped(text, duration, half), "first");
    parts = run(from("first", swapped(text, duration, half)), "second");
  }
  State run(const std::string& text, const std::string& name) const {
    Session session(read_case_text(text, "scene.toml"), folder / name, false);
    const RunSummary s = session.run([](const Simulation&) { return true; });
    REQUIRE_MESSAGE(s.end == RunEnd::kDone, s.message);
    return session.simulation().state();
  }
  std::string from(const std::string& name, const std::string& text) const {
    return swapped(text, "[run]", "[run]\nfrom = \"" + (folder / name).string() + "\"");
  }
};

}  // namespace scree
