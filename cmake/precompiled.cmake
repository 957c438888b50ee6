# Half of a build is reading headers of the standard library and fmt. Where there is no compiler cache
# they are read once for each set of flags. With a cache, as in CI, every file brings its own includes,
# so that a missing one is seen; so it does where warnings are errors, as GCC 12 warns falsely of
# "text" + std::string where it has them from precompiled headers (its bug 105329).
set(SCREE_PRECOMPILE OFF)
if(NOT CMAKE_CXX_COMPILER_LAUNCHER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT SCREE_SANITIZE
    AND NOT SCREE_WERROR)
  set(SCREE_PRECOMPILE ON)
endif()
set(usual_headers <algorithm> <array> <cmath> <filesystem> <fmt/format.h> <fstream> <functional> <map>
  <memory> <optional> <set> <span> <string> <variant> <vector>)

# scree_headers(NAME FLAG HEADERS...): a set that targets with the same flags share
function(scree_headers name flag)
  if(NOT SCREE_PRECOMPILE)
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// only carries precompiled headers\n")
  add_library(${name} OBJECT ${source})
  target_link_libraries(${name} PRIVATE scree_flags)
  target_compile_options(${name} PRIVATE ${flag})
  target_precompile_headers(${name} PRIVATE ${usual_headers} ${ARGN})
endfunction()

function(scree_use_headers target name)
  if(SCREE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()
