#pragma once
/// Sorts grains in space and answers which rows lie in a box.
///
/// Grains of one status (single, clump member, prescribed) and one size class (radii within a
/// factor of two) form a grid of their own, so a few large grains do not widen the cells of many
/// small ones (hierarchical grid, Ogarko & Luding 2012). Rows follow (status, class from small to
/// large, cell); cells are numbered in tiles of 8x8x8, tiles first along the axis with the fewest,
/// so neighbours in space are close in memory.
#include <algorithm>
#include <array>
#include <vector>

#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct CellGrid {
  Index begin = 0, end = 0;  // rows
  Real rmax = 0;             // largest radius [m]
  Vec3 origin{}, inv_cell{};
  std::array<Index, 3> dims{1, 1, 1}, tiles{1, 1, 1};
  std::array<Index, 3> tile_step{1, 1, 1};  // from a tile to the next along each axis
  std::array<int, 3> shift{3, 3, 3};        // a tile is 2^shift cells long; less along a thin axis
  std::vector<Index> start;                 // first row of each cell, then `end`

  Index cells() const {
    return (tiles[0] * tiles[1] * tiles[2]) << (shift[0] + shift[1] + shift[2]);
  }
  SCREE_FN Index cell(Index ix, Index iy, Index iz) const {
    const Index tile = (iz >> shift[2]) * tile_step[2] + (iy >> shift[1]) * tile_step[1] +
                       (ix >> shift[0]) * tile_step[0];
    const Index x = ix & ((1 << shift[0]) - 1), y = iy & ((1 << shift[1]) - 1),
                z = iz & ((1 << shift[2]) - 1);
    return (((((tile << shift[2]) + z) << shift[1]) + y) << shift[0]) + x;
  }
  Index cell_of(Vec3 x) const;
};

/// Moves positions into the periodic box, counting images.
void wrap(const Domain& domain, Grains& grains);

/// Grids over the rows as they stand, with cells of at least 2 rmax + margin; `order` receives the
/// sorted order of the rows. Where the rows are already in that order it is the identity.
std::vector<CellGrid> make_grids(const Domain& domain, const Grains& grains,
                                 const std::vector<Place>& place, Real margin,
                                 std::vector<Index>& order);

/// Calls found(begin, end) for runs of rows in [first, grid.end) that together hold every row whose
/// cell meets the box x +- reach, each once. Cells next to each other along x share a run where
/// they share a tile.
template <class Found>
void for_runs_near(const CellGrid& grid, const Domain& domain, Vec3 x, Real reach, Index first,
                   Found&& found) {
  Index lo[3], hi[3];
  for (int k = 0; k < 3; ++k) {
    const Real from = (at(x, k) - reach - at(grid.origin, k)) * at(grid.inv_cell, k);
    const Real to = (at(x, k) + reach - at(grid.origin, k)) * at(grid.inv_cell, k);
    lo[k] = static_cast<Index>(std::floor(from));
    hi[k] = static_cast<Index>(std::floor(to));
    if (at(domain.cell.period, k) > 0) {
      if (hi[k] - lo[k] + 1 >= grid.dims[k]) lo[k] = 0, hi[k] = grid.dims[k] - 1;
    } else {
      lo[k] = std::max<Index>(lo[k], 0);
      hi[k] = std::min<Index>(hi[k], grid.dims[k] - 1);
    }
  }
  const auto wrapped = [&](Index c, int k) {
    return c < 0 ? c + grid.dims[k] : c >= grid.dims[k] ? c - grid.dims[k] : c;
  };
  for (Index z = lo[2]; z <= hi[2]; ++z)
    for (Index y = lo[1]; y <= hi[1]; ++y)
      for (Index c = lo[0]; c <= hi[0];) {
        const Index x_cell = wrapped(c, 0);
        const Index cell = grid.cell(x_cell, wrapped(y, 1), wrapped(z, 2));
        const Index tile_end = ((x_cell >> grid.shift[0]) + 1) << grid.shift[0];
        const Index count = std::min({hi[0] - c + 1, tile_end - x_cell, grid.dims[0] - x_cell});
        const Index begin = std::max(grid.start[cell], first), end = grid.start[cell + count];
        if (begin < end) found(begin, end);
        c += count;
      }
}

}  // namespace scree
