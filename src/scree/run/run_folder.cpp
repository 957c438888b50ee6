#include "scree/run/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "scree/base/error.h"
#include "scree/io/atomic_file.h"
#include "scree/io/checkpoint.h"
#include "scree/io/json.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporary = ".tmp-";  // as io/atomic_file makes them
constexpr std::size_t kTemporaryTail = 6;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

/// What an earlier run says of itself; empty if there is no such file or it is no run's.
std::optional<Json> note_in(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(folder / kRunNote, ignored)) return {};
  const Json note = Json::read(folder / kRunNote);
  if (!note.contains("case") || !note.contains("commit")) return {};
  return note;
}

/// Within the folder, and not above or outside it.
bool is_plain(const std::string& name) {
  const fs::path path(name);
  if (name.empty() || path.is_absolute()) return false;
  return std::none_of(path.begin(), path.end(),
                      [](const fs::path& part) { return part == ".." || part == "."; });
}

std::vector<std::string> files_of(const Json& note) {
  std::vector<std::string> files = note["files"].texts();
  std::erase_if(files, [](const std::string& name) { return !is_plain(name); });
  return files;
}

/// The file that `name` is a half-written piece of; empty if it does not look like one.
std::string whole_name(const std::string& name) {
  const std::size_t tail = kTemporary.size() + kTemporaryTail;
  if (name.size() <= tail || name.compare(name.size() - tail, kTemporary.size(), kTemporary) != 0)
    return "";
  return name.substr(0, name.size() - tail);
}

/// Did a killed process leave it while it wrote one of these files?
bool is_left_over(const std::string& name, const std::vector<std::string>& files) {
  const std::string whole = whole_name(name);
  const auto meant = [&](const std::string& p) { return is_run_file(whole, p); };
  return whole == kProbeName || std::any_of(files.begin(), files.end(), meant);
}

std::string folder_part(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string::npos ? "" : name.substr(0, slash);
}

/// Every entry that a pattern means, relative to the folder; symbolic links are left alone.
std::vector<std::string> found(const fs::path& folder, const std::vector<std::string>& patterns) {
  std::vector<std::string> names;
  std::set<std::string> places;
  for (const std::string& p : patterns) places.insert(folder_part(p));
  for (const std::string& place : places) {
    std::error_code ignored;
    if (!fs::is_directory(fs::symlink_status(folder / place, ignored))) continue;
    for (const fs::directory_entry& e : fs::directory_iterator(folder / place, ignored)) {
      const std::string name = (place.empty() ? "" : place + "/") + e.path().filename().string();
      const auto meant = [&](const std::string& p) { return is_run_file(name, p); };
      if (std::any_of(patterns.begin(), patterns.end(), meant)) names.push_back(name);
    }
  }
  return names;
}

void remove_files(const fs::path& folder, const std::vector<std::string>& patterns) {
  for (const std::string& name : found(folder, patterns))
    if (!fs::is_directory(fs::symlink_status(folder / name))) fs::remove(folder / name);
}

/// Folders that hold nothing any more go, too; others refuse to.
void remove_empty_folders(const fs::path& folder, const std::vector<std::string>& patterns) {
  std::set<std::string> places;
  for (const std::string& p : patterns) places.insert(folder_part(p));
  places.erase("");
  for (const std::string& place : places) {
    std::error_code not_empty;
    fs::remove(folder / place, not_empty);
  }
}

void refuse_edited_case(const fs::path& folder, const Json& note) {
  const fs::path copy = folder / kCaseCopy;
  if (!there(copy) || note["case_mark"].text() == text_mark(text_of(copy))) return;
  throw CaseError(copy.string(), 0,
                  "is not the copy that the run here made of its case: it would be lost. Move it "
                  "away, or choose another folder with --out");
}

/// What stands in the way of a run where none was before.
void refuse_strangers(const fs::path& folder, const std::vector<std::string>& files, bool force) {
  const std::vector<std::string> names = found(folder, files);
  if (!names.empty())
    throw CaseError((folder / names.front()).string(), 0,
                    fmt::format("is in the way, and not of a run that says so in {}: it is not "
                                "overwritten{}. Choose another folder with --out, or move it away",
                                kRunNote, force ? ", not even with --force" : ""));
  std::error_code ignored;
  if (!force || !fs::is_directory(folder, ignored)) return;
  for (const fs::directory_entry& e : fs::directory_iterator(folder, ignored)) {
    const std::string name = e.path().filename().string();
    if (name == FolderLock::kName || is_left_over(name, files)) continue;
    throw CaseError(
        fmt::format("{} was never the folder of a run (it holds {}): --force replaces "
                    "runs only. Choose another folder with --out",
                    folder.string(), name));
  }
}

}  // namespace

std::string text_mark(const std::string& text) {
  return fmt::format("{:016x}", case_fingerprint(text, {}));
}

bool is_run_file(const std::string& name, const std::string& pattern) {
  const std::size_t star = pattern.rfind('*');
  if (star == std::string::npos) return name == pattern;
  const std::string head = pattern.substr(0, star), tail = pattern.substr(star + 1);
  if (name.size() <= head.size() + tail.size() || !name.starts_with(head) || !name.ends_with(tail))
    return false;
  return std::all_of(name.begin() + static_cast<long>(head.size()),
                     name.end() - static_cast<long>(tail.size()),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

void require_room(const fs::path& folder, const std::vector<std::string>& files, bool force) {
  const std::optional<Json> note = note_in(folder);
  if (!note) return refuse_strangers(folder, files, force);
  if (!force)
    throw CaseError(
        fmt::format("{0} already holds a run: use --force to replace it, --out for another "
                    "folder, or `scree resume {0}` to go on with it",
                    folder.string()));
  if (files_of(*note).empty())
    throw CaseError((folder / kRunNote).string(), 0,
                    "does not list the files of its run, which an earlier version of Scree made: "
                    "delete the folder yourself, or choose another one with --out");
  refuse_edited_case(folder, *note);
  // What the new run would write and the old one did not is the user's.
  std::vector<std::string> old = files_of(*note);
  for (const std::string& name : found(folder, files))
    if (std::none_of(old.begin(), old.end(),
                     [&](const std::string& p) { return is_run_file(name, p); }))
      throw CaseError((folder / name).string(), 0,
                      "is in the way, and not of the run here: it is not overwritten. Choose "
                      "another folder with --out, or move it away");
}

RunFolder::RunFolder(const fs::path& path) : path_(path) {
  made_ = fs::create_directories(path);
  lock_ = std::make_unique<FolderLock>(path);
}

RunFolder::~RunFolder() {
  lock_.reset();
  std::error_code not_empty;
  if (made_) fs::remove(path_, not_empty);
}

void RunFolder::make_room(const std::vector<std::string>& files, bool force) {
  require_room(path_, files, force);
  remove_temporary(files);  // of a run that was killed before it could list its files
  std::vector<std::string> old = listed();
  if (old.empty()) return;
  // The note goes last: a clearing that is cut short can be taken up again.
  std::erase(old, kRunNote);
  remove_files(path_, old);
  remove_temporary(old);
  remove_empty_folders(path_, old);
  fs::remove(path_ / kRunNote);
}

void RunFolder::remove_temporary(const std::vector<std::string>& files) {
  std::set<std::string> places;
  for (const std::string& p : files) places.insert(folder_part(p));
  for (const std::string& place : places) {
    std::error_code ignored;
    if (!fs::is_directory(fs::symlink_status(path_ / place, ignored))) continue;
    for (const fs::directory_entry& e : fs::directory_iterator(path_ / place, ignored)) {
      const std::string name = (place.empty() ? "" : place + "/") + e.path().filename().string();
      if (is_left_over(name, files)) fs::remove(e.path(), ignored);
    }
  }
}

std::vector<std::string> RunFolder::listed() const {
  const std::optional<Json> note = note_in(path_);
  return note ? files_of(*note) : std::vector<std::string>{};
}

}  // namespace scree
