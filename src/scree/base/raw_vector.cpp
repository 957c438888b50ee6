#include "scree/base/raw_vector.h"

#include <sys/mman.h>

#include <cstdint>

namespace scree {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + kLargePage - 1) / kLargePage * kLargePage;
}

}  // namespace

void* allocate_pages(std::size_t bytes) {
  const std::size_t size = whole_pages(bytes);
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

void free_pages(void* memory, std::size_t bytes) { munmap(memory, whole_pages(bytes)); }

}  // namespace scree
