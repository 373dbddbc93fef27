//===- Dispatch.cpp - the extension module janusc._dispatch ---------------===//
//
// Guards and calls. Links the runtime and torch, not MLIR: a process that only
// calls what is compiled never loads the compiler.
//
//===----------------------------------------------------------------------===//

#include "../Generic/Frame.h"
#include "../Generic/Runtime.h"
#include "../Generic/Unit.h"
#include "CompiledFunction.h"
#include "Random.h"
#include "Specs.h"

#include <cstring>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace janus::dispatch;

namespace {

CompiledFunction *compiled(py::handle object) {
  if (Py_TYPE(object.ptr()) != compiledFunctionType)
    throw py::type_error("expected a compiled function");
  return reinterpret_cast<CompiledFunction *>(object.ptr());
}

/// A call's arguments as the vectorcall protocol passes them.
struct Arguments {
  Arguments(const py::tuple &args, const py::dict &kwargs) : count(Py_ssize_t(args.size())), names(kwargs.size()) {
    for (py::handle value : args)
      values.push_back(value.ptr());
    size_t i = 0;
    for (auto item : kwargs) {
      names[i++] = item.first;
      values.push_back(item.second.ptr());
    }
  }
  std::vector<PyObject *> values;
  Py_ssize_t count;
  py::tuple names;
};

/// (whether a version took the call, its result).
py::tuple callVersions(py::handle object, const py::tuple &args, const py::dict &kwargs) {
  CompiledFunction *function = compiled(object);
  Arguments arguments(args, kwargs);
  PyObject *result = tryVersions(function, arguments.values.data(), arguments.count, arguments.names.ptr());
  if (!result && PyErr_Occurred())
    throw py::error_already_set();
  return py::make_tuple(result != nullptr, result ? py::reinterpret_steal<py::object>(result) : py::none());
}

/// The value of each parameter, None where the arguments don't fit.
py::object bindArguments(py::handle object, const py::tuple &args, const py::dict &kwargs) {
  Arguments arguments(args, kwargs);
  std::vector<PyObject *> bound;
  std::vector<Ref> owned;
  const Signature &signature = compiled(object)->signature;
  if (!signature.binder ||
      !signature.bind(arguments.values.data(), arguments.count, arguments.names.ptr(), bound, owned))
    return py::none();
  py::list result;
  for (PyObject *value : bound)
    result.append(py::handle(value));
  return std::move(result);
}

void removeVersion(py::handle object, const std::shared_ptr<Version> &version) {
  auto &versions = compiled(object)->versions;
  for (size_t i = 0; i < versions.size(); ++i)
    if (versions[i] == version) {
      versions.erase(versions.begin() + std::ptrdiff_t(i));
      return;
    }
}

/// What the last trial found: None before there was one.
py::object describeTrial(const Trial &trial) {
  if (trial.interpreterTime() == 0)
    return py::none();
  return py::dict(py::arg("interpreter") = trial.preferred() == Trial::Way::Interpreter,
                  py::arg("native_seconds") = double(trial.nativeTime()) * 1e-9,
                  py::arg("interpreter_seconds") = double(trial.interpreterTime()) * 1e-9,
                  py::arg("calls") = trial.interpreted());
}

/// The clock of trials in tests; never freed, as a static destructor would come too late for it.
PyObject *testClock = nullptr;

int64_t readTestClock() {
  PyObject *time = PyObject_CallNoArgs(testClock);
  int64_t nanoseconds = time ? PyLong_AsLongLong(time) : 0;
  Py_XDECREF(time);
  PyErr_Clear();
  return nanoseconds;
}

void setClock(const py::object &clock) {
  static int64_t (*const real)() = Trial::now;
  Py_XSETREF(testClock, clock.is_none() ? nullptr : py::object(clock).release().ptr());
  Trial::now = testClock ? readTestClock : real;
}

void bindTrials(py::module_ &module) {
  module.def(
      "set_trials",
      [](bool ofVersions, bool ofGeneric) {
        Trial::ofVersions = ofVersions;
        Trial::ofGeneric = ofGeneric;
      },
      py::arg("versions"), py::arg("generic"),
      "Whether calls of native and of generic versions are tried in the interpreter.");
  module.def("set_clock", &setClock, "The clock of trials: a function that gives ns, or None for the real one.");
  module.def("generic_trial", [](py::handle object) { return describeTrial(*compiled(object)->genericTrial); });
}

void bindFacts(py::module_ &module) {
  py::enum_<Match>(module, "Match", "how a value is compared")
      .value("IDENTITY", Match::Identity)
      .value("VALUE", Match::Value)
      .value("ABSENT", Match::Absent);

  auto kind = [](py::handle object, PyTypeObject &type, const char *what) {
    if (!PyObject_TypeCheck(object.ptr(), &type))
      throw py::type_error(std::string("expected a ") + what);
    return object.ptr();
  };
  py::class_<Facts, std::shared_ptr<Facts>>(module, "Facts", "what a version assumes of Python's objects")
      .def(py::init<>())
      .def("item",
           [kind](Facts &facts, py::handle dict, py::handle key, py::handle expected, Match match) {
             return facts.addItem(kind(dict, PyDict_Type, "dict"), key.ptr(),
                                  match == Match::Absent ? nullptr : expected.ptr(), match);
           })
      .def("keys", [kind](Facts &facts, py::handle dict,
                          const py::tuple &keys) { return facts.addKeys(kind(dict, PyDict_Type, "dict"), keys.ptr()); })
      .def("type_attribute",
           [kind](Facts &facts, py::handle type, py::handle name, py::handle expected, bool present) {
             return facts.addTypeAttribute(kind(type, PyType_Type, "type"), name.ptr(),
                                           present ? expected.ptr() : nullptr);
           })
      .def("object", [](Facts &facts, py::handle object) { return facts.addObject(object.ptr()); })
      .def("cell",
           [kind](Facts &facts, py::handle cell, py::handle expected, Match match) {
             return facts.addCell(kind(cell, PyCell_Type, "cell"), match == Match::Absent ? nullptr : expected.ptr(),
                                  match);
           })
      .def("list", [kind](Facts &facts, py::handle list) { return facts.addList(kind(list, PyList_Type, "list")); })
      .def("function",
           [kind](Facts &facts, py::handle function) {
             return facts.addFunction(kind(function, PyFunction_Type, "function"));
           })
      .def("attribute",
           [](Facts &facts, py::handle object, py::handle name, py::handle expected, Match match) {
             return facts.addAttribute(object.ptr(), name.ptr(), match == Match::Absent ? nullptr : expected.ptr(),
                                       match);
           })
      .def("check", &Facts::check)
      .def("__len__", &Facts::size)
      .def_property_readonly("failure", &Facts::getFailure)
      .def_property_readonly("rearmed", &Facts::getRearmed);
}

void bindVersions(py::module_ &module) {
  py::class_<Environment>(module, "Environment", "the switches of torch that a version was compiled under")
      .def("__eq__", &Environment::operator==)
      .def("__repr__",
           [](const Environment &e) {
             return "Environment(" + std::to_string(e.included) + ", " + std::to_string(e.excluded) + ", " +
                    std::to_string(e.flags) + ")";
           })
      .def_property_readonly("grad_mode", [](const Environment &e) { return bool(e.flags & GradMode); })
      .def_property_readonly("inference_mode", [](const Environment &e) { return bool(e.flags & InferenceMode); })
      .def_property_readonly("deterministic", [](const Environment &e) { return bool(e.flags & Deterministic); })
      .def_property_readonly("reason", &environmentReason);
  module.def("environment", &currentEnvironment, "this thread's environment");
  module.def(
      "generator_state",
      [] {
        janus_generator state;
        readGenerator(state);
        return py::bytes(reinterpret_cast<const char *>(&state), sizeof state);
      },
      "the state of torch's default generator, as compiled code keeps it");
  module.def("set_generator_state", [](const std::string &bytes) {
    janus_generator state;
    if (bytes.size() != sizeof state)
      throw py::value_error("a generator's state has " + std::to_string(sizeof state) + " bytes");
    std::memcpy(&state, bytes.data(), sizeof state);
    writeGenerator(state);
  });
  module.def("interpreter_reason", &interpreterReason, "why no native code may run now, or None");

  py::class_<Version, std::shared_ptr<Version>>(module, "Version", "a function compiled for what one call saw")
      .def(py::init(&makeVersion), py::arg("plan"))
      .def_readonly("name", &Version::name)
      .def_readonly("calls", &Version::calls)
      .def_property_readonly("backward_calls",
                             [](const Version &version) -> std::optional<uint64_t> {
                               if (!version.backward)
                                 return std::nullopt;
                               return version.backward->calls.load();
                             })
      .def_property_readonly(
          "trial", [](const Version &version) { return describeTrial(version.trial); },
          "the last trial against the interpreter: a dict, or None before there was one")
      .def_readonly("broken", &Version::broken)
      .def_readonly("out_of_memory", &Version::outOfMemory)
      .def_readonly("last_broken", &Version::lastBroken)
      .def_property_readonly("failure", [](const Version &version) { return std::string(version.getFailure()); })
      .def_readonly("facts", &Version::facts)
      .def_readonly("environment", &Version::environment)
      .def_property_readonly(
          "data", [](const Version &version) { return py::reinterpret_borrow<py::object>(version.data.get()); });

  module.def("versions", [](py::handle object) { return compiled(object)->versions; });
  module.def("add_version", [](py::handle object, std::shared_ptr<Version> version) {
    CompiledFunction *function = compiled(object);
    if (version->parameters.size() != function->signature.size())
      throw py::value_error("the version has another number of parameters than the function");
    function->versions.insert(function->versions.begin(), std::move(version));
  });
  module.def("remove_version", &removeVersion);
  module.def("try_versions", &callVersions, "calls the versions alone: (whether one took the call, its result)");
  module.def("bind", &bindArguments, "the value of each parameter, or None where the arguments don't fit");
  module.def("parameters", [](py::handle object) {
    py::list names;
    for (PyObject *name : compiled(object)->signature.names)
      names.append(py::handle(name));
    return names;
  });
  module.def("same_value",
             [](py::handle value, py::handle expected) { return matches(value.ptr(), expected.ptr(), Match::Value); });
  module.def("set_disabled", [](bool value) { disabled = value; });
  module.def("set_options_number", [](uint32_t number) { optionsNumber = number; });
}

Unit *unit(py::handle object) {
  if (Py_TYPE(object.ptr()) != unitType)
    throw py::type_error("expected a unit");
  return reinterpret_cast<Unit *>(object.ptr());
}

void bindUnits(py::module_ &module) {
  module.def("unit_versions", [](py::handle object) {
    py::list result;
    for (const Unit::Candidate &candidate : unit(object)->candidates)
      result.append(py::cast(candidate.version));
    return result;
  });
  module.def(
      "add_unit_version",
      [](py::handle object, std::shared_ptr<Version> version, uint64_t unbound) {
        Unit *target = unit(object);
        target->candidates.insert(target->candidates.begin(), {unbound, std::move(version)});
      },
      py::arg("unit"), py::arg("version"), py::arg("unbound"));
  module.def("remove_unit_version", [](py::handle object, const std::shared_ptr<Version> &version) {
    auto &candidates = unit(object)->candidates;
    for (size_t i = 0; i < candidates.size(); ++i)
      if (candidates[i].version == version) {
        candidates.erase(candidates.begin() + std::ptrdiff_t(i));
        return;
      }
  });
}

} // namespace

PYBIND11_MODULE(_dispatch, module) {
  module.doc() = "guards and calls of compiled functions";
  if (!initTorch() || !initCompiledFunction(module.ptr()) || !initModuleCall(module.ptr()) || !initUnit(module.ptr()) ||
      !janus::generic::initFrame(module.ptr()) || !janus::generic::initBuiltins(module.ptr()))
    throw py::error_already_set();
  bindFacts(module);
  bindVersions(module);
  bindUnits(module);
  bindTrials(module);
  module.def(
      "runtime_symbols", [] { return py::reinterpret_steal<py::dict>(janus::generic::runtimeSymbols()); },
      "Address by name of what machine code of generic versions calls.");
}
