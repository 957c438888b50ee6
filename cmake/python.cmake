# The Python package scree, where SCREE_PYTHON is on (./scree install python): a module made of the library's
# objects, and what is written in Python beside it, in build/.../python/scree.
set(Python_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "the Python that imports scree")
find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 CONFIG REQUIRED)
set(python_package ${PROJECT_BINARY_DIR}/python/scree)
file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/*.cpp)
pybind11_add_module(scree_python MODULE NO_EXTRAS EXCLUDE_FROM_ALL ${python_sources})
target_compile_options(scree_python PRIVATE -Wall -Wextra $<$<BOOL:${SCREE_WERROR}>:-Werror> ${scree_lean})
target_link_libraries(scree_python PRIVATE Scree::scree)
set_target_properties(scree_python PROPERTIES OUTPUT_NAME _scree LIBRARY_OUTPUT_DIRECTORY ${python_package})
add_custom_command(TARGET scree_python POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/python/scree ${python_package})
