#pragma once
/// A column of three discs: a bead below, a free one, a bead above that moves as told.
#include <string>

namespace scree {

inline std::string bead_case(const std::string& run, const std::string& motion,
                             const std::string& rest) {
  return "[run]\nplanar = true\nthickness = 0.5\ndimensionless = true\ntime_step = 0.01\n" + run +
         R"(
[domain]
lo = [-2, -2]
hi = [2, 4]
[material.disc]
density = 2.5464790894703255
[law]
normal = "linear"
tangential = "none"
[[pair]]
materials = ["*", "*"]
restitution = 0.5
stiffness = 100
[[bodies]]
label = "free"
material = "disc"
list = [{x = [0, 1], radius = 0.5}]
[[bodies]]
label = "bottom"
material = "disc"
prescribed = true
list = [{x = [0, 0], radius = 0.5}]
[[bodies]]
source = "line"
label = "top"
material = "disc"
prescribed = true
start = [0, 2]
end = [1.5, 2]
count = 2
sizes = {kind = "fixed", radius = 0.5}
motion = [)" +
         motion + R"(]
[[observe]]
kind = "prescribed"
label = "top"
direction = [0, -1]
area = 0.5
[output]
series_interval = 0.1
frame_interval = 1000
plots = false
picture = {width = 64}
)" + rest;
}

}  // namespace scree
