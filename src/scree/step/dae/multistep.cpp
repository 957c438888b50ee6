#include "scree/step/dae/multistep.h"

#include <algorithm>
#include <cstring>

namespace scree {
namespace {

/// All numbers of rows, one after the other, as integrators take them.
template <class Row>
Vector numbers_of(const std::vector<Row>& rows) {
  static_assert(sizeof(Row) == 9 * sizeof(Real));
  Vector out(9 * rows.size());
  if (!rows.empty()) std::memcpy(out.data(), rows.data(), rows.size() * sizeof(Row));
  return out;
}
template <class Row>
std::vector<Row> rows_of(const Vector& numbers) {
  std::vector<Row> out(numbers.size() / 9);
  if (!out.empty()) std::memcpy(out.data(), numbers.data(), out.size() * sizeof(Row));
  return out;
}

/// A level that is later than all others.
template <class Row>
void put_first(const Vector& level, std::vector<Row>& rows) {
  const std::vector<Row> first = rows_of<Row>(level);
  rows.insert(rows.begin(), first.begin(), first.end());
}

void dormand_prince_step(const Derivative& f, Real dt, Vector& y) {
  DormandPrince rk;
  rk.step(f, 0, dt, y);
  y = rk.y1;
}

/// The levels of a history, whose first is y: it may have been projected since.
template <class Row>
Vector history(const std::vector<Row>& rows, const Vector& y) {
  Vector h = numbers_of(rows);
  std::copy(y.begin(), y.end(), h.begin());
  return h;
}

Vector first_level(const Vector& history, std::size_t n) {
  return {history.begin(), history.begin() + static_cast<std::ptrdiff_t>(n)};
}

/// Scaled derivatives at y from five levels of rates.
std::vector<BodyPoint> derivatives_at(const Vector& y, const std::vector<BodyRate>& rates,
                                      Real dt) {
  const Vector all = numbers_of(rates);
  std::vector<Vector> levels;
  levels.reserve(kMultistepOrder);
  for (std::size_t k = 0; k < kMultistepOrder; ++k) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(k * y.size());
    levels.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(y.size()));
  }
  return rows_of<BodyPoint>(nordsieck_from_past(y, levels, dt));
}

}  // namespace

void begin_past(const std::vector<Id>& bodies, MultistepPast& past) {
  if (past.body == bodies) return;
  past.clear();
  past.body = bodies;
}

void gear_step(const Derivative& f, Real dt, MultistepPast& past, Vector& y) {
  past.points.clear();
  if (past.derivatives.empty()) {
    Vector rate(y.size());
    f(0, y, rate);
    put_first(rate, past.rates);
    if (past.levels(past.rates) < kMultistepOrder) return dormand_prince_step(f, dt, y);
    past.derivatives = derivatives_at(y, past.rates, dt);
    past.rates.clear();
  }
  Vector h = history(past.derivatives, y);
  gear_5(f, 0, dt, h);
  past.derivatives = rows_of<BodyPoint>(h);
  y = first_level(h, y.size());
}

void bdf_step(const Derivative& f, Real dt, MultistepPast& past, Vector& y) {
  past.rates.clear(), past.derivatives.clear();
  if (past.levels(past.points) < kMultistepOrder) {
    put_first(y, past.points);
    if (past.levels(past.points) < kMultistepOrder) return dormand_prince_step(f, dt, y);
  }
  Vector h = history(past.points, y);
  bdf_5(f, 0, dt, h);
  past.points = rows_of<BodyPoint>(h);
  y = first_level(h, y.size());
}

}  // namespace scree
