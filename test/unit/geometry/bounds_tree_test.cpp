#include "scree/geometry/bounds_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "scree/base/random.h"

using namespace scree;

namespace {

Vec3 random_point(Random& random, Real spread) {
  return {random.uniform(-spread, spread), random.uniform(-spread, spread),
          random.uniform(-spread, spread)};
}

/// Edges between a thousandth and one.
Aabb random_box(Random& random) {
  const Vec3 x = random_point(random, 1);
  const auto edge = [&] { return std::pow(10.0, random.uniform(-3, 0)); };
  return {x, x + Vec3{edge(), edge(), edge()}};
}

std::vector<Index> meeting(const BoundsTree& tree, const Aabb& box) {
  std::vector<Index> out;
  tree.meeting(box, [&](Index k) { out.push_back(k); });
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("the tree finds the boxes that looking at all of them finds") {
  Random random{1, 2};
  for (const std::size_t count : {0, 1, 4, 5, 300}) {
    std::vector<Aabb> boxes;
    for (std::size_t k = 0; k < count; ++k) boxes.push_back(random_box(random));
    const BoundsTree tree(boxes);
    for (int n = 0; n < 200; ++n) {
      const Aabb box = random_box(random);
      std::vector<Index> all;
      for (std::size_t k = 0; k < count; ++k) {
        const Vec3 lo = boxes[k].lo, hi = boxes[k].hi;
        if (box.lo.x <= hi.x && box.hi.x >= lo.x && box.lo.y <= hi.y && box.hi.y >= lo.y &&
            box.lo.z <= hi.z && box.hi.z >= lo.z)
          all.push_back(static_cast<Index>(k));
      }
      CHECK(meeting(tree, box) == all);
    }
  }
}

TEST_CASE("boxes at one place, and boxes that only touch, meet") {
  const Aabb unit{{0, 0, 0}, {1, 1, 1}};
  const BoundsTree tree(std::vector<Aabb>(20, unit));
  CHECK(meeting(tree, unit).size() == 20);
  CHECK(meeting(tree, {{1, 1, 1}, {2, 2, 2}}).size() == 20);
  CHECK(meeting(tree, {{1.0001, 0, 0}, {2, 1, 1}}).empty());
  // What is nowhere may be anywhere.
  CHECK(meeting(tree, {{NAN, 0, 0}, {NAN, 1, 1}}).size() == 20);
}

TEST_CASE("a turned box stays within its bounds, and touches all six sides") {
  Random random{3, 4};
  for (int n = 0; n < 100; ++n) {
    const Aabb box = random_box(random);
    const Vec3 x = random_point(random, 5);
    const Quat q =
        normalized(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
    Aabb corners;
    for (int k = 0; k < 8; ++k) corners.include(x + rotate(q, box.corner(k)));
    const Aabb around = placed(box, x, q);
    CHECK(norm(around.lo - corners.lo) < 1e-14);
    CHECK(norm(around.hi - corners.hi) < 1e-14);
  }
}
