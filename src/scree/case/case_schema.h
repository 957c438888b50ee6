#pragma once
/// The keys of a case file. Each option struct of case.h is described once, in
/// case_schema.cpp (scene), case_schema_dae.cpp, case_schema_nonsmooth.cpp, case_schema_liquid.cpp,
/// case_schema_bodies.cpp, case_schema_loads.cpp, case_schema_walls.cpp, case_schema_output.cpp.
#include "scree/base/schema.h"
#include "scree/case/case.h"

namespace scree {

template <>
const Schema& schema_of<Case>();
template <>
const Schema& schema_of<RunOptions>();
template <>
const Schema& schema_of<DaeOptions>();
template <>
const Schema& schema_of<JointOptions>();
template <>
const Schema& schema_of<Sensor>();
template <>
const Schema& schema_of<DomainOptions>();
template <>
const Schema& schema_of<GravityOptions>();
template <>
const Schema& schema_of<Oscillation>();
template <>
const Schema& schema_of<Material>();
template <>
const Schema& schema_of<LawOptions>();
template <>
const Schema& schema_of<LiquidOptions>();
template <>
const Schema& schema_of<PairOptions>();
template <>
const Schema& schema_of<Region>();
template <>
const Schema& schema_of<Sizes>();
template <>
const Schema& schema_of<Clump>();
template <>
const Schema& schema_of<ExplicitBody>();
template <>
const Schema& schema_of<BodiesOptions>();
template <>
const Schema& schema_of<EmitterOptions>();
template <>
const Schema& schema_of<ForceOptions>();
template <>
const Schema& schema_of<DragOptions>();
template <>
const Schema& schema_of<OutletOptions>();
template <>
const Schema& schema_of<Motion>();
template <>
const Schema& schema_of<WallOptions>();
template <>
const Schema& schema_of<UntilOptions>();
template <>
const Schema& schema_of<PhaseOptions>();
template <>
const Schema& schema_of<ObserveOptions>();
template <>
const Schema& schema_of<PictureOptions>();
template <>
const Schema& schema_of<OutputOptions>();

template <>
const std::vector<std::string>& words_of<Face>();
template <>
const std::vector<std::string>& words_of<Method>();

/// What lengths, times, moduli, densities and the like may be, in any units: within these, products
/// of several of them neither overflow nor vanish.
constexpr Real kSmallest = 1e-20, kLargest = 1e20;

/// A file named in a case, relative to the folder of the case file; must exist.
std::string input_file(const Node& node, const Reading& reading);
/// Folder of an earlier run, relative to the folder of the case file, or in a --set to the present
/// one. It need not exist: a run that is resumed has what it took from there.
std::string earlier_run(const Node& node, const Reading& reading);
/// Rows of numbers, from a list of rows or from a table file with these columns (a column whose
/// name ends in '?' may be missing and is then zero). Column "t" must grow from row to row.
std::vector<std::vector<Real>> read_rows(const Node& node, const Reading& reading,
                                         const std::vector<std::string>& columns);
/// Names for numbers in formulas of these variables: {L = 47}. Refuses names that are taken.
std::vector<Constant> read_constants(const Node& node, const Reading& reading,
                                     const std::vector<std::string>& variables);

}  // namespace scree
