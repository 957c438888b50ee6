#include "scree/base/parallel.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "scree/base/error.h"
#include "scree/base/random.h"

using namespace scree;

namespace {

/// Sum of numbers of very different size, for which the order of summation shows in the bits.
Real sum_with(int threads, const std::vector<Real>& values) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  const Real total =
      reduce_chunks<Real>(static_cast<Index>(values.size()), [&](Index begin, Index end) {
        Real part = 0;
        for (Index i = begin; i < end; ++i) part += values[static_cast<std::size_t>(i)];
        return part;
      });
  omp_set_num_threads(before);
  return total;
}

}  // namespace

TEST_CASE("a sum has the same bits for any number of threads") {
  Random random{3};
  std::vector<Real> values(20011);
  for (Real& value : values) value = random.normal() * std::exp(random.uniform(-20, 20));
  const Real one = sum_with(1, values);
  for (const int threads : {2, 3, 4, 7}) CHECK(sum_with(threads, values) == one);
}

TEST_CASE("chunks cover every row once") {
  for (const Index n : {0, 1, kChunk - 1, kChunk, kChunk + 1, 5 * kChunk + 3}) {
    std::vector<int> seen(static_cast<std::size_t>(n), 0);
    std::vector<int> chunks(static_cast<std::size_t>(chunk_count(n)), 0);
    for_chunks(n, [&](Index c, Index begin, Index end) {
      ++chunks[static_cast<std::size_t>(c)];
      for (Index i = begin; i < end; ++i) ++seen[static_cast<std::size_t>(i)];
    });
    CHECK(seen == std::vector<int>(seen.size(), 1));
    CHECK(chunks == std::vector<int>(chunks.size(), 1));
  }
}

namespace {

/// What `loop` throws with that many threads; empty: nothing.
template <class Loop>
std::string thrown_with(int threads, Loop&& loop) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  std::string what;
  try {
    loop();
  } catch (const std::runtime_error& error) {
    what = error.what();
  }
  omp_set_num_threads(before);
  return what;
}

/// Throws in some parts, not in the first.
void fail_at_some(Index part) {
  if (part == 5 || part == 9 || part == 14) throw std::runtime_error(std::to_string(part));
}

}  // namespace

TEST_CASE("what is thrown in a parallel loop comes out of it, the same for any number of threads") {
  constexpr Index kParts = 16;
  for (const int threads : {1, 2, 5}) {
    CAPTURE(threads);
    CHECK(thrown_with(threads, [] {
            for_chunks(kParts * kChunk, [](Index c, Index, Index) { fail_at_some(c); });
          }) == "5");
    CHECK(thrown_with(threads, [] { for_parts(kParts, true, fail_at_some); }) == "5");
    CHECK(thrown_with(threads, [] {
            for_parts_with(
                kParts, true, [] { return 0; }, [](Index p, int&) { fail_at_some(p); });
          }) == "5");
    CHECK(thrown_with(threads, [] {
            for_parts_with(
                kParts, true, []() -> int { throw std::runtime_error("no room"); },
                [](Index, int&) {});
          }) == "no room");
    CHECK(thrown_with(threads, [] {
            with_team(true, [](Team& team) { team.each(0, kParts, fail_at_some); });
          }) == "5");
    CHECK(thrown_with(threads, [] {
            with_team(true, [](Team& team) { team.once([] { fail_at_some(9); }); });
          }) == "9");
    CHECK(thrown_with(threads, [] { run_and_finish(kParts, fail_at_some, [](Index) {}); }) == "5");
  }
}

TEST_CASE("parts behind one that broke off are not finished") {
  for (const int threads : {1, 2, 5}) {
    std::vector<int> finished(16, 0);
    const std::string what = thrown_with(threads, [&] {
      run_and_finish(16, fail_at_some, [&](Index p) { finished[static_cast<std::size_t>(p)] = 1; });
    });
    CHECK(what == "5");
    for (std::size_t p = 5; p < finished.size(); ++p) CHECK(finished[p] == 0);
  }
}

TEST_CASE("a broken invariant says what and where, and can be caught") {
  const int two = 2;
  CHECK_THROWS_WITH_AS(SCREE_EXPECT(two == 3), doctest::Contains("two == 3"), Broken);
  CHECK_THROWS_WITH_AS(SCREE_EXPECT(two == 3), doctest::Contains("parallel_test.cpp:"), Broken);
}
