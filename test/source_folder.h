#pragma once
/// Where the sources of these tests are. Only source_folder.cpp is compiled with the path, so that
/// a compiler cache serves all other files to every clone.
#include <string>

std::string source_folder();
