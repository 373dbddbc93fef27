//===- Builtins.cpp - instructions without a name, as functions -----------===//
//
// What Python's compiler does by instructions that no Python code can name.
// Generic code calls them as any callable; being C they have no frame.
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Runtime.h"

namespace janus::generic {
namespace {

using Arguments = PyObject *const *;

/// __build_class__ of the frame's builtins.
PyObject *buildClass(PyObject *, PyObject *) {
  PyObject *builtins = PyEval_GetBuiltins(), *name = PyUnicode_InternFromString("__build_class__");
  if (!name)
    return nullptr;
  PyObject *found = nullptr;
  if (PyDict_CheckExact(builtins)) {
    found = Py_XNewRef(PyDict_GetItemWithError(builtins, name));
  } else {
    found = PyObject_GetItem(builtins, name);
    if (!found && PyErr_ExceptionMatches(PyExc_KeyError))
      PyErr_Clear();
  }
  Py_DECREF(name);
  if (!found && !PyErr_Occurred())
    PyErr_SetString(PyExc_NameError, "__build_class__ not found");
  return found;
}

PyObject *none(int failed) { return failed ? nullptr : Py_NewRef(Py_None); }

PyObject *listAppend(PyObject *, Arguments arguments, Py_ssize_t count) {
  return checkCount("list_append", count, 2) ? none(PyList_Append(arguments[0], arguments[1])) : nullptr;
}

PyObject *setAdd(PyObject *, Arguments arguments, Py_ssize_t count) {
  return checkCount("set_add", count, 2) ? none(PySet_Add(arguments[0], arguments[1])) : nullptr;
}

/// *iterable of a display or of positional arguments.
PyObject *listExtend(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("list_extend", count, 2))
    return nullptr;
  return none(janus_python_list_extend(arguments[0], arguments[1]));
}

PyObject *setUpdate(PyObject *, Arguments arguments, Py_ssize_t count) {
  return checkCount("set_update", count, 2) ? none(_PySet_Update(arguments[0], arguments[1])) : nullptr;
}

PyObject *listToTuple(PyObject *, PyObject *list) { return PyList_AsTuple(list); }

/// **mapping of a dict display.
PyObject *dictUpdate(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("dict_update", count, 2))
    return nullptr;
  return none(janus_python_dict_update(arguments[0], arguments[1]));
}

/// dict_merge(callee, dict, mapping): **mapping of a call.
PyObject *dictMerge(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("dict_merge", count, 3))
    return nullptr;
  return none(janus_python_dict_merge(arguments[0], arguments[1], arguments[2]));
}

/// Whether `except expected` takes the exception.
PyObject *exceptionMatches(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("exception_matches", count, 2))
    return nullptr;
  int matches = janus_python_exception_matches(arguments[0], arguments[1]);
  return matches < 0 ? nullptr : PyBool_FromLong(matches);
}

/// Raises the AttributeError of `receiver.name`, where it can be seen without running any of the user's code.
PyObject *checkMethod(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("check_method", count, 2))
    return nullptr;
  PyObject *receiver = arguments[0], *name = arguments[1];
  auto *cls = PyType_Check(receiver) ? reinterpret_cast<PyTypeObject *>(receiver) : nullptr;
  bool isPlain = Py_TYPE(receiver)->tp_getattro == (cls ? PyType_Type.tp_getattro : PyObject_GenericGetAttr);
  if (!isPlain || _PyType_Lookup(Py_TYPE(receiver), name) || (cls && _PyType_Lookup(cls, name)))
    Py_RETURN_NONE;
  PyObject *found = PyObject_GetAttr(receiver, name);
  Py_XDECREF(found);
  return none(found ? 0 : -1);
}

/// A method that `with` looks up on the manager's class, bound; null without an
/// error where there is none.
PyObject *lookUpSpecial(PyObject *manager, const char *name) {
  PyObject *key = PyUnicode_InternFromString(name);
  if (!key)
    return nullptr;
  PyObject *found = Py_XNewRef(_PyType_Lookup(Py_TYPE(manager), key));
  Py_DECREF(key);
  descrgetfunc bind = found ? Py_TYPE(found)->tp_descr_get : nullptr;
  if (!bind)
    return found;
  PyObject *bound = bind(found, manager, reinterpret_cast<PyObject *>(Py_TYPE(manager)));
  Py_DECREF(found);
  return bound;
}

/// A context manager's __enter__ and __exit__, both found before one is called.
PyObject *withMethods(PyObject *, PyObject *manager) {
  PyObject *enter = lookUpSpecial(manager, "__enter__");
  PyObject *leave = enter ? lookUpSpecial(manager, "__exit__") : nullptr;
  if (!leave && !PyErr_Occurred())
    PyErr_Format(PyExc_TypeError, "'%.200s' object does not support the context manager protocol%s",
                 Py_TYPE(manager)->tp_name, enter ? " (missed __exit__ method)" : "");
  PyObject *result = leave ? PyTuple_Pack(2, enter, leave) : nullptr;
  Py_XDECREF(enter);
  Py_XDECREF(leave);
  return result;
}

/// What __exit__ says of an exception.
PyObject *withException(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("with_exception", count, 2))
    return nullptr;
  PyObject *exception = arguments[1], *traceback = PyException_GetTraceback(exception);
  PyObject *given[] = {nullptr, reinterpret_cast<PyObject *>(Py_TYPE(exception)), exception,
                       traceback ? traceback : Py_None};
  PyObject *result = call(arguments[0], given + 1, 3 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
  Py_XDECREF(traceback);
  return result;
}

} // namespace

bool checkCount(const char *name, Py_ssize_t count, Py_ssize_t expected) {
  if (count == expected)
    return true;
  PyErr_Format(PyExc_TypeError, "%s takes %zd arguments, %zd given", name, expected, count);
  return false;
}

#define FAST(function) reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL

PyMethodDef builtinMethods[] = {{"build_class", buildClass, METH_NOARGS, "the frame's __build_class__"},
                                {"check_method", FAST(checkMethod), "check_method(receiver, name)"},
                                {"dict_merge", FAST(dictMerge), "dict_merge(callee, dict, mapping)"},
                                {"dict_update", FAST(dictUpdate), "dict_update(dict, mapping)"},
                                {"exception_matches", FAST(exceptionMatches), "exception_matches(exception, expected)"},
                                {"list_append", FAST(listAppend), "list_append(list, value)"},
                                {"list_extend", FAST(listExtend), "list_extend(list, iterable)"},
                                {"list_to_tuple", listToTuple, METH_O, "list_to_tuple(list)"},
                                {"set_add", FAST(setAdd), "set_add(set, value)"},
                                {"set_update", FAST(setUpdate), "set_update(set, iterable)"},
                                {"with_exception", FAST(withException), "with_exception(leave, exception)"},
                                {"with_methods", withMethods, METH_O, "with_methods(manager)"},
                                {nullptr, nullptr, 0, nullptr}};

#undef FAST

static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                 "janusc._dispatch.python",
                                 "instructions without a name, as functions that generic code calls",
                                 -1,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr};

bool initBuiltins(PyObject *module) {
  PyObject *functions = PyModule_Create(&definition);
  if (!functions)
    return false;
  bool added =
      PyModule_AddFunctions(functions, builtinMethods) == 0 && PyModule_AddFunctions(functions, groupMethods) == 0 &&
      PyModule_AddFunctions(functions, matchingMethods) == 0 && PyModule_AddObjectRef(module, "python", functions) == 0;
  Py_DECREF(functions);
  return added;
}

} // namespace janus::generic
