#pragma once
/// What a run will take: memory, disk, time. Nothing of the case itself is run.
#include "scree/run/simulation.h"

namespace scree {

struct Estimate {
  double grains = 0;    // at most
  double contacts = 0;  // when packed
  double steps = 0;     // at most
  double memory = 0;    // [bytes]
  double disk = 0;      // [bytes]
  double seconds = 0;   // wall clock, with the present number of threads
  double pictures = 0;  // their number, and what they take of that
  double picture_seconds = 0;
};

/// Grains that emitters will have added by the end.
double poured_grains(const Case& c);

/// Times a few steps of a small packed bed with the laws of the case on this machine, and scales
/// to the grains, contacts, steps and outputs of the case.
Estimate estimate(const Simulation& sim);

}  // namespace scree
