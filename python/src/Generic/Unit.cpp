//===- Unit.cpp - statements with versions of their own -------------------===//
//
// The hot path of units: try the versions, bind what they give. Everything that
// may take long is the handler's, which is asked at a miss, and ever less often
// the more often it had nothing to give.
//
//===----------------------------------------------------------------------===//

#include "Unit.h"
#include "../Dispatch/CompiledFunction.h"
#include "Frame.h"
#include "janus/Runtime/python.h"

#include <array>
#include <new>
#include <structmember.h>

namespace janus::dispatch {

PyTypeObject *unitType;

namespace {

constexpr int Failed = JANUS_PYTHON_FAILED, NotRun = JANUS_PYTHON_NOT_RUN, FellThrough = JANUS_PYTHON_FELL_THROUGH,
              Returned = JANUS_PYTHON_RETURNED;

Unit *self(PyObject *object) { return reinterpret_cast<Unit *>(object); }

/// An attribute read without running any code, a new reference; null where that cannot be or there is none. Leaves no
/// exception.
PyObject *peekAt(PyObject *object, PyObject *name) {
  static PyObject *getAttribute = PyUnicode_InternFromString("__getattribute__");
  static PyObject *plain = _PyType_Lookup(&PyBaseObject_Type, getAttribute);
  PyTypeObject *type = Py_TYPE(object);
  // __getattr__ comes after: it is asked for what is not found, which is not peeked at.
  if (type->tp_getattro != PyObject_GenericGetAttr && _PyType_Lookup(type, getAttribute) != plain)
    return nullptr;
  PyObject *found = _PyType_Lookup(type, name);
  if (found && Py_TYPE(found)->tp_descr_get && Py_TYPE(found) != &PyMemberDescr_Type)
    return nullptr;
  PyObject *value = _PyObject_GenericGetAttrWithDict(object, name, nullptr, 1);
  if (!value)
    PyErr_Clear();
  return value;
}

/// The function that `len` names where it is neither a global of these nor replaced in builtins.
bool isLenItself(PyObject *globals) {
  static PyObject *name = PyUnicode_InternFromString("len");
  static PyObject *builtinsName = PyUnicode_InternFromString("__builtins__");
  static PyObject *itself = PyDict_GetItem(PyEval_GetBuiltins(), name);
  PyObject *builtins = PyDict_GetItem(globals, builtinsName);
  if (builtins && PyModule_Check(builtins))
    builtins = PyModule_GetDict(builtins);
  return itself && PyCFunction_Check(itself) && builtins && PyDict_Check(builtins) && !PyDict_GetItem(globals, name) &&
         PyDict_GetItem(builtins, name) == itself;
}

/// The length of one of Python's own containers, a new reference; null for any other object.
PyObject *lengthOf(PyObject *object) {
  if (PyList_CheckExact(object) || PyTuple_CheckExact(object))
    return PyLong_FromSsize_t(Py_SIZE(object));
  if (PyDict_CheckExact(object) || PyAnySet_CheckExact(object) || PyUnicode_CheckExact(object))
    return PyLong_FromSsize_t(PyObject_Size(object));
  return nullptr;
}

/// The inputs of one reach: the bound ones in a row, the others as bits.
struct Inputs {
  std::array<PyObject *, maxUnitInputs> values;
  size_t count = 0;
  uint64_t unbound = 0;

  Inputs(const Unit &unit, PyObject *const *inputs, size_t n) {
    for (size_t i = 0; i < n; ++i)
      if (!(unit.hidden >> i & 1))
        add(i, inputs[i]);
    for (size_t i = 0; i < unit.peeks.size(); ++i) {
      size_t of = unit.peeks[i].of;
      PyObject *object = of < n ? inputs[of] : peeked[of - n];
      peeked[i] = object ? read(unit, unit.peeks[i], object) : nullptr;
      ++peekedCount;
      add(n + i, peeked[i]);
    }
  }
  Inputs(const Inputs &) = delete;
  Inputs &operator=(const Inputs &) = delete;
  ~Inputs() {
    for (size_t i = 0; i < peekedCount; ++i)
      Py_XDECREF(peeked[i]);
  }

private:
  static PyObject *read(const Unit &unit, const Unit::Peek &peek, PyObject *object) {
    if (peek.isLength)
      return isLenItself(unit.globals) ? lengthOf(object) : nullptr;
    return peekAt(object, peek.name.get());
  }
  void add(size_t index, PyObject *value) {
    if (value)
      values[count++] = value;
    else
      unbound |= uint64_t(1) << index;
  }

  std::array<PyObject *, maxUnitInputs> peeked;
  size_t peekedCount = 0;
};

/// Hands on what a version gave; takes the reference.
int bindOutputs(const Unit &unit, PyObject *result, PyObject **outputs, size_t m) {
  if (unit.result == UnitResult::Return) {
    outputs[0] = result;
    return Returned;
  }
  if (unit.result == UnitResult::Value) {
    outputs[0] = result;
    return FellThrough;
  }
  if (!PyTuple_CheckExact(result) || size_t(PyTuple_GET_SIZE(result)) != m) {
    Py_DECREF(result);
    PyErr_SetString(PyExc_SystemError, "a unit's version gives another number of outputs than it binds");
    return Failed;
  }
  for (size_t i = 0; i < m; ++i) {
    outputs[i] = PyTuple_GET_ITEM(result, Py_ssize_t(i));
    Py_INCREF(outputs[i]);
  }
  Py_DECREF(result);
  return FellThrough;
}

/// Runs the first version that matches. `asks` says whether a new one may help.
int tryCandidates(Unit *unit, const Inputs &inputs, PyObject **outputs, size_t m, bool &asks) {
  Environment now = currentEnvironment();
  for (size_t i = 0; i < unit->candidates.size(); ++i) {
    if (unit->candidates[i].unbound != inputs.unbound)
      continue;
    // Held: guards of other objects and destructors may change the list.
    std::shared_ptr<Version> version = unit->candidates[i].version;
    if (version->parameters.size() != inputs.count)
      continue;
    PyObject *result = nullptr;
    switch (version->call(inputs.values.data(), now, result)) {
    case Outcome::Returned:
      if (i != 0 && i < unit->candidates.size())
        std::swap(unit->candidates[0], unit->candidates[i]);
      ++unit->hits;
      return bindOutputs(*unit, result, outputs, m);
    case Outcome::Raised:
      return Failed;
    case Outcome::Broken:
    case Outcome::OutOfMemory:
      // Another version would hardly do better; the handler may drop this one.
      asks = true;
      return NotRun;
    case Outcome::Interpreter: // never without a choice
    case Outcome::NoMatch:
      break;
    }
  }
  asks = !unit->closed;
  return NotRun;
}

/// handler(unit, unbound, values): how many reaches to let pass, or -1 where there is a new version.
long long askHandler(Unit *unit, const Inputs &inputs) {
  PyObject *values = PyTuple_New(Py_ssize_t(inputs.count));
  PyObject *unbound = PyLong_FromUnsignedLongLong(inputs.unbound);
  long long answer = 0;
  if (values && unbound) {
    for (size_t i = 0; i < inputs.count; ++i) {
      Py_INCREF(inputs.values[i]);
      PyTuple_SET_ITEM(values, Py_ssize_t(i), inputs.values[i]);
    }
    PyObject *arguments[] = {reinterpret_cast<PyObject *>(unit), unbound, values};
    PyObject *handler = unit->handler;
    Py_INCREF(handler);
    PyObject *result = nullptr;
    {
      generic::Headroom headroom;
      result = PyObject_Vectorcall(handler, arguments, 3, nullptr);
    }
    Py_DECREF(handler);
    if (result)
      answer = PyLong_AsLongLong(result);
    Py_XDECREF(result);
  }
  Py_XDECREF(values);
  Py_XDECREF(unbound);
  return answer;
}

int runUnit(Unit *unit, const Inputs &inputs, PyObject **outputs, size_t m) {
  bool asks = false;
  int outcome = tryCandidates(unit, inputs, outputs, m, asks);
  if (outcome != NotRun || !asks)
    return outcome;
  if (unit->skip != 0) {
    --unit->skip;
    return NotRun;
  }
  long long answer = askHandler(unit, inputs);
  if (PyErr_Occurred())
    return Failed;
  if (answer >= 0) {
    unit->skip = uint64_t(answer);
    return NotRun;
  }
  return tryCandidates(unit, inputs, outputs, m, asks);
}

} // namespace

int tryUnit(Unit *unit, PyObject *globals, PyObject *const *inputs, size_t n, PyObject **outputs, size_t m) {
  if (unit->closed && unit->candidates.empty())
    return NotRun;
  if (n != unit->inputs || (unit->result == UnitResult::Outputs && m != unit->outputs)) {
    PyErr_SetString(PyExc_SystemError, "a unit is reached with another number of variables than it was planned with");
    return Failed;
  }
  if (disabled || (globals && globals != unit->globals) || interpreterReason())
    return NotRun;
  // A handler that is asked may let go of everything that holds the unit.
  Ref hold(reinterpret_cast<PyObject *>(unit));
  int outcome = Failed;
  try {
    outcome = runUnit(unit, Inputs(*unit, inputs, n), outputs, m);
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    // torch checks what it is asked for: in-place writes to inference tensors.
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  if (outcome == NotRun)
    ++unit->misses;
  return outcome;
}

//===----------------------------------------------------------------------===//
// The type
//===----------------------------------------------------------------------===//

namespace {

/// Appends the (index, name) pairs of a tuple to the peeks and gives whether they are such pairs; else with an
/// exception.
bool readPeeks(PyObject *pairs, size_t inputs, std::vector<Unit::Peek> &peeks) {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pairs); ++i) {
    Py_ssize_t of;
    PyObject *name;
    if (!PyArg_Parse(PyTuple_GET_ITEM(pairs, i), "(nU)", &of, &name))
      return false;
    if (of < 0 || size_t(of) >= inputs + size_t(i)) {
      PyErr_Format(PyExc_ValueError, "peek %zd of a unit is at an input that does not exist, %zd", i, of);
      return false;
    }
    Py_INCREF(name);
    PyUnicode_InternInPlace(&name);
    peeks.push_back({size_t(of), Ref::take(name), PyUnicode_CompareWithASCIIString(name, "len()") == 0});
  }
  return true;
}

PyObject *create(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  static const char *names[] = {"handler", "globals", "inputs", "outputs", "result", "peeks", "hidden", nullptr};
  PyObject *handler, *globals, *pairs = nullptr;
  Py_ssize_t inputs, outputs;
  const char *result;
  unsigned long long hidden = 0;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO!nns|O!K", const_cast<char **>(names), &handler,
                                   &PyDict_Type, &globals, &inputs, &outputs, &result, &PyTuple_Type, &pairs, &hidden))
    return nullptr;
  std::string_view kind = result;
  size_t all = size_t(inputs) + (pairs ? size_t(PyTuple_GET_SIZE(pairs)) : 0);
  if ((kind != "value" && kind != "outputs" && kind != "return") || inputs < 0 || outputs < 0 || all > maxUnitInputs) {
    PyErr_Format(PyExc_ValueError,
                 "a unit gives a value, outputs or a return and has at most %zu inputs, got %s and %zu", maxUnitInputs,
                 result, all);
    return nullptr;
  }
  std::vector<Unit::Peek> peeks;
  if (pairs && !readPeeks(pairs, size_t(inputs), peeks))
    return nullptr;
  Unit *unit = self(type->tp_alloc(type, 0));
  if (!unit)
    return nullptr;
  new (&unit->candidates) std::vector<Unit::Candidate>();
  new (&unit->peeks) std::vector<Unit::Peek>(std::move(peeks));
  unit->hidden = hidden;
  Py_INCREF(handler);
  Py_INCREF(globals);
  unit->handler = handler;
  unit->globals = globals;
  unit->inputs = size_t(inputs);
  unit->outputs = size_t(outputs);
  unit->result = kind == "value" ? UnitResult::Value : kind == "return" ? UnitResult::Return : UnitResult::Outputs;
  return reinterpret_cast<PyObject *>(unit);
}

int traverse(PyObject *object, visitproc visit, void *arg) {
  Unit *unit = self(object);
  Py_VISIT(reinterpret_cast<PyObject *>(Py_TYPE(object)));
  Py_VISIT(unit->handler);
  Py_VISIT(unit->globals);
  for (const Unit::Candidate &candidate : unit->candidates)
    if (candidate.version.use_count() == 1)
      if (int stop = candidate.version->traverse(visit, arg))
        return stop;
  return 0;
}

int clear(PyObject *object) {
  Unit *unit = self(object);
  // Reaches that come later, out of a destructor, do nothing.
  unit->closed = true;
  auto candidates = std::move(unit->candidates);
  unit->candidates.clear();
  return 0;
}

void deallocate(PyObject *object) {
  Unit *unit = self(object);
  PyObject_GC_UnTrack(object);
  if (unit->weakReferences)
    PyObject_ClearWeakRefs(object);
  clear(object);
  Py_CLEAR(unit->handler);
  Py_CLEAR(unit->globals);
  unit->candidates.~vector();
  unit->peeks.~vector();
  PyTypeObject *type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(reinterpret_cast<PyObject *>(type));
}

/// unit.run(inputs): (outcome, outputs); an Ellipsis stands for an unbound input.
PyObject *run(PyObject *object, PyObject *argument) {
  Unit *unit = self(object);
  if (!PyTuple_CheckExact(argument)) {
    PyErr_SetString(PyExc_TypeError, "run takes a tuple of inputs");
    return nullptr;
  }
  std::vector<PyObject *> inputs, outputs(unit->outputs + 1, nullptr);
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(argument); ++i) {
    PyObject *value = PyTuple_GET_ITEM(argument, i);
    inputs.push_back(value == Py_Ellipsis ? nullptr : value);
  }
  int outcome = tryUnit(unit, nullptr, inputs.data(), inputs.size(), outputs.data(), unit->outputs);
  if (outcome == Failed)
    return nullptr;
  size_t count = outcome == NotRun ? 0 : unit->result == UnitResult::Outputs ? unit->outputs : 1;
  PyObject *values = PyTuple_New(Py_ssize_t(count));
  for (size_t i = 0; i < count; ++i) {
    if (values)
      PyTuple_SET_ITEM(values, Py_ssize_t(i), outputs[i]);
    else
      Py_DECREF(outputs[i]);
  }
  return values ? Py_BuildValue("(iN)", outcome, values) : nullptr;
}

PyMethodDef methods[] = {{"run", run, METH_O,
                          "tries the versions as generated code does: (outcome, outputs); an Ellipsis stands for an "
                          "unbound input"},
                         {nullptr, nullptr, 0, nullptr}};

PyMemberDef members[] = {{"__weaklistoffset__", T_PYSSIZET, offsetof(Unit, weakReferences), READONLY, nullptr},
                         {"handler", T_OBJECT, offsetof(Unit, handler), READONLY, nullptr},
                         {"globals", T_OBJECT, offsetof(Unit, globals), READONLY, nullptr},
                         {"closed", T_BOOL, offsetof(Unit, closed), 0, nullptr},
                         {"hits", T_ULONGLONG, offsetof(Unit, hits), READONLY, nullptr},
                         {"misses", T_ULONGLONG, offsetof(Unit, misses), READONLY, nullptr},
                         {nullptr, 0, 0, 0, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(create)},
                       {Py_tp_dealloc, reinterpret_cast<void *>(deallocate)},
                       {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
                       {Py_tp_clear, reinterpret_cast<void *>(clear)},
                       {Py_tp_methods, methods},
                       {Py_tp_members, members},
                       {0, nullptr}};

PyType_Spec spec = {"janusc._dispatch.Unit", sizeof(Unit), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};

} // namespace

bool initUnit(PyObject *module) {
  unitType = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
  return unitType && PyModule_AddObjectRef(module, "Unit", reinterpret_cast<PyObject *>(unitType)) == 0;
}

} // namespace janus::dispatch
