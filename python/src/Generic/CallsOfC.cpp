//===- CallsOfC.cpp - calls of functions written in C ---------------------===//

#define Py_BUILD_CORE 1
#include <Python.h>
#include <internal/pycore_ceval.h>
#include <internal/pycore_pystate.h>

#include "CallsOfC.h"

#include <string_view>
#include <utility>

namespace janus::generic {
namespace {

/// Functions that are called so often that what they do is done here; null where they are not known.
struct Known {
  PyObject *len, *isInstance, *append;
} known;

/// The function as the module was made with, which names in `builtins` may not stand for any more.
PyObject *ofBuiltins(const char *name) {
  PyObject *found = PyDict_GetItemString(PyEval_GetBuiltins(), name);
  if (!found || Py_TYPE(found) != &PyCFunction_Type)
    return nullptr;
  auto *function = reinterpret_cast<PyCFunctionObject *>(found);
  PyObject *module = function->m_module;
  bool isItself = std::string_view(function->m_ml->ml_name) == name && module && PyUnicode_Check(module) &&
                  PyUnicode_CompareWithASCIIString(module, "builtins") == 0;
  return isItself ? Py_NewRef(found) : nullptr;
}

/// What a function takes. Those of METH_METHOD take their class as well.
constexpr int kinds = METH_VARARGS | METH_FASTCALL | METH_NOARGS | METH_O | METH_KEYWORDS | METH_METHOD;

/// Calls a function of one argument or none, a level of recursion further in.
PyObject *callPlain(PyMethodDef *method, PyObject *self, PyObject *argument) {
  PyThreadState *thread = _PyThreadState_GET();
  if (_Py_EnterRecursiveCallTstate(thread, " while calling a Python object"))
    return nullptr;
  PyObject *result = method->ml_meth(self, argument);
  _Py_LeaveRecursiveCallTstate(thread);
  return result;
}

/// Takes over the reference to the value where the list has room for it.
PyObject *append(PyObject *list, PyObject *&value) {
  auto *l = reinterpret_cast<PyListObject *>(list);
  Py_ssize_t size = Py_SIZE(list);
  if (size < l->allocated) {
    l->ob_item[size] = std::exchange(value, nullptr);
    Py_SET_SIZE(l, size + 1);
  } else if (PyList_Append(list, value) < 0) {
    return nullptr;
  }
  Py_RETURN_NONE;
}

/// Calls a method of a class written in C, of which the first argument is the object.
PyObject *callMethod(PyObject *callee, PyObject **arguments, size_t nargsf) {
  auto *descriptor = reinterpret_cast<PyMethodDescrObject *>(callee);
  Py_ssize_t count = PyVectorcall_NARGS(nargsf);
  PyObject *self = arguments[0];
  if (callee == known.append && count == 2 && PyList_CheckExact(self))
    return append(self, arguments[1]);
  PyMethodDef *method = descriptor->d_method;
  int kind = method->ml_flags & kinds;
  if (!PyObject_TypeCheck(self, PyDescr_TYPE(descriptor)))
    return PyObject_Vectorcall(callee, arguments, nargsf, nullptr);
  void (*function)() = reinterpret_cast<void (*)()>(method->ml_meth);
  if (kind == METH_FASTCALL)
    return reinterpret_cast<_PyCFunctionFast>(function)(self, arguments + 1, count - 1);
  if (kind == (METH_FASTCALL | METH_KEYWORDS))
    return reinterpret_cast<_PyCFunctionFastWithKeywords>(function)(self, arguments + 1, count - 1, nullptr);
  if (kind == METH_O && count == 2)
    return callPlain(method, self, arguments[1]);
  if (kind == METH_NOARGS && count == 1)
    return callPlain(method, self, nullptr);
  return PyObject_Vectorcall(callee, arguments, nargsf, nullptr);
}

PyObject *callFunction(PyObject *callee, PyObject *const *arguments, size_t nargsf) {
  Py_ssize_t count = PyVectorcall_NARGS(nargsf);
  if (callee == known.len && count == 1) {
    Py_ssize_t length = PyObject_Size(arguments[0]);
    return length < 0 ? nullptr : PyLong_FromSsize_t(length);
  }
  if (callee == known.isInstance && count == 2) {
    int is = PyObject_IsInstance(arguments[0], arguments[1]);
    return is < 0 ? nullptr : PyBool_FromLong(is);
  }
  PyMethodDef *method = reinterpret_cast<PyCFunctionObject *>(callee)->m_ml;
  int kind = method->ml_flags & kinds;
  PyObject *self = PyCFunction_GET_SELF(callee);
  void (*function)() = reinterpret_cast<void (*)()>(method->ml_meth);
  if (kind == METH_FASTCALL)
    return reinterpret_cast<_PyCFunctionFast>(function)(self, arguments, count);
  if (kind == (METH_FASTCALL | METH_KEYWORDS))
    return reinterpret_cast<_PyCFunctionFastWithKeywords>(function)(self, arguments, count, nullptr);
  if (kind == METH_O && count == 1)
    return callPlain(method, self, arguments[0]);
  return PyObject_Vectorcall(callee, arguments, nargsf, nullptr);
}

PyObject *callAny(PyObject *callee, PyObject **arguments, size_t nargsf, PyObject *names) {
  if (names)
    return PyObject_Vectorcall(callee, arguments, nargsf, names);
  if (Py_TYPE(callee) == &PyCFunction_Type)
    return callFunction(callee, arguments, nargsf);
  size_t count = size_t(PyVectorcall_NARGS(nargsf));
  if (Py_TYPE(callee) == &PyMethodDescr_Type && count > 0)
    return callMethod(callee, arguments, nargsf);
  if (callee == reinterpret_cast<PyObject *>(&PyType_Type) && count == 1)
    return Py_NewRef(reinterpret_cast<PyObject *>(Py_TYPE(arguments[0])));
  return PyObject_Vectorcall(callee, arguments, nargsf, names);
}

} // namespace

PyObject *callOfC(PyObject *callee, PyObject **arguments, size_t nargsf, PyObject *names) {
  PyObject *result = callAny(callee, arguments, nargsf, names);
  size_t count = size_t(PyVectorcall_NARGS(nargsf)) + (names ? size_t(PyTuple_GET_SIZE(names)) : 0);
  for (size_t i = 0; i < count; ++i)
    Py_XDECREF(arguments[i]);
  return result;
}

void initCallsOfC() {
  PyObject *name = PyUnicode_InternFromString("append");
  known = {ofBuiltins("len"), ofBuiltins("isinstance"), name ? _PyType_Lookup(&PyList_Type, name) : nullptr};
  Py_XDECREF(name);
  PyErr_Clear();
}

} // namespace janus::generic
