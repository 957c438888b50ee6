#pragma once
/// Cases built in code, for tests: the keys of a case file without its text.
#include <set>
#include <string>
#include <utility>

#include "scree/base/vec3.h"
#include "scree/lib/case_access.h"

namespace scree {

using api::Keys;

namespace api {

/// What both say, one behind the other.
inline Keys operator+(Keys a, const Keys& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace api

inline api::Value in_keys(Vec3 v) { return {v.x, v.y, v.z}; }

/// Tables of the same key are entries of a list where a case file has [[...]].
inline void put(api::Case& c, const Keys& keys) {
  static const std::set<std::string> lists{"pair", "bodies", "joint",   "emitter", "outlet",
                                           "wall", "phase",  "observe", "force"};
  for (const api::Entry& entry : keys)
    if (lists.contains(entry.key) && entry.value.kind == api::Value::Kind::kTable)
      c.add(entry.key, entry.value);
    else
      c.set(entry.key, entry.value);
}

/// The case that keys make, read and checked.
inline Case case_of_keys(const Keys& keys) {
  api::Case c;
  put(c, keys);
  return checked(c);
}

}  // namespace scree
