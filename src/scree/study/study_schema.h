#pragma once
/// The keys of study.toml, described in study_schema.cpp.
#include "scree/base/schema.h"
#include "scree/study/study.h"

namespace scree {

template <>
const Schema& schema_of<StudyBlock>();
template <>
const Schema& schema_of<ResultOptions>();
template <>
const Schema& schema_of<FigureOptions>();
template <>
const Schema& schema_of<SummaryOptions>();
template <>
const Schema& schema_of<Study>();

}  // namespace scree
