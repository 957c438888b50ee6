#include "scree/run/observing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/observe/contact_sample.h"
#include "scree/run/simulation.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

namespace scree {
namespace {

/// A simulation with its observers, read by the names of columns.
struct Watched {
  Case c;
  Simulation simulation;
  Observing observing;
  std::vector<Real> row;

  explicit Watched(const std::string& more, const std::string& base = kSmallCase)
      : c(read_case_text(base + more, "test.toml")),
        simulation(c),
        observing(c, simulation.scene()) {
    look();
  }
  void look() { observing.sample(simulation.scene(), simulation.state(), row); }
  void run(Real until) {
    while (simulation.state().clock.time() < until) REQUIRE(simulation.advance().message == "");
    look();
  }
  Real operator[](const std::string& name) const {
    const auto& columns = observing.columns();
    const auto found = std::find(columns.begin(), columns.end(), name);
    INFO(name);
    REQUIRE(found != columns.end());
    return row[static_cast<std::size_t>(found - columns.begin())];
  }
};

const std::string kAll = R"(
[[observe]]
kind = "momentum"
[[observe]]
kind = "coordination"
[[observe]]
kind = "stress"
name = "cell"
[[observe]]
kind = "wall"
wall = "floor"
[[observe]]
kind = "repose"
[[observe]]
kind = "flux"
name = "gate"
point = [0.59, 0, 0]
normal = [-3, 0, 0]
[[observe]]
kind = "group"
label = "shot"
[[observe]]
kind = "track"
name = "ball"
body = 1
[[observe]]
kind = "profile"
name = "speed"
axis = [1, 0, 0]
bins = 4
interval = 0.01
[[observe]]
kind = "momentum"
name = "fine"
interval = 1e-3
)";

/// Both balls bounce off the floor, then meet; with fine steps.
const std::string kFall = [] {
  std::string text = kSmallCase;
  const auto swap = [&text](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  swap("duration = 0.1", "duration = 0.5\ntime_step_fraction = 0.01");
  swap("young = 1e7", "young = 1e8");
  swap("v = [-1, 0, 0]", "v = [-0.5, 0, 0]");
  return text;
}();

}  // namespace

TEST_CASE("a series begins with time and the ledger; every observer adds its columns with units") {
  Watched w(kAll);
  const auto& columns = w.observing.columns();
  const std::vector<std::string> first(columns.begin(), columns.begin() + 5);
  CHECK(first == std::vector<std::string>{"time [s]", "step", "bodies", "kinetic_energy [J]",
                                          "kinetic_translation [J]"});
  CHECK(w["bodies"] == 2);
  const Real mass = 2500 * 4.0 / 3.0 * kPi * 1e-3;
  CHECK(w["kinetic_energy [J]"] == doctest::Approx(mass / 2));
  CHECK(w["potential [J]"] == doctest::Approx(2 * mass * 9.81 * 0.5));
  CHECK(w["momentum.momentum_x [kg m/s]"] == doctest::Approx(-mass));
  CHECK(w["group.shot.count"] == 1);
  CHECK(w["group.shot.velocity_x [m/s]"] == doctest::Approx(-1));
  CHECK(w["ball.x_x [m]"] == doctest::Approx(0.6));
  CHECK(w["ball.v_x [m/s]"] == doctest::Approx(-1));
  CHECK(w["coordination.mean"] == 0);
  CHECK(w["cell.kinetic_xx [Pa]"] == doctest::Approx(mass / 2));
  CHECK(w["wall.floor.force_z [N]"] == 0);
  CHECK(w["gate.count"] == 0);
  CHECK(std::isnan(w["repose.angle [deg]"]));
}

TEST_CASE("a body that passes the gate is counted once, along the normal") {
  Watched w(kAll);
  w.run(0.03);
  CHECK(w["gate.count"] == 1);
  CHECK(w["gate.mass [kg]"] == doctest::Approx(w["group.shot.mass [kg]"]));
  w.run(0.04);
  CHECK(w["gate.count"] == 1);
}

TEST_CASE("through falls and impacts the ledger closes") {
  Watched w("", kFall);
  w.run(0.45);
  CHECK(w["lost_normal_dashpot [J]"] > 0);
  CHECK(w["gravity_work [J]"] == 0);
  CHECK(std::fabs(w["closing_error"]) < 2e-4);
  CHECK(w["overlap_largest"] >= w["overlap_mean"]);
}

TEST_CASE("the force on a wall is that of its contacts, recomputed from the laws") {
  Watched w("", kFall);
  Real largest = 0;
  for (Real t = 0.28; t < 0.4; t += 0.002) {
    w.run(t);
    Vec3 sum{0, 0, 0};
    for_each_contact(w.simulation.scene(), w.simulation.state(), [&](const ContactSample& c) {
      if (c.wall >= 0) sum -= c.force;
    });
    const Vec3 force = w.simulation.state().walls[0].force;
    largest = std::max(largest, norm(force));
    // The force pass uses the predicted velocity, an observer the corrected one: second order.
    CHECK(norm(sum - force) <= 1e-2 * norm(force) + 1e-9);
  }
  CHECK(largest > 0);
}

TEST_CASE("profiles and observers with an interval of their own go to their own tables") {
  Watched w(kAll);
  REQUIRE(w.observing.tables().size() == 2);
  ObserverTable& profile = w.observing.tables()[0];
  CHECK(profile.file == "profile-speed.csv");
  CHECK(*profile.interval == 0.01);
  CHECK(profile.columns.size() == 5);
  std::vector<std::vector<Real>> rows;
  profile.sample(w.simulation.scene(), w.simulation.state(), rows);
  REQUIRE(rows.size() == 4);
  CHECK(rows[2][1] == doctest::Approx(0.625));
  CHECK(rows[2][2] == doctest::Approx(-1));
  CHECK(std::isnan(rows[3][2]));
  CHECK(w.observing.tables()[1].file == "series-fine.csv");
  rows.clear();
  w.observing.tables()[1].sample(w.simulation.scene(), w.simulation.state(), rows);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].size() == w.observing.tables()[1].columns.size());
}

TEST_CASE("an energy observer with an interval of its own writes the ledger at that interval") {
  const std::string energy = "[[observe]]\nkind = \"energy\"\n";
  CHECK(Watched(energy).observing.tables().empty());
  Watched w(energy + "name = \"fine\"\ninterval = 1e-3\n", kFall);
  REQUIRE(w.observing.tables().size() == 1);
  ObserverTable& table = w.observing.tables()[0];
  CHECK(table.file == "series-fine.csv");
  CHECK(*table.interval == 1e-3);
  CHECK(table.columns == w.observing.columns());
  std::vector<std::vector<Real>> rows;
  table.sample(w.simulation.scene(), w.simulation.state(), rows);
  while (w.simulation.state().clock.time() < 0.35) REQUIRE(w.simulation.advance().message == "");
  table.sample(w.simulation.scene(), w.simulation.state(), rows);
  w.look();
  REQUIRE(rows.size() == 2);
  CHECK(rows[1] == w.row);
}

TEST_CASE(
    "what observers remember is in the state: another set of them goes on where one stopped") {
  Watched w(kAll);
  w.run(0.005);
  State copy = w.simulation.state();
  w.run(0.03);
  Observing second(w.c, w.simulation.scene());
  copy.grains = w.simulation.state().grains;
  copy.clock = w.simulation.state().clock;
  std::vector<Real> row;
  second.sample(w.simulation.scene(), copy, row);
  const auto& columns = second.columns();
  const auto gate = std::find(columns.begin(), columns.end(), "gate.count") - columns.begin();
  CHECK(row[static_cast<std::size_t>(gate)] == 1);
}

TEST_CASE("a state that remembers other observers is refused, with the section named") {
  Watched w(kAll);
  const auto said = [&](auto&& spoil) {
    State copy = w.simulation.state();
    spoil(copy.observers);
    const std::string early = message_of<CaseError>([&] { w.observing.require_fit(copy); });
    std::vector<Real> row;
    CHECK(early ==
          message_of<CaseError>([&] { w.observing.sample(w.simulation.scene(), copy, row); }));
    return early;
  };
  CHECK(said([](ObserverMemory&) {}) == "");
  CHECK(said([](ObserverMemory& m) { m = {}; }) == "");  // nothing was looked at yet
  CHECK(contains(said([](ObserverMemory& m) { m.fluxes.clear(); }),
                 "other observers than the case has: observers/fluxes has 0 rows where 1 are due"));
  CHECK(contains(said([](ObserverMemory& m) { m.closing.resize(2); }), "observers/closing has 2"));
  for_each_field_of<ObserverMemory>([&](const auto& section) {
    CHECK(contains(said([&](ObserverMemory& m) { (m.*(section.at)).resize(9); }), section.name));
  });
  CHECK(said([](ObserverMemory& m) { m.bodies.slabs.pop_back(); }) == "");  // a body came since
  CHECK(contains(said([](ObserverMemory& m) { m.bodies.slabs.resize(3); }),
                 "observers/bodies/slabs has 3 rows where at most 2 are due"));
  CHECK(contains(said([](ObserverMemory& m) { m.bodies.nonaffine.resize(1); }),
                 "observers/bodies/nonaffine has 1 rows where at most 0 are due"));
}

TEST_CASE("a case without units has columns without units") {
  std::string text = kSmallCase;
  text.replace(text.find("[run]"), 5, "[run]\ndimensionless = true");
  Watched w(kAll, text);
  CHECK(w["kinetic_energy"] > 0);
  CHECK(w["wall.floor.force_z"] == 0);
}

TEST_CASE("a flux plane askew to a periodic axis is refused with a remedy") {
  std::string text = kSmallCase;
  text.replace(text.find("hi = [1, 1, 1]"), 14, "hi = [1, 1, 1]\nperiodic = [true, false, false]");
  const std::string plane =
      "[[observe]]\nkind = \"flux\"\nname = \"gate\"\npoint = [0.5, 0, 0]\nnormal = [1, 0, 1]\n";
  CHECK_THROWS_WITH_AS(Watched(plane, text),
                       doctest::Contains("observe.gate.normal: the plane cuts the periodic axis x"),
                       CaseError);
}

}  // namespace scree
