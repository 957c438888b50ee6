#include "source_folder.h"

std::string source_folder() { return SCREE_SOURCE_DIR; }
