/// Keys of materials and of the normal force, from the text of a case to newtons; and that every
/// key of [material] and [[pair]] has such a test.
#include <algorithm>
#include <cmath>

#include "physics/key_scene.h"
#include "scree/case/case_schema.h"

using namespace scree;

namespace {

Real hertz(Real modulus, Real overlap) {
  return 4.0 / 3 * modulus * std::sqrt(kRadius) * std::pow(overlap, 1.5);
}

/// Push on the floor at a given overlap [N].
Real push(KeyScene scene, Real overlap) {
  scene.overlap = overlap;
  scene.dt = 1e-9;
  Simulation sim(scene.read());
  run_steps(sim, 1);
  return -floor_force(sim).z;
}

std::string elastic(Real young, Real poisson) {
  return fmt::format("density = 1e15\nyoung = {}\npoisson = {}\n", young, poisson);
}

void check_tested(const Schema& schema, const std::string& table) {
  for (const std::string& key : schema.keys()) {
    INFO("no test leads from " << table << "." << key << " to a number: add a SCREE_KEY_TEST");
    CHECK(tested_keys().count(table + "." + key) == 1);
  }
}

}  // namespace

TEST_CASE("every key of a material and of a pair has a test from a case file to a number") {
  check_tested(schema_of<Material>(), "material");
  check_tested(schema_of<PairOptions>(), "pair");
  for (const char* key : {"law.tension", "law.tangential_damping"}) {
    INFO(key);
    CHECK(tested_keys().count(key) == 1);
  }
  // And no test is about a key that is gone.
  for (const std::string& key : tested_keys()) {
    INFO(key);
    const std::string name = key.substr(key.find('.') + 1);
    CHECK((schema_of<Material>().find(name) || schema_of<PairOptions>().find(name) ||
           schema_of<LawOptions>().find(name)));
  }
}

SCREE_KEY_TEST("material.density", "a sphere at rest presses with 4/3 pi R^3 rho g") {
  KeyScene scene{.pair = "restitution = 0.1\nstiffness = 1e4\n", .gravity = {0, 0, -kGravity}};
  scene.ball = "density = 3170\n";
  scene.dt = 2e-6;
  Simulation sim(scene.read());
  run_for(sim, 0.05);
  CHECK(-floor_force(sim).z == within(1e-6, 3170 * 4 * kPi / 3 * std::pow(kRadius, 3) * kGravity));
  // A disc: pi R^2 times the thickness.
  Case flat = read_case_text(
      "[run]\nduration = 1\ntime_step = 2e-6\nplanar = true\nthickness = 0.03\n"
      "[domain]\nlo = [-1, -1]\nhi = [1, 1]\n[gravity]\nvector = [0, -9.81]\n"
      "[material.ball]\ndensity = 3170\n[law]\nnormal = \"linear\"\ntangential = \"none\"\n"
      "[[pair]]\nmaterials = [\"*\", \"*\"]\nrestitution = 0.1\nstiffness = 1e4\n"
      "[[bodies]]\nmaterial = \"ball\"\nlist = [{x = [0, 0.01], radius = 0.01}]\n"
      "[[wall]]\nname = \"floor\"\nmaterial = \"ball\"\nshape = \"plane\"\npoint = [0, 0]\n"
      "normal = [0, 1]\n",
      "disc.toml");
  Simulation planar(flat);
  run_for(planar, 0.1);
  CHECK(-floor_force(planar).y == within(1e-6, 3170 * kPi * kRadius * kRadius * 0.03 * kGravity));
}

SCREE_KEY_TEST("material.young", "two materials push with 4/3 E* sqrt(R) d^1.5") {
  KeyScene scene{.law = "normal = \"hertz\"\ntangential = \"none\"\n"};
  scene.ball = elastic(3e7, 0.25);
  scene.floor = elastic(2e8, 0.25);
  const Real soft = 1 - 0.25 * 0.25;
  const Real d = 2e-5;
  CHECK(push(scene, d) == within(1e-9, hertz(1 / (soft / 3e7 + soft / 2e8), d)));
  scene.floor = "young = inf\n";
  CHECK(push(scene, d) == within(1e-9, hertz(3e7 / soft, d)));
}

SCREE_KEY_TEST("material.poisson", "it enters E* as 1 - nu^2 and G* as (2 - nu) 2 (1 + nu)") {
  const Real d = 2e-5, ball = 0.1, floor = 0.45, e1 = 3e7, e2 = 2e8;
  KeyScene scene{.law = "normal = \"hertz\"\ntangential = \"mindlin\"\n",
                 .pair = "restitution = 1\nfriction = 1e3\n"};
  scene.ball = elastic(e1, ball);
  scene.floor = elastic(e2, floor);
  const Real modulus = 1 / ((1 - ball * ball) / e1 + (1 - floor * floor) / e2);
  CHECK(push(scene, d) == within(1e-9, hertz(modulus, d)));
  // Dragged by a tenth of a micrometre it holds back with 8 G* a times that, a = sqrt(R d).
  const Real shear = 1 / ((2 - ball) * 2 * (1 + ball) / e1 + (2 - floor) * 2 * (1 + floor) / e2);
  scene.overlap = d;
  scene.v = {1e-3, 0, 0};
  scene.body = "turns = false\n";
  Simulation sim(scene.read());
  run_steps(sim, 10);
  const Real before = floor_force(sim).x;
  run_steps(sim, 100);
  CHECK(floor_force(sim).x - before == within(1e-9, 8 * shear * std::sqrt(kRadius * d) * 1e-7));
}

SCREE_KEY_TEST("pair.materials", "the entry that names more wins, in whatever order they stand") {
  const auto entry = [](const char* a, const char* b, Real k) {
    return fmt::format("[[pair]]\nmaterials = [\"{}\", \"{}\"]\nrestitution = 1\nstiffness = {}\n",
                       a, b, k);
  };
  const std::vector<std::string> entries{entry("*", "*", 1e3), entry("*", "ball", 2e3),
                                         entry("floor", "ball", 3e3)};
  const Real d = 1e-5;
  std::vector<int> order{0, 1, 2};
  do {
    const auto force = [&](const std::string& ball, const std::string& floor) {
      std::string text =
          "[run]\nduration = 1\ntime_step = 1e-9\n[domain]\nlo = [-1, -1, -1]\nhi = [1, 1, 1]\n"
          "[material.ball]\ndensity = 2500\n[material.floor]\ndensity = 2500\n"
          "[material.third]\ndensity = 2500\n[law]\nnormal = \"linear\"\ntangential = \"none\"\n";
      for (const int k : order) text += entries[static_cast<std::size_t>(k)];
      text += fmt::format(
          "[[bodies]]\nmaterial = \"{}\"\nlist = [{{x = [0, 0, {}], radius = {}}}]\n"
          "[[wall]]\nname = \"floor\"\nmaterial = \"{}\"\nshape = \"plane\"\npoint = [0, 0, 0]\n"
          "normal = [0, 0, 1]\n",
          ball, kRadius - d, kRadius, floor);
      Simulation sim(read_case_text(text, "pairs.toml"));
      run_steps(sim, 1);
      return -floor_force(sim).z;
    };
    CHECK(force("third", "third") == within(1e-9, 1e3 * d));
    CHECK(force("third", "floor") == within(1e-9, 1e3 * d));
    CHECK(force("ball", "third") == within(1e-9, 2e3 * d));
    CHECK(force("third", "ball") == within(1e-9, 2e3 * d));
    CHECK(force("ball", "floor") == within(1e-9, 3e3 * d));
    CHECK(force("floor", "ball") == within(1e-9, 3e3 * d));
  } while (std::next_permutation(order.begin(), order.end()));
}

SCREE_KEY_TEST("pair.restitution", "a ball leaves with e times the speed it came with") {
  const Real e = 0.37, speed = 0.7;
  for (const std::string normal : {"hertz", "linear"})
    for (const bool tension : {false, true}) {
      CAPTURE(normal);
      CAPTURE(tension);
      KeyScene scene{.pair = fmt::format("restitution = {}\nstiffness = 1e5\n", e)};
      scene.law =
          fmt::format("normal = \"{}\"\ntangential = \"none\"\ntension = {}\n", normal, tension);
      scene.v = {0, 0, -speed};
      scene.overlap = -1e-6;
      scene.dt = 1e-7;
      Simulation sim(scene.read());
      run_for(sim, 2e-3);
      REQUIRE(ball_place(sim).z > kRadius);
      CHECK(ball_motion(sim).v.z == within(1e-4, e * speed));
    }
  KeyScene rigid{.pair = fmt::format("restitution = {}\n", e), .method = "nonsmooth"};
  rigid.v = {0, 0, -speed};
  rigid.overlap = -1e-3;
  rigid.dt = 1e-4;
  Simulation sim(rigid.read());
  run_for(sim, 0.01);
  CHECK(ball_motion(sim).v.z == within(1e-12, e * speed));
}

SCREE_KEY_TEST("pair.stiffness",
               "a linear contact pushes with k d; a rigid one with k sinks m g/k") {
  CHECK(push({.pair = "restitution = 1\nstiffness = 7.3e4\n"}, 3e-5) == within(1e-9, 7.3e4 * 3e-5));
  KeyScene scene{.pair = "restitution = 0\nstiffness = 7.3e4\n",
                 .method = "nonsmooth",
                 .gravity = {0, 0, -kGravity}};
  scene.dt = 1e-3;
  Simulation sim(scene.read());
  run_for(sim, 1);
  CHECK(kRadius - ball_place(sim).z == within(1e-6, kWeight / 7.3e4));
}

SCREE_KEY_TEST("law.tension", "a dashpot that may pull does, with (k x + c x') < 0; else never") {
  // m x'' + c x' + k x = 0 from first touch until x = 0 again; c = 2 z sqrt(m k).
  const Real e = 0.4, k = 1e5, speed = 0.5, l = std::log(e);
  const Real c = -2 * l / std::sqrt(kPi * kPi + l * l) * std::sqrt(kMass * k);
  const Real a = 0.5 * c / kMass, b = std::sqrt(k / kMass - a * a);
  Real pull = 0;
  for (int n = 0; n <= 100000; ++n) {
    const Real t = kPi / b * n / 100000;
    const Real x = speed / b * std::exp(-a * t) * std::sin(b * t);
    pull = std::fmax(pull, -(k * x + c * speed * damped_speed(kMass, c, k, t)));
  }
  for (const bool tension : {true, false}) {
    KeyScene scene{.pair = "restitution = 0.4\nstiffness = 1e5\n"};
    scene.law = fmt::format("normal = \"linear\"\ntangential = \"none\"\ntension = {}\n", tension);
    scene.v = {0, 0, -speed};
    scene.overlap = -1e-7;
    scene.dt = 2e-7;
    Simulation sim(scene.read());
    Real largest = 0;
    for (int n = 0; n < 10000; ++n) {
      run_steps(sim, 1);
      largest = std::fmax(largest, floor_force(sim).z);
    }
    if (tension)
      CHECK(largest == within(1e-3, pull));
    else
      CHECK(largest == 0);
    CHECK(ball_motion(sim).v.z == within(1e-3, e * speed));
  }
}
