#include "scree/verify/expect.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scree/base/error.h"
#include "scree/base/schema.h"
#include "scree/base/text.h"
#include "scree/case/bounds.h"
#include "scree/io/case_file.h"
#include "scree/io/table_file.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<StatementKind>() {
  static const std::vector<std::string> words{"must", "report"};
  return words;
}
template <>
const std::vector<std::string>& words_of<Trend>() {
  static const std::vector<std::string> words{"rises", "falls"};
  return words;
}

namespace {

/// A number or a text, as text.
std::string read_formula(const Node& node, const Reading& reading) {
  return node.is_number() ? plain(node.real) : read_text(node, reading);
}

const std::vector<std::pair<std::string, Node>>& entries(const Node& node, const Reading& r) {
  if (!node.is(Node::Kind::kTable)) refuse_type(node, r, "a table");
  return node.table;
}

/// "Chung & Ooi 2011, test 3 [derived]": who says so, and how we know.
bool has_provenance(const std::string& source) {
  const std::size_t open = source.rfind('[');
  if (open == std::string::npos || source.back() != ']') return false;
  const std::string tag = source.substr(open + 1, source.size() - open - 2);
  for (const char* word : {"seed", "derived", "recalled", "choice", "unknown"})
    if (tag == word) return true;
  return tag.starts_with("ext: ") && tag.size() > 5;
}

void describe_outcome(SchemaBuilder<Statement>& s) {
  using S = Statement;
  s.special("value", "number or formula", "what it should be; may use the parameters of the run",
            [](S& o, const Node& n, const Reading& r) { o.value = read_formula(n, r); });
  s.key("range", &S::range, "smallest and largest value allowed");
  s.key("trend", &S::trend, "which way the measured column goes");
  s.key("tolerance", &S::tolerance, "largest distance from the value, relative to it").at_least(0);
  s.key("absolute", &S::absolute, "largest distance from the value, in its unit").at_least(0);
  s.key("unit", &S::unit, "unit of the value, for the table");
  s.rule("give one of value, range, trend and interrupt", "name", [](const S& o) {
    return o.value.has_value() + o.range.has_value() + o.trend.has_value() +
               o.interrupt.has_value() ==
           1;
  });
  s.rule("a value needs a tolerance (relative) or an absolute one, not both", "value",
         [](const S& o) {
           return o.tolerance.has_value() + o.absolute.has_value() == (o.value ? 1 : 0);
         });
  s.rule("range must go from the smaller to the larger value", "range",
         [](const S& o) { return !o.range || (*o.range)[0] <= (*o.range)[1]; });
}

}  // namespace

template <>
const Schema& schema_of<VariantOptions>() {
  static const Schema schema = make_schema<VariantOptions>(
      "variant", "Runs of the case with some keys set otherwise.", [](auto& s) {
        using V = VariantOptions;
        s.key("name", &V::name, "name of the run; may contain {parameter}").required();
        s.key("set", &V::set, "keys set as by --set; may contain {formula} of the parameters");
        s.special("sweep", "table of lists", "parameters and the values they take",
                  [](V& v, const Node& n, const Reading& r) { v.sweep = read_grid(n, r); });
      });
  return schema;
}

template <>
const Schema& schema_of<Statement>() {
  static const Schema schema = make_schema<Statement>(
      "expect", "One statement about the runs of the case.", [](SchemaBuilder<Statement>& s) {
        using S = Statement;
        s.key("name", &S::name, "the statement in words").required();
        s.key("runs", &S::runs, "names of the runs it is about; * stands for anything");
        s.key("measure", &S::measure, "formula over the columns of a run, or over the points");
        s.special("points", "table of formulas", "columns with one entry per run, for `measure`",
                  [](S& o, const Node& n, const Reading& r) {
                    for (const auto& [name, formula] : entries(n, r))
                      o.points.emplace_back(name, read_formula(formula, r.under(name)));
                  });
        s.key("curve", &S::curve, "published points [x, y]: columns curve_x and curve_y");
        s.key("interrupt", &S::interrupt,
              "the run saved and resumed at this part of its time ends in the same state")
            .above(0)
            .below(1);
        describe_outcome(s);
        s.key("source", &S::source, "who says so, and how we know").required();
        s.key("kind", &S::kind, "does the exit code depend on it");
        s.key("reason", &S::reason, "why it is only reported");
        s.rule("give a measure, or interrupt", "name",
               [](const S& o) { return o.measure.empty() == o.interrupt.has_value(); });
        s.rule("a curve is compared with points: give those too", "curve",
               [](const S& o) { return o.curve.empty() || !o.points.empty(); });
        s.rule(
            "source must end with its provenance: [seed], [ext: where], [derived], [recalled], "
            "[choice] or [unknown]",
            "source", [](const S& o) { return has_provenance(o.source); });
        s.rule("a report needs its reason, and only a report has one", "kind",
               [](const S& o) { return (o.kind == StatementKind::kReport) == !o.reason.empty(); });
      });
  return schema;
}

template <>
const Schema& schema_of<MutantOptions>() {
  static const Schema schema = make_schema<MutantOptions>(
      "mutant", "The case made wrong on purpose, for verify --mutants.", [](auto& s) {
        using M = MutantOptions;
        s.key("name", &M::name, "what is wrong with it, in words");
        s.key("set", &M::set, "keys set on top of each run's own; may contain {formula}")
            .required();
        s.key("misses", &M::misses, "names of the statements that must fall short").required();
        s.key("runs", &M::runs, "names of the runs it is in; * stands for anything");
        s.rule("a mutant sets a key or more", "set", [](const M& o) { return !o.set.empty(); });
        s.rule("name at least one statement that must fall short", "misses",
               [](const M& o) { return !o.misses.empty(); });
      });
  return schema;
}

template <>
const Schema& schema_of<Expectations>() {
  static const Schema schema =
      make_schema<Expectations>("expectations", "The keys at the top of expect.toml.", [](auto& s) {
        s.list("variant", &Expectations::variants, "the runs; without any, the case as it is");
        s.list("expect", &Expectations::statements, "the statements").required();
        s.list("mutant", &Expectations::mutants, "wrong programs the statements must notice");
      });
  return schema;
}

namespace {

/// Fills the parameters of a run into texts.
class Filling {
 public:
  explicit Filling(const RunPlan& run) : run_(run), names_(parameter_names(run, no_names())) {}
  std::string operator()(const std::string& text) const {
    return fill_in(text, names_, [&](const std::string& name) -> std::optional<std::string> {
      const std::string* value = find_parameter(run_.parameters, name);
      return value ? std::optional(*value) : std::nullopt;
    });
  }

 private:
  const RunPlan& run_;
  FormulaNames names_;
};

/// One run for every combination of the sweep's values.
std::vector<RunPlan> expand(const VariantOptions& variant) {
  std::vector<RunPlan> runs;
  if (const double count = count_combinations(variant.sweep); count > kMostRuns)
    throw CaseError(variant.origin.file, variant.origin.line,
                    fmt::format("variant.{}: sweep makes {:.10g} runs, at most {:.0f} are "
                                "possible; give fewer values",
                                variant.name, count, kMostRuns));
  for (Parameters& parameters : combinations(variant.sweep))
    runs.push_back({"", {}, std::move(parameters)});
  for (RunPlan& run : runs) {
    const Filling filled(run);
    try {
      run.name = filled(variant.name);
      for (const std::string& set : variant.set) run.sets.push_back(filled(set));
    } catch (const FormulaError& error) {
      throw CaseError(variant.origin.file, variant.origin.line,
                      fmt::format("variant.{}: {}", variant.name, error.what()));
    }
  }
  return runs;
}

void plan_runs(Expectations& e) {
  std::set<std::string> names;
  for (const VariantOptions& variant : e.variants)
    for (RunPlan& run : expand(variant)) {
      if (!names.insert(run.name).second)
        throw CaseError(variant.origin.file, variant.origin.line,
                        fmt::format("two runs are named \"{}\"; put a {{parameter}} into the name "
                                    "of the variant",
                                    run.name));
      e.runs.push_back(std::move(run));
    }
  if (e.runs.empty()) e.runs.emplace_back();
  for (const Statement& s : e.statements) {
    if (runs_of(s, e).empty())
      throw CaseError(s.origin.file, s.origin.line,
                      fmt::format("expect \"{}\": no run is named like \"{}\"", s.name, s.runs));
  }
}

/// Names of mutants, and that what they must break is there.
void check_mutants(Expectations& e) {
  std::vector<std::string> names;
  for (const Statement& s : e.statements) names.push_back(s.name);
  for (MutantOptions& m : e.mutants) {
    if (m.name.empty()) m.name = join(m.set);
    for (const std::string& missed : m.misses) {
      if (std::find(names.begin(), names.end(), missed) != names.end()) continue;
      const std::string near = nearest(missed, names);
      throw CaseError(
          m.origin.file, m.origin.line,
          fmt::format("mutant \"{}\": misses: there is no statement \"{}\"{}", m.name, missed,
                      near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
    }
  }
}

}  // namespace

Expectations read_expectations_text(const std::string& text, const std::string& name) {
  Expectations e = read_table<Expectations>(parse_case_text(text, name), {});
  e.file = name;
  plan_runs(e);
  check_mutants(e);
  return e;
}

Expectations read_expectations(const std::string& path) {
  return read_expectations_text(read_text_file(path), path);
}

std::vector<const RunPlan*> runs_of(const Statement& statement, const Expectations& expected) {
  std::vector<const RunPlan*> runs;
  for (const RunPlan& run : expected.runs)
    if (matches(statement.runs, run.name)) runs.push_back(&run);
  return runs;
}

RunPlan with_mutant(const RunPlan& run, const MutantOptions& mutant) {
  RunPlan changed = run;
  const Filling filled(run);
  try {
    for (const std::string& set : mutant.set) changed.sets.push_back(filled(set));
  } catch (const FormulaError& error) {
    throw CaseError(mutant.origin.file, mutant.origin.line,
                    fmt::format("mutant \"{}\": set: {}", mutant.name, error.what()));
  }
  return changed;
}

}  // namespace scree
