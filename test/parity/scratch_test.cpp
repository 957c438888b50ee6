/// Scratch holds nothing that matters, and nothing is shared between simulations.
#include "parity/scenes.h"

using namespace scree;

namespace {

/// Hash after every step.
std::vector<std::uint64_t> hashes(const Case& c, long steps, long drop_every = 0) {
  Simulation sim(c);
  std::vector<std::uint64_t> out;
  for (long k = 1; k <= steps; ++k) {
    advance(sim, 1);
    if (drop_every && k % drop_every == 0) sim.drop_scratch();
    out.push_back(hash(sim.state()));
  }
  return out;
}

}  // namespace

TEST_CASE("scratch dropped between steps changes no bit") {
  for (const Case& c : {machine_case(), case_of(kPeriodicScene), case_of(kPlanarScene),
                        case_of(kStickyScene), case_of(kWetScene), case_of(kHeldScene),
                        case_of(kPendulumScene), case_of(kRigidScene), case_of(kPartsScene),
                        case_of(kReducedScene), case_of(kWindyScene), case_of(kStirredScene)}) {
    const std::vector<std::uint64_t> plain = hashes(c, 400);
    CHECK(plain == hashes(c, 400, 1));
    CHECK(plain == hashes(c, 400, 7));
  }
}

TEST_CASE("two simulations in one process do not disturb each other") {
  const Case a = machine_case(), b = case_of(kPeriodicScene);
  const std::vector<std::uint64_t> alone_a = hashes(a, 300), alone_b = hashes(b, 300);
  Simulation first(a), second(b), third(a);
  for (std::size_t k = 0; k < 300; ++k) {
    advance(first, 1);
    advance(second, 1);
    if (k % 3 == 0) advance(third, 2);
    REQUIRE(hash(first.state()) == alone_a[k]);
    REQUIRE(hash(second.state()) == alone_b[k]);
  }
  CHECK(hash(third.state()) == alone_a[199]);
}

TEST_CASE("two sessions interleaved write what each would write alone") {
  ScratchFolder folder;
  const Case a = machine_case(), b = case_of(kPlanarScene);
  const FolderRun alone_a(a, folder / "a"), alone_b(b, folder / "b");
  Session first(a, folder / "a2", false);
  RunSummary second;
  const RunSummary summary = first.run([&](const Simulation& sim) {
    if (sim.state().clock.step == 200)
      second = Session(b, folder / "b2", false).run([](const Simulation&) { return true; });
    return true;
  });
  CHECK(summary.state_hash == alone_a.summary.state_hash);
  CHECK(second.state_hash == alone_b.summary.state_hash);
  CHECK(tables_in(folder / "a2") == alone_a.tables);
  CHECK(tables_in(folder / "b2") == alone_b.tables);
}
