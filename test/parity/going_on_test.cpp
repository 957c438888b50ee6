/// Steps that nobody looks between are fused for speed: not one bit may differ.
#include "parity/scenes.h"

using namespace scree;

namespace {

const char* const kCollision = R"(
[run]
duration = 0.01
overlap_limit = 0.002
[domain]
lo = [-0.05, -0.05, -0.05]
hi = [0.05, 0.05, 0.05]
[material.glass]
density = 2500
young = 1e7
poisson = 0.25
[[pair]]
materials = ["*", "*"]
restitution = 0.7
[[bodies]]
material = "glass"
list = [{x = [-0.0051, 0, 0], v = [1, 0, 0], radius = 0.005},
        {x = [0.0051, 0, 0], v = [-1, 0, 0], radius = 0.005}]
)";

}  // namespace

TEST_CASE("steps that nobody looks between change no bit") {
  for (const Case& c :
       {machine_case(), case_of(kPeriodicScene), case_of(kPlanarScene), case_of(kStickyScene)}) {
    Simulation seen(c), unseen(c);
    std::int64_t fused = 0;
    while (unseen.state().clock.step < 400 && !unseen.finished()) {
      const std::int64_t before = unseen.state().clock.step;
      REQUIRE_FALSE(unseen.advance(33 - before % 33).any());
      fused += unseen.last_report().fused;
      while (seen.state().clock.step < unseen.state().clock.step)
        REQUIRE_FALSE(seen.advance().any());
      REQUIRE(hash(seen.state()) == hash(unseen.state()));
    }
    CHECK(fused > 200);
  }
}

TEST_CASE("trouble found between two looks leaves bodies at the time of the trouble") {
  const Case c = case_of(kCollision);
  Simulation seen(c), unseen(c);
  Stop a, b;
  while (!a.any() && !seen.finished()) a = seen.advance();
  while (!b.any() && !unseen.finished()) b = unseen.advance(20);
  REQUIRE(a.any());
  CHECK(a.message == b.message);
  REQUIRE(seen.state().clock.step == unseen.state().clock.step);
  const auto &p = seen.state().grains.place, &q = unseen.state().grains.place;
  for (std::size_t r = 0; r < p.size(); ++r)
    CHECK(norm(position(p[r]) - position(q[r])) < 1e-12 * p[r].r);
}
