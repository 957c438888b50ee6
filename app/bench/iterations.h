#pragma once
#include "bench/race.h"

namespace scree::app {

/// Of the counted runs: the difference of their times is that of a hundred iterations.
constexpr int kFew = 50, kMany = 150;

/// Of one code: what a contact costs in one iteration, from the two runs that differ only in these.
struct Iterations {
  double contacts, rate;  // contact-iterations per second
  double rest;            // seconds of a step without iterations
};
inline Iterations iterations_of(const Result& few, const Result& many) {
  const double steps = static_cast<double>(few.steps);
  const double contacts = 0.5 * (few.contacts.value_or(0) + many.contacts.value_or(0));
  const double one = (many.seconds - few.seconds) / steps / (kMany - kFew);
  return {contacts, contacts / one, few.seconds / steps - kFew * one};
}

}  // namespace scree::app
