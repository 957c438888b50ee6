# Writes build_info.cpp when the commit changed. Included, it adds the target scree_build_info;
# run as a script (cmake -P) at the start of every build, it refreshes the file. Only that one
# file depends on the commit, so a new commit recompiles nothing else.
if(CMAKE_SCRIPT_MODE_FILE)
  set(SCREE_COMMIT "unknown")
  find_program(GIT git)
  if(GIT)
    set(ENV{GIT_OPTIONAL_LOCKS} 0)
    execute_process(
      COMMAND ${GIT} -c "safe.directory=*" -C ${SOURCE_DIR} describe --always --dirty --abbrev=12
      OUTPUT_VARIABLE described RESULT_VARIABLE failed ERROR_QUIET
      OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT failed)
      set(SCREE_COMMIT "${described}")
    endif()
  endif()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/build_info.cpp.in ${OUTPUT} @ONLY)
  return()
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" flags)
set(flags "${CMAKE_BUILD_TYPE} ${flags} -march=${SCREE_ARCH}")
if(SCREE_SANITIZE)
  string(APPEND flags " sanitized: ${SCREE_SANITIZE}")
endif()
set(info_source ${PROJECT_BINARY_DIR}/generated/build_info.cpp)
add_custom_target(scree_commit BYPRODUCTS ${info_source}
  COMMAND ${CMAKE_COMMAND} -D "SOURCE_DIR=${PROJECT_SOURCE_DIR}" -D "OUTPUT=${info_source}"
    -D "SCREE_VERSION=${PROJECT_VERSION}"
    -D "SCREE_COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    -D "SCREE_BUILD_FLAGS=${flags}" -P ${CMAKE_CURRENT_LIST_DIR}/build_info.cmake
  COMMENT "commit" VERBATIM)
add_library(scree_build_info STATIC ${info_source})
target_link_libraries(scree_build_info PRIVATE scree_flags)
add_dependencies(scree_build_info scree_commit)
