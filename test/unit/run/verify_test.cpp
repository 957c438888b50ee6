#include "scree/run/verify.h"

#include <doctest/doctest.h>

#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// Grains that fall freely, and how far each has gone in the last hundredth of a second.
constexpr const char* kCase = R"toml(
title = "falling"
[run]
duration = 0.03
time_step = 1e-4
[domain]
lo = [0, 0, 0]
hi = [0.1, 0.1, 0.1]
periodic = [true, true, true]
[gravity]
vector = [0, 0, -10]
[material.glass]
density = 2500
[law]
normal = "linear"
tangential = "none"
[[pair]]
materials = ["*", "*"]
stiffness = 1e3
restitution = 0.9
[[bodies]]
source = "lattice"
material = "glass"
count = 64
spacing = 0.02
sizes = {kind = "fixed", radius = 2e-3}
[[observe]]
kind = "nonaffine"
name = "moved"
radius = 0.03
interval = 0.01
)toml";

constexpr const char* kExpect = R"toml(
[[expect]]
name = "fall between 0.02 and 0.03 s"
measure = "last(moved.displacement_max)"
value = 2.5e-3
tolerance = 1e-6
source = "g (t2^2 - t1^2)/2 [derived]"
)toml";

}  // namespace

TEST_CASE("verifying drives observers that have an interval of their own") {
  const ScratchFolder folder;
  put_file(folder / "case.toml", kCase);
  put_file(folder / "expect.toml", kExpect);
  const Verdict verdict = verify_case(folder.path().string(), {});
  REQUIRE(verdict.findings.size() == 1);
  CHECK_MESSAGE(verdict.findings[0].holds, verdict.findings[0].measured);
  CHECK(verdict.missed() == 0);
}
