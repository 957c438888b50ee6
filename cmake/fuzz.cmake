# Every test/fuzz/<name>_fuzz.cpp becomes the libFuzzer program fuzz_<name>; its corpus is
# test/fuzz/corpus/<name>/. Run them with tools/fuzz.
add_custom_target(scree_fuzz)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/test/fuzz/*_fuzz.cpp)
foreach(source ${sources})
  get_filename_component(file ${source} NAME_WE)
  string(REGEX REPLACE "_fuzz$" "" name ${file})
  add_executable(fuzz_${name} ${source})
  target_link_libraries(fuzz_${name} PRIVATE scree_verify)
  target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/test)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(scree_fuzz fuzz_${name})
endforeach()
