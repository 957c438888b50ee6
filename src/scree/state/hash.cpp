#include <cstring>
#include <type_traits>

#include "scree/state/state.h"

namespace scree {
namespace {

/// FNV-1a over eight bytes at a time, then bytes: order-dependent and quick.
struct Hasher {
  std::uint64_t h = 0xcbf29ce484222325ull;

  void bytes(const void* data, std::size_t n) {
    const unsigned char* p = static_cast<const unsigned char*>(data);
    for (; n >= 8; n -= 8, p += 8) {
      std::uint64_t word;
      std::memcpy(&word, p, 8);
      h = (h ^ word) * 0x100000001b3ull;
      h ^= h >> 29;
    }
    for (; n > 0; --n, ++p) h = (h ^ *p) * 0x100000001b3ull;
  }
  template <class T>
  void operator()(const char*, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&value, sizeof value);
  }
  template <class T, class A>
  void operator()(const char*, const std::vector<T, A>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::uint64_t n = values.size();
    bytes(&n, sizeof n);
    bytes(values.data(), n * sizeof(T));
  }
};

}  // namespace

std::uint64_t hash(const State& state) {
  Hasher h;
  for_each_field(state, h);
  return h.h;
}

}  // namespace scree
