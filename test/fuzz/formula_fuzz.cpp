// Whatever the text, a formula is computed, compiled and taken apart, or refused with a
// FormulaError; compiled and computed values are the same.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "scree/formula/expression.h"
#include "scree/formula/formula.h"

namespace {

using namespace scree;

const std::vector<std::string> kVariables{"x", "y", "z", "t"};

/// Names of a run of three rows.
FormulaNames names() {
  return {[](const std::string& name) -> std::optional<Quantity> {
            if (name == "time") return Quantity(std::vector<Real>{0, 0.5, 1});
            if (name == "height") return Quantity(std::vector<Real>{2, -1, NAN});
            return std::nullopt;
          },
          {"time", "height"}};
}

template <class F>
void try_to(F f) {
  try {
    f();
  } catch (const FormulaError&) {
  }
}

void compile(const std::string& text) {
  const std::vector<Constant> constants{{"L", 47}, {"T", 4}};
  const Expression whole(text, kVariables, constants);
  const Real at[] = {0.5, -2, 3, 0.25};
  const Dual rates[] = {0.5, -2.0, 3.0, {0.25, 1.0}};
  whole(at);
  whole(rates);
  const Separated parts = separate(with_constants(parse_formula(text), kVariables, constants));
  for (const Separated::Term& term : parts.terms)
    if (Expression(term.space, kVariables).uses(3)) std::abort();
  for (const FormulaNode& rest : parts.rest) Expression(rest, kVariables)(at);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try_to([&] { compile(text); });
  try_to([&] { names_in_formula(text); });
  try_to([&] {
    const Quantity value = evaluate_formula(text, names());
    if (value.is_number && value.values.size() != 1) std::abort();
  });
  try_to([&] {
    fill_in(text, names(), [](const std::string&) { return std::optional<std::string>(); });
  });
  return 0;
}
