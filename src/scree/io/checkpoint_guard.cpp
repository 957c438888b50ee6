#include "scree/io/checkpoint_guard.h"

#include <string_view>

#include "scree/io/hdf5_handle.h"

namespace scree {
namespace {

/// Every part of the path is a hard link: soft and external ones could lead to other files. Asked
/// from the root on, so that nothing is followed before it is known.
bool hard_linked(hid_t file, std::string_view name) {
  for (std::size_t end = name.find('/');; end = name.find('/', end + 1)) {
    const std::string part(name.substr(0, end));
    H5L_info_t link{};
    if (H5Lget_info(file, part.c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
      return false;
    if (end == std::string_view::npos) return true;
  }
}

bool in_one_piece(hid_t set) {
  const Handle plist(H5Dget_create_plist(set), H5Pclose);
  if (!plist.valid()) return false;
  const H5D_layout_t layout = H5Pget_layout(plist);
  return (layout == H5D_CONTIGUOUS || layout == H5D_COMPACT) && H5Pget_external_count(plist) == 0 &&
         H5Pget_nfilters(plist) == 0;
}

}  // namespace

std::string foreign_storage(hid_t file, const char* name, std::uint64_t file_bytes) {
  if (!hard_linked(file, name)) return "is missing, or a link to another place";
  const Handle set(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  if (!set.valid()) return "is missing";
  if (!in_one_piece(set)) return "is not stored in one piece in this file";
  const Handle space(H5Dget_space(set), H5Sclose), type(H5Dget_type(set), H5Tclose);
  if (!space.valid() || !type.valid()) return "cannot be read";
  const H5S_class_t kind = H5Sget_simple_extent_type(space);
  if (kind != H5S_SCALAR && kind != H5S_SIMPLE) return "holds nothing";
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  const std::uint64_t size = H5Tget_size(type);
  if (count < 0 || size == 0 || static_cast<std::uint64_t>(count) > file_bytes / size)
    return "claims more rows than the file can hold";
  if (H5Dget_storage_size(set) != static_cast<std::uint64_t>(count) * size)
    return "holds less than it claims";
  return {};
}

}  // namespace scree
