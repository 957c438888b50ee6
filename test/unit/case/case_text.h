#pragma once
/// A small valid case that tests vary.
#include <string>

namespace scree {

inline const std::string kSmallCase = R"(
title = "two balls"
[run]
duration = 0.1
[domain]
lo = [0, 0, 0]
hi = [1, 1, 1]
[gravity]
vector = [0, 0, -9.81]
[material.glass]
density = 2500
young = 1e7
poisson = 0.25
[material.steel]
young = inf
[[pair]]
materials = ["*", "*"]
restitution = 0.7
friction = 0.5
[[pair]]
materials = ["glass", "steel"]
restitution = 0.6
[[bodies]]
source = "explicit"
material = "glass"
list = [
  {x = [0.2, 0.5, 0.5], radius = 0.1},
  {x = [0.6, 0.5, 0.5], radius = 0.1, v = [-1, 0, 0], label = "shot"},
]
[[wall]]
name = "floor"
material = "steel"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 2]
)";

}  // namespace scree
