#pragma once
/// From the tables of the State to the rows of a contact problem, and back.
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/nonsmooth/contact_problem.h"
#include "scree/step/nonsmooth/nonsmooth_options.h"
#include "scree/step/nonsmooth/posing.h"

namespace scree {

/// Bodies with their velocities, and the contacts that touch now or will within the step: gaps,
/// frames, and what the law of their pair says. Walls stand where they will be at the end of the
/// step, so their gaps are taken back to its beginning. With a posing, of its bodies.
void find_contacts(const Scene& scene, const State& state, const Posing* posing, Real dt,
                   ContactProblem& problem);

/// The rows of a round of impacts: u_n = -e u_n before for contacts that collide, no closing for
/// those that touch or have collided. Says which contacts may take part; false: none collides.
bool impact_rows(const Scene& scene, Real threshold, Real dt, ContactProblem& problem,
                 std::vector<char>& takes);

/// The rows of the step (SPOOK), from the velocities after the impacts.
void step_rows(const Scene& scene, const NonsmoothOptions& options, Real dt,
               ContactProblem& problem, std::vector<char>& takes);

/// The pull of cohesion, which the normal impulses of its contacts hold more than they press.
void apply_pulls(ContactProblem& problem);

/// What a contact of the problem remembers of the last step: impulses on i.
ImpulseMemory kept_impulse(const State& state, const ContactRows& c);

/// Impulses of the last step as a first guess of those that take part.
void recall_impulses(const State& state, const std::vector<char>& takes, ContactProblem& problem);
/// Keeps the impulses for the next step, and forgets those of contacts that are no more; of
/// contacts that the posing is not about, those of an earlier step stay.
void keep_impulses(const ContactProblem& problem, const Posing* posing, State& state);
/// Those of the contacts of a problem alone, which are not given.
void replace_impulses(const ContactProblem& problem, State& state);

/// How far cohesion reaches [m].
Real largest_pull_range(const Scene& scene);

/// Energy in the spring of a contact with this gap [J].
Real spring_energy(const Scene& scene, const ContactRows& c, Real gap);

}  // namespace scree
