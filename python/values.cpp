#include "values.h"

#include "scree/error.h"

namespace scree::python {

namespace py = pybind11;

namespace {

/// Lists that hold themselves have no end.
constexpr int kDeepest = 100;

api::Value table_of(const py::dict& dict, const std::string& key, int depth) {
  api::Keys keys;
  for (const auto& [name, value] : dict) {
    if (!py::isinstance<py::str>(name))
      throw CaseError(key, 0, "keys are texts, not " + std::string(py::repr(name)));
    const std::string inner = py::cast<std::string>(name);
    keys.push_back({inner, to_value(value, key.empty() ? inner : key + "." + inner, depth + 1)});
  }
  return keys;
}

api::Value list_of(py::handle items, const std::string& key, int depth) {
  api::Value value;
  value.kind = api::Value::Kind::kList;
  for (const py::handle item : items) {
    const std::string place = key + "." + std::to_string(value.list.size());
    value.list.push_back(to_value(item, place, depth + 1));
  }
  return value;
}

api::Value whole(py::handle object, const std::string& key) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow != 0) throw CaseError(key, 0, "the number is too large; write it as a float");
  return value;
}

}  // namespace

api::Value to_value(py::handle object, const std::string& key, int depth) {
  if (depth > kDeepest) throw CaseError(key, 0, "tables and lists are too deep within each other");
  if (py::isinstance<py::bool_>(object)) return py::cast<bool>(object);
  if (py::isinstance<py::int_>(object)) return whole(object, key);
  if (py::isinstance<py::float_>(object)) return py::cast<double>(object);
  if (py::isinstance<py::str>(object)) return py::cast<std::string>(object);
  if (py::isinstance<py::dict>(object))
    return table_of(py::reinterpret_borrow<py::dict>(object), key, depth);
  if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object))
    return list_of(object, key, depth);
  if (py::hasattr(object, "tolist")) return to_value(object.attr("tolist")(), key, depth + 1);
  if (py::hasattr(object, "__fspath__"))
    return to_value(object.attr("__fspath__")(), key, depth + 1);
  throw CaseError(
      key, 0,
      "a value of a case is a number, a text, True or False, a list or a dictionary, not " +
          std::string(py::repr(object)));
}

}  // namespace scree::python
