#pragma once
/// A small case built in code, for tests of the library's face.
#include "scree/case.h"

namespace scree {

/// Spheres that fall onto a floor, some of them glued to a clump.
inline api::Case bouncing_balls(double duration = 0.02) {
  using api::Keys;
  api::Case c;
  c.set("run.duration", duration);
  c.set("domain", Keys{{"lo", {-0.1, -0.1, 0}}, {"hi", {0.1, 0.1, 0.2}}});
  c.set("gravity.vector", {0, 0, -9.81});
  c.set("material.glass", Keys{{"density", 2500}, {"young", 1e7}, {"poisson", 0.25}});
  c.add("pair", Keys{{"materials", {"glass", "glass"}}, {"restitution", 0.6}, {"friction", 0.3}});
  c.add("wall", Keys{{"name", "floor"},
                     {"material", "glass"},
                     {"shape", "plane"},
                     {"point", {0, 0, 0}},
                     {"normal", {0, 0, 1}}});
  c.set("clump.pair", Keys{{"spheres", {{-0.003, 0, 0, 0.004}, {0.003, 0, 0, 0.004}}}});
  c.add("bodies", Keys{{"material", "glass"},
                       {"label", "balls"},
                       {"list",
                        {Keys{{"x", {0, 0, 0.0049}}, {"radius", 0.005}},
                         Keys{{"x", {0.001, 0, 0.0148}}, {"radius", 0.005}}}}});
  c.add("bodies",
        Keys{{"material", "glass"}, {"shape", "pair"}, {"list", {Keys{{"x", {0.03, 0, 0.0039}}}}}});
  c.set("output.series_interval", 0.001);
  return c;
}

}  // namespace scree
