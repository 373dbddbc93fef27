//===- Groups.cpp - what except* does with exception groups ---------------===//

#include "Frame.h"
#include "Runtime.h"

namespace janus::generic {
namespace {

using Arguments = PyObject *const *;

bool isGroup(PyObject *exception) {
  return PyObject_TypeCheck(exception, reinterpret_cast<PyTypeObject *>(PyExc_BaseExceptionGroup));
}

PyObject *partsOf(PyObject *group) { return reinterpret_cast<PyBaseExceptionGroupObject *>(group)->excs; }

/// ExceptionGroup("", exceptions), of whichever of the two classes they ask for.
PyObject *makeGroup(PyObject *exceptions) {
  return PyObject_CallFunction(PyExc_BaseExceptionGroup, "sO", "", exceptions);
}

/// What `except* expected` must not be.
bool checkExpected(PyObject *expected) {
  bool isTuple = PyTuple_Check(expected);
  Py_ssize_t count = isTuple ? PyTuple_GET_SIZE(expected) : 1;
  auto each = [&](Py_ssize_t i) { return isTuple ? PyTuple_GET_ITEM(expected, i) : expected; };
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (PyExceptionClass_Check(each(i)))
      continue;
    PyErr_SetString(PyExc_TypeError, "catching classes that do not inherit from BaseException is not allowed");
    return false;
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    int isOfGroups = PyObject_IsSubclass(each(i), PyExc_BaseExceptionGroup);
    if (isOfGroups > 0)
      PyErr_SetString(PyExc_TypeError, "catching ExceptionGroup with except* is not allowed. Use except instead.");
    if (isOfGroups)
      return false;
  }
  return true;
}

/// match_group(exception, expected): what `except* expected` takes of it and what it leaves, None for nothing. The
/// first, if there is one, becomes the handled exception.
PyObject *matchGroup(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("match_group", count, 2))
    return nullptr;
  PyObject *exception = arguments[0], *expected = arguments[1];
  if (!checkExpected(expected))
    return nullptr;
  PyObject *pair = nullptr;
  if (exception != Py_None && PyErr_GivenExceptionMatches(exception, expected)) {
    PyObject *alone = isGroup(exception) ? nullptr : PyTuple_Pack(1, exception);
    PyObject *taken = isGroup(exception) ? Py_NewRef(exception) : alone ? makeGroup(alone) : nullptr;
    Py_XDECREF(alone);
    pair = taken ? PyTuple_Pack(2, taken, Py_None) : nullptr;
    Py_XDECREF(taken);
  } else if (exception != Py_None && isGroup(exception)) {
    pair = PyObject_CallMethod(exception, "split", "(O)", expected);
    if (pair && !(PyTuple_CheckExact(pair) && PyTuple_GET_SIZE(pair) == 2)) {
      PyErr_Format(PyExc_TypeError, "%.200s.split must return a 2-tuple", Py_TYPE(exception)->tp_name);
      Py_CLEAR(pair);
    }
    // Where nothing was taken what is left is the group itself, not what split made of it.
    if (pair && PyTuple_GET_ITEM(pair, 0) == Py_None)
      Py_SETREF(pair, PyTuple_Pack(2, Py_None, exception));
  } else {
    pair = PyTuple_Pack(2, Py_None, exception);
  }
  if (pair && PyTuple_GET_ITEM(pair, 0) != Py_None)
    janus_python_set_handled(PyTuple_GET_ITEM(pair, 0));
  return pair;
}

/// Whether an exception is the original one raised again, or a part that was split off it: both keep its fields.
bool isRaisedAgain(PyObject *exception, PyObject *original) {
  auto *a = reinterpret_cast<PyBaseExceptionObject *>(exception),
       *b = reinterpret_cast<PyBaseExceptionObject *>(original);
  return a->notes == b->notes && a->traceback == b->traceback && a->cause == b->cause && a->context == b->context;
}

bool addLeaves(PyObject *exception, PyObject *leaves) {
  if (!isGroup(exception)) {
    PyObject *address = PyLong_FromVoidPtr(exception);
    bool added = address && PySet_Add(leaves, address) == 0;
    Py_XDECREF(address);
    return added;
  }
  PyObject *parts = partsOf(exception);
  if (Py_EnterRecursiveCall(" in exception_group_projection"))
    return false;
  bool added = true;
  for (Py_ssize_t i = 0; added && i < PyTuple_GET_SIZE(parts); ++i)
    added = addLeaves(PyTuple_GET_ITEM(parts, i), leaves);
  Py_LeaveRecursiveCall();
  return added;
}

/// A group with some of the exceptions of another and all that is known of that; None where there are none.
PyObject *deriveGroup(PyObject *group, PyObject *exceptions) {
  if (PyList_GET_SIZE(exceptions) == 0)
    Py_RETURN_NONE;
  PyObject *made = PyObject_CallMethod(group, "derive", "(O)", exceptions);
  if (!made)
    return nullptr;
  if (!isGroup(made)) {
    PyErr_SetString(PyExc_TypeError, "derive must return an instance of BaseExceptionGroup");
    Py_DECREF(made);
    return nullptr;
  }
  bool copied = true;
  if (PyObject *traceback = PyException_GetTraceback(group)) {
    copied = PyException_SetTraceback(made, traceback) == 0;
    Py_DECREF(traceback);
  }
  PyException_SetContext(made, PyException_GetContext(group));
  PyException_SetCause(made, PyException_GetCause(group));
  PyObject *notes = copied ? PyObject_GetAttrString(group, "__notes__") : nullptr;
  if (notes && PySequence_Check(notes)) {
    PyObject *list = PySequence_List(notes);
    copied = list && PyObject_SetAttrString(made, "__notes__", list) == 0;
    Py_XDECREF(list);
  } else if (copied && !notes) {
    copied = PyErr_ExceptionMatches(PyExc_AttributeError);
    if (copied)
      PyErr_Clear();
  }
  Py_XDECREF(notes);
  if (!copied)
    Py_CLEAR(made);
  return made;
}

/// The group without the exceptions that are not among the leaves, None where none is.
PyObject *project(PyObject *group, PyObject *leaves) {
  PyObject *parts = partsOf(group), *kept = PyList_New(0);
  if (!kept || Py_EnterRecursiveCall(" in exception_group_split_recursive")) {
    Py_XDECREF(kept);
    return nullptr;
  }
  bool fine = true;
  for (Py_ssize_t i = 0; fine && i < PyTuple_GET_SIZE(parts); ++i) {
    PyObject *part = PyTuple_GET_ITEM(parts, i), *found;
    if (isGroup(part)) {
      found = project(part, leaves);
    } else {
      PyObject *address = PyLong_FromVoidPtr(part);
      int isLeaf = address ? PySet_Contains(leaves, address) : -1;
      Py_XDECREF(address);
      found = isLeaf < 0 ? nullptr : Py_NewRef(isLeaf ? part : Py_None);
    }
    fine = found && (found == Py_None || PyList_Append(kept, found) == 0);
    Py_XDECREF(found);
  }
  Py_LeaveRecursiveCall();
  PyObject *result = fine ? deriveGroup(group, kept) : nullptr;
  Py_DECREF(kept);
  return result;
}

/// What of a group goes on: those that the clauses raised, and in its old shape what is left of it.
PyObject *gather(PyObject *original, PyObject *exceptions) {
  PyObject *raised = PyList_New(0), *leaves = raised ? PySet_New(nullptr) : nullptr;
  bool fine = leaves;
  for (Py_ssize_t i = 0; fine && i < PyList_GET_SIZE(exceptions); ++i) {
    PyObject *exception = PyList_GET_ITEM(exceptions, i);
    if (exception != Py_None)
      fine = isRaisedAgain(exception, original) ? addLeaves(exception, leaves) : PyList_Append(raised, exception) == 0;
  }
  PyObject *rest = fine ? project(original, leaves) : nullptr, *result = nullptr;
  if (rest && PyList_GET_SIZE(raised) == 0)
    result = Py_NewRef(rest);
  else if (rest && (rest == Py_None || PyList_Append(raised, rest) == 0))
    result = makeGroup(raised);
  Py_XDECREF(raised);
  Py_XDECREF(leaves);
  Py_XDECREF(rest);
  return result;
}

/// group_to_raise(original, exceptions): what goes on behind the clauses that were tried for `original`, None for
/// nothing. `exceptions` are those that clauses raised and what none took. It becomes the handled exception.
PyObject *groupToRaise(PyObject *, Arguments arguments, Py_ssize_t count) {
  if (!checkCount("group_to_raise", count, 2))
    return nullptr;
  PyObject *original = arguments[0], *exceptions = arguments[1];
  // One exception alone is taken by one clause at most.
  PyObject *result = isGroup(original) ? gather(original, exceptions) : Py_NewRef(PyList_GET_ITEM(exceptions, 0));
  if (result && result != Py_None)
    janus_python_set_handled(result);
  return result;
}

} // namespace

#define FAST(function) reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL

PyMethodDef groupMethods[] = {{"group_to_raise", FAST(groupToRaise), "group_to_raise(original, exceptions)"},
                              {"match_group", FAST(matchGroup), "match_group(exception, expected)"},
                              {nullptr, nullptr, 0, nullptr}};

#undef FAST

} // namespace janus::generic
