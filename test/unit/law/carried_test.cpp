#include "scree/law/carried.h"

#include <cmath>

#include "unit/law/random_contact.h"

using namespace scree;

// The law that made a force gives it back: memory -> force -> memory -> force, for every law whose
// springs a force tells, whatever the contact moved like.
TEST_CASE("springs made from what a contact carries carry it, to rounding") {
  Random random{61, 0};
  const Real dt = 1e-6;
  int carried_something = 0;
  for (const LawChoice& choice : all_choices())
    for (int step = 0; step < 100; ++step) {
      const PairLaw law = random_law(random);
      const ContactIn<Real> in = random_contact(random);
      const auto force_of = [&](ContactMemory<Real> memory, Carried& out) {
        ContactOut<Real> force;
        ContactLoss<Real> loss;
        out.touches = evaluate_contact<Real, true>(choice, law, in, -dt, memory, force, loss);
        out.normal = force.normal, out.tangential = force.tangential, out.moment = force.moment;
      };
      Carried then, now;
      force_of(random_memory(random), then);
      if (!then.touches) continue;
      ContactMemory<Real> made = springs_for(choice, law, in, then, dt);
      // As a run reads them: half a step ahead.
      made.spring += 0.5 * dt * (in.v - dot(in.v, in.n) * in.n);
      made.roll += 0.5 * dt * in.radius * cross(in.spin, in.n);
      made.twist += 0.5 * dt * dot(in.spin, in.n);
      force_of(made, now);
      CHECK(now.normal == then.normal);
      // Springs and dashpots may be much larger than what is left of them.
      const Real k = tangential_stiffness(choice, law, made.a);
      CHECK(norm(now.tangential - then.tangential) <=
            1e-12 * (norm(then.tangential) + k * norm(made.spring)));
      CHECK(norm(now.moment - then.moment) <=
            1e-12 * (norm(then.moment) + in.radius * std::fabs(then.normal)));
      carried_something += norm(then.tangential) > 0 && norm(then.moment) > 0;
    }
  CHECK(carried_something > 1000);
}

TEST_CASE("a contact that does not touch gets no springs") {
  Random random{62, 0};
  const LawChoice choice{NormalLaw::kHertz, TangentialLaw::kMindlin, RollingLaw::kSpring,
                         TwistingLaw::kSpring, true};
  ContactIn<Real> in = random_contact(random);
  in.overlap = -1e-9;
  const ContactMemory<Real> m =
      springs_for(choice, random_law(random), in, {1, {1, 1, 1}, {1, 1, 1}, true, false}, 1e-6);
  CHECK(m.a == 0);
  CHECK(norm(m.spring) + norm(m.roll) + std::fabs(m.twist) == 0);
}
