#pragma once
/// Parallel loops whose results do not depend on the number of threads: chunk bounds are fixed,
/// and every sum that feeds back into the run is folded over chunks in order.
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <optional>
#include <thread>
#include <type_traits>
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

/// What is thrown in a parallel loop, which it must not leave by itself: the rest of the loop runs
/// on, and behind it the exception of the lowest part is thrown again, so that what is told does
/// not depend on the number of threads. Parts are called through a pointer, and caught elsewhere:
/// with a catch around it the compiler inlines, and so rounds, the text of a loop differently.
class FirstFault {
 public:
  template <class Body>
  void guard(Index part, Body&& body) {
    using Text = std::remove_reference_t<Body>;
    call(
        part, [](const void* text) { (*static_cast<const Text*>(text))(); }, &body);
  }
  bool any() const { return any_.load(std::memory_order_acquire); }
  void rethrow() const {
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  void call(Index part, void (*body)(const void*), const void* text);

  std::exception_ptr fault_;
  Index part_ = 0;
  std::atomic<bool> any_{false};
};

/// Calls body(chunk number, begin, end) for every chunk of [0, n). Threads take chunks in turn,
/// because work is often uneven in space, and so in rows (grains at a wall, say).
template <class Body>
void for_chunks(Index n, Body&& body, Index chunk = kChunk) {
  const Index chunks = chunk_count(n, chunk);
  FirstFault fault;
#pragma omp parallel for schedule(static, 1) if (chunks >= kWorthThreads)
  for (Index c = 0; c < chunks; ++c)
    fault.guard(c, [&] { body(c, c * chunk, std::min(n, (c + 1) * chunk)); });
  fault.rethrow();
}

/// Calls body(part) for each of `count` parts, in blocks of equal number. `worth`: is there enough
/// to do for several threads?
template <class Body>
void for_parts(Index count, bool worth, Body&& body) {
  FirstFault fault;
#pragma omp parallel for schedule(static) if (worth)
  for (Index p = 0; p < count; ++p) fault.guard(p, [&] { body(p); });
  fault.rethrow();
}

/// The same with scratch that every thread makes for itself, body(part, scratch); threads take
/// parts as they get free. What a part gives must not depend on what the scratch held before.
template <class MakeScratch, class Body>
void for_parts_with(Index count, bool worth, MakeScratch&& make_scratch, Body&& body) {
  FirstFault fault;
#pragma omp parallel if (worth)
  {
    std::optional<decltype(make_scratch())> scratch;
    fault.guard(0, [&] { scratch.emplace(make_scratch()); });
#pragma omp for schedule(dynamic)
    for (Index p = 0; p < count; ++p)
      fault.guard(p, [&] {
        if (scratch) body(p, *scratch);
      });
  }
  fault.rethrow();
}

/// Threads that go through the same text together, and share its loops. All wait at the end of
/// each, so nothing may be thrown outside of them.
class Team {
 public:
  explicit Team(FirstFault& fault) : fault_(fault) {}
  /// A loop shared among the threads.
  template <class Body>
  void each(Index begin, Index end, Body&& body) {
    const std::int64_t count = end - begin, threads = omp_get_num_threads();
    const auto border = [&](std::int64_t t) {
      return begin + static_cast<Index>(count * t / threads);
    };
    const Index first = border(omp_get_thread_num()), last = border(omp_get_thread_num() + 1);
    fault_.guard(first, [&] {
      for (Index k = first; k < last; ++k) body(k);
    });
#pragma omp barrier
  }
  /// Something that one of them does.
  template <class Body>
  void once(Body&& body) {
#pragma omp single
    fault_.guard(0, body);
  }

 private:
  FirstFault& fault_;
};
/// Calls body(team) in all threads at once.
template <class Body>
void with_team(bool worth, Body&& body) {
  FirstFault fault;
#pragma omp parallel if (worth)
  {
    Team team(fault);
    body(team);
  }
  fault.rethrow();
}

/// Parts in order over all threads, run(part) and then finish(part). A thread finishes the parts it
/// ran itself, while they are in its cache, as soon as all before them have run: with one thread
/// at once.
template <class Run, class Finish>
void run_and_finish(Index parts, const Run& run, const Finish& finish) {
  const bool worth = parts >= kWorthThreads / 2;
  std::atomic<Index> next{0};
  std::vector<std::atomic<char>> done(parts);
  FirstFault fault;
#pragma omp parallel if (worth)
  {
    Index known = 0;             // all parts before have run
    std::vector<Index> waiting;  // run by this thread, not finished
    const auto all_before = [&](Index p) {
      while (known < p && done[known].load(std::memory_order_acquire)) ++known;
      return known >= p;
    };
    const auto finish_one = [&](Index p) {  // of parts that have run, not been broken off
      if (!fault.any()) fault.guard(p, [&] { finish(p); });
    };
    for (Index p = next++; p < parts; p = next++) {
      fault.guard(p, [&] { run(p); });
      done[p].store(1, std::memory_order_release);
      waiting.push_back(p);
      std::erase_if(waiting, [&](Index w) {
        const bool ready = all_before(w);
        if (ready) finish_one(w);
        return ready;
      });
    }
    for (const Index w : waiting) {
      while (!all_before(w)) std::this_thread::yield();
      finish_one(w);
    }
  }
  fault.rethrow();
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
