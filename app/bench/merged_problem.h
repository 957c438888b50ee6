#pragma once
/// What a contact problem of spheres becomes when groups of them are merged by hand.
#include <vector>

#include "scree/step/nonsmooth/contact_problem.h"

namespace scree::app {

struct MergedProblem {
  ContactProblem problem;
  std::vector<char> takes;
};

/// `x`: centres of the spheres; `group`: of each the body it becomes part of, from zero; -1: it
/// stays alone. `bound`: merged bodies hang on something at rest, else they are free. Contacts
/// inside a group go, and those that can move nothing.
MergedProblem merge_by_hand(const ContactProblem& problem, const std::vector<char>& takes,
                            const std::vector<Vec3>& x, const std::vector<Index>& group,
                            bool bound);

}  // namespace scree::app
