#pragma once
/// Bodies that very many contacts share, as a plate on a heap. A colour may hold only one of their
/// contacts, so hundreds of colours would be nearly empty. Their contacts stand in batches of their
/// own instead, of which all lanes have the crowded body on one side and others on the other; the
/// lanes of such a batch are solved one after the other, each with the motion that the one before
/// left (sweep_lanes.h).
#include <vector>

#include "scree/step/nonsmooth/contact_problem.h"

namespace scree {

/// A body with more contacts is crowded.
constexpr Index kCrowd = 64;

/// By body, whether it is crowded; empty: none is.
std::vector<char> crowded_bodies(const ContactProblem& problem, const std::vector<char>& takes);

/// Contacts of crowded bodies, eight at most, and on which side of them that body stands.
struct CrowdedBatch {
  std::vector<Index> contacts;
  bool at_j = true;
};
std::vector<CrowdedBatch> crowded_batches(const ContactProblem& problem,
                                          const std::vector<char>& takes,
                                          const std::vector<char>& crowded);

}  // namespace scree
