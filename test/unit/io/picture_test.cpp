#include "scree/io/picture.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/base/random.h"
#include "scree/io/depth_image.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

View small_view() {
  View v;
  v.width = 400, v.height = 300;
  v.direction = {0, 1, 0};
  return v;
}

/// Red over blue: the map's yellow end has it high, its violet end low.
Real warmth(Image& image, int x, int y) {
  const std::uint8_t* p = image.pixel(x, y);
  return static_cast<Real>(p[0]) / (1.0 + p[2]);
}

bool is_white(Image& image, int x, int y) {
  const std::uint8_t* p = image.pixel(x, y);
  return p[0] == 255 && p[1] == 255 && p[2] == 255;
}

BodyFrame random_cloud(std::size_t n) {
  Random random{11};
  BodyFrame f;
  Column c{"speed", 1, {}, false, "m/s"};
  for (std::size_t i = 0; i < n; ++i) {
    f.x.push_back({random.uniform(), random.uniform(), random.uniform()});
    f.radius.push_back(random.uniform(0.02, 0.06));
    c.data.push_back(random.uniform());
  }
  f.columns = {c};
  return f;
}

}  // namespace

TEST_CASE("at every sample the nearest of all spheres is seen") {
  Random random{5};
  std::vector<SeenDisc> discs;
  for (int i = 0; i < 200; ++i)
    discs.push_back(
        {static_cast<float>(random.uniform(-10, 110)), static_cast<float>(random.uniform(-10, 90)),
         static_cast<float>(random.uniform(0, 50)), static_cast<float>(random.uniform(1, 12))});
  DepthImage image(100, 80);
  draw_spheres(discs, image);
  int wrong = 0;
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 100; ++x) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const SeenDisc& d : discs) {
        const double du = x + 0.5 - d.u, dv = y + 0.5 - d.v,
                     h2 = double(d.r) * d.r - du * du - dv * dv;
        if (h2 >= 0) nearest = std::min(nearest, d.depth - std::sqrt(h2));
      }
      const float seen = image.z[image.at(x, y)];
      const bool same = std::isinf(nearest) ? std::isinf(seen) : std::abs(seen - nearest) < 0.02;
      wrong += !same || (image.id[image.at(x, y)] < 0) != std::isinf(seen);
    }
  CHECK(wrong <= 8);  // rims that rounding moves by one sample
}

TEST_CASE("a grain in front hides the one behind it, from either side") {
  BodyFrame f;
  f.x = {{0, -2, 0}, {0, 2, 0}};  // the first is nearer to an eye that looks along +y
  f.radius = {0.5, 1};
  f.columns = {{"value", 1, {0, 1}, false, ""}};
  View view = small_view();
  view.colour_by = "value";
  Image front = render_picture(f, {}, view);
  view.direction = {0, -1, 0};
  Image back = render_picture(f, {}, view);
  const int x = (36 + 400 - 150) / 2, y = (64 + 300 - 60) / 2;  // middle of the scene
  CHECK(warmth(front, x, y) < 0.8);
  CHECK(warmth(back, x, y) > 1.5);
}

TEST_CASE("the bodies fill the picture and nothing of them is cut off") {
  const BodyFrame f = random_cloud(300);
  Image image = render_picture(f, {}, small_view());
  int top = 300, bottom = -1, left = 400, right = -1;
  for (int y = 60; y < 250; ++y)  // the rows between title and scale bar
    for (int x = 0; x < 400; ++x)
      if (!is_white(image, x, y)) {
        top = std::min(top, y), bottom = std::max(bottom, y);
        left = std::min(left, x), right = std::max(right, x);
      }
  CHECK(top >= 63);
  CHECK(top <= 67);
  CHECK(bottom >= 237);
  CHECK(bottom <= 241);
  CHECK(std::abs((left + right) / 2 - 200) <= 2);
}

TEST_CASE("planar frames are seen along z, y upward") {
  BodyFrame f;
  f.planar = true;
  f.x = {{0, 0, 0}, {0, 4, 0}, {4, 0, 0}};
  f.radius = {1, 1, 1};
  View view = small_view();
  view.direction = {0, 0, 0};
  Image image = render_picture(f, {}, view);
  // 6 x 6 in 328 x 176 pixels: 29.3 pixels a unit, the middle (2, 2) at (200, 152).
  const auto seen = [&](Real x, Real y) {
    return !is_white(image, static_cast<int>(200 + 29.3 * (x - 2)),
                     static_cast<int>(152 - 29.3 * (y - 2)));
  };
  CHECK((seen(0, 0) && seen(0, 4) && seen(4, 0)));
  CHECK_FALSE(seen(4, 4));
  CHECK_FALSE(seen(0, 2));
}

TEST_CASE("light comes from above: the top of a grain is brighter than its foot") {
  BodyFrame f;
  f.x = {{0, 0, 0}};
  f.radius = {1};
  Image image = render_picture(f, {}, small_view());
  CHECK(image.pixel(200, 100)[1] > image.pixel(200, 210)[1] + 30);
}

TEST_CASE("a wall in front tints a grain, a wall behind it does not") {
  BodyFrame f;
  f.x = {{0, 0, 0}};
  f.radius = {1};
  const auto wall_at = [](Real y) {
    return std::vector<WallFrame>{
        {"w", {{-3, y, -3}, {3, y, -3}, {3, y, 3}, {-3, y, 3}}, {{0, 1, 2}, {0, 2, 3}}}};
  };
  View view = small_view();
  view.fit = {Vec3{-1, -1, -1}, Vec3{1, 1, 1}};
  const auto centre = [&](const std::vector<WallFrame>& walls) {
    Image image = render_picture(f, walls, view);
    return std::array{image.pixel(200, 152)[0], image.pixel(200, 152)[2]};
  };
  CHECK(centre(wall_at(2)) == centre({}));
  CHECK(centre(wall_at(-2)) != centre({}));
  Image image = render_picture(f, wall_at(2), view);
  CHECK_FALSE(is_white(image, 60, 100));  // beside the grain the wall shows
}

TEST_CASE("the picture has the same bytes with one thread and with two") {
  const BodyFrame f = random_cloud(500);
  View view = small_view();
  view.colour_by = "speed";
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const Image one = render_picture(f, {}, view);
  omp_set_num_threads(2);
  const Image two = render_picture(f, {}, view);
  omp_set_num_threads(before);
  CHECK(one.rgb == two.rgb);
}

TEST_CASE("a column that is not there is refused, naming those that are") {
  View view = small_view();
  view.colour_by = "sped";
  CHECK(message_of<CaseError>([&] { render_picture(random_cloud(3), {}, view); }) ==
        "there is no column 'sped' to colour by; the bodies have: speed");
}

TEST_CASE("odd frames still give a picture: none, one point, NaN, far away") {
  ScratchFolder folder;
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  View view = small_view();
  write_picture(folder / "empty.png", {}, {}, view);
  BodyFrame f;
  f.x = {{1e9, 0, 0}, {nan, 0, 0}, {1e9, nan, 1}};
  f.radius = {1e-3, 1, 1};
  f.columns = {{"value", 1, {nan, nan, 3}, false, ""}};
  view.colour_by = "value";
  write_picture(folder / "odd.png", f, {}, view);
  view.direction = {0, 0, -1};  // along `up`
  write_picture(folder / "top.png", f, {}, view);
  CHECK(folder.file_count() == 3);
}
