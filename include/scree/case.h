#pragma once
/// What is to be computed: read from a case file, or built key by key. The keys are those of the
/// manual (docs/manual/case-keys.md); the same checks and messages serve both.
#include <memory>
#include <string>
#include <vector>

#include "scree/error.h"
#include "scree/value.h"

namespace scree::api {

/// What a case takes: what `scree check` prints.
struct Outlook {
  std::int64_t grains = 0, grains_at_most = 0;  // at the start; with what emitters bring
  double time_step = 0;                         // [s]
  double steps = 0, end = 0;                    // at most; [s]
  double contacts = 0;                          // when packed
  double memory = 0, disk = 0;                  // [bytes]
  double seconds = 0;                           // on this machine, with the present threads
};

class Case {
 public:
  /// Nothing yet: to be filled by set() and add(). Names of files count from the present folder.
  Case();
  explicit Case(Keys keys);
  /// A case file, or case.toml in a folder. `sets` are "key=value", as behind --set.
  static Case read(const std::string& path, const std::vector<std::string>& sets = {});
  /// The same from its text; `name` stands for the file in messages and for names of other files.
  static Case parse(const std::string& text, const std::string& name = "case");

  /// Gives a key its value: set("run.duration", 0.5), set("wall.drum.radius", 0.1). Entries of a
  /// list are named by number or by their `name`.
  Case& set(const std::string& key, Value value);
  /// Adds an entry to a list: add("bodies", Keys{...}).
  Case& add(const std::string& list, Value entry);

  /// Throws CaseError if a key or a value is wrong, or something is missing.
  void check() const;
  /// The same, and makes bodies and walls, and times a few steps of a small bed: what a run of it
  /// takes. Nothing of the case itself is run.
  Outlook outlook() const;
  /// The case as TOML.
  std::string text() const;

  Case(const Case&);
  Case(Case&&) noexcept;
  Case& operator=(const Case&);
  Case& operator=(Case&&) noexcept;
  ~Case();

 private:
  struct Content;
  friend struct CaseAccess;
  std::unique_ptr<Content> content_;
};

}  // namespace scree::api
