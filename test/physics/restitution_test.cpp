#include <cmath>

#include "physics/small_scene.h"

using namespace scree;

namespace {

/// Rebound over impact speed of a sphere on a plane, at about `steps` per contact.
Real measured_restitution(const Contact& contact, Real speed, Real steps) {
  const Real radius = 0.01, mass = 2500 * 4 * kPi / 3 * std::pow(radius, 3);
  const Real time = contact.normal == "linear" ? kPi * std::sqrt(mass / contact.stiffness)
                                               : hertz_duration(contact.young, radius, speed);
  const Real dt = time / steps;
  Simulation sim(
      small_case(contact, {{{0, 0, radius + 0.3 * dt * speed}, {0, 0, -speed}}}, dt, kFloor));
  run_for(sim, 5 * time);
  CHECK(sim.state().grains.place[0].z > radius);
  return sim.state().grains.motion[0].v.z / speed;
}

}  // namespace

TEST_CASE("a sphere leaves a wall with e times its speed, whatever the law, the speed and e") {
  for (const char* normal : {"hertz", "linear"})
    for (const bool tension : {false, true})
      for (const Real e : {0.2, 0.4, 0.6, 0.8, 1.0})
        for (const Real speed : {0.001, 0.1, 1.0}) {
          CAPTURE(normal);
          CAPTURE(tension);
          CAPTURE(speed);
          Contact contact{
              .normal = normal, .tangential = "none", .tension = tension, .restitution = e};
          CHECK(measured_restitution(contact, speed, 2000) == doctest::Approx(e).epsilon(2e-3));
        }
}

TEST_CASE("restitution comes nearer to its input as the step shrinks") {
  const Contact contact{.tangential = "none", .restitution = 0.5};
  const Real coarse = std::fabs(measured_restitution(contact, 1, 50) - 0.5);
  const Real fine = std::fabs(measured_restitution(contact, 1, 5000) - 0.5);
  CHECK(fine < 1e-4);
  CHECK(fine < 0.1 * coarse);
}
