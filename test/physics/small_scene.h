#pragma once
/// Small scenes for physics tests: text of a case in, a Simulation out.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/run/simulation.h"

namespace scree {

/// Law and pair tables of a scene of one material, "glass" (2500 kg/m^3).
struct Contact {
  std::string normal = "hertz", tangential = "mindlin-rescaled", rolling = "none",
              twisting = "none";
  bool tension = false;
  Real restitution = 1, friction = 0, young = 1e8, stiffness = 1e5;
  std::string more = "";  // further lines of [[pair]]

  std::string text() const {
    const bool linear = normal == "linear";
    return fmt::format(
        "[material.glass]\ndensity = 2500\nyoung = {}\npoisson = 0.25\n"
        "[law]\nnormal = \"{}\"\ntangential = \"{}\"\nrolling = \"{}\"\ntwisting = \"{}\"\n"
        "tension = {}\n[[pair]]\nmaterials = [\"glass\", \"glass\"]\nrestitution = {}\n"
        "friction = {}\n{}{}\n",
        young, normal, tangential, rolling, twisting, tension, restitution, friction,
        linear ? fmt::format("stiffness = {}\n", stiffness) : "", more);
  }
};

struct Ball {
  Vec3 x, v{0, 0, 0}, w{0, 0, 0};
  Real radius = 0.01;
};

inline std::string numbers(Vec3 v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

inline std::string balls_text(const std::vector<Ball>& balls) {
  std::string out = "[[bodies]]\nmaterial = \"glass\"\nlist = [\n";
  for (const Ball& b : balls)
    out += fmt::format("{{x = {}, v = {}, w = {}, radius = {}}},\n", numbers(b.x), numbers(b.v),
                       numbers(b.w), b.radius);
  return out + "]\n";
}

/// A scene in a cube of edge 2 around the origin; `rest` holds walls, gravity and so on.
inline Case small_case(const Contact& contact, const std::vector<Ball>& balls, Real time_step,
                       const std::string& rest = "") {
  const std::string head = fmt::format(
      "[run]\nduration = 1e6\ntime_step = {}\nforce_time_step = true\noverlap_limit = 0.5\n"
      "[domain]\nlo = [-1, -1, -1]\nhi = [1, 1, 1]\n",
      time_step);
  return read_case_text(head + rest + contact.text() + balls_text(balls), "case.toml");
}

inline const std::string kFloor =
    "[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\nshape = \"plane\"\npoint = [0, 0, 0]\n"
    "normal = [0, 0, 1]\n";

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
