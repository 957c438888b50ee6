#pragma once
/// Records that describe their fields once, in a static function fields(): name, unit, and what
/// becomes of a field when the two partners of a contact change places. Checkpoints, and lists that
/// hand memory from pair to pair, walk the description. Memories of several vectors describe these
/// in the same way: base/section.h.
#include <tuple>

#include "scree/base/vec3.h"

namespace scree {

enum class Exchange {
  kStays,
  kTurns  // seen from the other side it points the other way
};

template <class Record, class T>
struct RecordField {
  const char* name;
  const char* unit;
  T Record::*at;
  Exchange exchange;

  constexpr RecordField(const char* n, const char* u, T Record::*a, Exchange e = Exchange::kStays)
      : name(n), unit(u), at(a), exchange(e) {}
};

template <class Record>
concept Described = requires {
  Record::fields();
};

/// Calls f(field) for every field of a record.
template <Described Record, class F>
constexpr void for_each_field_of(F&& f) {
  std::apply([&](const auto&... field) { (f(field), ...); }, Record::fields());
}

/// Calls visit(name, field), with the unit where the visitor takes it.
template <class T, class Visit>
void visit_field(Visit&& visit, const char* name, T& field, const char* unit) {
  if constexpr (requires { visit(name, field, unit); })
    visit(name, field, unit);
  else
    visit(name, field);
}

/// Turns vectors round, alone or in rows.
inline void turn(Vec3& v) { v = -v; }
inline void turn(Real& x) { x = -x; }
template <class T, int n>
void turn(T (&rows)[n]) {
  for (T& row : rows) turn(row);
}

/// The record as it is when the partners of its contact have changed places.
template <Described Record>
Record exchanged(Record r) {
  for_each_field_of<Record>([&](const auto& field) {
    if constexpr (requires { turn(r.*(field.at)); })
      if (field.exchange == Exchange::kTurns) turn(r.*(field.at));
  });
  return r;
}
/// What has no fields stays as it is.
template <class T>
T exchanged(T x) {
  return x;
}

}  // namespace scree
