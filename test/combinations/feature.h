#pragma once
/// What a case can have, one feature after the other, and how cases are made of them. The page
/// docs/combinations.md and the tests of this folder are made from this list.
#include <map>
#include <string>
#include <vector>

namespace scree {

/// One way in which a case can differ from the plainest one.
struct Feature {
  std::string name;
  /// Keys of tables, "law.rolling" -> "\"spring\"". Keys of `time`, `heap`, `floor`, `place` and
  /// `files` stand in no case: they are words for texts, where {heap.shape} is replaced by them.
  std::map<std::string, std::string> keys = {};
  std::string text = {};  // entries of lists: [[wall]], [[observe]], [clump.NAME]
};

/// Is it a word for texts, rather than a key of a case?
bool is_word_of_texts(const std::string& key);

/// Features that take each other's place: a pair is of two groups.
struct Group {
  std::string name;
  /// Does a feature of it change how bodies move? One that does not by some method is idle there.
  bool moves = true;
  bool needed = false;    // a case that has none of its features gets the first
  bool together = false;  // a case may have several of its features
  std::vector<Feature> features = {};
};

const std::vector<Group>& feature_groups();

/// The parts of the list, in its order.
std::vector<Group> method_features();
std::vector<Group> law_features();
std::vector<Group> body_features();
std::vector<Group> wall_features();
std::vector<Group> course_features();
std::vector<Group> output_features();

/// A feature, as row of its group.
struct Choice {
  std::size_t group = 0, row = 0;

  const Feature& feature() const { return feature_groups()[group].features[row]; }
  const std::string& name() const { return feature().name; }
  bool operator==(const Choice&) const = default;
  bool operator<(const Choice& o) const {
    return std::pair(group, row) < std::pair(o.group, o.row);
  }
};
using Choices = std::vector<Choice>;

/// All features, group by group.
Choices all_features();
/// The feature of this name; it must exist.
Choice feature_named(const std::string& name);
/// The three methods as they are by default: they stand for their variants where no method is asked
/// for.
Choices plain_methods();
/// Is this one of the group of methods?
bool is_method(Choice c);

/// A case, and the run that it goes on from where it has one.
struct MadeCase {
  std::string text, earlier;
};

/// A hundred steps of the plainest heap with all of these.
MadeCase make_case(const Choices& choices);
/// The same text, going on from a run in this folder.
std::string going_on_from(const std::string& text, const std::string& folder);

/// The name by which made cases are read: their files stand beside it.
std::string made_case_name();

}  // namespace scree
