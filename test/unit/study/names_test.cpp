/// Names a user chooses, wherever a case or a study has some.
#include <doctest/doctest.h>

#include "scree/base/error.h"
#include "scree/build/make_bodies.h"
#include "scree/case/case.h"
#include "scree/study/study.h"
#include "unit/case/case_text.h"

using namespace scree;

namespace {

template <class Read>
std::string message_of(const Read& read) {
  try {
    read();
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

/// The small case with an entry of every kind that has a name, "NAME" standing for it once.
const std::vector<std::string> kNamed{
    "[material.\"NAME\"]\nyoung = 1e7\n",
    "[clump.\"NAME\"]\nspheres = [[0, 0, 0, 0.1]]\n",
    "[[wall]]\nname = \"NAME\"\nmaterial = \"steel\"\nshape = \"plane\"\npoint = [0, 0, 0]\n"
    "normal = [0, 0, 1]\n",
    "[[outlet]]\nname = \"NAME\"\nface = \"xlo\"\n",
    "[[emitter]]\nname = \"NAME\"\nmaterial = \"glass\"\nnumber_rate = 1\n"
    "sizes = {kind = \"fixed\", radius = 0.01}\n"
    "region = {kind = \"box\", lo = [0, 0, 0.8], hi = [1, 1, 1]}\n",
    "[[observe]]\nkind = \"momentum\"\nname = \"NAME\"\n",
    "[[bodies]]\nsource = \"explicit\"\nmaterial = \"glass\"\nlabel = \"NAME\"\nlist = []\n",
    "[[bodies]]\nsource = \"explicit\"\nmaterial = \"glass\"\n"
    "list = [{x = [0.5, 0.5, 0.9], radius = 0.01, label = \"NAME\"}]\n"};

std::string named(const std::string& entry, const std::string& name) {
  std::string text = kSmallCase + entry;
  return text.replace(text.find("NAME"), 4, name);
}

}  // namespace

TEST_CASE("a case with a name that files or tables cannot hold is refused, with its line") {
  for (const std::string& entry : kNamed) {
    CAPTURE(entry);
    CHECK(message_of([&] { read_case_text(named(entry, "größer 2"), "case.toml"); }) == "");
    for (const char* bad :
         {"a,b", "a\\\"b", "a\\nb", "a/b", "../../x", "..", "a\\u001b[31m", "a\\u0000"}) {
      CAPTURE(bad);
      const std::string message =
          message_of([&] { read_case_text(named(entry, bad), "case.toml"); });
      CHECK(message.find("a name must not") != std::string::npos);
      CHECK(message.rfind("case.toml:", 0) == 0);
    }
    const std::string longer = named(entry, std::string(300, 'x'));
    CHECK(message_of([&] { read_case_text(longer, "case.toml"); }).find("at most 50") !=
          std::string::npos);
  }
}

TEST_CASE("an empty name is refused; an empty label means none") {
  for (const std::string& entry : kNamed) {
    CAPTURE(entry);
    const bool label = entry.find("label") != std::string::npos;
    const std::string message = message_of([&] { read_case_text(named(entry, ""), "case.toml"); });
    CHECK((message.find("must not be empty") == std::string::npos) == label);
  }
}

TEST_CASE("text that is no UTF-8 is refused, in a value and in the name of the file") {
  CHECK(message_of([] {
          read_case_text(kSmallCase, "case.toml", {"title=a\xff"});
        }).find("UTF-8") != std::string::npos);
  CHECK(message_of([] { read_case_text(kSmallCase, "a\xff.toml"); }).find("UTF-8") !=
        std::string::npos);
}

TEST_CASE("a study refuses parameters and names that folders and tables cannot hold") {
  const auto study = [](const std::string& grid, const std::string& name) {
    return "[[runs]]\nname = \"" + name + "\"\ncase = \"case.toml\"\ngrid = " + grid + "\n";
  };
  const auto says = [&](const std::string& text, const std::string& part) {
    const std::string message = message_of([&] { read_study_text(text, "study.toml"); });
    CAPTURE(message);
    CHECK(message.find(part) != std::string::npos);
  };
  says(study("{\"a,b\" = [1]}", "dry"), "a name must not contain ','");
  says(study("{\"a\\u001b\" = [1]}", "dry"), "a name must not contain '\\x1b'");
  says(study("{}", "a/b"), "name must be made of");
  says(study("{}", std::string(300, 'x')), "at most 100");
}
