#include "scree/detect/cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/base/error.h"
#include "scree/base/parallel.h"

namespace scree {
namespace {

/// Size classes double in radius; class 0 holds the smallest grains.
struct Classes {
  Real rmin = 0;
  int count = 1;

  Classes(const std::vector<Place>& place) {
    Real lo = INFINITY, hi = 0;
    for (const Place& p : place) lo = std::min(lo, p.r), hi = std::max(hi, p.r);
    rmin = lo;
    if (hi > 2 * lo) count = 1 + static_cast<int>(std::log2(hi / lo));
  }
  int of(Real r) const {
    return count == 1 ? 0 : std::clamp(static_cast<int>(std::log2(r / rmin)), 0, count - 1);
  }
};

struct Extent {
  Vec3 lo{INFINITY, INFINITY, INFINITY}, hi{-INFINITY, -INFINITY, -INFINITY};
  Real rmax = 0;
  Index count = 0;
};

/// Cells not smaller than `size`, a whole number of them along periodic axes, and at most a few
/// times as many as grains, however sparse the scene.
void lay_out(CellGrid& grid, const Domain& domain, const Extent& e, Real size) {
  for (;; size *= 1.26) {
    double cells = 1;
    for (int k = 0; k < 3; ++k) {
      const bool periodic = at(domain.cell.period, k) > 0;
      const Real lo = periodic ? at(domain.lo, k) : at(e.lo, k);
      const Real length = periodic ? at(domain.cell.period, k) : at(e.hi, k) - lo;
      const double n =
          std::max(1.0, periodic ? std::floor(length / size) : std::floor(length / size) + 1);
      at(grid.origin, k) = lo;
      at(grid.inv_cell, k) = periodic ? n / length : 1 / size;
      grid.dims[k] = static_cast<Index>(std::min(n, 1e6));
      grid.shift[k] = grid.dims[k] >= 8 ? 3 : grid.dims[k] >= 4 ? 2 : grid.dims[k] >= 2 ? 1 : 0;
      grid.tiles[k] = ((grid.dims[k] - 1) >> grid.shift[k]) + 1;
      cells *= static_cast<double>(grid.tiles[k] << grid.shift[k]);
    }
    if (cells <= 8.0 * e.count + 4096) break;
  }
  std::array<int, 3> axis{0, 1, 2};
  std::stable_sort(axis.begin(), axis.end(),
                   [&](int a, int b) { return grid.tiles[a] < grid.tiles[b]; });
  Index step = 1;
  for (const int k : axis) grid.tile_step[k] = step, step *= grid.tiles[k];
}

}  // namespace

Index CellGrid::cell_of(Vec3 x) const {
  Index c[3];
  for (int k = 0; k < 3; ++k) {
    const Real s = (at(x, k) - at(origin, k)) * at(inv_cell, k);
    c[k] = std::clamp(static_cast<Index>(std::floor(s)), Index{0}, dims[k] - 1);
  }
  return cell(c[0], c[1], c[2]);
}

void wrap(const Domain& domain, Grains& grains) {
  for_chunks(grains.size(), [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r)
      for (int k = 0; k < 3; ++k) {
        const Real period = at(domain.cell.period, k);
        if (!(period > 0)) continue;
        Real& x = k == 0 ? grains.place[r].x : k == 1 ? grains.place[r].y : grains.place[r].z;
        const Real turns = std::floor((x - at(domain.lo, k)) / period);
        if (turns == 0) continue;
        x -= turns * period;
        grains.image[r][k] += static_cast<std::int32_t>(turns);
      }
  });
}

std::vector<CellGrid> make_grids(const Domain& domain, const Grains& grains,
                                 const std::vector<Place>& place, Real margin,
                                 std::vector<Index>& order) {
  const Index n = grains.size();
  const Classes classes(place);
  const auto group = [&](Index r) {
    const int status = r < grains.singles ? 0 : r < grains.free ? 1 : 2;
    return status * classes.count + classes.of(place[r].r);
  };
  std::vector<Extent> extents(3 * classes.count);
  for (Index r = 0; r < n; ++r) {
    Extent& e = extents[group(r)];
    const Place& p = place[r];
    e.lo = {std::min(e.lo.x, p.x), std::min(e.lo.y, p.y), std::min(e.lo.z, p.z)};
    e.hi = {std::max(e.hi.x, p.x), std::max(e.hi.y, p.y), std::max(e.hi.z, p.z)};
    e.rmax = std::max(e.rmax, p.r);
    ++e.count;
  }
  std::vector<CellGrid> grids;
  std::vector<Index> grid_of(extents.size(), -1);
  for (std::size_t g = 0; g < extents.size(); ++g) {
    if (extents[g].count == 0) continue;
    grid_of[g] = static_cast<Index>(grids.size());
    CellGrid grid;
    grid.rmax = extents[g].rmax;
    grid.begin = grids.empty() ? 0 : grids.back().end;
    grid.end = grid.begin + extents[g].count;
    lay_out(grid, domain, extents[g], 2 * grid.rmax + margin);
    grid.start.assign(grid.cells() + 1, 0);
    grids.push_back(std::move(grid));
  }
  // Counting sort by (grid, cell), stable.
  std::vector<Index> cell(n);
  for_chunks(n, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r)
      cell[r] = grids[grid_of[group(r)]].cell_of(position(place[r]));
  });
  for (Index r = 0; r < n; ++r) ++grids[grid_of[group(r)]].start[cell[r] + 1];
  for (CellGrid& g : grids) {
    g.start[0] = g.begin;
    for (Index c = 0; c < g.cells(); ++c) g.start[c + 1] += g.start[c];
  }
  order.resize(n);
  for (Index r = 0; r < n; ++r) order[grids[grid_of[group(r)]].start[cell[r]]++] = r;
  for (CellGrid& g : grids) {  // the sort moved every start to its end: shift back
    for (Index c = g.cells(); c > 0; --c) g.start[c] = g.start[c - 1];
    g.start[0] = g.begin;
  }
  return grids;
}

}  // namespace scree
