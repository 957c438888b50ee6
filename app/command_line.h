#pragma once
/// Verbs and options of the command. Only command_line.cpp knows the library that parses them.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exit_code.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace scree::app {

/// What the chosen verb does; returns an exit code.
using Action = std::function<int()>;

/// What an option takes, to be narrowed down; each returns the option again.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& required();
  Option& positive();
  Option& not_negative();
  Option& seconds();       // a time: above 0, and a number
  Option& thread_count();  // 1 to 1024: more no machine has, and each takes memory
  Option& one_of(const std::vector<std::string>& words);
  Option& existing_file();
  Option& hidden();  // from --help

 private:
  CLI::Option* option_;
};

/// One verb. Names that begin with -- are options, others are told by their place. The values are
/// written when the command line is parsed; until then they are what is taken where none is given.
class Verb {
 public:
  explicit Verb(CLI::App* verb) : verb_(verb) {}
  Option option(const std::string& name, std::string& value, const std::string& help);
  Option option(const std::string& name, int& value, const std::string& help);
  Option option(const std::string& name, double& value, const std::string& help);
  Option option(const std::string& name, std::vector<std::string>& values, const std::string& help);
  void flag(const std::string& name, bool& value, const std::string& help);

 private:
  CLI::App* verb_;
};

class CommandLine {
 public:
  /// `launcher`: verbs that are not the program's, named when somebody asks for one that is
  /// nobody's.
  CommandLine(const std::string& about, const std::string& version, const std::string& footer,
              const std::vector<std::string>& launcher);
  ~CommandLine();
  /// `action` is called when this verb was chosen.
  Verb verb(const std::string& name, const std::string& help, Action action);
  /// Parses and acts. CaseError with the nearest verb or option where one is not known.
  int run(int argc, char** argv);

 private:
  int help(int argc, char** argv) const;
  std::unique_ptr<CLI::App> app_;
  std::vector<std::string> launcher_;
  Action chosen_;
};

}  // namespace scree::app
