#include "scree/run.h"

#include <doctest/doctest.h>

#include <cmath>

#include "scree/lib/case_access.h"
#include "scree/run/session.h"
#include "source_folder.h"
#include "unit/io/scratch_folder.h"
#include "unit/lib/bouncing.h"

using namespace scree;
using api::End;
using api::Keys;
using api::Run;

namespace {

api::Case scene(const std::string& name) {
  return api::Case::read(source_folder() + "/test/scenes/" + name + ".toml");
}

/// The state of the command's run of a case, at its end.
std::uint64_t hash_of_command(const api::Case& c, const std::filesystem::path& folder) {
  return Session(checked(c), folder, false).run([](const Simulation&) { return true; }).state_hash;
}

}  // namespace

TEST_CASE("a run in memory, in pieces and in a folder ends in the state of the command's") {
  const ScratchFolder folder;
  for (const char* name : {"periodic", "watched", "rigid"}) {
    CAPTURE(name);
    api::Case c = scene(name);
    c.set("run.duration", 0.01);
    if (std::string(name) == "watched") c = scene(name);
    const std::uint64_t expected = hash_of_command(c, folder / (std::string(name) + "-command"));
    Run whole(c);
    CHECK(whole.run().end == End::kDone);
    CHECK(whole.hash() == expected);
    Run pieces(c);
    while (pieces.advance(7) > 0) pieces.value("kinetic_translation");
    CHECK(pieces.finished());
    CHECK(pieces.hash() == expected);
    Run filed(c, (folder / name).string());
    filed.advance(20);
    filed.run();
    CHECK(filed.hash() == expected);
    CHECK(std::filesystem::exists(folder / name / "summary.json"));
    CHECK(file_bytes(folder / name / "series.csv") ==
          file_bytes(folder / (std::string(name) + "-command") / "series.csv"));
    const api::Series kept = whole.series(), written = filed.series();
    CHECK(kept.names == written.names);
    CHECK(kept.at("time") == written.at("time"));
    CHECK(kept.at("kinetic_translation") == written.at("kinetic_translation"));
  }
}

TEST_CASE("a run that is saved and loaded goes on bit for bit") {
  const ScratchFolder folder;
  for (const bool built : {true, false}) {
    const api::Case c = built ? bouncing_balls() : scene("watched");
    Run whole(c);
    whole.run();
    Run first(c);
    first.advance(50);
    first.save((folder / "state.h5").string());
    Run second = Run::load((folder / "state.h5").string());
    CHECK(second.hash() == first.hash());
    second.run();
    CHECK(second.hash() == whole.hash());
  }
}

TEST_CASE("a run that was stopped in its folder is resumed") {
  const ScratchFolder folder;
  const api::Case c = bouncing_balls();
  Run whole(c);
  whole.run();
  const std::string place = (folder / "run").string();
  {
    Run first(c, place);
    first.advance(30);
    CHECK(first.run([] { return false; }).end != End::kTrouble);  // quick ones end before they ask
  }
  CHECK_THROWS_AS(Run(c, place), CaseError);
  CHECK(Run::resume(place).run().end == End::kDone);
  CHECK(Run::resume(place).hash() == whole.hash());
}

TEST_CASE("bodies are known by id, whatever row they stand in") {
  Run run(bouncing_balls());
  CHECK(run.ids() == std::vector<api::BodyId>{0, 1, 2});
  const api::Body ball = run.body(1);
  CHECK(ball.position == api::Vector{0.001, 0, 0.0148});
  CHECK(ball.radius == 0.005);
  CHECK(ball.material == "glass");
  CHECK(ball.label == "balls");
  const double volume = 4 * kPi / 3 * std::pow(0.005, 3);
  CHECK(ball.mass == doctest::Approx(2500 * volume));
  const api::Body clump = run.body(2), member = run.body(3);
  CHECK(clump.clump == 2);
  CHECK(clump.position[0] == doctest::Approx(0.03));
  CHECK(std::isnan(clump.radius));
  CHECK(member.clump == 2);
  CHECK(member.radius == 0.004);
  CHECK_THROWS_WITH_AS(run.body(4), doctest::Contains("no body 4"), CaseError);
  CHECK_THROWS_AS(run.body(-1), CaseError);
}

// But for dashpots: those of a step see the velocities predicted for its end.
TEST_CASE("contacts, bodies and walls tell the same forces") {
  Run run(bouncing_balls());
  run.advance(20);
  const std::vector<api::Contact> all = run.contacts();
  REQUIRE(!all.empty());
  for (const api::BodyId id : {0, 1}) {
    double up = 0;
    for (const api::Contact& c : run.contacts(id)) {
      CHECK(c.i == id);
      up += c.force[2];
    }
    CHECK(up == doctest::Approx(run.body(id).force[2]).epsilon(0.02));
  }
  double down = 0;
  for (const api::Contact& c : all)
    if (c.wall == "floor") {
      CHECK(c.normal[2] == -1);
      CHECK(c.gap < 0);
      down -= c.force[2];
    }
  CHECK(down == doctest::Approx(run.wall("floor").force[2]).epsilon(0.02));
  CHECK(down < 0);
  CHECK_THROWS_WITH_AS(run.wall("flor"), doctest::Contains("did you mean 'floor'?"), CaseError);
}

TEST_CASE("a ball in free fall feels no force but its weight, and has the speed of the fall") {
  api::Case c = bouncing_balls();
  c.set("bodies.0.list.1.x", {0.0, 0.05, 0.1});
  Run run(c);
  run.advance(40);
  const api::Body ball = run.body(1);
  CHECK(std::fabs(ball.force[2]) < 1e-12 * ball.mass * 9.81 + 1e-18);
  CHECK(ball.velocity[2] == doctest::Approx(-9.81 * run.time()));
}

TEST_CASE("columns show the rows without copying, and what is held stays what it was") {
  Run run(bouncing_balls());
  const api::Columns start = run.columns();
  REQUIRE(start.id.rows == 4);
  CHECK(run.columns().position.data == start.position.data);
  const auto row_of = [](const api::Columns& c, api::BodyId id) {
    std::int64_t row = 0;
    while (c.id.at(row) != id) ++row;
    return row;
  };
  std::int64_t row = row_of(start, 1);
  CHECK(start.position.at(row, 2) == 0.0148);
  CHECK(start.radius.at(row) == 0.005);
  run.advance(30);
  CHECK(start.position.at(row, 2) == 0.0148);
  const api::Columns now = run.columns();
  row = row_of(now, 1);
  CHECK(now.position.at(row, 2) == run.body(1).position[2]);
  CHECK(now.velocity.at(row, 2) == run.body(1).velocity[2]);
  CHECK(now.position.at(row, 2) != 0.0148);
  CHECK(run.labels()[now.label.at(row)] == "balls");
}

TEST_CASE("columns outlive their run") {
  api::Columns held;
  double z = 0;
  {
    Run run(bouncing_balls());
    run.advance(3);
    held = run.columns();
    z = held.position.at(0, 2);
  }
  CHECK(held.position.at(0, 2) == z);
}

TEST_CASE("looking does not change what comes") {
  Run seen(bouncing_balls()), unseen(bouncing_balls());
  for (int k = 0; k < 20; ++k) {
    const api::Columns held = seen.columns();
    seen.contacts();
    seen.value("overlap_largest");
    seen.advance(3);
  }
  unseen.advance(60);
  CHECK(seen.hash() == unseen.hash());
}

TEST_CASE("values are named as the columns of the series, misspelt ones are refused") {
  Run run(bouncing_balls());
  CHECK(run.value("kinetic_translation") == 0);
  CHECK(run.value("kinetic_translation [J]") == 0);
  CHECK_THROWS_WITH_AS(run.value("kinetic_translaton"),
                       doctest::Contains("did you mean 'kinetic_translation'?"), CaseError);
  run.advance(10);
  CHECK(run.value("kinetic_translation") > 0);
  CHECK(run.value("step") == 10);
}

TEST_CASE("numerical trouble is told, and ends the run") {
  api::Case c = bouncing_balls();
  c.set("run.time_step", 1e-3).set("run.force_time_step", true);
  c.set("bodies.0.velocity", {0, 0, -3});
  Run run(c);
  const api::Summary end = run.run();
  CHECK(end.end == End::kTrouble);
  CHECK(!end.trouble.empty());
  CHECK(run.trouble() == end.trouble);
  CHECK(run.advance() == 0);
}

TEST_CASE("a run stops when it is told to, and goes on") {
  api::Case c = bouncing_balls(1e3);
  Run run(c);
  const std::int64_t taken = run.advance(1'000'000'000, [] { return false; });
  CHECK(taken > 0);
  CHECK(taken < 1'000'000'000);
  CHECK(!run.finished());
  CHECK(run.advance(5) == 5);
}

TEST_CASE(
    "a pushed body gains F t of momentum and T t of spin, and the ledger knows what it cost") {
  for (const char* method : {"smooth", "nonsmooth"}) {
    CAPTURE(method);
    api::Case c = bouncing_balls(1);
    c.set("run.method", method).set("run.time_step", 1e-5).set("gravity.vector", {0, 0, 0});
    if (std::string(method) == "nonsmooth")
      c.set("law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}});
    c.set("bodies.0.list.0.x", {0, 0, 0.1}).set("bodies.0.list.1.x", {0.05, 0, 0.1});
    c.set("bodies.1.list.0.x", {-0.05, 0, 0.1});
    Run run(c);
    const double force = 1e-3, torque = 1e-7;
    run.push(1, {0, force, 0}, {0, 0, torque});
    run.push(2, {0, 0, force});
    run.advance(1000);
    const api::Body ball = run.body(1), clump = run.body(2);
    const double t = run.time(), inertia = 0.4 * ball.mass * ball.radius * ball.radius;
    CHECK(ball.velocity[1] == doctest::Approx(force * t / ball.mass).epsilon(2e-3));
    CHECK(ball.spin[2] == doctest::Approx(torque * t / inertia).epsilon(2e-3));
    CHECK(clump.velocity[2] == doctest::Approx(force * t / clump.mass).epsilon(2e-3));
    CHECK(std::fabs(ball.force[1]) < 1e-9 * force);  // no contact pushes
    CHECK(run.body(0).velocity == api::Vector{0, 0, 0});
    CHECK(run.value("work_applied") ==
          doctest::Approx(run.value("kinetic_translation") + run.value("kinetic_rotation"))
              .epsilon(5e-3));
    run.push(1, {}, {});
    run.advance(2);
    const double then = run.body(1).velocity[1];
    run.advance(100);
    CHECK(run.body(1).velocity[1] == doctest::Approx(then).epsilon(1e-12));
  }
}

TEST_CASE("pushes are saved and go on") {
  const ScratchFolder folder;
  Run whole(bouncing_balls()), first(bouncing_balls());
  for (Run* run : {&whole, &first}) {
    run->advance(20);
    run->push(1, {1e-3, 0, 0});
  }
  first.save((folder / "pushed.h5").string());
  Run second = Run::load((folder / "pushed.h5").string());
  whole.advance(50);
  second.advance(50);
  CHECK(second.hash() == whole.hash());
  CHECK(second.body(1).velocity[0] > 0);
}

TEST_CASE("a pushed run in a folder is resumed") {
  const ScratchFolder folder;
  const auto push = [](Run& run) {
    run.advance(20);
    run.push(1, {1e-3, 0, 0});
  };
  Run whole(bouncing_balls());
  push(whole);
  whole.advance(60);
  const std::string out = (folder / "run").string();
  {
    Run first(bouncing_balls(), out);
    push(first);
    int looks = 0;
    first.run([&] { return ++looks < 2; });
  }
  Run second = Run::resume(out);
  CHECK(second.step() >= 20);
  if (second.step() < 80) second.advance(80 - second.step());
  CHECK(second.body(1).velocity[0] > 0);
  if (second.step() == 80) CHECK(second.hash() == whole.hash());
}

TEST_CASE("in the plane pushes stay in it") {
  api::Case c;
  c.set("run", Keys{{"planar", true}, {"duration", 0.01}, {"time_step", 1e-4}});
  c.set("domain", Keys{{"lo", {-1, -1}}, {"hi", {1, 1}}});
  c.set("material.disc", Keys{{"density", 1000}});
  c.set("law", Keys{{"normal", "linear"}, {"tangential", "none"}});
  c.add("pair", Keys{{"materials", {"*", "*"}}, {"restitution", 0.5}, {"stiffness", 100}});
  c.add("bodies", Keys{{"material", "disc"}, {"list", {Keys{{"x", {0, 0}}, {"radius", 0.01}}}}});
  Run run(c);
  CHECK_THROWS_WITH_AS(run.push(0, {0, 0, 1}), doctest::Contains("leaves the plane"), CaseError);
  CHECK_THROWS_WITH_AS(run.push(0, {1, 0, 0}, {1, 0, 0}), doctest::Contains("leaves the plane"),
                       CaseError);
  run.push(0, {1, 2, 0}, {0, 0, 1e-3});
  run.advance(10);
  CHECK(run.body(0).velocity[1] > run.body(0).velocity[0]);
  CHECK(run.body(0).velocity[2] == 0);
}

TEST_CASE("what no force moves is not pushed") {
  api::Case c = bouncing_balls();
  c.add("bodies", Keys{{"material", "glass"},
                       {"prescribed", true},
                       {"list", {Keys{{"x", {0, 0.05, 0.1}}, {"radius", 0.005}}}}});
  Run run(c);
  CHECK_THROWS_WITH_AS(run.push(3, {1, 0, 0}), doctest::Contains("push 2"), CaseError);
  CHECK_THROWS_WITH_AS(run.push(4, {1, 0, 0}), doctest::Contains("prescribed"), CaseError);
  CHECK_THROWS_AS(run.push(99, {1, 0, 0}), CaseError);
  CHECK_THROWS_AS(run.push(0, {NAN, 0, 0}), CaseError);
}
