//===- RuntimeNames.cpp - globals, attributes, items, unbound variables ---===//

#include "Caches.h"
#include "Runtime.h"

#include <cstring>

namespace {

/// A NameError or UnboundLocalError about a name.
void raiseAbout(PyObject *type, const char *format, PyObject *name) {
  const char *text = PyUnicode_AsUTF8(name);
  if (!text)
    return;
  PyErr_Format(type, format, text);
  if (type != PyExc_NameError)
    return;
  // The name itself goes along, for suggestions.
  PyObject *kind, *value, *traceback;
  PyErr_Fetch(&kind, &value, &traceback);
  PyErr_NormalizeException(&kind, &value, &traceback);
  if (PyErr_GivenExceptionMatches(value, PyExc_NameError)) {
    auto *error = reinterpret_cast<PyNameErrorObject *>(value);
    if (!error->name)
      error->name = Py_NewRef(name);
  }
  PyErr_Restore(kind, value, traceback);
}

constexpr const char *undefined = "name '%.200s' is not defined";
constexpr const char *unboundLocal = "cannot access local variable '%s' where it is not associated with a value";
constexpr const char *unboundFree =
    "cannot access free variable '%s' where it is not associated with a value in enclosing scope";

/// The value in a scope, new; null without an exception where it has none.
PyObject *findName(PyObject *scope, PyObject *name) {
  if (PyDict_CheckExact(scope))
    return Py_XNewRef(PyDict_GetItemWithError(scope, name));
  PyObject *found = PyObject_GetItem(scope, name);
  if (!found && PyErr_ExceptionMatches(PyExc_KeyError))
    PyErr_Clear();
  return found;
}

/// The element of a list or tuple that an int of one digit names; null for all else.
PyObject **findElement(PyObject *object, PyObject *key) {
  bool isList = PyList_CheckExact(object);
  if ((!isList && !PyTuple_CheckExact(object)) || !PyLong_CheckExact(key) || size_t(Py_SIZE(key) + 1) > 2)
    return nullptr;
  Py_ssize_t index = Py_SIZE(key) * Py_ssize_t(reinterpret_cast<PyLongObject *>(key)->ob_digit[0]);
  if (index < 0)
    index += Py_SIZE(object);
  if (size_t(index) >= size_t(Py_SIZE(object)))
    return nullptr;
  return (isList ? reinterpret_cast<PyListObject *>(object)->ob_item
                 : reinterpret_cast<PyTupleObject *>(object)->ob_item) +
         index;
}

/// The interned string of `size` bytes of UTF-8.
PyObject *internName(const char *text, size_t size) {
  PyObject *name = PyUnicode_DecodeUTF8(text, Py_ssize_t(size), nullptr);
  if (name)
    PyUnicode_InternInPlace(&name);
  return name;
}

/// The names that each have \1 behind them.
PyObject *internTuple(const char *text) {
  Py_ssize_t count = 0;
  for (const char *c = text; *c; ++c)
    count += *c == '\1';
  PyObject *tuple = PyTuple_New(count);
  for (Py_ssize_t i = 0; tuple && i < count; ++i) {
    const char *end = std::strchr(text, '\1');
    PyObject *name = internName(text, size_t(end - text));
    if (!name)
      Py_CLEAR(tuple);
    else
      PyTuple_SET_ITEM(tuple, i, name);
    text = end + 1;
  }
  return tuple;
}

} // namespace

PyObject *janus::generic::lookUpGlobal(janus_python_frame *frame, PyObject *name) {
  PyObject *found = findName(frame->globals, name);
  if (!found && !PyErr_Occurred())
    found = findName(frame->builtins, name);
  if (!found && !PyErr_Occurred())
    raiseAbout(PyExc_NameError, undefined, name);
  return found;
}

int janus_python_set_global(janus_python_frame *frame, PyObject *name, PyObject *value) {
  return PyDict_SetItem(frame->globals, name, value);
}

int janus_python_del_global(janus_python_frame *frame, PyObject *name) {
  int failed = PyDict_DelItem(frame->globals, name);
  if (failed && PyErr_ExceptionMatches(PyExc_KeyError))
    raiseAbout(PyExc_NameError, undefined, name);
  return failed;
}

int janus_python_del_attr(PyObject *object, PyObject *name) { return PyObject_SetAttr(object, name, nullptr); }

PyObject *janus_python_get_item(PyObject *object, PyObject *key) {
  PyObject **element = findElement(object, key);
  return element ? Py_NewRef(*element) : PyObject_GetItem(object, key);
}

int janus_python_set_item(PyObject *object, PyObject *key, PyObject *value) {
  if (PyObject **element = PyList_CheckExact(object) ? findElement(object, key) : nullptr) {
    Py_SETREF(*element, Py_NewRef(value));
    return 0;
  }
  return PyObject_SetItem(object, key, value);
}

int janus_python_del_item(PyObject *object, PyObject *key) { return PyObject_DelItem(object, key); }

void janus_python_unbound_variable(janus_python_frame *frame, int32_t slot) {
  auto *code = reinterpret_cast<PyCodeObject *>(frame->executable);
  PyObject *name = PyTuple_GET_ITEM(code->co_localsplusnames, slot);
  if (slot < code->co_nlocals + code->co_nplaincellvars)
    raiseAbout(PyExc_UnboundLocalError, unboundLocal, name);
  else
    raiseAbout(PyExc_NameError, unboundFree, name);
}

void janus_python_unbound_name(PyObject *name) { raiseAbout(PyExc_UnboundLocalError, unboundLocal, name); }

PyObject *janus_python_new_cell(void) { return PyCell_New(nullptr); }

int janus_python_intern(const char *text, PyObject **slots, size_t count) {
  PyObject *first = nullptr;
  for (size_t i = 0; i < count; ++i, text += std::strlen(text) + 1) {
    PyObject *made = *text == 't' ? internTuple(text + 1) : internName(text + 1, std::strlen(text + 1));
    if (!made) {
      Py_XDECREF(first);
      return -1;
    }
    Py_XSETREF(i == 0 ? first : slots[i], made);
  }
  // Set last: it says that all are there.
  slots[0] = first;
  return 0;
}
