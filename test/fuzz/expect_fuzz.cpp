// Whatever the bytes, reading an expect.toml gives statements and runs, or throws a CaseError.
#include <cstdint>
#include <string>

#include "scree/base/error.h"
#include "scree/verify/expect.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scree;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    read_expectations_text(text, "fuzz.toml");
  } catch (const CaseError&) {
  }
  return 0;
}
