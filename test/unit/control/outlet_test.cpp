#include <doctest/doctest.h>

#include "scree/run/simulation.h"

using namespace scree;

namespace {

/// Grains resting on a floor while another one flies out of the domain.
const char* kLeaving = R"(
[run]
duration = 0.02
[domain]
lo = [0, 0, -0.01]
hi = [0.1, 0.1, 0.1]
[gravity]
vector = [0, 0, -9.81]
[material.glass]
density = 2500
young = 1e7
poisson = 0.25
[law]
rolling = "spring"
[[pair]]
materials = ["*", "*"]
restitution = 0.5
friction = 0.5
rolling_friction = 0.1
[[bodies]]
material = "glass"
sizes = {kind = "fixed", radius = 0.005}
list = [
  {x = [0.02, 0.05, 0.005]}, {x = [0.02999, 0.05, 0.005]}, {x = [0.03998, 0.05, 0.005]},
  {x = [0.09, 0.05, 0.05], v = [2, 0, 0], label = "gone"},
  {x = [0.07, 0.05, 0.005]},
]
[[wall]]
name = "floor"
material = "glass"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
[[outlet]]
name = "right"
face = "xhi"
)";

}  // namespace

TEST_CASE("a grain that leaves through an outlet does not disturb those in contact") {
  Simulation simulation(read_case_text(kLeaving, "leaving.toml"));
  REQUIRE(simulation.state().grains.size() == 5);
  while (!simulation.finished()) {
    const Stop stop = simulation.advance();
    REQUIRE_MESSAGE(!stop.any(), stop.message);
  }
  const Grains& grains = simulation.state().grains;
  REQUIRE(grains.size() == 4);
  for (Index r = 0; r < grains.size(); ++r) {
    CHECK(grains.id[static_cast<std::size_t>(r)] != 3);
    CHECK(norm(grains.motion[static_cast<std::size_t>(r)].v) < 0.05);
  }
}
