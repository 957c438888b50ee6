/// What bodies that move as they are told feel of others, body by body.
#include "physics/small_scene.h"

using namespace scree;

// A ball lies in the hollow between two that are held, whose centres are 0.6 R from its axis on
// either side; tilted gravity. Each feels its own force, and all of them together the weight.
TEST_CASE("held balls feel the weight of the one that lies on them, in every method") {
  for (const std::string method : {"smooth", "dae", "nonsmooth"}) {
    CAPTURE(method);
    Simulation sim(
        case_of_keys({{"run", Keys{{"method", method},
                                   {"duration", 0.5},
                                   {"time_step", method == "nonsmooth" ? 1e-3 : 2e-5}}},
                      {"domain", Keys{{"lo", {-1, -1, -1}}, {"hi", {1, 1, 1}}}},
                      {"gravity.vector", {0.5, 0, -9.8}},
                      {"material.glass", Keys{{"density", 2500}}},
                      {"law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}}},
                      {"pair", Keys{{"materials", {"*", "*"}},
                                    {"restitution", 0.1},
                                    {"friction", 0.8},
                                    {"stiffness", 1e6}}},
                      {"bodies", Keys{{"material", "glass"},
                                      {"list", {Keys{{"x", {0, 0, 0.16}}, {"radius", 0.1}}}}}},
                      {"bodies", Keys{{"material", "glass"},
                                      {"label", "held"},
                                      {"prescribed", true},
                                      {"list",
                                       {Keys{{"x", {-0.12, 0, 0}}, {"radius", 0.1}},
                                        Keys{{"x", {0.12, 0, 0}}, {"radius", 0.1}}}}}}}));
    while (!sim.finished()) REQUIRE_FALSE(sim.advance().any());
    const Grains& g = sim.state().grains;
    const Real mass = 1 / g.motion[0].inv_mass;
    Vec3 sum{0, 0, 0}, moment{0, 0, 0};
    for (Index r = g.free; r < g.size(); ++r) {
      CHECK(g.felt[r].force.z < -0.3 * mass * 9.8);  // both carry
      sum += g.felt[r].force;
      moment += g.felt[r].torque + cross(position(g.place[r]), g.felt[r].force);
    }
    CHECK(norm(sum - mass * sim.state().gravity) < 1e-3 * mass * 9.8);
    CHECK(norm(sum - sim.state().groups[1].force) < 1e-12 * mass * 9.8);
    // The ball stands still, so what is felt turns about its centre like its weight: not at all.
    CHECK(norm(moment - cross(position(g.place[0]), sum)) < 1e-4 * mass * 9.8 * 0.1);
  }
}
