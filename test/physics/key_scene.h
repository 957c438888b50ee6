#pragma once
/// Scenes that turn one key of a case file into a force, a couple or a speed, and the register of
/// the keys that have such a test.
#include <set>

#include "physics/small_scene.h"

namespace scree {

/// Keys with a test, as "pair.friction": keys_test.cpp asks for one of every key.
inline std::set<std::string>& tested_keys() {
  static std::set<std::string> keys;
  return keys;
}

/// A test that leads from a key in a case file to a number with a unit. What is expected is
/// computed in the test from textbook formulas, never by the functions of scree/law.
#define SCREE_KEY_TEST(key, what)                                 \
  [[maybe_unused]] static const bool DOCTEST_ANONYMOUS(kTested) = \
      ::scree::tested_keys().insert(key).second;                  \
  TEST_CASE("key " key ": " what)

constexpr Real kRadius = 0.01;                              // of the ball [m]
constexpr Real kMass = 2500 * 4 * kPi / 3 * 1e-6;           // [kg]
constexpr Real kInertia = 0.4 * kMass * kRadius * kRadius;  // [kg m^2]
constexpr Real kGravity = 9.81;                             // [m/s^2]
constexpr Real kWeight = kMass * kGravity;                  // [N]

inline const std::string kGlass = "density = 2500\nyoung = 1e8\npoisson = 0.25\n";
/// So heavy that no contact force moves it: it goes on as it was started.
inline const std::string kHeavy = "density = 1e15\nyoung = 1e8\npoisson = 0.25\n";

/// One ball on a floor z = 0, or on a fixed ball below it. Texts are lines of the case file.
struct KeyScene {
  std::string law = "normal = \"linear\"\ntangential = \"cundall-strack\"\n";
  std::string pair = "restitution = 1\n";
  std::string method = "smooth", rest = "", body = "";
  std::string phases = "", motion = "";  // of the run, of the floor
  std::string ball = kGlass, floor = kGlass;
  Vec3 gravity{0, 0, 0}, v{0, 0, 0}, w{0, 0, 0};
  Real overlap = 0, dt = 1e-6;
  Real perch = 0;  // radius of the fixed ball that stands for the floor; zero: a plane

  std::string support() const {
    if (perch > 0)
      return fmt::format(
          "[[bodies]]\nmaterial = \"floor\"\nprescribed = true\n"
          "list = [{{x = [0, 0, {}], radius = {}}}]\n",
          -perch, perch);
    return "[[wall]]\nname = \"floor\"\nmaterial = \"floor\"\nshape = \"plane\"\n"
           "point = [0, 0, 0]\nnormal = [0, 0, 1]\n" +
           motion;
  }
  Case read() const {
    return read_case_text(
        fmt::format("[run]\nmethod = \"{}\"\n{}time_step = {}\nforce_time_step = true\n"
                    "overlap_limit = 0.5\n[domain]\nlo = [-1, -1, -1]\nhi = [1, 1, 1]\n"
                    "[gravity]\nvector = {}\n[material.ball]\n{}\n[material.floor]\n{}\n"
                    "[law]\n{}\n[[pair]]\nmaterials = [\"*\", \"*\"]\n{}\n{}\n"
                    "[[bodies]]\nmaterial = \"ball\"\n{}\n"
                    "list = [{{x = [0, 0, {}], v = {}, w = {}, radius = {}}}]\n{}{}",
                    method, phases.empty() ? "duration = 1e6\n" : "", dt, numbers(gravity), ball,
                    floor, law, pair, rest, body, kRadius - overlap, numbers(v), numbers(w),
                    kRadius, support(), phases),
        "key.toml");
  }
};

/// Force of the ball on the floor in the last step: pushing down is negative [N].
inline Vec3 floor_force(const Simulation& sim) { return sim.state().walls[0].force; }
inline const Motion8& ball_motion(const Simulation& sim) {
  return sim.state().grains.motion[row_of(sim.state(), 0)];
}
inline Vec3 ball_place(const Simulation& sim) {
  return position(sim.state().grains.place[row_of(sim.state(), 0)]);
}
inline void run_steps(Simulation& sim, long steps) {
  for (long k = 0; k < steps; ++k) REQUIRE_FALSE(sim.advance().any());
}

/// Equal to a part of the value. (Alone, epsilon() is a part of 1 + the value: nothing is too wrong
/// for a millinewton.)
inline doctest::Approx within(Real part, Real value) {
  return doctest::Approx(value).epsilon(part).scale(0);
}

/// What velocities at three times, `t` apart, have in common when m x'' + c x' + k x = 0, however
/// it began: v2 - 2 exp(-a t) cos(b t) v1 + exp(-2 a t) v0 = 0.
inline Real swing_residual(Real m, Real c, Real k, Real t, const Real (&v)[3]) {
  const Real a = 0.5 * c / m, b = std::sqrt(k / m - a * a), decay = std::exp(-a * t);
  return v[2] - 2 * decay * std::cos(b * t) * v[1] + decay * decay * v[0];
}

/// Velocity over its start of m x'' + c x' + k x = 0 with x(0) = 0.
inline Real damped_speed(Real m, Real c, Real k, Real t) {
  const Real a = 0.5 * c / m, b = std::sqrt(k / m - a * a);
  return std::exp(-a * t) * (std::cos(b * t) - a / b * std::sin(b * t));
}

}  // namespace scree
