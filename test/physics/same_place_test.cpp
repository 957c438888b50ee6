/// Spheres at one place push each other in no direction: every method says so instead of going on.
#include "physics/small_scene.h"
#include "scree/base/error.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// Two free bodies; any overlap is allowed.
std::string scene(const std::string& method, const std::string& bodies) {
  return fmt::format(
      "[run]\nmethod = \"{}\"\nduration = 1\ntime_step = 1e-4\nforce_time_step = true\n"
      "overlap_limit = 100\n[domain]\nlo = [-1, -1, -1]\nhi = [1, 1, 1]\n"
      "[material.glass]\ndensity = 2500\n[law]\nnormal = \"linear\"\n"
      "tangential = \"cundall-strack\"\n[[pair]]\nmaterials = [\"glass\", \"glass\"]\n"
      "restitution = 0.5\nfriction = 0.5\nstiffness = 1\n"
      "[clump.pair]\nspheres = [[-0.02, 0, 0, 0.01], [0.02, 0, 0, 0.01]]\n"
      "[[bodies]]\nmaterial = \"glass\"\n{}\n",
      method, bodies);
}

Simulation simulation(const std::string& text) {
  return Simulation(read_case_text(text, "a.toml"));
}

/// Steps until something is wrong.
Stop trouble_in(Simulation& sim) {
  for (int k = 0; k < 1000; ++k)
    if (const Stop stop = sim.advance(); stop.any()) return stop;
  return {};
}

}  // namespace

TEST_CASE("two spheres that start at one place are refused, with both ids, by every method") {
  for (const std::string method : {"smooth", "dae", "nonsmooth"})
    for (const std::string radius : {"0.01", "0.0007"}) {
      CAPTURE(method);
      CAPTURE(radius);
      const std::string text =
          scene(method, fmt::format("list = [{{x = [0.5, 0, 0], radius = 0.01}}, {{x = [0.1, 0.2, "
                                    "0], radius = 0.01}}, {{x = [0.1, 0.2, 0], radius = {}}}]",
                                    radius));
      const std::string message = message_of<CaseError>([&] { simulation(text); });
      INFO(message);
      CHECK(contains(message, "body 1 and body 2 are at one place, (0.1, 0.2, 0)"));
    }
}

TEST_CASE("two spheres that come to one place are trouble, with both ids, in every method") {
  for (const std::string method : {"smooth", "dae", "nonsmooth"})
    for (const Real radius : {0.01, 0.02}) {
      CAPTURE(method);
      CAPTURE(radius);
      // So soft that nothing slows them: after 16 steps of 1/1024 m each they meet, to the bit.
      std::string text = scene(
          method, fmt::format("list = [{{x = [-0.015625, 0, 0], v = [1, 0, 0], radius = 0.01}}, "
                              "{{x = [0.015625, 0, 0], v = [-1, 0, 0], radius = {}}}]",
                              radius));
      text.replace(text.find("stiffness = 1\n"), 14, "stiffness = 1e-20\n");
      text.replace(text.find("time_step = 1e-4"), 16, "time_step = 0.0009765625");
      if (method == "nonsmooth") text += "[nonsmooth]\nimpacts = false\n";
      Simulation sim = simulation(text);
      const Stop stop = trouble_in(sim);
      CHECK(stop.trouble == Trouble::kOverlap);
      CHECK(contains(stop.message, "are at one place"));
      CHECK(contains(stop.message, "body 0 and body 1"));
      CHECK(sim.state().clock.time() == doctest::Approx(0.015625).epsilon(0.07));  // to the step
    }
}

TEST_CASE("members of two clumps at one place are named; those of one clump may be there") {
  for (const std::string method : {"smooth", "nonsmooth"}) {
    CAPTURE(method);
    const std::string apart = "shape = \"pair\"\nlist = [{x = [0, 0, 0]}, {x = [0.04, 0, 0]}]";
    const std::string message = message_of<CaseError>([&] { simulation(scene(method, apart)); });
    INFO(message);
    CHECK(contains(message, "body 1 and body 2 are at one place, (0.02, 0, 0)"));
    std::string own = scene(method, "shape = \"pair\"\nlist = [{x = [0, 0, 0]}]");
    own.replace(own.find("[0.02, 0, 0, 0.01]]"), 19, "[-0.02, 0, 0, 0.01]]");
    CHECK(message_of<CaseError>([&] { simulation(own); }) == "");
  }
}
