#include "scree/run/state_check.h"

#include <doctest/doctest.h>

#include <cmath>

#include "scree/base/error.h"
#include "scree/run/simulation.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// What is said of the state of a small run after `spoil(state)`.
template <class Spoil>
std::string said(Spoil&& spoil, const std::string& more = "") {
  const Case c = read_case_text(kSmallCase + more, "test.toml");
  const Simulation sim(c);
  State state = sim.state();
  spoil(state);
  return misfit(c, &sim.scene(), sim.scene().materials.size(), sim.scene().labels.size(), state);
}

}  // namespace

TEST_CASE("a state belongs to the case that made it") {
  CHECK(said([](State&) {}) == "");
}

TEST_CASE("a state that no run of the case could have left is named by its field") {
  CHECK(contains(said([](State& s) { s.phase = 7; }), "phase is out of range"));
  CHECK(contains(said([](State& s) { s.clock.dt = NAN; }), "clock/dt is out of range"));
  CHECK(contains(said([](State& s) { s.walls.clear(); }), "walls has 0 rows"));
  CHECK(contains(said([](State& s) { s.bodies.parts = 1; }), "bodies/parts has 1 rows"));
  CHECK(contains(said([](State& s) { s.groups.clear(); }), "groups has 0 rows"));
  CHECK(contains(said([](State& s) { s.grains.material[0] = 99; }), "grains/material"));
  CHECK(contains(said([](State& s) { s.grains.label[1] = 99; }), "grains/label"));
  CHECK(contains(said([](State& s) { s.grains.id[0] = -3; }), "grains/id"));
  CHECK(contains(said([](State& s) { s.grains.id[0] = 1 << 30; }), "grains/id"));
  CHECK(contains(said([](State& s) { s.grains.place[0].r = -1; }), "grains/place (radius)"));
  CHECK(contains(said([](State& s) { s.grains.place[0].r = NAN; }), "grains/place (radius)"));
  CHECK(contains(said([](State& s) { s.lists.outer.clear(); }), "lists/outer has 0 rows"));
  CHECK(contains(said([](State& s) { s.lists.outer[0].x = NAN; }), "lists/outer is out of range"));
  CHECK(contains(said([](State& s) { s.lists.skin = -1; }), "lists/skin"));
  CHECK(contains(said([](State& s) { s.machine.resize(1); }), "machine has 1 rows where 0"));
  CHECK(contains(said([](State& s) { s.pairs.roll.resize(s.pairs.i.size() + 1); }), "pairs/roll"));
  CHECK(contains(said([](State& s) {
                   WallTable& w = s.wall_contacts;
                   set_rows(w, 1);
                   w.surface[0] = 50;
                 }),
                 "wall_contacts/surface"));
  CHECK(contains(said([](State& s) {  // not in whole lanes
                   s.pairs.i.resize(3), s.pairs.j.resize(3), s.pairs.count = 3;
                   for (Index k = 0; k < 3; ++k) s.pairs.i[k] = s.pairs.j[k] = 0;
                 }),
                 "pairs/i"));
}

TEST_CASE("memory of controls that is too short or too long is named by its section") {
  const std::string controls =
      "motion = [{kind = \"translate\", velocity = [0, 0, 1e-3]},\n"
      "  {kind = \"oscillate\", direction = [1, 0, 0], amplitude = 1e-3, frequency = 1}]\n"
      "[[emitter]]\nname = \"mouth\"\nmaterial = \"glass\"\nnumber_rate = 1\n"
      "region = {kind = \"box\", lo = [0.7, 0.7, 0.7], hi = [0.9, 0.9, 0.9]}\n"
      "sizes = {kind = \"uniform\", min = 0.04, max = 0.05}\n"
      "[[outlet]]\nname = \"right\"\nface = \"xhi\"\n";
  CHECK(said([](State&) {}, controls) == "");
  const auto of = [&](void (*spoil)(ControlMemory&)) {
    return said([&](State& s) { spoil(s.controls); }, controls);
  };
  CHECK(contains(of([](ControlMemory& m) { m.motions.pop_back(); }),
                 "controls/motions has 1 rows where 2 are due"));
  CHECK(contains(of([](ControlMemory& m) { m.motions.resize(3); }), "controls/motions has 3 rows"));
  CHECK(contains(of([](ControlMemory& m) { m.emitters.clear(); }),
                 "controls/emitters has 0 rows where 1 are due"));
  CHECK(contains(of([](ControlMemory& m) { m.outlets.clear(); }),
                 "controls/outlets has 0 rows where 1 are due"));
}

TEST_CASE("the past of a multistep method has whole levels of the bodies that move") {
  const auto past = [](State& s) -> MultistepPast& {
    REQUIRE(s.grains.free == 2);
    s.multistep.body = {0, 1};
    return s.multistep;
  };
  CHECK(said([&](State& s) { past(s).points.resize(10); }) == "");
  CHECK(said([&](State& s) { past(s).rates.resize(8); }) == "");
  CHECK(said([&](State& s) { past(s).derivatives.resize(12); }) == "");
  CHECK(contains(said([&](State& s) { past(s).body = {0}; }), "multistep/body"));
  CHECK(contains(said([&](State& s) { past(s).body = {1, 0}; }), "multistep/body"));
  CHECK(contains(said([](State& s) { s.multistep.points.resize(2); }), "multistep/points"));
  CHECK(contains(said([&](State& s) { past(s).points.resize(3); }), "multistep/points has 3 rows"));
  CHECK(contains(said([&](State& s) { past(s).points.resize(12); }), "multistep/points"));
  CHECK(contains(said([&](State& s) { past(s).rates.resize(10); }), "multistep/rates"));
  CHECK(contains(said([&](State& s) { past(s).derivatives.resize(4); }),
                 "multistep/derivatives has 4 rows where 12"));
}

TEST_CASE("rows that are not in the order of their cells are refused") {
  CHECK(contains(said([](State& s) {
                   REQUIRE(s.lists.outer.size() == 2);
                   s.lists.outer[0] = {1e9, 0, 0};
                   s.lists.outer[1] = {-1e9, 0, 0};
                 }),
                 "lists/outer is out of range"));
}

TEST_CASE("a note without readable names is refused with a remedy") {
  CheckpointNote note;
  note.case_file = "test.toml";
  const auto refusal = [&] { return message_of<CaseError>([&] { names_in(note, "labels"); }); };
  CHECK(contains(refusal(), "does not tell its labels; use an earlier checkpoint"));
  for (const char* bad : {"x", "{\"a\": 1}", "[1, 2]"}) {
    note.extra["labels"] = bad;
    CHECK(contains(refusal(), "does not tell its labels"));
  }
  note.extra["labels"] = "[\"a\", \"b\"]";
  CHECK(names_in(note, "labels").size() == 2);
}
