#pragma once
/// The page of what combines, from what was found.
#include <string>

#include "combinations/table.h"

namespace scree {

/// Markdown text of docs/combinations.md.
std::string combinations_page(const Table& table);

}  // namespace scree
