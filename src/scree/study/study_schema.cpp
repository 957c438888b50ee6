#include "scree/study/study_schema.h"

#include <algorithm>

#include "scree/formula/formula_functions.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<FigureKind>() {
  static const std::vector<std::string> words{"points", "curves"};
  return words;
}
template <>
const std::vector<std::string>& words_of<FitKind>() {
  static const std::vector<std::string> words{"none", "line"};
  return words;
}

namespace {

constexpr std::size_t kLongestName = 100;

constexpr const char* kFolderName =
    "name must be made of letters, digits, '-', '_' and '.', at most 100 of them";

constexpr const char* kWord =
    "name must be made of letters, digits and '_', begin with a letter, and have at most 100 of "
    "them";

/// Good for a folder or a file on any system.
bool is_folder_name(const std::string& name) {
  return !name.empty() && name[0] != '.' && name.size() <= kLongestName &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
         });
}

/// A word of formulas.
bool is_formula_name(const std::string& name) {
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
         name.size() <= kLongestName && std::all_of(name.begin(), name.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
         });
}

using Named = std::vector<std::pair<std::string, std::string>>;

/// A table of names and texts or numbers.
Named read_named_values(const Node& node, const Reading& reading) {
  if (!node.is(Node::Kind::kTable)) refuse_type(node, reading, "a table");
  Named values;
  for (const auto& [name, value] : node.table)
    values.emplace_back(name, read_value_text(value, reading.under(name)));
  return values;
}

/// Names for numbers in formulas, which must not hide what a formula knows already.
Named read_study_constants(const Node& node, const Reading& reading) {
  std::vector<std::string> taken = function_names();
  taken.insert(taken.begin(), {"pi", "deg"});
  const Named values = read_named_values(node, reading);
  for (const auto& [name, value] : node.table)
    if (std::find(taken.begin(), taken.end(), name) != taken.end())
      refuse(value.place, reading.under(name).path,
             "formulas have a meaning for '" + name + "' already; choose another name. Taken are " +
                 join(taken));
  return values;
}

/// One formula, a list of them, or a table that names each.
Named read_curves(const Node& node, const Reading& reading) {
  if (node.is(Node::Kind::kTable)) return read_named_values(node, reading);
  Named curves;
  if (node.is(Node::Kind::kText)) curves.emplace_back(node.text, node.text);
  if (!node.is(Node::Kind::kText) && !node.is(Node::Kind::kArray))
    refuse_type(node, reading, "a formula, a list of formulas or a table of them");
  for (const Node& item : node.items) {
    const std::string formula = read_text(item, reading);
    curves.emplace_back(formula, formula);
  }
  return curves;
}

std::vector<std::string> read_words(const Node& node, const Reading& reading) {
  if (node.is(Node::Kind::kText)) return {node.text};
  return Convert<std::vector<std::string>>::from(node, reading);
}

}  // namespace

template <>
const Schema& schema_of<StudyBlock>() {
  static const Schema schema = make_schema<StudyBlock>(
      "runs", "A case and the grid of parameters it is run over.", [](auto& s) {
        using B = StudyBlock;
        s.key("name", &B::name, "name of the block, for folders and tables").required();
        s.key("case", &B::case_path, "folder or file of the case, relative to the study")
            .required();
        s.key("set", &B::set,
              "keys set as by --set; may contain {formula} of parameters and constants");
        s.special("grid", "table of lists", "parameters and the values they take",
                  [](B& b, const Node& n, const Reading& r) { b.grid = read_grid(n, r); });
        s.key("after", &B::after,
              "block whose runs these start from: {after} in `set` is the folder of the run with "
              "the same parameters");
        s.rule(kFolderName, "name", [](const B& b) { return is_folder_name(b.name); });
      });
  return schema;
}

template <>
const Schema& schema_of<ResultOptions>() {
  static const Schema schema = make_schema<ResultOptions>(
      "result", "A number measured in each run: a column of results.csv.", [](auto& s) {
        using R = ResultOptions;
        s.key("name", &R::name, "name of the column, also for later formulas").required();
        s.key("formula", &R::formula,
              "formula over the columns of the run, its parameters and the results before it")
            .required();
        s.key("unit", &R::unit, "unit of the number, for the header");
        s.key("runs", &R::runs, "names of the blocks it is about; * stands for anything");
        s.key("table", &R::table, "file of the run whose columns the formula uses");
        s.rule(kWord, "name", [](const R& r) { return is_formula_name(r.name); });
      });
  return schema;
}

template <>
const Schema& schema_of<FigureOptions>() {
  static const Schema schema = make_schema<FigureOptions>(
      "figure", "A figure drawn from the results, or from tables of the runs.",
      [](SchemaBuilder<FigureOptions>& s) {
        using F = FigureOptions;
        s.key("name", &F::name, "name of the file, without .svg").required();
        s.key("kind", &F::kind,
              "points: one for each run, of results.csv; curves: columns of a table of each run");
        s.key("title", &F::title, "headline");
        s.key("x", &F::x, "formula of the horizontal axis").required();
        s.special("y", "formula, list or table of formulas", "what is drawn; a table names each",
                  [](F& f, const Node& n, const Reading& r) { f.y = read_curves(n, r); })
            .required();
        s.key("x_label", &F::x_label, "words at the axis").automatic("the formula");
        s.key("y_label", &F::y_label, "words at the axis").automatic("the formula");
        s.key("runs", &F::runs, "names of the blocks shown; * stands for anything");
        s.special("only", "table of lists", "values of parameters shown; others are left out",
                  [](F& f, const Node& n, const Reading& r) { f.only = read_grid(n, r); });
        s.special("by", "word or list of words",
                  "`block` or parameters: a curve of its own for each of their values",
                  [](F& f, const Node& n, const Reading& r) { f.by = read_words(n, r); })
            .automatic("\"block\"")
            .only("kind", {"points"});
        s.special("over", "word or list of words",
                  "parameters to average over: mean, and standard deviation as error bar",
                  [](F& f, const Node& n, const Reading& r) { f.over = read_words(n, r); })
            .automatic("points: run.seed and seed; curves: none");
        s.key("label", &F::label, "words in the legend; may contain {parameter} and {block}");
        s.key("table", &F::table, "file of the run whose columns are drawn")
            .only("kind", {"curves"});
        s.key("where", &F::where, "condition on the rows that are drawn, e.g. cycle > 5")
            .only("kind", {"curves"});
        s.key("pooled", &F::pooled,
              "rows with the same x become one point: mean, and standard deviation as error bar")
            .only("kind", {"curves"});
        s.key("fit", &F::fit, "draw a straight line through the points of each curve")
            .only("kind", {"points"});
        s.key("log_x", &F::log_x, "logarithmic axis");
        s.key("log_y", &F::log_y, "logarithmic axis");
        s.rule(kFolderName, "name", [](const F& f) { return is_folder_name(f.name); });
        s.rule("give at least one formula", "y", [](const F& f) { return !f.y.empty(); });
      });
  return schema;
}

template <>
const Schema& schema_of<SummaryOptions>() {
  static const Schema schema = make_schema<SummaryOptions>(
      "summary", "A number about the whole study: a row of summary.csv.", [](auto& s) {
        using S = SummaryOptions;
        s.key("name", &S::name, "name of the number, also for later formulas").required();
        s.key("formula", &S::formula,
              "formula over the columns of results.csv: `column` of all runs it is about, "
              "'block.column' of one block")
            .required();
        s.key("unit", &S::unit, "unit of the number");
        s.key("runs", &S::runs, "names of the blocks it is about; * stands for anything");
        s.rule(kWord, "name", [](const S& o) { return is_formula_name(o.name); });
      });
  return schema;
}

template <>
const Schema& schema_of<Study>() {
  static const Schema schema =
      make_schema<Study>("study", "The keys at the top of study.toml.", [](auto& s) {
        using T = Study;
        s.key("title", &T::title, "what the study is about");
        s.key("name", &T::name, "name of its folder of results")
            .automatic("of the file, or of its folder for study.toml");
        s.special("constants", "table of numbers", "names for formulas, the same in all runs",
                  [](T& t, const Node& n, const Reading& r) {
                    t.constants = read_study_constants(n, r);
                  });
        s.special("grid", "table of lists", "parameters of all blocks; a block may give its own",
                  [](T& t, const Node& n, const Reading& r) { t.grid = read_grid(n, r); });
        s.list("runs", &T::blocks, "the cases and the grids they are run over").required();
        s.list("result", &T::results, "the columns of results.csv");
        s.list("figure", &T::figures, "the figures");
        s.list("summary", &T::summaries, "the rows of summary.csv");
        s.rule(kFolderName, "name",
               [](const T& t) { return t.name.empty() || is_folder_name(t.name); });
      });
  return schema;
}

}  // namespace scree
