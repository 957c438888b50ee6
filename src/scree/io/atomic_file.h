#pragma once
/// Files that are either whole or absent: written under a temporary name, flushed, renamed.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "scree/base/error.h"

namespace scree {

/// Replaces `path` by `bytes` in one step: a reader, or a crash, sees the old file or the new one.
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// The same for content made by a library that wants a file name: `fill` writes to the empty file
/// it is given. If it throws, nothing is left behind.
void write_file_with(const std::filesystem::path& path,
                     const std::function<void(const std::filesystem::path& temporary)>& fill);

/// What a probe of a folder is called, with the ending of temporary files behind it.
inline constexpr const char* kProbeName = "scree-probe";

/// Throws DiskError unless `folder` (or its nearest existing parent, if it is yet to be made) takes
/// a new file and has `bytes_needed` free. Leaves nothing behind.
void require_writable(const std::filesystem::path& folder, std::uint64_t bytes_needed);

/// The error for a failed system call on `path`, with a remedy that fits `error` (an errno value).
[[noreturn]] void throw_disk_error(const std::filesystem::path& path, int error);

}  // namespace scree
