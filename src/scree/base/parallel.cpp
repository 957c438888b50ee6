#include "scree/base/parallel.h"

#include <mutex>

namespace scree {

void FirstFault::call(Index part, void (*body)(const void*), const void* text) {
  try {
    body(text);
  } catch (...) {
    static std::mutex one_at_a_time;  // of all loops: this is rare
    const std::lock_guard lock(one_at_a_time);
    if (fault_ && part_ <= part) return;
    fault_ = std::current_exception();
    part_ = part;
    any_.store(true, std::memory_order_release);
  }
}

}  // namespace scree
