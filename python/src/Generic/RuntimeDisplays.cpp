//===- RuntimeDisplays.cpp - displays, iteration, unpacking ---------------===//

#include "Runtime.h"

namespace {

/// Whether the object has no way to be iterated over.
bool isNotIterable(PyObject *object) { return !Py_TYPE(object)->tp_iter && !PySequence_Check(object); }

PyObject *iterateForUnpacking(PyObject *value) {
  PyObject *iterator = PyObject_GetIter(value);
  if (!iterator && PyErr_ExceptionMatches(PyExc_TypeError) && isNotIterable(value))
    PyErr_Format(PyExc_TypeError, "cannot unpack non-iterable %.200s object", Py_TYPE(value)->tp_name);
  return iterator;
}

/// Takes `count` items into the room. `least` is what the message says is expected.
bool takeItems(PyObject *iterator, int32_t count, int32_t expected, bool isLeast, PyObject **room) {
  for (int32_t i = 0; i < count; ++i) {
    room[i] = PyIter_Next(iterator);
    if (room[i])
      continue;
    if (!PyErr_Occurred())
      PyErr_Format(PyExc_ValueError, "not enough values to unpack (expected %s%d, got %d)", isLeast ? "at least " : "",
                   expected, i);
    while (i--)
      Py_DECREF(room[i]);
    return false;
  }
  return true;
}

void releaseAll(PyObject **room, int32_t count) {
  for (int32_t i = 0; i < count; ++i)
    Py_DECREF(room[i]);
}

/// Whether the iterator is at its end; ValueError if it has more.
bool isAtEnd(PyObject *iterator, int32_t count) {
  PyObject *more = PyIter_Next(iterator);
  if (!more)
    return !PyErr_Occurred();
  Py_DECREF(more);
  PyErr_Format(PyExc_ValueError, "too many values to unpack (expected %d)", count);
  return false;
}

/// The starred target's list, and the items behind it, which are taken from its end.
bool takeRest(PyObject *iterator, int32_t before, int32_t after, PyObject **room) {
  PyObject *list = PySequence_List(iterator);
  if (!list)
    return false;
  Py_ssize_t size = PyList_GET_SIZE(list);
  if (size < after) {
    PyErr_Format(PyExc_ValueError, "not enough values to unpack (expected at least %d, got %zd)", before + after,
                 before + size);
    Py_DECREF(list);
    return false;
  }
  for (int32_t i = 0; i < after; ++i)
    room[1 + i] = PyList_GET_ITEM(list, size - after + i);
  Py_SET_SIZE(list, size - after);
  room[0] = list;
  return true;
}

} // namespace

PyObject *janus_python_build_tuple(PyObject *const *elements, size_t count) {
  PyObject *tuple = PyTuple_New(Py_ssize_t(count));
  for (size_t i = 0; tuple && i < count; ++i)
    PyTuple_SET_ITEM(tuple, i, Py_NewRef(elements[i]));
  return tuple;
}

PyObject *janus_python_build_list(PyObject *const *elements, size_t count) {
  PyObject *list = PyList_New(Py_ssize_t(count));
  for (size_t i = 0; list && i < count; ++i)
    PyList_SET_ITEM(list, i, Py_NewRef(elements[i]));
  return list;
}

PyObject *janus_python_build_set(PyObject *const *elements, size_t count) {
  PyObject *set = PySet_New(nullptr);
  for (size_t i = 0; set && i < count; ++i)
    if (PySet_Add(set, elements[i]) < 0)
      Py_CLEAR(set);
  return set;
}

PyObject *janus_python_build_dict(PyObject *const *pairs, size_t count) {
  PyObject *dict = PyDict_New();
  for (size_t i = 0; dict && i < count; i += 2)
    if (PyDict_SetItem(dict, pairs[i], pairs[i + 1]) < 0)
      Py_CLEAR(dict);
  return dict;
}

PyObject *janus_python_build_slice(PyObject *start, PyObject *stop, PyObject *step) {
  return PySlice_New(start, stop, step);
}

int janus_python_list_append(PyObject *list, PyObject *value) { return PyList_Append(list, value); }

int janus_python_list_extend(PyObject *list, PyObject *iterable) {
  PyObject *none = _PyList_Extend(reinterpret_cast<PyListObject *>(list), iterable);
  if (!none && PyErr_ExceptionMatches(PyExc_TypeError) && isNotIterable(iterable))
    PyErr_Format(PyExc_TypeError, "Value after * must be an iterable, not %.200s", Py_TYPE(iterable)->tp_name);
  Py_XDECREF(none);
  return none ? 0 : -1;
}

PyObject *janus_python_list_to_tuple(PyObject *list) { return PyList_AsTuple(list); }

int janus_python_set_add(PyObject *set, PyObject *value) { return PySet_Add(set, value); }

int janus_python_set_update(PyObject *set, PyObject *iterable) { return _PySet_Update(set, iterable); }

int janus_python_dict_update(PyObject *dict, PyObject *mapping) {
  int failed = PyDict_Update(dict, mapping);
  if (failed && PyErr_ExceptionMatches(PyExc_AttributeError))
    PyErr_Format(PyExc_TypeError, "'%.200s' object is not a mapping", Py_TYPE(mapping)->tp_name);
  return failed;
}

PyObject *janus_python_iter(PyObject *iterable) { return PyObject_GetIter(iterable); }

PyObject *janus_python_next(PyObject *iterator) { return Py_TYPE(iterator)->tp_iternext(iterator); }

int janus_python_pending(void) {
  if (!PyErr_Occurred())
    return 0;
  if (!PyErr_ExceptionMatches(PyExc_StopIteration))
    return 1;
  PyErr_Clear();
  return 0;
}

int janus_python_unpack(PyObject *value, int32_t count, PyObject **room) {
  bool isTuple = PyTuple_CheckExact(value);
  if ((isTuple || PyList_CheckExact(value)) && Py_SIZE(value) == count) {
    PyObject **items =
        isTuple ? reinterpret_cast<PyTupleObject *>(value)->ob_item : reinterpret_cast<PyListObject *>(value)->ob_item;
    for (int32_t i = 0; i < count; ++i)
      room[i] = Py_NewRef(items[i]);
    return 0;
  }
  PyObject *iterator = iterateForUnpacking(value);
  if (!iterator)
    return -1;
  bool taken = takeItems(iterator, count, count, /*isLeast=*/false, room);
  if (taken && !isAtEnd(iterator, count)) {
    releaseAll(room, count);
    taken = false;
  }
  Py_DECREF(iterator);
  return taken ? 0 : -1;
}

int janus_python_unpack_star(PyObject *value, int32_t before, int32_t after, PyObject **room) {
  PyObject *iterator = iterateForUnpacking(value);
  if (!iterator)
    return -1;
  bool taken = takeItems(iterator, before, before + after, /*isLeast=*/true, room);
  if (taken && !takeRest(iterator, before, after, room + before)) {
    releaseAll(room, before);
    taken = false;
  }
  Py_DECREF(iterator);
  return taken ? 0 : -1;
}
