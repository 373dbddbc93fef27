//===- CallsOfC.h - calls of functions written in C -------------*- C++ -*-===//
//
// The interpreter calls some of them in place, by what they are: `len`, `list.append`, those of one argument. So do
// bodies.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_GENERIC_CALLSOFC_H
#define JANUS_PYTHON_GENERIC_CALLSOFC_H

#include <Python.h>

namespace janus::generic {

/// Whether the callee is a function or class written in C, which may have no body.
inline bool isOfC(PyObject *callee) {
  PyTypeObject *type = Py_TYPE(callee);
  return type == &PyCFunction_Type || type == &PyMethodDescr_Type ||
         (type == &PyType_Type && !(reinterpret_cast<PyTypeObject *>(callee)->tp_flags & Py_TPFLAGS_HEAPTYPE));
}

/// Calls such a callee as PyObject_Vectorcall does, but takes over the references to the arguments.
PyObject *callOfC(PyObject *callee, PyObject **arguments, size_t nargsf, PyObject *names);

/// Finds the functions that are known by name.
void initCallsOfC();

} // namespace janus::generic

#endif // JANUS_PYTHON_GENERIC_CALLSOFC_H
