#include "scree/base/parallel.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <initializer_list>
#include <vector>

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
