#pragma once
/// Memories made of sections: vectors of records, each with one meaning, in which several owners
/// have rows of their own. A memory describes its sections in fields() (base/record.h): checkpoint,
/// hash and checks walk that.
#include <span>
#include <string>
#include <vector>

#include "scree/base/record.h"

namespace scree {

/// The rows of one owner in a section.
struct SectionRows {
  std::size_t first = 0, count = 0;

  template <class T>
  std::span<T> of(std::vector<T>& section) const {
    return std::span<T>(section).subspan(first, count);
  }
  template <class T>
  std::span<const T> of(const std::vector<T>& section) const {
    return std::span<const T>(section).subspan(first, count);
  }
};

/// Adds rows to a section that is being laid out.
template <class T>
SectionRows add_rows(std::vector<T>& section, std::size_t count) {
  const SectionRows rows{section.size(), count};
  section.resize(rows.first + count);
  return rows;
}

/// Calls visit("memory/section", values) for every section.
template <Described Memory, class M, class Visit>
void visit_sections(const char* name, M& memory, Visit&& visit) {
  for_each_field_of<Memory>([&](const auto& section) {
    visit_field(visit, (std::string(name) + "/" + section.name).c_str(), memory.*(section.at),
                section.unit);
  });
}

/// Says which section has not as many rows as that of another memory. Empty: all have.
template <Described Memory>
std::string wrong_sections(const char* name, const Memory& memory, const Memory& like) {
  std::string found;
  for_each_field_of<Memory>([&](const auto& section) {
    if constexpr (requires { (memory.*(section.at)).size(); }) {
      const std::size_t size = (memory.*(section.at)).size(), due = (like.*(section.at)).size();
      if (found.empty() && size != due)
        found = std::string(name) + "/" + section.name + " has " + std::to_string(size) +
                " rows where " + std::to_string(due) + " are due";
    }
  });
  return found;
}

}  // namespace scree
