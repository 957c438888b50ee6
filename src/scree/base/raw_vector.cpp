#include "scree/base/raw_vector.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <mutex>

namespace scree {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + kLargePage - 1) / kLargePage * kLargePage;
}

void* map_pages(std::size_t size) {
  void* mapped =
      mmap(nullptr, size + kLargePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  // Large pages begin at their multiples: cut off what is before and after.
  char* begin = static_cast<char*>(mapped);
  const std::size_t before =
      (kLargePage - reinterpret_cast<std::uintptr_t>(begin) % kLargePage) % kLargePage;
  if (before > 0) munmap(begin, before);
  if (before < kLargePage) munmap(begin + before + size, kLargePage - before);
  madvise(begin + before, size, MADV_HUGEPAGE);  // advice: without it the pages are small
  return begin + before;
}

/// Pages given back, kept for the next table of about the same size: the system would fill new ones
/// with zeros first, which costs two threads a fiftieth of their speed. Only a little is kept, so
/// that large scenes, where it matters less, are not larger for it.
class SparePages {
 public:
  /// Null if none will do.
  void* take(std::size_t size) {
    const std::scoped_lock lock(mutex_);
    const auto at = std::find_if(spare_.rbegin(), spare_.rend(),
                                 [&](const Block& b) { return b.size == size; });
    if (at == spare_.rend()) return nullptr;
    void* const memory = at->memory;
    kept_ -= size;
    spare_.erase(std::next(at).base());
    return memory;
  }
  void give(void* memory, std::size_t size) {
    const std::scoped_lock lock(mutex_);
    spare_.push_back({memory, size});
    for (kept_ += size; kept_ > kMost; spare_.erase(spare_.begin())) {
      munmap(spare_.front().memory, spare_.front().size);
      kept_ -= spare_.front().size;
    }
  }

 private:
  static constexpr std::size_t kMost = std::size_t{32} << 20;
  struct Block {
    void* memory;
    std::size_t size;
  };
  std::mutex mutex_;
  std::vector<Block> spare_;  // the oldest first
  std::size_t kept_ = 0;
};

SparePages& spare_pages() {
  // Never destroyed: tables with static lifetime may be freed after it.
  static SparePages* const spare = new SparePages;
  return *spare;
}

}  // namespace

void* allocate_pages(std::size_t bytes) {
  const std::size_t size = whole_pages(bytes);
  void* const spare = spare_pages().take(size);
  return spare ? spare : map_pages(size);
}

void free_pages(void* memory, std::size_t bytes) { spare_pages().give(memory, whole_pages(bytes)); }

}  // namespace scree
