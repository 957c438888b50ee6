#pragma once
/// Tables that describe their columns once, in a static function columns(): name, unit, what a
/// column is for, and the flag of the table that says whether it exists. Whatever must touch every
/// column walks the description, so that a new one is one line.
///
/// A table has `std::int64_t present`, the flags of the columns it has: a column is absent because
/// the table says so, never because it happens to be empty.
#include <algorithm>
#include <string>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/base/raw_vector.h"
#include "scree/base/record.h"

namespace scree {

/// What a column holds: what names the row, or what the row remembers and hands on.
enum class Holds { kKey, kMemory };

template <class Table, class Values>
struct TableColumn {
  const char* name;
  const char* unit;  // of plain numbers; records have units of their own
  Values Table::*values;
  Holds holds;
  std::int64_t when;  // flags of the table, one of which must be set; zero: it always exists

  constexpr TableColumn(const char* n, const char* u, Values Table::*v, Holds h = Holds::kKey,
                        std::int64_t w = 0)
      : name(n), unit(u), values(v), holds(h), when(w) {}
  bool exists(const Table& table) const { return when == 0 || (table.present & when) != 0; }
};

/// Calls f(column) for every column, those that do not exist included.
template <class Table, class F>
constexpr void for_each_column(F&& f) {
  std::apply([&](const auto&... column) { (f(column), ...); }, Table::columns());
}

/// n rows in every column that exists, none in the others.
template <class Table>
void set_rows(Table& table, Index n) {
  for_each_column<Table>(
      [&](const auto& c) { (table.*(c.values)).resize(c.exists(table) ? n : 0); });
}

/// n rows in the columns of memory alone.
template <class Table>
void set_memory_rows(Table& table, Index n) {
  for_each_column<Table>([&](const auto& c) {
    if (c.holds == Holds::kMemory && c.exists(table)) (table.*(c.values)).resize(n);
  });
}

/// New row r holds what was in row order[r]; rows that `order` leaves out are gone.
template <class Table>
void gather_rows(Table& table, const std::vector<Index>& order) {
  for_each_column<Table>([&](const auto& c) {
    auto& values = table.*(c.values);
    if (!c.exists(table)) return;
    using T = typename std::remove_reference_t<decltype(values)>::value_type;
    const Index n = static_cast<Index>(order.size());
    RawVector<T> sorted(n);
    for_chunks(n, [&](Index, Index begin, Index end) {
      for (Index r = begin; r < end; ++r) sorted[r] = values[order[r]];
    });
    values.resize(n);
    for_chunks(n, [&](Index, Index begin, Index end) {
      std::copy(sorted.begin() + begin, sorted.begin() + end, values.begin() + begin);
    });
  });
}

/// Adds row k of another table; what that does not have begins as zero.
template <class Table>
void append_row(Table& to, const Table& from, Index k) {
  for_each_column<Table>([&](const auto& c) {
    if (!c.exists(to)) return;
    auto& values = to.*(c.values);
    using T = typename std::remove_reference_t<decltype(values)>::value_type;
    values.push_back(c.exists(from) ? (from.*(c.values))[k] : T{});
  });
}

/// Adds a row of zeros.
template <class Table>
void append_row(Table& to) {
  for_each_column<Table>([&](const auto& c) {
    if (!c.exists(to)) return;
    auto& values = to.*(c.values);
    values.push_back(typename std::remove_reference_t<decltype(values)>::value_type{});
  });
}

/// Gives row k what row s of another table remembers, as far as both tables have room for it.
template <class Table>
void carry_memory(Table& to, Index k, const Table& from, Index s, bool partners_exchanged = false) {
  for_each_column<Table>([&](const auto& c) {
    if (c.holds != Holds::kMemory || !c.exists(to) || !c.exists(from)) return;
    const auto& value = (from.*(c.values))[s];
    (to.*(c.values))[k] = partners_exchanged ? exchanged(value) : value;
  });
}

/// Calls visit("table/column", values) for every column.
template <class Table, class T, class Visit>
void visit_columns(const char* name, T& table, Visit&& visit) {
  for_each_column<Table>([&](const auto& c) {
    visit_field(visit, (std::string(name) + "/" + c.name).c_str(), table.*(c.values), c.unit);
  });
}

/// Says which column has not the rows it should have: `n`, or none if it does not exist. Empty: all
/// have.
template <class Table>
std::string wrong_rows(const char* name, const Table& table, std::size_t n) {
  std::string found;
  for_each_column<Table>([&](const auto& c) {
    const std::size_t size = (table.*(c.values)).size(), due = c.exists(table) ? n : 0;
    if (found.empty() && size != due)
      found = std::string(name) + "/" + c.name + " has " + std::to_string(size) + " rows where " +
              std::to_string(due) + " are due";
  });
  return found;
}

}  // namespace scree
