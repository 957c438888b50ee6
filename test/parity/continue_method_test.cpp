/// A run may be continued by another method: contacts go on with the friction and the couples they
/// carried, each method in its own memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "parity/continued.h"
#include "scree/observe/contact_sample.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

const std::vector<std::string> kMethods{"smooth", "dae", "nonsmooth"};

// Of the scene of held balls:
constexpr Real kStiffness = 1e6;  // [N/m]
constexpr Real kMass = 2500 * 4 * kPi / 3 * 0.05 * 0.05 * 0.05, kWeight = kMass * 9.81;

/// Two balls that do not turn, one on a slope (gravity leans by atan 0.3), one on a ball that is
/// held; friction 0.5 holds both.
std::string held(const std::string& method) {
  return fmt::format(R"(
[run]
method = "{}"
duration = 0.1
time_step = {}
[domain]
lo = [-1, -1, -1]
hi = [1, 1, 1]
[gravity]
vector = [2.819, 0, -9.396]
[material.glass]
density = 2500
[law]
normal = "linear"
tangential = "cundall-strack"
[[pair]]
materials = ["*", "*"]
restitution = 0.2
friction = 0.5
stiffness = 1e6
[[bodies]]
material = "glass"
turns = false
list = [{{x = [0, 0, 0.05], radius = 0.05}}, {{x = [0.5, 0, 0.15], radius = 0.05}}]
[[bodies]]
material = "glass"
prescribed = true
list = [{{x = [0.5, 0, 0.05], radius = 0.05}}]
[[wall]]
name = "floor"
material = "glass"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
)",
                     method, method == "nonsmooth" ? "1e-3" : "2e-5") +
         kOutput;
}

Simulation continued(const Continued& c, const std::string& name, const std::string& text) {
  return Simulation(read_case_text(c.from(name, text), "scene.toml"), load_runs());
}

/// What contacts carry, by the ids of their grains; at a wall the second is -1.
using ById = std::map<std::pair<Id, Id>, Carried>;
ById carried_by_id(const Simulation& sim) {
  const State& s = sim.state();
  const CarriedForces forces = carried_forces(sim.scene(), s);
  ById out;
  const auto put = [&](Id a, Id b, Carried c) {
    if (!c.touches) return;
    if (b >= 0 && a > b) std::swap(a, b), c.tangential = -c.tangential, c.moment = -c.moment;
    out[{a, b}] = c;
  };
  for (Index k = 0; k < s.pairs.count; ++k)
    put(s.grains.id[s.pairs.i[k]], s.grains.id[s.pairs.j[k]], forces.pairs[k]);
  for (Index k = 0; k < s.wall_contacts.size(); ++k)
    put(s.grains.id[s.wall_contacts.row[k]], -1, forces.walls[k]);
  return out;
}

bool remembers(const State& state) {
  const auto any = [](const auto& springs) {
    return std::any_of(springs.begin(), springs.end(),
                       [](const SpringMemory& s) { return norm(s.spring) > 0; });
  };
  const auto held = [](const auto& contacts) {
    return std::any_of(contacts.begin(), contacts.end(),
                       [](const FrictionMemory& f) { return norm(f.force) > 0; });
  };
  const auto pushed = [](const auto& contacts) {
    return std::any_of(contacts.begin(), contacts.end(),
                       [](const ImpulseMemory& m) { return norm(m.p_t) > 0; });
  };
  return any(state.pairs.spring) || any(state.wall_contacts.spring) || held(state.pairs.friction) ||
         held(state.wall_contacts.friction) || pushed(state.pairs.impulse) ||
         pushed(state.wall_contacts.impulse);
}

/// Discs that fall onto each other and a floor.
std::string falling(const std::string& method) {
  return fmt::format(R"(
[run]
method = "{}"
duration = 0.06
planar = true
overlap_limit = 0.4
time_step = {}
[domain]
lo = [0, 0]
hi = [0.04, 0.1]
periodic = [true, false]
[gravity]
vector = [0, -9.81]
[material.steel]
density = 7800
[law]
normal = "linear"
tangential = "cundall-strack"
rolling = "{}"
[[pair]]
materials = ["*", "*"]
restitution = 0.5
friction = 0.3
stiffness = 2e5
rolling_friction = 0.05
[[bodies]]
source = "lattice"
material = "steel"
sizes = {{kind = "fixed", radius = 0.002}}
spacing = 0.0042
jitter = 0.9
count = 60
region = {{kind = "box", lo = [0, 0.001, 0], hi = [0.04, 0.05, 0]}}
[[wall]]
name = "floor"
material = "steel"
shape = "plane"
point = [0, 0, 0]
normal = [0, 1, 0]
)",
                     method, method == "nonsmooth" ? "5e-4" : "1e-5",
                     method == "dae" ? "none" : "spring") +
         kOutput;
}

}  // namespace

TEST_CASE("a change of method leaves every contact the friction and the couple it carried") {
  const Continued c;
  const std::vector<std::string> methods{"smooth", "nonsmooth"};
  for (const std::string& then : methods) c.run(falling(then), then);
  for (const std::string& then : methods) {
    const std::string now = then == "smooth" ? "nonsmooth" : "smooth";
    CAPTURE(then);
    CheckpointNote note;
    const auto earlier = load_simulation(c.folder / then, note, false);
    const Simulation sim = continued(c, then, falling(now));
    const ById before = carried_by_id(*earlier), after = carried_by_id(sim);
    REQUIRE(sim.continued()->memory);
    CHECK(static_cast<std::size_t>(sim.continued()->memory->kept + sim.continued()->memory->anew) ==
          before.size());
    int compared = 0;
    for (const auto& [key, was] : before) {
      const auto found = after.find(key);
      if (found == after.end()) continue;  // begins anew: counted above
      const Carried& is = found->second;
      // Soft contacts press by their overlap, which may hold less friction than was carried.
      const Real pressed = std::min(was.normal, is.normal);
      if (norm(was.tangential) > 0.999 * 0.3 * pressed) continue;
      if (norm(was.moment) > 0.999 * 0.05 * 0.001 * pressed) continue;
      CHECK(norm(is.tangential - was.tangential) <= 1e-12 * was.normal);
      CHECK(norm(is.moment - was.moment) <= 1e-12 * 0.002 * was.normal);
      compared += norm(was.tangential) > 1e-3 * was.normal;
    }
    CHECK(compared > 5);
  }
}

TEST_CASE("bodies held by friction are held at once when another method goes on with them") {
  const Continued c;
  for (const std::string& then : kMethods) c.run(held(then), then);
  for (const std::string& then : kMethods)
    for (const std::string& now : kMethods) {
      if (then == now) continue;
      CAPTURE(then);
      CAPTURE(now);
      Simulation sim = continued(c, then, held(now));
      REQUIRE(sim.continued()->memory);
      CHECK(sim.continued()->memory->kept == 2);
      CHECK(sim.continued()->memory->anew == 0);
      CHECK(contains(sim.continued()->note(sim.case_file().run.method), "\"" + then + "\""));
      CheckpointNote note;
      const auto earlier = load_simulation(c.folder / then, note, false);
      const ById before = carried_by_id(*earlier), after = carried_by_id(sim);
      REQUIRE(before.size() == 2);
      for (const auto& [key, was] : before)
        CHECK(norm(after.at(key).tangential - was.tangential) <=
              (now == "dae" ? 1e-5 : 1e-12) * kWeight);  // dae solves anew
      // Nothing lets go: no energy turns over but what the methods see differently in the springs,
      // F^2/(2 k_t) with k_t = 2/7 k. Without the memory bodies slip until friction holds again.
      const Real start = energy_now(sim.scene(), sim.state()).total();
      const Real in_springs = 0.5 * 3.5 * kWeight * kWeight / kStiffness;
      Real most = start;
      while (!sim.finished()) {
        REQUIRE_FALSE(sim.advance().any());
        most = std::max(most, energy_now(sim.scene(), sim.state()).total());
      }
      CHECK(most - start < 1e-3 * in_springs);
      const Vec3 moved =
          position(sim.state().grains.place[0]) - position(earlier->state().grains.place[0]);
      CHECK(norm(moved) < 1e-3 * 3.5 * kWeight / kStiffness);
    }
}

TEST_CASE("the same method takes the memory of contacts over, and goes on bit for bit") {
  for (const std::string& method : kMethods) {
    CAPTURE(method);
    const Continued c(falling(method), "duration = 0.06", "duration = 0.03");
    REQUIRE(remembers(c.whole));
    check_same_bodies(c.whole, c.parts);
    CHECK(contains(file_bytes(c.folder / "second" / "run.json"),
                   "\"contact_memory\": \"taken over\""));
  }
}

TEST_CASE("run.json says which method an earlier run had, and that its memory was converted") {
  const Continued c;
  c.run(held("nonsmooth"), "first");
  c.run(c.from("first", held("smooth")), "second");
  const std::string note = file_bytes(c.folder / "second" / "run.json");
  CHECK(contains(note, "\"contact_memory\": \"converted\""));
  CHECK(contains(note, "\"method\": \"nonsmooth\""));
  CHECK(contains(note, (c.folder / "first").string()));
  CHECK_FALSE(contains(file_bytes(c.folder / "first" / "run.json"), "contact_memory"));
}

TEST_CASE("liquid bridges belong to no method: they stay") {
  const Continued c;
  const std::string liquid =
      "[liquid]\nsurface_tension = 0.07\ncontact_angle = 0.3\nvolume = 1e-9\n";
  c.run(held("smooth") + liquid, "first");
  const Simulation sim = continued(c, "first", held("dae") + liquid);
  CHECK(std::count(sim.state().pairs.bridge.begin(), sim.state().pairs.bridge.end(), 1e-9) == 1);
  REQUIRE(sim.state().wall_contacts.bridge.size() == 1);
  CHECK(sim.state().wall_contacts.bridge[0] == 1e-9);
  CHECK(sim.state().ledger.formations == 0);
}

TEST_CASE("clumps cannot be taken over by a method that does not move them") {
  const Continued c;
  const std::string peanut =
      "[clump.peanut]\nspheres = [[-0.02, 0, 0, 0.03], [0.02, 0, 0, 0.03]]\n[[bodies]]\n"
      "material = \"glass\"\nshape = \"peanut\"\nlist = [{x = [-0.5, 0, 0.1]}]\n";
  c.run(swapped(held("smooth"), "duration = 0.1", "duration = 0.001") + peanut, "first");
  CHECK(contains(message_of<CaseError>([&] { continued(c, "first", held("dae")); }),
                 "holds clumps; the method dae moves single spheres"));
}
