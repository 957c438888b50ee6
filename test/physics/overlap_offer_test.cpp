/// An overlap that stops a run names the stiffness with which it would not have.
#include <cmath>
#include <regex>

#include "physics/small_scene.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// Head-on at 1 m/s, until they part or the overlap stops the run.
std::string impact(const Contact& contact, const Keys& rest, Real radius, Real dt) {
  const std::vector<Ball> pair{{{-0.0101, 0, 0.5}, {1, 0, 0}},
                               {{radius + 0.0001, 0, 0.5}, {0, 0, 0}, {0, 0, 0}, radius}};
  const std::vector<Ball> single{{{0, 0, 0.0101}, {0, 0, -1}}};
  Case c = small_case(contact, rest.empty() ? pair : single, dt, rest);
  c.run.overlap_limit = 0.05;
  Simulation sim(c);
  const auto closing = [&] {
    const auto& m = sim.state().grains.motion;
    return rest.empty() ? m[0].v.x > m[1].v.x : m[0].v.z < 0;
  };
  while (closing())
    if (const Stop stop = sim.advance(); stop.any()) return stop.message;
  return {};
}

Real offered(const std::string& message) {
  std::smatch found;
  REQUIRE(std::regex_search(message, found, std::regex("of at least ([-+.e0-9]+) (N/m|Pa)")));
  return std::stod(found[1]);
}

/// A case that stops, its offer, and the case with it.
void check_offer(Contact contact, const Keys& rest, Real radius) {
  CAPTURE(contact.normal);
  CAPTURE(contact.restitution);
  CAPTURE(radius);
  Real& stiffness = contact.normal == "linear" ? contact.stiffness : contact.young;
  // Overlaps up to several limits if nothing stopped it.
  stiffness = contact.normal == "linear" ? 1e4 : 5e5;
  const std::string first = impact(contact, rest, radius, 1e-6);
  REQUIRE(contains(first, "of the radius (limit 0.05)"));
  const Real offer = offered(first);
  CHECK(offer > stiffness);
  stiffness = offer;
  CHECK(impact(contact, rest, radius, 1e-6) == "");
  // And it is no more than is needed: 5 % in reserve, rounded up by 10 % at most.
  if (contact.restitution < 1) return;
  stiffness = offer / 1.2;
  CHECK(contains(impact(contact, rest, radius, 1e-6), "overlap of body"));
}

}  // namespace

TEST_CASE(
    "with the stiffness that an overlap stop offers, the same impact stays within the limit") {
  for (const std::string normal : {"linear", "hertz"})
    for (const Real restitution : {1.0, 0.5})
      for (const Real radius : {0.01, 0.03}) {
        const Contact contact{.normal = normal,
                              .tangential = normal == "linear" ? "cundall-strack" : "mindlin",
                              .restitution = restitution};
        check_offer(contact, {}, radius);
        check_offer(contact, kFloor, radius);
      }
}

TEST_CASE("the offer names the materials: both of two that give way, not a rigid wall") {
  const auto message = [](Real young) {
    Keys lead{{"young", young}};
    if (std::isfinite(young)) lead.push_back({"poisson", 0.3});
    const Keys ball{{"x", {0, 0, 0.0101}}, {"v", {0, 0, -1}}, {"radius", 0.01}};
    Simulation sim(
        case_of_keys({{"run", Keys{{"duration", 1}, {"time_step", 1e-6}}},
                      {"domain", Keys{{"lo", {-1, -1, -1}}, {"hi", {1, 1, 1}}}},
                      {"material.clay", Keys{{"density", 2500}, {"young", 1e5}, {"poisson", 0.25}}},
                      {"material.lead", lead},
                      {"pair", Keys{{"materials", {"*", "*"}}, {"restitution", 0.5}}},
                      {"bodies", Keys{{"material", "clay"}, {"list", {ball}}}},
                      {"wall", Keys{{"name", "floor"},
                                    {"material", "lead"},
                                    {"shape", "plane"},
                                    {"point", {0, 0, 0}},
                                    {"normal", {0, 0, 1}}}}}));
    for (;;)
      if (const Stop stop = sim.advance(); stop.any()) return stop.message;
  };
  const std::string rigid = message(INFINITY), soft = message(2e5);
  CHECK(contains(rigid, "Pa for \"clay\", now 1e+05)"));
  CHECK_FALSE(contains(rigid, "lead"));
  CHECK(contains(soft, "Pa for \"clay\", now 1e+05, and "));
  CHECK(contains(soft, "Pa for \"lead\", now 2e+05)"));
}
