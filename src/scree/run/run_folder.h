#pragma once
/// The folder of a run: which files in it are the run's, and how a new run gets its room there.
/// Nothing of the user's is ever overwritten or removed.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "scree/io/folder_lock.h"

namespace scree {

/// Names of the files of a run that stand there whatever it observes.
inline constexpr const char* kCaseCopy = "case.toml";
inline constexpr const char* kRunNote = "run.json";
inline constexpr const char* kSummary = "summary.json";
inline constexpr const char* kCheckpoint = "checkpoint.h5";

/// Is `name` (relative to the folder) what `pattern` says? A `*` in the last part stands for
/// digits.
bool is_run_file(const std::string& name, const std::string& pattern);

/// A folder that this process alone writes to.
class RunFolder {
 public:
  /// Makes the folder if need be and locks it. Throws CaseError if another process writes there.
  explicit RunFolder(const std::filesystem::path& path);
  /// A folder that was made and stayed empty goes again.
  ~RunFolder();

  const std::filesystem::path& path() const { return path_; }

  /// Makes room for a run that will write `files` (patterns as above). With `force` an earlier run
  /// is removed: just the files its run.json lists. Throws CaseError, before anything is touched,
  /// if there is a run and no `force`, if what is there is not a run's, or if the copy of its case
  /// was edited since.
  void make_room(const std::vector<std::string>& files, bool force);
  /// Removes what killed processes left half written of these files.
  void remove_temporary(const std::vector<std::string>& files);

  /// The files that the run here listed; empty if it listed none.
  std::vector<std::string> listed() const;

 private:
  std::filesystem::path path_;
  bool made_ = false;
  std::unique_ptr<FolderLock> lock_;
};

/// Throws what make_room() would for what can be seen without the lock: nothing is written then.
void require_room(const std::filesystem::path& folder, const std::vector<std::string>& files,
                  bool force);

/// Fingerprint of a text, as run.json keeps that of the case's copy.
std::string text_mark(const std::string& text);

}  // namespace scree
