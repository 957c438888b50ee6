# One test program per folder of test/ (unit/<folder>, physics, parity, formats, combinations), and one ctest
# entry per source file, so that the files run beside each other: "physics/head_on_impact".
enable_testing()
# Of the same code model as the headers that are precompiled for them, or these are not taken.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
scree_headers(scree_headers_test ${scree_lean} <doctest/doctest.h>)
add_library(scree_test_main OBJECT ${PROJECT_SOURCE_DIR}/test/main.cpp
  ${PROJECT_SOURCE_DIR}/test/source_folder.cpp)
set_source_files_properties(${PROJECT_SOURCE_DIR}/test/source_folder.cpp PROPERTIES
  COMPILE_DEFINITIONS SCREE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(scree_test_main PUBLIC scree_flags)
target_compile_options(scree_test_main PRIVATE ${scree_lean})
add_custom_target(scree_tests)

function(scree_test name folder library)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/test/${folder}/*_test.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${name} ${sources})
  add_dependencies(scree_tests test_${name})
  target_link_libraries(test_${name} PRIVATE scree_test_main ${library})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/test)
  target_compile_options(test_${name} PRIVATE ${scree_lean})
  scree_use_headers(test_${name} scree_headers_test)
  foreach(source ${sources})
    get_filename_component(file ${source} NAME_WE)
    string(REGEX REPLACE "_test$" "" test ${file})
    # Long sums of physics that take no way through the program which shorter tests do not take: the scenes
    # of parity/restart and parity/scratch take them all.
    if(SCREE_SANITIZE AND "${folder}/${test}" MATCHES "^(combinations/rows|parity/rotated|unit/step/contact_scaling|physics/(wet_pack|strong_dashpots|rolling_friction|restitution|stretched_bridge|wet_collision|loads|machine|changed_step|reduction))$")
      continue()
    endif()
    # Whether threads write into each other is what the other sanitizer is for.
    if(SCREE_SANITIZE STREQUAL "address" AND "${folder}/${test}" STREQUAL "parity/threads")
      continue()
    endif()
    add_test(NAME ${folder}/${test}
      COMMAND test_${name} --source-file=*/${folder}/${file}.cpp --force-colors=0)
    # The files run in parallel; a test that is about threads sets their number itself.
    set_tests_properties(${folder}/${test} PROPERTIES
      ENVIRONMENT "OMP_NUM_THREADS=1;OMP_WAIT_POLICY=passive")
  endforeach()
endfunction()

# These compute much themselves, as a second way to an answer: without optimisation, which other tests are
# better off without under sanitizers, each takes more than a minute.
if(SCREE_SANITIZE)
  foreach(file unit/geometry/box_contact unit/geometry/box_mesh_contact unit/geometry/mesh_contact
      unit/build/make_bodies parity/pairs)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/test/${file}_test.cpp PROPERTIES COMPILE_OPTIONS -O1)
  endforeach()
endif()

foreach(folder base geometry law state detect step observe io)
  scree_test(${folder} unit/${folder} scree_${folder})
endforeach()
# From a text to a finished run: their tests make runs.
foreach(folder formula case build control run lib study verify)
  scree_test(${folder} unit/${folder} "scree_verify;scree_lib")
endforeach()
foreach(folder physics parity formats)
  scree_test(${folder} ${folder} "scree_verify;scree_lib")
endforeach()
scree_test(app unit/app scree_command)
# What combines: the features, their cases and the page are sources beside the tests.
scree_test(combinations combinations scree_verify)
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/combinations/*.cpp)
list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
target_sources(test_combinations PRIVATE ${sources})

# Scripts are tested by scripts: test/tools/<name>_test.sh fails by its exit status.
file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/test/tools/*_test.sh)
foreach(script ${scripts})
  get_filename_component(file ${script} NAME_WE)
  string(REGEX REPLACE "_test$" "" test ${file})
  if(SCREE_SANITIZE AND test MATCHES "^(small_study|kill_campaign|broken_inputs|sweep|library)$")
    continue()  # minutes with sanitizers, bounds on memory that they do not keep, or no program of theirs
  endif()
  add_test(NAME tools/${test} COMMAND ${script})
  set_tests_properties(tools/${test} PROPERTIES ENVIRONMENT "SCREE_PROGRAM=$<TARGET_FILE:scree_app>" COST 20)
endforeach()
add_dependencies(scree_tests scree_app libscree)
# The longest first, so that no core waits for them at the end.
foreach(long tools/kill_campaign tools/broken_inputs tools/small_study parity/rotated physics/wet_pack combinations/rows
    parity/restart parity/scratch combinations/page)
  if(TEST ${long})
    set_tests_properties(${long} PROPERTIES COST 100)
  endif()
endforeach()
