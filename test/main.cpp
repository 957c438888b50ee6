/// One main for every test program. Suites whose name starts with "long" run only when asked for,
/// with --long or SCREE_TEST_LONG=1; SCREE_TEST_FILTER=text keeps the test cases whose name
/// contains the text (as "./scree test --filter" does). Any doctest option works as well.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

bool asked_for_long(std::vector<const char*>& arguments) {
  const char* variable = std::getenv("SCREE_TEST_LONG");
  bool asked = variable && std::string(variable) == "1";
  std::erase_if(arguments, [&](const char* argument) {
    const bool found = std::string(argument) == "--long";
    asked = asked || found;
    return found;
  });
  return asked;
}

/// doctest separates filters by commas; a backslash keeps one.
std::string as_filter(const std::string& text) {
  std::string filter = "*";
  for (const char c : text) {
    if (c == ',') filter += '\\';
    filter += c;
  }
  return filter + "*";
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<const char*> arguments(argv, argv + argc);
  doctest::Context context;
  if (!asked_for_long(arguments)) context.addFilter("test-suite-exclude", "long*");
  if (const char* text = std::getenv("SCREE_TEST_FILTER"); text && *text)
    context.addFilter("test-case", as_filter(text).c_str());
  context.applyCommandLine(static_cast<int>(arguments.size()), arguments.data());
  return context.run();
}
