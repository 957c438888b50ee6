#pragma once
/// Parallel loops whose results do not depend on the number of threads: chunk bounds are fixed,
/// and every sum that feeds back into the run is folded over chunks in order.
#include <algorithm>
#include <limits>
#include <vector>

#include "scree/base/real.h"

namespace scree {

/// Rows per chunk; large enough to hide scheduling, small enough to balance ten thousand grains.
constexpr Index kChunk = 512;

/// Contacts with walls are fewer, and each costs more.
constexpr Index kWallChunk = 128;

/// Chunks below which waking threads costs more than it saves.
constexpr Index kWorthThreads = 8;

inline Index chunk_count(Index n, Index chunk = kChunk) { return (n + chunk - 1) / chunk; }

/// Calls body(chunk number, begin, end) for every chunk of [0, n). Threads take chunks in turn,
/// because work is often uneven in space, and so in rows (grains at a wall, say).
template <class Body>
void for_chunks(Index n, Body&& body, Index chunk = kChunk) {
  const Index chunks = chunk_count(n, chunk);
#pragma omp parallel for schedule(static, 1) if (chunks >= kWorthThreads)
  for (Index c = 0; c < chunks; ++c) body(c, c * chunk, std::min(n, (c + 1) * chunk));
}

/// The largest of some numbers, at least zero; infinite if one of them is not a number.
struct Largest {
  Real v = 0;
  void take(Real x) { v = x <= v ? v : x > v ? x : std::numeric_limits<Real>::infinity(); }
  Largest& operator+=(const Largest& o) {
    v = std::max(v, o.v);
    return *this;
  }
};

/// A sum, to be folded over chunks.
struct Total {
  Real v = 0;
  Total& operator+=(const Total& o) {
    v += o.v;
    return *this;
  }
};

/// Folds one T per chunk in chunk order: the same bits for any number of threads.
template <class T, class Body>
T reduce_chunks(Index n, Body&& body, Index chunk = kChunk) {
  std::vector<T> partial(static_cast<std::size_t>(chunk_count(n, chunk)));
  for_chunks(
      n,
      [&](Index c, Index begin, Index end) {
        partial[static_cast<std::size_t>(c)] = body(begin, end);
      },
      chunk);
  T total{};
  for (const T& p : partial) total += p;
  return total;
}

}  // namespace scree
