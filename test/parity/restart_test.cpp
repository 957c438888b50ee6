/// A run that was stopped and resumed is the run that was not, bit for bit.
#include "parity/scenes.h"
#include "scree/observe/liquid.h"

using namespace scree;

namespace {

void check_restart(const Case& c, const std::vector<long>& stops) {
  ScratchFolder folder;
  const FolderRun whole(c, folder / "whole"), pieces(c, folder / "pieces", stops);
  CHECK(whole.summary.steps > stops.back());
  CHECK(whole.summary.steps == pieces.summary.steps);
  CHECK(whole.summary.state_hash == pieces.summary.state_hash);
  REQUIRE(whole.tables.count("series.csv") == 1);
  CHECK(whole.tables.at("series.csv").size() > 5000);
  CHECK(whole.tables == pieces.tables);
}

}  // namespace

TEST_CASE("restart: walls, servo, belt, mesh, emitter, outlets, phases, conditions, clumps") {
  const Case c = machine_case();
  check_restart(c, {1, 137, 480, 481, 900});

  ScratchFolder folder;
  Session session(c, folder / "run", false);
  const RunSummary s = session.run([](const Simulation&) { return true; });
  // The scene is worth its name only if all of it came into play.
  CHECK(s.emitted[0].number == 60);
  CHECK(s.removed[0].number + s.removed[1].number > 0);
  CHECK(session.simulation().state().bodies.size() > 5);
  CHECK(session.simulation().state().walls[1].x.x != 0);
  CHECK(s.time < 0.155);
  CHECK(s.list_builds > 3);
}

TEST_CASE("restart: partial slip in a box periodic along all axes") {
  check_restart(case_of(kPeriodicScene), {3, 250});
}

TEST_CASE("restart: planar, linear law, rolling friction, planar clumps") {
  check_restart(case_of(kPlanarScene), {100, 200});
}

TEST_CASE("restart: films and bridges") {
  check_restart(case_of(kWetScene), {1, 100, 200});
  Simulation sim(case_of(kWetScene));
  advance(sim, 200);
  CHECK(sim.state().ledger.ruptures > 5);
  CHECK(measure_liquid(sim.state()).bridges > 50);
}

TEST_CASE("restart: adhesion") { check_restart(case_of(kStickyScene), {200}); }

TEST_CASE("restart: static friction as a constraint, and the past of a multistep method") {
  check_restart(case_of(kHeldScene), {1, 60, 150});
  check_restart(case_of(kPendulumScene), {1, 3, 200});
  Simulation sim(case_of(kHeldScene));
  advance(sim, 1000000);
  CHECK(sim.state().friction.iterations > 100);
  CHECK(sim.state().friction.unconverged == 0);
}

TEST_CASE("restart: rigid contacts with impacts, rolling and moving walls") {
  check_restart(case_of(kRigidScene), {1, 40, 250});
  Simulation sim(case_of(kRigidScene));
  advance(sim, 1000000);
  CHECK(sim.state().contact_solve.impact_stages > 20);
  CHECK(sim.state().contact_solve.iterations > 500);
}

TEST_CASE("restart: grains that hang on a floor and a belt and are let go") {
  check_restart(case_of(kReducedScene), {1, 90, 150, 151, 350});
}

TEST_CASE("restart: clumps, boxes, joints and a motor among rigid contacts") {
  check_restart(case_of(kPartsScene), {1, 60, 200});
  Simulation sim(case_of(kPartsScene));
  advance(sim, 1000000);
  CHECK(sim.state().point_contacts.size() > 0);
  CHECK(sim.state().machine[0].coordinate > 0.5);
}

TEST_CASE(
    "restart: forces from outside and drag, with emitter, outlet, clumps, phases and a part") {
  check_restart(case_of(kWindyScene), {1, 137, 480, 2000});
  check_restart(case_of(kStirredScene), {1, 40, 200, 301});
  Simulation sim(case_of(kWindyScene));
  advance(sim, 1000000);
  CHECK(sim.state().controls.emitters[0].number > 50);
  CHECK(sim.state().controls.outlets[0].number > 20);
  CHECK(sim.state().lists.builds > 3);
  CHECK(sim.state().ledger.applied != 0);
}
