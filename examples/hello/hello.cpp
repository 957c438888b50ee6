/// A ball that bounces on a floor: built in code, run step by step, looked at.
#include <cstdio>

#include "scree/scree.h"

using scree::Keys;

int main() try {
  scree::Case c;
  c.set("run.duration", 0.5);
  c.set("domain", Keys{{"lo", {-1, -1, 0}}, {"hi", {1, 1, 2}}});
  c.set("gravity.vector", {0, 0, -9.81});
  c.set("material.glass", Keys{{"density", 2500}, {"young", 1e7}, {"poisson", 0.25}});
  c.add("pair", Keys{{"materials", {"glass", "glass"}}, {"restitution", 0.8}, {"friction", 0.3}});
  c.add("wall", Keys{{"name", "floor"},
                     {"material", "glass"},
                     {"shape", "plane"},
                     {"point", {0, 0, 0}},
                     {"normal", {0, 0, 1}}});
  c.add("bodies",
        Keys{{"material", "glass"}, {"list", {Keys{{"x", {0, 0, 0.08}}, {"radius", 0.01}}}}});

  scree::Run run(c);
  std::printf("Scree %s: steps of %.3g s\n", scree::version().c_str(), run.time_step());
  std::printf("%8s %10s %12s %12s\n", "time", "height", "speed up", "on floor");
  while (!run.finished() && run.trouble().empty()) {
    if (run.time() > 0.3) run.push(0, {0, 0, 2 * 9.81 * run.body(0).mass});  // a hand lifts it
    run.advance(static_cast<long>(0.05 / run.time_step()));
    const scree::Body ball = run.body(0);
    std::printf("%8.3f %10.4f %12.4f %12.4f\n", run.time(), ball.position[2], ball.velocity[2],
                run.wall("floor").force[2]);
  }
  std::printf("lost in dashpots: %.3g of %.3g J\n", run.value("lost_normal_dashpot"),
              run.series().at("potential")[0]);
  return run.trouble().empty() ? 0 : 3;
} catch (const scree::CaseError& error) {
  std::fprintf(stderr, "hello: %s\n", error.what());
  return 2;
}
