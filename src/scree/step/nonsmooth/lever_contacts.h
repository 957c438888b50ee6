#pragma once
/// Contacts of bodies that are no spheres: arms in any direction, an inertia tensor. The same
/// blocks and projections as gauss_seidel.cpp has for spheres, one contact at a time.
#include "scree/step/nonsmooth/contact_batches.h"

namespace scree {

struct LeverContact {
  Index contact, i, j;
  Vec3 axis[3];               // n, t1, t2
  Vec3 turn_i[3], turn_j[3];  // lever x axis
  Vec3 spin_i[3], spin_j[3];  // spin per impulse along the axis
  Real inv_mass_i, inv_mass_j;
  Real normal_step, tangent_step, rolling_step;  // 1/(mobility + softness)
  Real p[3];                                     // impulse along the axes
  Vec3 q;                                        // couple
};

struct LeverContacts {
  std::vector<LeverContact> contacts;  // colour by colour
  std::vector<Index> colour_start{0};

  Index colours() const { return static_cast<Index>(colour_start.size()) - 1; }
};

void make_levers(const ContactProblem& problem, const std::vector<char>& takes, bool planar,
                 LeverContacts& out);
/// v += M^-1 G^T p of one contact.
void apply_impulses(ContactProblem& problem, const LeverContact& c);
/// Solves the blocks of one contact in turn.
void solve_contact(ContactProblem& problem, LeverContact& c);
/// Squares of the natural map and of what the contact would need alone [N^2 s^2].
Real natural_map2(const ContactProblem& problem, const LeverContact& c);
Real load2(const ContactProblem& problem, const LeverContact& c);
/// Impulses back to the contacts.
void take_impulses(const LeverContacts& levers, ContactProblem& problem);

}  // namespace scree
