/// The module scree._scree: the library's face in Python. What is nicer written in Python stands in
/// scree/__init__.py.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <optional>
#include <utility>

#include "scree/scree.h"
#include "values.h"

namespace py = pybind11;

namespace scree::python {
namespace {

/// A run and whether a thread of Python is at work in it: the interpreter goes on meanwhile, and
/// others must not look.
struct HeldRun {
  api::Run run;
  bool busy = false;

  api::Run& at_rest() {
    if (busy) throw std::runtime_error("this run is at work in another thread");
    return run;
  }
};

class Busy {
 public:
  explicit Busy(HeldRun& held) : held_(held) {
    held.at_rest();
    held_.busy = true;
  }
  ~Busy() { held_.busy = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  HeldRun& held_;
};

/// Calls work(go_on) while other threads of Python run; Ctrl-C stops it and is raised behind it.
template <class Work>
auto uninterpreted(HeldRun& held, Work&& work) {
  const Busy busy(held);
  bool signalled = false;
  const auto go_on = [&signalled] {
    const py::gil_scoped_acquire interpreter;
    signalled = PyErr_CheckSignals() != 0;
    return !signalled;
  };
  auto result = [&] {
    const py::gil_scoped_release others;
    return work(api::Run::GoOn(go_on));
  }();
  if (signalled) throw py::error_already_set();
  return result;
}

/// Numerical trouble is an exception in Python.
struct NumericalTrouble : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::int64_t advance(HeldRun& held, std::int64_t steps) {
  if (steps < 0) throw py::value_error("a run has no way back: steps is negative");
  const std::int64_t taken = uninterpreted(
      held, [&](const api::Run::GoOn& go_on) { return held.run.advance(steps, go_on); });
  if (!held.run.trouble().empty()) throw NumericalTrouble(held.run.trouble());
  return taken;
}

api::Summary run_to_end(HeldRun& held) {
  api::Summary summary =
      uninterpreted(held, [&](const api::Run::GoOn& go_on) { return held.run.run(go_on); });
  if (summary.end == api::End::kTrouble) throw NumericalTrouble(summary.trouble);
  return summary;
}

/// A column as an array that looks at the same memory and keeps it; nobody writes to it.
template <class T>
py::array array_of(const api::Column<T>& column) {
  auto* keep = new std::shared_ptr<const void>(column.keep);
  const py::capsule owner(keep,
                          [](void* p) { delete static_cast<std::shared_ptr<const void>*>(p); });
  std::vector<py::ssize_t> shape{column.rows}, strides{column.stride};
  if (column.components > 1) {
    shape.push_back(column.components);
    strides.push_back(sizeof(T));
  }
  py::array array(py::dtype::of<T>(), shape, strides, column.data, owner);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

py::dict columns_of(HeldRun& held) {
  const api::Columns c = held.at_rest().columns();
  py::dict out;
  out["id"] = array_of(c.id);
  out["position"] = array_of(c.position);
  out["radius"] = array_of(c.radius);
  out["velocity"] = array_of(c.velocity);
  out["spin"] = array_of(c.spin);
  out["inverse_mass"] = array_of(c.inverse_mass);
  out["material"] = array_of(c.material);
  out["label"] = array_of(c.label);
  return out;
}

/// A property that shows a vector as an array of its own.
template <class Record, std::size_t n>
auto numbers(std::array<double, n> Record::*member) {
  return [member](const Record& record) {
    return py::array_t<double>(static_cast<py::ssize_t>(n), (record.*member).data());
  };
}

/// Numbers of contacts, one row each.
template <class Get>
py::array_t<double> rows_of(const std::vector<api::Contact>& contacts, Get&& get) {
  py::array_t<double> out({static_cast<py::ssize_t>(contacts.size()), py::ssize_t{3}});
  auto rows = out.mutable_unchecked<2>();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const api::Vector v = get(contacts[k]);
    for (py::ssize_t d = 0; d < 3; ++d)
      rows(static_cast<py::ssize_t>(k), d) = v[static_cast<std::size_t>(d)];
  }
  return out;
}
template <class T, class Get>
py::array_t<T> numbers_of(const std::vector<api::Contact>& contacts, Get&& get) {
  py::array_t<T> out(static_cast<py::ssize_t>(contacts.size()));
  auto rows = out.template mutable_unchecked<1>();
  for (std::size_t k = 0; k < contacts.size(); ++k)
    rows(static_cast<py::ssize_t>(k)) = get(contacts[k]);
  return out;
}

py::dict contacts_of(HeldRun& held, std::optional<api::BodyId> id) {
  using C = api::Contact;
  const std::vector<C> all = id ? held.at_rest().contacts(*id) : held.at_rest().contacts();
  py::list wall, part;
  for (const C& c : all) {
    wall.append(c.wall);
    part.append(c.part);
  }
  py::dict out;
  out["i"] = numbers_of<api::BodyId>(all, [](const C& c) { return c.i; });
  out["j"] = numbers_of<api::BodyId>(all, [](const C& c) { return c.j; });
  out["part"] = part;
  out["wall"] = wall;
  out["point"] = rows_of(all, [](const C& c) { return c.point; });
  out["normal"] = rows_of(all, [](const C& c) { return c.normal; });
  out["gap"] = numbers_of<double>(all, [](const C& c) { return c.gap; });
  out["force"] = rows_of(all, [](const C& c) { return c.force; });
  out["moment"] = rows_of(all, [](const C& c) { return c.moment; });
  out["sliding"] = numbers_of<bool>(all, [](const C& c) { return c.sliding; });
  return out;
}

py::tuple series_of(const api::Series& series) {
  py::list columns;
  for (const std::vector<double>& column : series.columns)
    columns.append(py::array_t<double>(static_cast<py::ssize_t>(column.size()), column.data()));
  return py::make_tuple(series.names, columns);
}

void add_exceptions(py::module_& m) {
  py::register_exception<CaseError>(m, "CaseError", PyExc_ValueError);
  py::register_exception<DiskError>(m, "DiskError", PyExc_OSError);
  py::register_exception<Broken>(m, "Broken", PyExc_RuntimeError);
  py::register_exception<NumericalTrouble>(m, "NumericalTrouble", PyExc_RuntimeError);
}

void add_case(py::module_& m) {
  using api::Case;
  py::class_<api::Outlook>(m, "Outlook")
      .def_readonly("grains", &api::Outlook::grains)
      .def_readonly("grains_at_most", &api::Outlook::grains_at_most)
      .def_readonly("time_step", &api::Outlook::time_step)
      .def_readonly("steps", &api::Outlook::steps)
      .def_readonly("end", &api::Outlook::end)
      .def_readonly("contacts", &api::Outlook::contacts)
      .def_readonly("memory", &api::Outlook::memory)
      .def_readonly("disk", &api::Outlook::disk)
      .def_readonly("seconds", &api::Outlook::seconds);
  py::class_<Case>(m, "Case")
      .def(py::init([](const py::dict& keys) {
             Case c;
             for (const auto& [key, value] : keys) {
               const std::string name = py::cast<std::string>(key);
               c.set(name, to_value(value, name));
             }
             return c;
           }),
           py::arg("keys") = py::dict())
      .def_static("_read", &Case::read)
      .def_static("parse", &Case::parse, py::arg("text"), py::arg("name") = "case")
      .def("set", [](Case& c, const std::string& key,
                     py::handle value) { c.set(key, to_value(value, key)); })
      .def("add", [](Case& c, const std::string& list,
                     py::handle entry) { c.add(list, to_value(entry, list)); })
      .def("check", &Case::check)
      .def("outlook",
           [](const Case& c) {
             const py::gil_scoped_release others;
             return c.outlook();
           })
      .def_property_readonly("text", &Case::text)
      .def("__copy__", [](const Case& c) { return Case(c); })
      .def("__deepcopy__", [](const Case& c, const py::dict&) { return Case(c); });
}

void add_records(py::module_& m) {
  using api::Body;
  py::class_<Body>(m, "Body")
      .def_readonly("id", &Body::id)
      .def_property_readonly("position", numbers(&Body::position))
      .def_property_readonly("unwrapped", numbers(&Body::unwrapped))
      .def_property_readonly("velocity", numbers(&Body::velocity))
      .def_property_readonly("spin", numbers(&Body::spin))
      .def_readonly("radius", &Body::radius)
      .def_readonly("mass", &Body::mass)
      .def_property_readonly("force", numbers(&Body::force))
      .def_property_readonly("torque", numbers(&Body::torque))
      .def_readonly("material", &Body::material)
      .def_readonly("label", &Body::label)
      .def_readonly("clump", &Body::clump)
      .def_readonly("prescribed", &Body::prescribed);
  using api::Wall;
  py::class_<Wall>(m, "Wall")
      .def_readonly("name", &Wall::name)
      .def_readonly("present", &Wall::present)
      .def_property_readonly("position", numbers(&Wall::position))
      .def_property_readonly("rotation", numbers(&Wall::rotation))
      .def_property_readonly("velocity", numbers(&Wall::velocity))
      .def_property_readonly("spin", numbers(&Wall::spin))
      .def_property_readonly("force", numbers(&Wall::force))
      .def_property_readonly("torque", numbers(&Wall::torque))
      .def_readonly("work", &Wall::work);
  using api::Summary;
  py::class_<Summary>(m, "Summary")
      .def_readonly("steps", &Summary::steps)
      .def_readonly("time", &Summary::time)
      .def_readonly("seconds", &Summary::seconds)
      .def_readonly("overlap_largest", &Summary::overlap_largest)
      .def_readonly("closing_error", &Summary::closing_error)
      .def_readonly("warnings", &Summary::warnings)
      .def("__str__", [](const Summary& s) { return s.text; });
}

void add_run(py::module_& m) {
  using H = HeldRun;
  const auto made = [](auto&& make) {
    const py::gil_scoped_release others;
    return HeldRun{make()};
  };
  py::class_<H>(m, "Run")
      .def(py::init([made](const api::Case& c, const std::optional<std::string>& out, bool replace,
                           int threads) {
        return made(
            [&] { return out ? api::Run(c, *out, replace, threads) : api::Run(c, threads); });
      }))
      .def_static("_load",
                  [made](const std::string& file, int threads) {
                    return made([&] { return api::Run::load(file, threads); });
                  })
      .def_static("_resume",
                  [made](const std::string& folder, int threads) {
                    return made([&] { return api::Run::resume(folder, threads); });
                  })
      .def("advance", advance, py::arg("steps") = 1)
      .def("run", run_to_end)
      .def_property_readonly("finished", [](H& h) { return h.at_rest().finished(); })
      .def_property_readonly("trouble", [](H& h) { return h.at_rest().trouble(); })
      .def_property_readonly("time", [](H& h) { return h.at_rest().time(); })
      .def_property_readonly("time_step", [](H& h) { return h.at_rest().time_step(); })
      .def_property_readonly("end", [](H& h) { return h.at_rest().end(); })
      .def_property_readonly("step", [](H& h) { return h.at_rest().step(); })
      .def_property_readonly("phase", [](H& h) { return h.at_rest().phase(); })
      .def_property_readonly("hash", [](H& h) { return h.at_rest().hash(); })
      .def_property_readonly("ids",
                             [](H& h) {
                               const std::vector<api::BodyId> ids = h.at_rest().ids();
                               return py::array_t<api::BodyId>(static_cast<py::ssize_t>(ids.size()),
                                                               ids.data());
                             })
      .def("body", [](H& h, api::BodyId id) { return h.at_rest().body(id); })
      .def("_contacts", contacts_of)
      .def_property_readonly("walls",
                             [](H& h) {
                               py::dict out;
                               for (const api::Wall& wall : h.at_rest().walls())
                                 out[py::str(wall.name)] = wall;
                               return out;
                             })
      .def("_columns", columns_of)
      .def_property_readonly("materials", [](H& h) { return h.at_rest().materials(); })
      .def_property_readonly("labels", [](H& h) { return h.at_rest().labels(); })
      .def("value", [](H& h, const std::string& name) { return h.at_rest().value(name); })
      .def_property_readonly("value_names", [](H& h) { return h.at_rest().value_names(); })
      .def("_series", [](H& h) { return series_of(h.at_rest().series()); })
      .def(
          "push",
          [](H& h, api::BodyId id, const api::Vector& force, const api::Vector& torque) {
            h.at_rest().push(id, force, torque);
          },
          py::arg("body"), py::arg("force"), py::arg("torque") = api::Vector{})
      .def("_save", [](H& h, const std::string& file) { h.at_rest().save(file); });
}

}  // namespace

PYBIND11_MODULE(_scree, m) {
  m.doc() = "The inside of the package scree.";
  add_exceptions(m);
  add_case(m);
  add_records(m);
  add_run(m);
  m.def("_read_series", [](const std::string& path) { return series_of(api::read_series(path)); });
  m.attr("__version__") = api::version();
}

}  // namespace scree::python
