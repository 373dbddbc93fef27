//===- Matching.cpp - what `match` asks of subjects -----------------------===//

#include "Frame.h"

namespace janus::generic {
namespace {

using Arguments = PyObject *const *;

/// is_match_sequence(subject, length, exact)
PyObject *isMatchSequence(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("is_match_sequence", count, 3))
    return nullptr;
  if (!PyType_HasFeature(Py_TYPE(arguments[0]), Py_TPFLAGS_SEQUENCE))
    Py_RETURN_FALSE;
  Py_ssize_t wanted = PyLong_AsSsize_t(arguments[1]);
  bool exact = arguments[2] == Py_True;
  if (!exact && wanted == 0)
    Py_RETURN_TRUE;
  Py_ssize_t length = PyObject_Size(arguments[0]);
  if (length < 0)
    return nullptr;
  return PyBool_FromLong(exact ? length == wanted : length >= wanted);
}

/// match_item(subject, behind): the element so far from the end.
PyObject *matchItem(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("match_item", count, 2))
    return nullptr;
  Py_ssize_t length = PyObject_Size(arguments[0]);
  PyObject *index = length < 0 ? nullptr : PyLong_FromSsize_t(length - PyLong_AsSsize_t(arguments[1]));
  PyObject *item = index ? PyObject_GetItem(arguments[0], index) : nullptr;
  Py_XDECREF(index);
  return item;
}

/// is_match_mapping(subject, keys)
PyObject *isMatchMapping(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("is_match_mapping", count, 2))
    return nullptr;
  if (!PyType_HasFeature(Py_TYPE(arguments[0]), Py_TPFLAGS_MAPPING))
    Py_RETURN_FALSE;
  Py_ssize_t keys = PyLong_AsSsize_t(arguments[1]);
  if (keys == 0)
    Py_RETURN_TRUE;
  Py_ssize_t length = PyObject_Size(arguments[0]);
  return length < 0 ? nullptr : PyBool_FromLong(length >= keys);
}

/// Adds to a set; 1 if the value was there, -1 with an exception.
int wasSeen(PyObject *seen, PyObject *value) {
  int found = PySet_Contains(seen, value);
  return found ? found : PySet_Add(seen, value);
}

/// Fills `values` with what `get` finds; 0 where a key is missing, -1 with an exception.
int takeValues(PyObject *get, PyObject *keys, PyObject *seen, PyObject *missing, PyObject *values) {
  for (Py_ssize_t i = 0, n = PyTuple_GET_SIZE(keys); i < n; ++i) {
    PyObject *key = PyTuple_GET_ITEM(keys, i);
    int again = wasSeen(seen, key);
    if (again) {
      if (again > 0)
        PyErr_Format(PyExc_ValueError, "mapping pattern checks duplicate key (%R)", key);
      return -1;
    }
    PyObject *given[] = {nullptr, key, missing};
    PyObject *value = call(get, given + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    if (!value)
      return -1;
    if (value == missing) {
      Py_DECREF(value);
      return 0;
    }
    PyTuple_SET_ITEM(values, i, value);
  }
  return 1;
}

/// match_keys(subject, keys): their values, or None if one is missing. `get` is
/// used so that a defaultdict grows no key.
PyObject *matchKeys(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("match_keys", count, 2))
    return nullptr;
  PyObject *keys = arguments[1];
  Py_ssize_t n = PyTuple_GET_SIZE(keys);
  if (n == 0)
    return PyTuple_New(0);
  PyObject *get = PyObject_GetAttrString(arguments[0], "get");
  PyObject *seen = get ? PySet_New(nullptr) : nullptr;
  PyObject *missing = seen ? PyObject_CallNoArgs(reinterpret_cast<PyObject *>(&PyBaseObject_Type)) : nullptr;
  PyObject *values = missing ? PyTuple_New(n) : nullptr;
  int found = values ? takeValues(get, keys, seen, missing, values) : -1;
  Py_XDECREF(get);
  Py_XDECREF(seen);
  Py_XDECREF(missing);
  if (found == 1)
    return values;
  Py_XDECREF(values);
  return found < 0 ? nullptr : Py_NewRef(Py_None);
}

/// match_rest(subject, keys): what a mapping holds besides the keys.
PyObject *matchRest(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("match_rest", count, 2))
    return nullptr;
  PyObject *rest = PyDict_New();
  int failed = rest ? PyDict_Update(rest, arguments[0]) : -1;
  for (Py_ssize_t i = 0, n = PyTuple_GET_SIZE(arguments[1]); !failed && i < n; ++i)
    failed = PyDict_DelItem(rest, PyTuple_GET_ITEM(arguments[1], i));
  if (failed)
    Py_CLEAR(rest);
  return rest;
}

const char *nameOf(PyObject *type) { return reinterpret_cast<PyTypeObject *>(type)->tp_name; }

/// Appends one attribute that a class pattern looks at; 0 where there is none, -1
/// with an exception.
int takeAttribute(PyObject *subject, PyObject *type, PyObject *name, PyObject *seen, PyObject *values) {
  int again = wasSeen(seen, name);
  if (again) {
    if (again > 0)
      PyErr_Format(PyExc_TypeError, "%s() got multiple sub-patterns for attribute %R", nameOf(type), name);
    return -1;
  }
  PyObject *value = PyObject_GetAttr(subject, name);
  if (!value) {
    if (!PyErr_ExceptionMatches(PyExc_AttributeError))
      return -1;
    PyErr_Clear();
    return 0;
  }
  int failed = PyList_Append(values, value);
  Py_DECREF(value);
  return failed ? -1 : 1;
}

/// The names of positional sub-patterns: a tuple, or None where the subject itself
/// is the one there may be.
PyObject *matchArguments(PyObject *type) {
  PyObject *names = PyObject_GetAttrString(type, "__match_args__");
  if (names && !PyTuple_CheckExact(names)) {
    PyErr_Format(PyExc_TypeError, "%s.__match_args__ must be a tuple (got %s)", nameOf(type), Py_TYPE(names)->tp_name);
    Py_CLEAR(names);
    return nullptr;
  }
  if (names || !PyErr_ExceptionMatches(PyExc_AttributeError))
    return names;
  PyErr_Clear();
  bool takesItself = PyType_HasFeature(reinterpret_cast<PyTypeObject *>(type), _Py_TPFLAGS_MATCH_SELF);
  return takesItself ? Py_NewRef(Py_None) : PyTuple_New(0);
}

int takePositional(PyObject *subject, PyObject *type, Py_ssize_t wanted, PyObject *seen, PyObject *values) {
  PyObject *names = matchArguments(type);
  if (!names)
    return -1;
  Py_ssize_t allowed = names == Py_None ? 1 : PyTuple_GET_SIZE(names);
  int found = 1;
  if (allowed < wanted) {
    PyErr_Format(PyExc_TypeError, "%s() accepts %d positional sub-pattern%s (%d given)", nameOf(type), int(allowed),
                 allowed == 1 ? "" : "s", int(wanted));
    found = -1;
  } else if (names == Py_None) {
    found = PyList_Append(values, subject) ? -1 : 1;
  }
  for (Py_ssize_t i = 0; found == 1 && names != Py_None && i < wanted; ++i) {
    PyObject *name = PyTuple_GET_ITEM(names, i);
    if (!PyUnicode_CheckExact(name)) {
      PyErr_Format(PyExc_TypeError, "__match_args__ elements must be strings (got %s)", Py_TYPE(name)->tp_name);
      found = -1;
    } else {
      found = takeAttribute(subject, type, name, seen, values);
    }
  }
  Py_DECREF(names);
  return found;
}

/// match_class(subject, class, positional, names): the attributes that the pattern
/// looks at, or None where it does not match.
PyObject *matchClass(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("match_class", count, 4))
    return nullptr;
  PyObject *subject = arguments[0], *type = arguments[1], *names = arguments[3];
  if (!PyType_Check(type)) {
    PyErr_SetString(PyExc_TypeError, "called match pattern must be a type");
    return nullptr;
  }
  int found = PyObject_IsInstance(subject, type);
  if (found <= 0)
    return found < 0 ? nullptr : Py_NewRef(Py_None);
  PyObject *seen = PySet_New(nullptr), *values = seen ? PyList_New(0) : nullptr;
  Py_ssize_t positional = PyLong_AsSsize_t(arguments[2]);
  found = values ? 1 : -1;
  if (found == 1 && positional)
    found = takePositional(subject, type, positional, seen, values);
  for (Py_ssize_t i = 0, n = PyTuple_GET_SIZE(names); found == 1 && i < n; ++i)
    found = takeAttribute(subject, type, PyTuple_GET_ITEM(names, i), seen, values);
  PyObject *result = found == 1 ? PyList_AsTuple(values) : found == 0 ? Py_NewRef(Py_None) : nullptr;
  Py_XDECREF(seen);
  Py_XDECREF(values);
  return result;
}

} // namespace

#define FAST(function) reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL

PyMethodDef matchingMethods[] = {
    {"is_match_mapping", FAST(isMatchMapping), "is_match_mapping(subject, keys)"},
    {"is_match_sequence", FAST(isMatchSequence), "is_match_sequence(subject, length, exact)"},
    {"match_item", FAST(matchItem), "match_item(subject, behind)"},
    {"match_class", FAST(matchClass), "match_class(subject, class, positional, names)"},
    {"match_keys", FAST(matchKeys), "match_keys(subject, keys)"},
    {"match_rest", FAST(matchRest), "match_rest(subject, keys)"},
    {nullptr, nullptr, 0, nullptr}};

#undef FAST

} // namespace janus::generic
