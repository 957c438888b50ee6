#pragma once
/// Small scenes for physics tests: a case built in code, as a Simulation.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "code_case.h"
#include "scree/case/case.h"
#include "scree/run/simulation.h"

namespace scree {

/// Law and pair tables of a scene of one material, "glass" (2500 kg/m^3).
struct Contact {
  std::string normal = "hertz", tangential = "mindlin-rescaled", rolling = "none",
              twisting = "none";
  bool tension = false;
  Real restitution = 1, friction = 0, young = 1e8, stiffness = 1e5;
  Keys more = {};  // further keys of [[pair]]

  Keys keys() const {
    Keys pair{
        {"materials", {"glass", "glass"}}, {"restitution", restitution}, {"friction", friction}};
    if (normal == "linear") pair.push_back({"stiffness", stiffness});
    return {{"material.glass", Keys{{"density", 2500}, {"young", young}, {"poisson", 0.25}}},
            {"law", Keys{{"normal", normal},
                         {"tangential", tangential},
                         {"rolling", rolling},
                         {"twisting", twisting},
                         {"tension", tension}}},
            {"pair", pair + more}};
  }
};

struct Ball {
  Vec3 x, v{0, 0, 0}, w{0, 0, 0};
  Real radius = 0.01;
};

/// A vector as it stands in the text of a case.
inline std::string numbers(Vec3 v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

inline Keys balls_of(const std::vector<Ball>& balls) {
  std::vector<api::Value> list;
  for (const Ball& b : balls)
    list.push_back(
        Keys{{"x", in_keys(b.x)}, {"v", in_keys(b.v)}, {"w", in_keys(b.w)}, {"radius", b.radius}});
  return {{"bodies", Keys{{"material", "glass"}, {"list", list}}}};
}

/// A scene in a cube of edge 2 around the origin; `rest` holds walls, gravity and so on.
inline Case small_case(const Contact& contact, const std::vector<Ball>& balls, Real time_step,
                       const Keys& rest = {}) {
  const Keys head{{"run", Keys{{"duration", 1e6},
                               {"time_step", time_step},
                               {"force_time_step", true},
                               {"overlap_limit", 0.5}}},
                  {"domain", Keys{{"lo", {-1, -1, -1}}, {"hi", {1, 1, 1}}}}};
  return case_of_keys(head + rest + contact.keys() + balls_of(balls));
}

inline Keys plane(const std::string& name, Vec3 normal, const Keys& more = {}) {
  return {{"wall", Keys{{"name", name},
                        {"material", "glass"},
                        {"shape", "plane"},
                        {"point", {0, 0, 0}},
                        {"normal", in_keys(normal)}} +
                       more}};
}
inline const Keys kFloor = plane("floor", {0, 0, 1});

inline Keys gravity(Vec3 g) { return {{"gravity.vector", in_keys(g)}}; }

/// Row of the body with an id: rows move, ids stay.
inline Index row_of(const State& state, Id id) {
  Index r = 0;
  while (state.grains.id[r] != id) ++r;
  return r;
}

inline void run_for(Simulation& sim, Real time) {
  const auto steps = static_cast<long>(time / sim.dt() + 0.5);
  for (long k = 0; k < steps; ++k) REQUIRE_FALSE(sim.advance().any());
}

/// Duration of a Hertz contact of a sphere (glass of Contact) on a plane of its like [s].
inline Real hertz_duration(Real young, Real radius, Real speed) {
  const Real modulus = young / (2 * (1 - 0.25 * 0.25));
  const Real mass = 2500 * 4 * kPi / 3 * radius * radius * radius;
  const Real k = 4.0 / 3 * modulus * std::sqrt(radius);
  return 2.9433 * std::pow(5 * mass * speed * speed / (4 * k), 0.4) / speed;
}

}  // namespace scree
