/// Feeds the checkpoint reader with any bytes, and with well-sealed files whose tables have
/// arbitrary lengths and content. It must refuse with CaseError or return; nothing else.
#include <stdlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "scree/io/checkpoint.h"
#include "unit/io/random_state.h"

namespace {

std::filesystem::path scratch_file() {
  static const std::filesystem::path folder = [] {
    std::string name = (std::filesystem::temp_directory_path() / "scree-fuzz-XXXXXX").string();
    return std::filesystem::path(::mkdtemp(name.data()));
  }();
  return folder / "checkpoint.h5";
}

/// A file that our own writer makes of a state with lengths taken from the input.
void write_any_state(const std::uint8_t* data, std::size_t size) {
  scree::State state;
  std::size_t at = 0;
  const auto next = [&] { return at < size ? data[at++] : std::uint8_t{0}; };
  const std::uint64_t seed = next();
  scree::fill_with_noise(state, scree::Random{seed},
                         [&](const std::string&) { return std::size_t{next()} % 20; });
  state.grains.singles = next();
  state.grains.free = next();
  state.pairs.count = next();
  scree::write_checkpoint(scratch_file(), state, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0 && data[0] == '!')
    write_any_state(data + 1, size - 1);
  else
    std::ofstream(scratch_file(), std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    scree::CheckpointNote note;
    scree::read_checkpoint(scratch_file(), note);
  } catch (const scree::CaseError&) {
  }
  return 0;
}
