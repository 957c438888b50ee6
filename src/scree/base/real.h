#pragma once
/// Number types and the marker for functions that may run on host, in lanes and on a device.
#include <cstddef>
#include <cstdint>

#define SCREE_FN inline __attribute__((always_inline))

namespace scree {

using Real = double;
using Index = std::int32_t;  // row in a table; tables hold fewer than 2^31 rows
using Id = std::int32_t;     // stable name of a body or element, never reused within a run

constexpr Real kPi = 3.14159265358979323846;

}  // namespace scree
