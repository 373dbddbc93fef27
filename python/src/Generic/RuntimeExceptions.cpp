//===- RuntimeExceptions.cpp - raising, handling, signals -----------------===//

#include "Frame.h"
#include "Runtime.h"

namespace {

/// The instance that `raise exception` raises, new.
PyObject *instantiate(PyObject *exception) {
  if (PyExceptionInstance_Check(exception))
    return Py_NewRef(exception);
  if (!PyExceptionClass_Check(exception)) {
    PyErr_SetString(PyExc_TypeError, "exceptions must derive from BaseException");
    return nullptr;
  }
  PyObject *made = PyObject_CallNoArgs(exception);
  if (made && !PyExceptionInstance_Check(made)) {
    PyErr_Format(PyExc_TypeError, "calling %R should have returned an instance of BaseException, not %R", exception,
                 Py_TYPE(made));
    Py_CLEAR(made);
  }
  return made;
}

/// What becomes __cause__: an instance, or null for None; false with an exception.
bool findCause(PyObject *cause, PyObject *&result) {
  result = nullptr;
  if (cause == Py_None)
    return true;
  if (PyExceptionClass_Check(cause))
    result = PyObject_CallNoArgs(cause);
  else if (PyExceptionInstance_Check(cause))
    result = Py_NewRef(cause);
  else
    PyErr_SetString(PyExc_TypeError, "exception causes must derive from BaseException");
  return result;
}

void setRaised(PyObject *instance) {
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(instance)), instance);
  Py_DECREF(instance);
}

} // namespace

void janus_python_raise(PyObject *exception) {
  if (PyObject *instance = instantiate(exception))
    setRaised(instance);
}

void janus_python_raise_from(PyObject *exception, PyObject *cause) {
  PyObject *instance = instantiate(exception), *instanceOfCause;
  if (!instance)
    return;
  if (!findCause(cause, instanceOfCause)) {
    Py_DECREF(instance);
    return;
  }
  PyException_SetCause(instance, instanceOfCause);
  setRaised(instance);
}

void janus_python_reraise(janus_python_frame *frame) {
  PyObject *handled = PyErr_GetHandledException();
  if (!handled || handled == Py_None) {
    Py_XDECREF(handled);
    PyErr_SetString(PyExc_RuntimeError, "No active exception to reraise");
    return janus_python_traceback(frame);
  }
  PyErr_Restore(Py_NewRef(Py_TYPE(handled)), handled, PyException_GetTraceback(handled));
}

int janus_python_exception_matches(PyObject *exception, PyObject *expected) {
  bool isTuple = PyTuple_Check(expected);
  for (Py_ssize_t i = 0, n = isTuple ? PyTuple_GET_SIZE(expected) : 1; i < n; ++i) {
    if (PyExceptionClass_Check(isTuple ? PyTuple_GET_ITEM(expected, i) : expected))
      continue;
    PyErr_SetString(PyExc_TypeError, "catching classes that do not inherit from BaseException is not allowed");
    return -1;
  }
  return PyErr_GivenExceptionMatches(exception, expected);
}

void janus_python_traceback(janus_python_frame *) {
  if (PyFrameObject *frame = PyEval_GetFrame())
    PyTraceBack_Here(frame);
}

PyObject *janus_python_handled(void) {
  // Of the innermost level: what is handled further out, around a generator, is not ours to restore.
  PyObject *handled = PyThreadState_Get()->exc_info->exc_value;
  return Py_NewRef(handled ? handled : Py_None);
}

PyObject *janus_python_catch(void) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  PyException_SetTraceback(value, traceback ? traceback : Py_None);
  Py_XDECREF(traceback);
  Py_XDECREF(type);
  janus_python_set_handled(value);
  return value;
}

void janus_python_set_handled(PyObject *exception) {
  Py_XSETREF(PyThreadState_Get()->exc_info->exc_value, Py_NewRef(exception));
}

PyObject *janus_python_instruction(janus_python_frame *frame) {
  PyObject *offset = PyLong_FromSsize_t(static_cast<char *>(*frame->instruction) - frame->code);
  return offset ? offset : Py_NewRef(Py_None);
}

void janus_python_set_instruction(janus_python_frame *frame, PyObject *offset) {
  if (offset != Py_None)
    *frame->instruction = frame->code + PyLong_AsSsize_t(offset);
}

int janus_python_poll(janus_python_frame *) { return janus::generic::poll(PyThreadState_Get()); }

void janus_python_dealloc(PyObject *object) { _Py_Dealloc(object); }
