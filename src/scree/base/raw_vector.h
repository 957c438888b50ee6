#pragma once
/// A vector whose new elements hold whatever memory holds, until they are written.
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace scree {

/// Memory straight from the system, in large pages where it has them: new tables are made every few
/// steps, and fetching them in pages of 4 kB costs two threads a tenth of their speed.
void* allocate_pages(std::size_t bytes);
void free_pages(void* memory, std::size_t bytes);
constexpr std::size_t kWorthPages = std::size_t{4} << 20;

template <class T>
struct RawAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = RawAllocator<U>;
  };
  using std::allocator<T>::allocator;

  T* allocate(std::size_t n) {
    if (n * sizeof(T) < kWorthPages) return std::allocator<T>::allocate(n);
    return static_cast<T*>(allocate_pages(n * sizeof(T)));
  }
  void deallocate(T* p, std::size_t n) {
    if (n * sizeof(T) < kWorthPages) return std::allocator<T>::deallocate(p, n);
    free_pages(p, n * sizeof(T));
  }

  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;  // not U(): that would fill it with zeros
  }
  template <class U, class... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
};

/// For large tables that threads fill: resize() of an ordinary vector would first let one thread
/// write all of it.
template <class T>
using RawVector = std::vector<T, RawAllocator<T>>;

}  // namespace scree
