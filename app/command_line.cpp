#include "command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <string_view>

#include "say.h"
#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree::app {
namespace {

std::string guess(const std::string& word, const std::vector<std::string>& words) {
  const std::string near = nearest(word, words);
  return near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near);
}

/// Null if there is no such verb.
const CLI::App* find_verb(const CLI::App& command, const std::string& word) {
  for (const CLI::App* verb : command.get_subcommands({}))
    if (verb->check_name(word)) return verb;
  return nullptr;
}

/// CLI11 would only say that the word was not expected.
[[noreturn]] void refuse_verb(const CLI::App& command, const std::string& word,
                              std::vector<std::string> verbs) {
  for (const CLI::App* verb : command.get_subcommands({})) verbs.push_back(verb->get_name());
  throw CaseError(fmt::format("there is no verb '{}'{}; the verbs are {}", word, guess(word, verbs),
                              join(verbs)));
}

/// The first option that the verb does not have, with the nearest that it has.
void refuse_unknown_option(const CLI::App& verb, int argc, char** argv) {
  std::vector<std::string> options;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  for (int k = 2; k < argc; ++k) {
    const std::string word = std::string(argv[k]).substr(0, std::string(argv[k]).find('='));
    const bool option = word.rfind("--", 0) == 0 && word.size() > 2;
    if (!option || std::find(options.begin(), options.end(), word) != options.end()) continue;
    throw CaseError(fmt::format("scree {} has no option '{}'{}; its options are {}",
                                verb.get_name(), word, guess(word, options), join(options)));
  }
}

std::string not_a_time(const std::string& text) {
  double value = 0;
  const bool number = CLI::detail::lexical_cast(text, value);
  return number && std::isfinite(value) && value > 0
             ? std::string()
             : "'" + text + "' is no time; give a finite number of seconds above 0";
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::positive() {
  option_->check(CLI::PositiveNumber);
  return *this;
}

Option& Option::not_negative() {
  option_->check(CLI::NonNegativeNumber);
  return *this;
}

Option& Option::seconds() {
  option_->check(CLI::Validator(not_a_time, "TIME"));
  return *this;
}

Option& Option::thread_count() {
  option_->check(CLI::Range(1, 1024));
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option& Option::existing_file() {
  option_->check(CLI::ExistingFile);
  return *this;
}

Option& Option::hidden() {
  option_->group("");
  return *this;
}

Option Verb::option(const std::string& name, std::string& value, const std::string& help) {
  return Option(verb_->add_option(name, value, help));
}

Option Verb::option(const std::string& name, int& value, const std::string& help) {
  return Option(verb_->add_option(name, value, help));
}

Option Verb::option(const std::string& name, double& value, const std::string& help) {
  return Option(verb_->add_option(name, value, help));
}

Option Verb::option(const std::string& name, std::vector<std::string>& values,
                    const std::string& help) {
  return Option(verb_->add_option(name, values, help));
}

void Verb::flag(const std::string& name, bool& value, const std::string& help) {
  verb_->add_flag(name, value, help);
}

CommandLine::CommandLine(const std::string& about, const std::string& version,
                         const std::string& footer, const std::vector<std::string>& launcher)
    : app_(std::make_unique<CLI::App>(about, "scree")), launcher_(launcher) {
  app_->set_version_flag("--version", version);
  app_->footer(footer);
  app_->require_subcommand(1);
  app_->failure_message(CLI::FailureMessage::simple);
}

CommandLine::~CommandLine() = default;

Verb CommandLine::verb(const std::string& name, const std::string& help, Action action) {
  CLI::App* verb = app_->add_subcommand(name, help);
  verb->callback([this, action = std::move(action)] { chosen_ = action; });
  return Verb(verb);
}

/// scree help [VERB]
int CommandLine::help(int argc, char** argv) const {
  const CLI::App* verb = argc < 3 ? nullptr : find_verb(*app_, argv[2]);
  if (argc >= 3 && !verb) refuse_verb(*app_, argv[2], launcher_);
  say("{}", verb ? verb->help("scree") : app_->help());
  return kDone;
}

int CommandLine::run(int argc, char** argv) {
  if (argc == 1 || std::string_view(argv[1]) == "help") return help(argc, argv);
  const CLI::App* verb = find_verb(*app_, argv[1]);
  if (!verb && argv[1][0] != '-') refuse_verb(*app_, argv[1], launcher_);
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app_->exit(asked_for_help);
  } catch (const CLI::ParseError& error) {
    if (verb && dynamic_cast<const CLI::ExtrasError*>(&error))
      refuse_unknown_option(*verb, argc, argv);
    throw CaseError(fmt::format("{} (scree --help)", error.what()));
  }
  return chosen_();
}

}  // namespace scree::app
