// Whatever the bytes, reading a study gives runs with names of their own, or throws a CaseError.
// Its cases are those of cases/contact: tools/fuzz runs in the root of the checkout.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "scree/base/error.h"
#include "scree/study/study.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scree;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const Study study = read_study_text(text, "cases/contact/fuzz.toml");
    std::set<std::string> names;
    for (const StudyRun& run : study.runs)
      if (!names.insert(run.plan.name).second) std::abort();
  } catch (const CaseError&) {
  }
  return 0;
}
