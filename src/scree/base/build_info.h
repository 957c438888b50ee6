#pragma once
/// What this program was built from. Kept beside every result, so that a result can be repeated.

namespace scree {

struct BuildInfo {
  const char* version;   // of the project, "0.1.0"
  const char* commit;    // git commit, ends in "-dirty" when the tree had changes; may be "unknown"
  const char* compiler;  // name and version
  const char* flags;     // what decides the bits: build type, optimisation and architecture
};

/// Filled in by the build (cmake/build_info.cmake); linked from the io library upwards.
const BuildInfo& build_info();

}  // namespace scree
