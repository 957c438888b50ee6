#pragma once
/// Parallel loops whose results do not depend on the number of threads: chunk bounds are fixed,
/// and every sum that feeds back into the run is folded over chunks in order.
#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>
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

/// Calls body(part) for each of `count` parts, in blocks of equal number. `worth`: is there enough
/// to do for several threads?
template <class Body>
void for_parts(Index count, bool worth, Body&& body) {
#pragma omp parallel for schedule(static) if (worth)
  for (Index p = 0; p < count; ++p) body(p);
}

/// The same with scratch that every thread makes for itself, body(part, scratch); threads take
/// parts as they get free. What a part gives must not depend on what the scratch held before.
template <class MakeScratch, class Body>
void for_parts_with(Index count, bool worth, MakeScratch&& make_scratch, Body&& body) {
#pragma omp parallel if (worth)
  {
    auto scratch = make_scratch();
#pragma omp for schedule(dynamic)
    for (Index p = 0; p < count; ++p) body(p, scratch);
  }
}

/// Calls body() in all threads at once; within it, team_for() shares a loop among them and
/// team_once() does something in one of them. All wait at the end of both.
template <class Body>
void with_team(bool worth, Body&& body) {
#pragma omp parallel if (worth)
  body();
}
template <class Body>
void team_for(Index begin, Index end, Body&& body) {
#pragma omp for schedule(static)
  for (Index k = begin; k < end; ++k) body(k);
}
template <class Body>
void team_once(Body&& body) {
#pragma omp single
  body();
}

/// Parts in order over all threads, run(part) and then finish(part). A thread finishes the parts it
/// ran itself, while they are in its cache, as soon as all before them have run: with one thread
/// at once.
template <class Run, class Finish>
void run_and_finish(Index parts, const Run& run, const Finish& finish) {
  const bool worth = parts >= kWorthThreads / 2;
  std::atomic<Index> next{0};
  std::vector<std::atomic<char>> done(parts);
#pragma omp parallel if (worth)
  {
    Index known = 0;             // all parts before have run
    std::vector<Index> waiting;  // run by this thread, not finished
    const auto all_before = [&](Index p) {
      while (known < p && done[known].load(std::memory_order_acquire)) ++known;
      return known >= p;
    };
    for (Index p = next++; p < parts; p = next++) {
      run(p);
      done[p].store(1, std::memory_order_release);
      waiting.push_back(p);
      std::erase_if(waiting, [&](Index w) {
        const bool ready = all_before(w);
        if (ready) finish(w);
        return ready;
      });
    }
    for (const Index w : waiting) {
      while (!all_before(w)) std::this_thread::yield();
      finish(w);
    }
  }
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
