# Compiles through ccache where it is installed (./scree install cache). Paths count from the root of
# the clone, so that one clone's objects serve another. What -march=native means stands in a file
# that belongs to the key of every object: a cache may outlive the processor it was filled on.
find_program(SCREE_CCACHE ccache)
mark_as_advanced(SCREE_CCACHE)
if(SCREE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED ENV{CCACHE_DISABLE})
  set(target_file ${PROJECT_BINARY_DIR}/generated/target.txt)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=${SCREE_ARCH} -dM -E -x c++ /dev/null
    OUTPUT_VARIABLE target)
  file(CONFIGURE OUTPUT ${target_file} CONTENT "@target@" @ONLY)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
    CCACHE_NOHASHDIR=1 CCACHE_EXTRAFILES=${target_file} ${SCREE_CCACHE})
endif()
