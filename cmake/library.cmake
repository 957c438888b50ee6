# The library as other programs see it: one archive of the objects that the program is made of, and the
# headers of include/. Whoever links it gets include/ and C++20, no flag of ours.
#   find_package(Scree) and target_link_libraries(... Scree::scree), or add_subdirectory() of this tree
add_library(libscree STATIC)
add_library(Scree::scree ALIAS libscree)
get_property(folders GLOBAL PROPERTY scree_folders)
list(REMOVE_ITEM folders study verify) # the command's own
foreach(folder ${folders} build_info)
  get_target_property(kind scree_${folder} TYPE)
  if(kind STREQUAL "STATIC_LIBRARY")
    target_sources(libscree PRIVATE $<TARGET_OBJECTS:scree_${folder}>)
  endif()
endforeach()
set_target_properties(libscree PROPERTIES OUTPUT_NAME scree EXPORT_NAME scree LINKER_LANGUAGE CXX)
target_compile_features(libscree INTERFACE cxx_std_20)
target_include_directories(libscree INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
# The serial HDF5 by its file: FindHDF5 would ask of every user that C is enabled.
find_library(SCREE_HDF5 NAMES hdf5_serial hdf5 REQUIRED)
mark_as_advanced(SCREE_HDF5)
add_library(scree_hdf5 UNKNOWN IMPORTED GLOBAL)
set_target_properties(scree_hdf5 PROPERTIES IMPORTED_LOCATION ${SCREE_HDF5})
target_link_libraries(libscree PRIVATE $<BUILD_INTERFACE:scree_hdf5> $<INSTALL_INTERFACE:Scree::hdf5>
  OpenMP::OpenMP_CXX fmt::fmt tomlplusplus::tomlplusplus ZLIB::ZLIB PNG::PNG)

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Scree)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/ScreeConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(TARGETS libscree EXPORT scree_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(TARGETS scree_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY include/scree DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(EXPORT scree_targets NAMESPACE Scree:: DESTINATION ${package} FILE ScreeTargets.cmake COMPONENT library)
install(FILES cmake/ScreeConfig.cmake ${PROJECT_BINARY_DIR}/generated/ScreeConfigVersion.cmake
  DESTINATION ${package} COMPONENT library)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)
