#pragma once
/// What a dataset of a checkpoint is, asked before any of it is read. Only checkpoint*.cpp include
/// this.
#include <hdf5.h>

#include <cstdint>
#include <string>

namespace scree {

/// Why the dataset `name` is not one that our writer makes, in words; empty if it is. It stands in
/// this very file (no links that lead elsewhere, no external or virtual storage), in one piece,
/// without filters, and all of its bytes are there: what it claims to hold is at most what the
/// file holds. Reads nothing but headers.
std::string foreign_storage(hid_t file, const char* name, std::uint64_t file_bytes);

}  // namespace scree
