#include <cmath>
#include <set>

#include "physics/cluster.h"
#include "physics/wet_scene.h"

using namespace scree;

namespace {

using Pair = std::pair<Id, Id>;

/// Discs of several sizes in a shaken box that is periodic along x, wet by films or by bridges of
/// one volume; they meet, part and meet again.
Simulation shaken(const Keys& liquid, Real dt, int across = 6, int high = 4) {
  const Keys up{
      {"kind", "oscillate"}, {"direction", {0, 1, 0}}, {"amplitude", 0.002}, {"frequency", 25}};
  Keys keys{
      {"run", Keys{{"duration", 1e6},
                   {"time_step", dt},
                   {"force_time_step", true},
                   {"planar", true},
                   {"thickness", 0.01},
                   {"overlap_limit", 0.5},
                   {"skin", 0.001}}},
      {"domain", Keys{{"lo", {0, -0.1}}, {"hi", {0.022 * across, 1}}, {"periodic", {true, false}}}},
      {"gravity.vector", {0, -9.81}},
      {"material.glass", Keys{{"density", 2500}}},
      {"law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}, {"tension", true}}},
      {"pair", Keys{{"materials", {"*", "*"}},
                    {"restitution", 0.7},
                    {"stiffness", 2e4},
                    {"friction", 0.3}}}};
  keys = keys + liquid + plane("floor", {0, 1, 0}, {{"motion", {up}}});
  Random random{3};
  const auto u = [&random] { return 2 * random.uniform() - 1; };
  std::vector<api::Value> discs;
  for (int i = 0; i < across; ++i)
    for (int j = 0; j < high; ++j) {
      const Real radius = 0.0095 + 0.001 * u(), vy = 0.2 * u(), vx = 0.2 * u();
      discs.push_back(
          Keys{{"x", {0.011 + 0.022 * i, 0.012 + 0.022 * j}}, {"v", {vx, vy}}, {"radius", radius}});
    }
  return Simulation(
      case_of_keys(keys + Keys{{"bodies", Keys{{"material", "glass"}, {"list", discs}}}}));
}

const Keys kWithFilms{
    {"liquid", Keys{{"surface_tension", 2}, {"contact_angle", 0.2}, {"content", 0.05}}}};

/// Bridges as they stand in the tables, by ids; walls as id -1.
std::set<Pair> bridges_in(const State& s) {
  std::set<Pair> out;
  const auto ordered = [](Id a, Id b) { return Pair{std::min(a, b), std::max(a, b)}; };
  for (Index k = 0; k < s.pairs.count; ++k)
    if (s.pairs.bridge[k] > 0)
      out.insert(ordered(s.grains.id[s.pairs.i[k]], s.grains.id[s.pairs.j[k]]));
  for (Index k = 0; k < s.wall_contacts.size(); ++k)
    if (s.wall_contacts.bridge[k] > 0) out.insert({-1, s.grains.id[s.wall_contacts.row[k]]});
  return out;
}

/// What the bridges should be, from all pairs of grains at every step.
struct AllPairs {
  Real rupture;
  std::set<Pair> bridges;

  void see(Pair pair, Real gap) {
    if (gap < 0) bridges.insert(pair);
    if (gap > rupture) bridges.erase(pair);
  }
  void look(const Scene& scene, const State& s) {
    const Grains& g = s.grains;
    for (Index i = 0; i < g.size(); ++i) {
      see({-1, g.id[i]}, g.place[i].y - s.walls[0].x.y - g.place[i].r);
      for (Index j = i + 1; j < g.size(); ++j) {
        const Vec3 d = scene.domain.cell.nearest(position(g.place[j]) - position(g.place[i]));
        see({std::min(g.id[i], g.id[j]), std::max(g.id[i], g.id[j])},
            norm(d) - g.place[i].r - g.place[j].r);
      }
    }
  }
};

}  // namespace

TEST_CASE("bridges are where touching and stretching of all pairs says, step by step") {
  const Water water{.tension = 2, .rupture = 2.5e-3};
  Simulation sim = shaken(water.keys(), 1e-5);
  AllPairs all{water.rupture, {}};
  all.look(sim.scene(), sim.state());
  long most = 0;
  for (int k = 0; k < 30000; ++k) {
    REQUIRE_FALSE(sim.advance().any());
    all.look(sim.scene(), sim.state());
    REQUIRE(bridges_in(sim.state()) == all.bridges);
    most = std::max(most, static_cast<long>(all.bridges.size()));
  }
  const Ledger& l = sim.state().ledger;
  CHECK(most > 20);
  CHECK(l.ruptures > 50);
  CHECK(l.formations - l.ruptures == static_cast<std::int64_t>(all.bridges.size()));
  CHECK(sim.state().lists.builds > 5);  // the grains were sorted anew meanwhile
  CHECK(l.rupture == doctest::Approx(l.ruptures * water.rupture_energy(0.0095)).epsilon(0.3));
}

TEST_CASE("no liquid is lost in a million steps of bridges that rupture and form again") {
  Simulation sim = shaken(kWithFilms, 2e-5, 3, 2);
  const Real before = measure_liquid(sim.state()).total();
  Real in_bridges = 0;
  for (int k = 0; k < 1000000; ++k) {
    REQUIRE_FALSE(sim.advance().any());
    if (k % 50000) continue;
    const LiquidNow now = measure_liquid(sim.state());
    in_bridges = std::max(in_bridges, now.in_bridges);
    CHECK(now.total() == doctest::Approx(before).epsilon(1e-12));
    for (const Real film : sim.state().grains.film) REQUIRE(film >= 0);
  }
  CHECK(sim.state().ledger.ruptures > 1000);
  CHECK(in_bridges > 0.05 * before);
}

TEST_CASE("liquid spreads: a bridge takes unequal films and hands back equal shares") {
  Simulation sim = shaken(kWithFilms, 2e-5, 3);
  const auto spread = [&] {
    const std::vector<Real>& film = sim.state().grains.film;
    return *std::max_element(film.begin(), film.end()) /
           *std::min_element(film.begin(), film.end());
  };
  for (Real& film : sim.state().grains.film) film *= film > 1.9e-7 ? 1 : 1e-3;
  const Real uneven = spread();
  run_for(sim, 4);
  CHECK(uneven > 100);
  CHECK(spread() < 0.1 * uneven);
}

TEST_CASE("the books of a shaken wet pack close, better with smaller steps") {
  for (const Keys& liquid : {Water{.tension = 2, .rupture = 2.5e-3}.keys(), kWithFilms}) {
    Real error[2];
    for (const int fine : {0, 1}) {
      Simulation sim = shaken(liquid, fine ? 2.5e-6 : 1e-5);
      const Real before = energy_balance(sim);
      run_for(sim, 0.3);
      const Ledger& l = sim.state().ledger;
      const Real turned_over = std::fabs(wall_work(sim.state())) + dissipated(l);
      error[fine] = std::fabs(energy_balance(sim) - before) / turned_over;
      CHECK(l.ruptures > 50);
      CHECK(l.rupture > 0.02 * dissipated(l));
      CHECK(std::fabs(l.bridge_timing) < 0.05 * l.rupture);  // zero in the mean
    }
    CHECK(error[0] < 1e-3);
    CHECK(error[1] < 0.25 * error[0]);
  }
}

TEST_CASE("a grain hangs from a wet ceiling, pulled by its bridge and pushed by the contact") {
  const Water water{.tension = 200, .volume = 1e-6, .rupture = 4e-3};
  Contact contact{.normal = "linear",
                  .tangential = "cundall-strack",
                  .restitution = 0.3,
                  .friction = 0.5,
                  .stiffness = 1e5};
  Simulation sim(small_case(contact, {{{0, 0, -0.00999}}}, 1e-5,
                            water.keys() + gravity({0, 0, -9.81}) + plane("ceiling", {0, 0, -1})));
  run_for(sim, 0.5);
  const State& s = sim.state();
  REQUIRE(measure_liquid(s).bridges == 1);
  Real elastic = 0, capillary = 0;
  for_each_contact(sim.scene(), s,
                   [&](const ContactSample& c) { elastic += c.elastic, capillary += c.capillary; });
  const Real weight = 2500 * 4 * kPi / 3 * 1e-6 * 9.81;
  CHECK(capillary - elastic == doctest::Approx(weight).epsilon(1e-3));
}
