#include "scree/observe/momentum.h"

#include "physics/cluster.h"

using namespace scree;

TEST_CASE("a collision of many rough grains keeps momentum and angular momentum to round-off") {
  for (const char* tangential : {"mindlin-rescaled", "mindlin-deresiewicz"}) {
    CAPTURE(tangential);
    Contact contact = rough();
    contact.tangential = tangential;
    Simulation sim(small_case(contact, falling_together(4, 1), 2e-6));
    Real scale = 0, spin_scale = 0;
    for (const Motion8& m : sim.state().grains.motion) {
      scale += norm(m.v) / m.inv_mass;
      spin_scale += 0.04 * norm(m.v) / m.inv_mass + norm(m.w) / m.inv_inertia;
    }
    const Momentum before = measure_momentum(sim.scene(), sim.state());
    run_for(sim, 0.01);
    const Momentum after = measure_momentum(sim.scene(), sim.state());
    CHECK(sim.state().ledger.sliding > 0);
    CHECK(norm(after.linear - before.linear) < 1e-13 * scale);
    CHECK(norm(after.angular - before.angular) < 1e-12 * spin_scale);
  }
}
