#pragma once
/// VTK XML PolyData files (.vtp): binary, little endian, appended raw and compressed with zlib in
/// blocks, as ParaView writes them itself. Positions, radii and time are Float64, whole-number
/// columns Int64, all other columns Float32 (seven digits: enough to look at, not to restart from).
#include <filesystem>
#include <span>

#include "scree/io/frame.h"

namespace scree {

/// One vertex per body; point data: radius and every column.
void write_bodies_vtp(const std::filesystem::path& path, const BodyFrame& frame);

/// All walls in one file; cell data `wall` is the index into the field data `wall_names`.
void write_walls_vtp(const std::filesystem::path& path, Real time,
                     std::span<const WallFrame> walls);

/// One vertex per contact; point data: every column.
void write_contacts_vtp(const std::filesystem::path& path, Real time, const ContactFrame& frame);

}  // namespace scree
