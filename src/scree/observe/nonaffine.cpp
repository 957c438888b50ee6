#include "scree/observe/nonaffine.h"

#include <cmath>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/observe/point_grid.h"

namespace scree {
namespace {

/// The determinant of Y over that of a round neighbourhood of the same extent, below which Y
/// counts as singular: neighbours within about 1e-5 of their distance from one line or plane.
constexpr Real kFlat = 1e-9;

struct Neighbour {
  Vec3 before, now;  // from the body to its neighbour [m]
};

Real trace(const Mat3& m) { return m.row[0].x + m.row[1].y + m.row[2].z; }

Real determinant(const Mat3& m) { return dot(m.row[0], cross(m.row[1], m.row[2])); }

/// Inverse of a symmetric matrix.
Mat3 inverse(const Mat3& m, Real det) {
  return {{cross(m.row[1], m.row[2]) / det, cross(m.row[2], m.row[0]) / det,
           cross(m.row[0], m.row[1]) / det}};
}

/// a b for a symmetric b.
Mat3 times_symmetric(const Mat3& a, const Mat3& b) {
  return {{b * a.row[0], b * a.row[1], b * a.row[2]}};
}

Mat3 transposed(const Mat3& m) {
  return {{{m.row[0].x, m.row[1].x, m.row[2].x},
           {m.row[0].y, m.row[1].y, m.row[2].y},
           {m.row[0].z, m.row[1].z, m.row[2].z}}};
}

/// sqrt(s:s / 2) of the deviator s of (A^T A - 1) / 2, within the plane when planar.
Real shear_of(const Mat3& a, bool planar) {
  const Mat3 t = transposed(a);
  const int dim = planar ? 2 : 3;
  Real e[3][3], mean = 0, sum = 0;
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) e[i][j] = 0.5 * (dot(t.row[i], t.row[j]) - (i == j));
  for (int i = 0; i < dim; ++i) mean += e[i][i] / dim;
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) {
      const Real s = e[i][j] - (i == j ? mean : 0);
      sum += s * s;
    }
  return std::sqrt(0.5 * sum);
}

LocalMotion fit(const std::vector<Neighbour>& around, bool planar) {
  const int dim = planar ? 2 : 3;
  LocalMotion motion;
  motion.neighbours = static_cast<Index>(around.size());
  if (motion.neighbours <= dim) return motion;  // any such motion is affine
  Mat3 x{}, y{};
  for (const Neighbour& n : around) {
    x = x + outer(n.now, n.before);
    y = y + outer(n.before, n.before);
  }
  const Real extent = trace(y) / dim;
  if (planar) x.row[2].z = y.row[2].z = extent;  // nothing moves along z
  const Real det = determinant(y);
  if (!(det > kFlat * extent * extent * extent)) return motion;
  const Mat3 a = times_symmetric(x, inverse(y, det));
  motion.measured = true;
  for (const Neighbour& n : around) motion.d2min += norm2(n.now - a * n.before);
  motion.shear = shear_of(a, planar);
  motion.volume = determinant(a) - 1;
  return motion;
}

}  // namespace

std::vector<LocalMotion> local_motion(const Scene& scene, Real radius, std::span<const Vec3> before,
                                      std::span<const Vec3> now) {
  SCREE_EXPECT(before.size() == now.size());
  const PointGrid grid(scene.domain, before, radius);
  std::vector<LocalMotion> motion(before.size());
  for_chunks(static_cast<Index>(before.size()), [&](Index, Index begin, Index end) {
    std::vector<Neighbour> around;
    for (Index p = begin; p < end; ++p) {
      around.clear();
      const Vec3 moved = now[p] - before[p];
      grid.for_each_near(p, [&](Index n, Vec3 d) {
        if (n == p && d == Vec3{0, 0, 0}) return;
        around.push_back({d, d + (now[n] - before[n] - moved)});
      });
      motion[p] = fit(around, scene.planar);
    }
  });
  return motion;
}

}  // namespace scree
