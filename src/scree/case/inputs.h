#pragma once
/// The files beside the case file that a run reads again when it is resumed: meshes and tables of
/// motions and of gravity. (Tables of bodies are read once, at the start.)
#include <string>
#include <vector>

#include "scree/case/case.h"

namespace scree {

struct InputFile {
  std::string path;  // as opened
  std::string hash;  // of its bytes, in hexadecimal
};
/// In the order of the case. Throws CaseError when one cannot be read.
std::vector<InputFile> input_files(const Case& c);

std::string to_json(const std::vector<InputFile>& files);
/// Throws CaseError if the files of the case are not those noted: names the first that has changed.
void check_inputs(const Case& c, const std::string& noted, const std::string& folder);

}  // namespace scree
