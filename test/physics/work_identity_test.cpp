#include <cmath>

#include "physics/cluster.h"

using namespace scree;

namespace {

/// Kinetic energy with the velocities of the half step ahead, v + dt/2 a [J].
Real half_step_energy(const State& s, Real dt) {
  Real e = 0;
  for (Index r = 0; r < s.grains.size(); ++r) {
    const Motion8& m = s.grains.motion[r];
    const Accel8& a = s.grains.accel[r];
    e += 0.5 * norm2(m.v + 0.5 * dt * a.a) / m.inv_mass +
         0.5 * norm2(m.w + 0.5 * dt * a.alpha) / m.inv_inertia;
  }
  return e;
}

struct Predicted {
  Vec3 v, w;
};
/// v* = v + dt a of every body by id.
std::vector<Predicted> predicted(const State& s, Real dt) {
  std::vector<Predicted> out(s.grains.size());
  for (Index r = 0; r < s.grains.size(); ++r)
    out[s.grains.id[r]] = {s.grains.motion[r].v + dt * s.grains.accel[r].a,
                           s.grains.motion[r].w + dt * s.grains.accel[r].alpha};
  return out;
}

Real wall_work(const State& s) {
  Real w = 0;
  for (const WallState& wall : s.walls) w += wall.work;
  return w;
}

}  // namespace

// Contacts see the predicted velocity v*, bodies end the step with v. Over one step
//   change of kinetic energy at half steps = contacts + walls + gravity + F . (v - v*) dt,
// exactly, whatever the law.
TEST_CASE("every joule the bodies gain is booked: the discrete work identity") {
  const Keys oscillates{{"kind", "oscillate"}, {"amplitude", 1e-3}, {"frequency", 60}},
      runs{{"kind", "belt"}, {"velocity", {0.3, 0, 0}}};
  const Keys shaken =
      plane("floor", {0, 0, 1}, {{"motion", {oscillates, runs}}}) + gravity({0, 0.5, -9.81});
  for (const char* tangential : {"mindlin", "mindlin-rescaled", "mindlin-deresiewicz"}) {
    CAPTURE(tangential);
    std::vector<Ball> balls = falling_together(3, 1);
    for (Ball& b : balls) b.x.z += 0.035, b.v.z -= 1;
    Contact contact = rough();
    contact.tangential = tangential;
    const Real dt = 4e-6;
    Case c = small_case(contact, balls, dt, shaken);
    c.run.audit = true;
    Simulation sim(c);
    Real worst = 0, turned_over = 0;
    for (int k = 0; k < 3000; ++k) {
      const State& s = sim.state();
      const Real before = half_step_energy(s, dt);
      const Real booked = s.ledger.work + wall_work(s);
      const std::vector<Predicted> star = predicted(s, dt);
      REQUIRE_FALSE(sim.advance().any());
      Real others = 0;  // gravity and the predictor
      for (Index r = 0; r < s.grains.size(); ++r) {
        const Motion8& m = s.grains.motion[r];
        const Accel8& a = s.grains.accel[r];
        const Predicted& p = star[s.grains.id[r]];
        others += (dot(s.gravity, m.v) + dot(a.a - s.gravity, m.v - p.v)) * dt / m.inv_mass +
                  dot(a.alpha, m.w - p.w) * dt / m.inv_inertia;
      }
      const Real contacts = s.ledger.work + wall_work(s) - booked;
      const Real gained = half_step_energy(s, dt) - before;
      turned_over += std::fabs(contacts) + std::fabs(others);
      worst = std::fmax(worst, std::fabs(gained - contacts - others));
    }
    CHECK(sim.state().ledger.sliding > 0);
    CHECK(wall_work(sim.state()) != 0);
    CHECK(worst < 1e-12 * turned_over);
  }
}
