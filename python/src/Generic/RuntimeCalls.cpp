//===- RuntimeCalls.cpp - calls, closures, imports ------------------------===//

#include "CallsOfC.h"
#include "Frame.h"
#include "Runtime.h"

namespace {

/// Lets signals and threads in behind a call, as the interpreter does.
PyObject *finishCall(janus_python_frame *frame, PyObject *result) {
  if (result && *const_cast<const volatile int32_t *>(frame->breaker) && janus_python_poll(frame) < 0)
    Py_CLEAR(result);
  return result;
}

/// Calls any callee and takes over the references to the arguments.
inline PyObject *callConsuming(PyObject *callee, PyObject **arguments, size_t count, PyObject *names) {
  size_t nargsf = count | PY_VECTORCALL_ARGUMENTS_OFFSET;
  return janus::generic::isOfC(callee) ? janus::generic::callOfC(callee, arguments, nargsf, names)
                                       : janus::generic::callConsuming(callee, arguments, nargsf, names);
}

/// What a function or method is called with, from a tuple and a dict.
class Arguments {
public:
  ~Arguments() {
    Py_XDECREF(names);
    PyMem_Free(all);
  }

  /// False with an exception.
  bool gather(PyObject *positional, PyObject *keywords) {
    count = size_t(PyTuple_GET_SIZE(positional));
    size_t named = keywords ? size_t(PyDict_GET_SIZE(keywords)) : 0;
    all = static_cast<PyObject **>(PyMem_Malloc((1 + count + named) * sizeof(PyObject *)));
    if (!all) {
      PyErr_NoMemory();
      return false;
    }
    for (size_t i = 0; i < count; ++i)
      all[1 + i] = PyTuple_GET_ITEM(positional, i);
    return named == 0 || gatherNamed(keywords, named);
  }

  PyObject *const *values() const { return all + 1; }
  size_t nargsf() const { return count | PY_VECTORCALL_ARGUMENTS_OFFSET; }
  PyObject *keywordNames() const { return names; }

private:
  bool gatherNamed(PyObject *keywords, size_t named) {
    names = PyTuple_New(Py_ssize_t(named));
    if (!names)
      return false;
    PyObject *name, *value;
    Py_ssize_t place = 0, index = 0;
    while (PyDict_Next(keywords, &place, &name, &value)) {
      if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "keywords must be strings");
        return false;
      }
      all[1 + count + size_t(index)] = value;
      PyTuple_SET_ITEM(names, index++, Py_NewRef(name));
    }
    return true;
  }

  PyObject **all = nullptr, *names = nullptr;
  size_t count = 0;
};

/// Whether the callee is a Python function, bare or bound: it may have a body.
bool isPython(PyObject *callee) {
  return PyFunction_Check(callee) || (PyMethod_Check(callee) && PyFunction_Check(PyMethod_GET_FUNCTION(callee)));
}

PyObject *callTuple(PyObject *callee, PyObject *positional, PyObject *keywords) {
  if (!isPython(callee))
    return PyObject_Call(callee, positional, keywords);
  Arguments arguments;
  if (!arguments.gather(positional, keywords))
    return nullptr;
  return janus::generic::call(callee, arguments.values(), arguments.nargsf(), arguments.keywordNames());
}

/// The iterable behind * as a tuple, new.
PyObject *tupleOf(PyObject *callee, PyObject *positional) {
  if (PyTuple_CheckExact(positional))
    return Py_NewRef(positional);
  if (Py_TYPE(positional)->tp_iter || PySequence_Check(positional))
    return PySequence_Tuple(positional);
  PyObject *name = _PyObject_FunctionStr(callee);
  if (name)
    PyErr_Format(PyExc_TypeError, "%U argument after * must be an iterable, not %.200s", name,
                 Py_TYPE(positional)->tp_name);
  Py_XDECREF(name);
  return nullptr;
}

/// The error of a keyword that is given twice.
void explainRepeated(PyObject *callee) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  if (!value || !PyTuple_Check(value) || PyTuple_GET_SIZE(value) != 1)
    return PyErr_Restore(type, value, traceback);
  PyObject *name = _PyObject_FunctionStr(callee);
  if (name)
    PyErr_Format(PyExc_TypeError, "%U got multiple values for keyword argument '%S'", name, PyTuple_GET_ITEM(value, 0));
  Py_XDECREF(name);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
}

void explainNoMapping(PyObject *callee, PyObject *mapping) {
  PyErr_Clear();
  PyObject *name = _PyObject_FunctionStr(callee);
  if (name)
    PyErr_Format(PyExc_TypeError, "%U argument after ** must be a mapping, not %.200s", name,
                 Py_TYPE(mapping)->tp_name);
  Py_XDECREF(name);
}

PyObject *unlessNone(PyObject *object) { return object == Py_None ? nullptr : Py_NewRef(object); }

/// Whether a module that is being imported is not complete yet.
bool isInitializing(PyObject *module) {
  PyObject *spec = PyObject_GetAttrString(module, "__spec__");
  PyObject *value = spec ? PyObject_GetAttrString(spec, "_initializing") : nullptr;
  int result = value ? PyObject_IsTrue(value) : 0;
  Py_XDECREF(value);
  Py_XDECREF(spec);
  PyErr_Clear();
  return result == 1;
}

/// ImportError of a name that a module, called `package` if it says so, does not have.
void explainMissing(PyObject *module, PyObject *name, PyObject *package) {
  PyObject *path = PyModule_GetFilenameObject(module);
  PyObject *shown = package ? Py_NewRef(package) : PyUnicode_FromString("<unknown module name>");
  PyObject *message = nullptr;
  if (!path || !PyUnicode_Check(path)) {
    Py_CLEAR(path);
    PyErr_Clear();
    message = shown ? PyUnicode_FromFormat("cannot import name %R from %R (unknown location)", name, shown) : nullptr;
  } else if (shown) {
    message =
        PyUnicode_FromFormat(isInitializing(module) ? "cannot import name %R from partially initialized module %R "
                                                      "(most likely due to a circular import) (%S)"
                                                    : "cannot import name %R from %R (%S)",
                             name, shown, path);
  }
  if (message)
    PyErr_SetImportError(message, package, path);
  Py_XDECREF(message);
  Py_XDECREF(shown);
  Py_XDECREF(path);
}

} // namespace

PyObject *janus_python_call(janus_python_frame *frame, PyObject *callee, PyObject **arguments, size_t count) {
  return finishCall(frame, callConsuming(callee, arguments, count, nullptr));
}

PyObject *janus_python_call_names(janus_python_frame *frame, PyObject *callee, PyObject *names, PyObject **arguments,
                                  size_t count) {
  size_t positional = count - size_t(PyTuple_GET_SIZE(names));
  return finishCall(frame, callConsuming(callee, arguments, positional, names));
}

PyObject *janus_python_call_method_names(janus_python_frame *frame, PyObject *function, PyObject *self, PyObject *names,
                                         PyObject **arguments, size_t count) {
  size_t positional = count - size_t(names ? PyTuple_GET_SIZE(names) : 0);
  // No function is its own method, so this says that there is nothing to bind.
  if (self == function) {
    Py_DECREF(self);
  } else {
    *--arguments = self;
    ++positional;
  }
  return finishCall(frame, callConsuming(function, arguments, positional, names));
}

PyObject *janus_python_call_method(janus_python_frame *frame, PyObject *function, PyObject *self, PyObject **arguments,
                                   size_t count) {
  return janus_python_call_method_names(frame, function, self, nullptr, arguments, count);
}

PyObject *janus_python_call_star(janus_python_frame *frame, PyObject *callee, PyObject *positional,
                                 PyObject *keywords) {
  PyObject *tuple = tupleOf(callee, positional);
  if (!tuple)
    return nullptr;
  PyObject *result = callTuple(callee, tuple, keywords == Py_None ? nullptr : keywords);
  Py_DECREF(tuple);
  return finishCall(frame, result);
}

int janus_python_dict_merge(PyObject *callee, PyObject *dict, PyObject *mapping) {
  int failed = _PyDict_MergeEx(dict, mapping, 2);
  if (failed && PyErr_ExceptionMatches(PyExc_AttributeError))
    explainNoMapping(callee, mapping);
  else if (failed && PyErr_ExceptionMatches(PyExc_KeyError))
    explainRepeated(callee);
  return failed;
}

PyObject *janus_python_make_closure(janus_python_frame *frame, PyObject *code, PyObject *defaults, PyObject *kwdefaults,
                                    PyObject *annotations, PyObject *const *cells, size_t count) {
  PyObject *made = PyFunction_New(code, frame->globals);
  if (!made)
    return nullptr;
  auto *function = reinterpret_cast<PyFunctionObject *>(made);
  if (count) {
    function->func_closure = janus_python_build_tuple(cells, count);
    if (!function->func_closure) {
      Py_DECREF(made);
      return nullptr;
    }
  }
  function->func_defaults = unlessNone(defaults);
  function->func_kwdefaults = unlessNone(kwdefaults);
  function->func_annotations = unlessNone(annotations);
  return made;
}

PyObject *janus_python_import(janus_python_frame *frame, PyObject *name, int32_t level, PyObject *names) {
  PyObject *import = PyMapping_GetItemString(frame->builtins, "__import__");
  if (!import) {
    if (PyErr_ExceptionMatches(PyExc_KeyError))
      PyErr_SetString(PyExc_ImportError, "__import__ not found");
    return nullptr;
  }
  PyObject *number = PyLong_FromLong(level);
  PyObject *arguments[] = {nullptr, name, frame->globals, Py_None, names, number};
  PyObject *result =
      number ? PyObject_Vectorcall(import, arguments + 1, 5 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr) : nullptr;
  Py_XDECREF(number);
  Py_DECREF(import);
  return result;
}

PyObject *janus_python_import_from(PyObject *module, PyObject *name) {
  PyObject *found;
  if (_PyObject_LookupAttr(module, name, &found) != 0)
    return found;
  // A submodule of a circular import is in sys.modules before its parent has it.
  PyObject *package = PyObject_GetAttrString(module, "__name__");
  if (package && !PyUnicode_Check(package))
    Py_CLEAR(package);
  if (package) {
    PyObject *full = PyUnicode_FromFormat("%U.%U", package, name);
    found = full ? PyImport_GetModule(full) : nullptr;
    Py_XDECREF(full);
    if (found || PyErr_Occurred()) {
      Py_DECREF(package);
      return found;
    }
  }
  explainMissing(module, name, package);
  Py_XDECREF(package);
  return nullptr;
}
