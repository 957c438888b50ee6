#pragma once
/// Number types and the marker for functions that may run on host, in lanes and on a device.
#include <cstddef>
#include <cstdint>
#include <limits>

/// SCREE_FN is for what the inner loops are made of; SCREE_CALL for what is long and seldom asked
/// for.
#if defined(__CUDACC__)
#define SCREE_CALL __host__ __device__ inline
#define SCREE_FN __host__ __device__ __forceinline__
#else
#define SCREE_CALL inline
#define SCREE_FN inline __attribute__((always_inline))
#endif

namespace scree {

using Real = double;
using Index = std::int32_t;  // row in a table; tables hold fewer than 2^31 rows
using Id = std::int32_t;     // stable name of a body or element, never reused within a run

constexpr Real kPi = 3.14159265358979323846;
/// The value of what was not seen or cannot be measured.
constexpr Real kNothing = std::numeric_limits<Real>::quiet_NaN();

}  // namespace scree
