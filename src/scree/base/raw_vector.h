#pragma once
/// A vector whose new elements hold whatever memory holds, until they are written.
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace scree {

template <class T>
struct RawAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = RawAllocator<U>;
  };
  using std::allocator<T>::allocator;

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
