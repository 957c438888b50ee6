#pragma once
/// From Python's values to those of a case.
#include <pybind11/pybind11.h>

#include "scree/value.h"

namespace scree::python {

/// Dictionaries, lists, tuples, numbers, texts, paths, and whatever has tolist(), as arrays of
/// NumPy do. `key` names the value in messages; throws CaseError for anything else.
api::Value to_value(pybind11::handle object, const std::string& key, int depth = 0);

}  // namespace scree::python
