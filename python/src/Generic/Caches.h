//===- Caches.h - what a place of the code remembers ------------*- C++ -*-===//
//
// Each global and attribute that code names has a cache of its own, as instructions have in CPython 3.11. It is zero at
// first, filled by the look-up that found nothing in it, and verified at each use:
//
// - a class by its version tag, which no other class ever has, and which changes with whatever its look-up finds;
// - a place in a dict by the name that is there: keys are unique, so it is the one;
// - that a dict lacks a name by the tag of its last change, or by the number of keys that instances of a class share.
//
// What a cache holds is borrowed: the class that it was found on keeps it as long as its tag holds.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_GENERIC_CACHES_H
#define JANUS_PYTHON_GENERIC_CACHES_H

#include <Python.h>

#include "janus/Runtime/python.h"

namespace janus::generic {

/// A global or builtin of the frame without a cache; NameError where it is neither.
PyObject *lookUpGlobal(janus_python_frame *frame, PyObject *name);

} // namespace janus::generic

#endif // JANUS_PYTHON_GENERIC_CACHES_H
