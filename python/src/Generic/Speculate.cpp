//===- Speculate.cpp - how generated code reaches a unit ------------------===//

#include "Unit.h"
#include "janus/Runtime/python.h"

using namespace janus::dispatch;

int janus_python_speculate(janus_python_frame *frame, PyObject *unit, PyObject *const *inputs, size_t n,
                           PyObject **outputs, size_t m) {
  if (Py_TYPE(unit) != unitType) {
    PyErr_Format(PyExc_SystemError, "a body speculates on a %s, not on a unit", Py_TYPE(unit)->tp_name);
    return JANUS_PYTHON_FAILED;
  }
  return tryUnit(reinterpret_cast<Unit *>(unit), frame ? frame->globals : nullptr, inputs, n, outputs, m);
}
