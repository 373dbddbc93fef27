//===- Push.h - frames for calls with plain arguments -----------*- C++ -*-===//
//
// CPython pushes a frame in two places: in the interpreter's loop, for the calls
// that it has specialised, and in _PyFunction_Vectorcall, for all others. This is
// what the loop does: arguments by position alone, which become the first
// variables without being counted once more.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_GENERIC_PUSH_H
#define JANUS_PYTHON_GENERIC_PUSH_H

#include <Python.h>
#include <internal/pycore_frame.h>

#include <algorithm>
#include <utility>

namespace janus::generic {

/// What a call passes by position.
struct Positional {
  PyObject *self;             ///< before the others, borrowed; or null
  PyObject *const *arguments; ///< the others
  size_t count;               ///< how many they are
  PyObject **owned;           ///< as `arguments`, if the call takes them over; else null
};

/// A frame on the thread's stack whose parameters are bound, not linked in yet; it has taken over what the call gives
/// it. Null, and nothing has happened, where binding is CPython's affair: other kinds of parameters, too few or too
/// many arguments, no room on this piece of the stack.
inline _PyInterpreterFrame *pushFrame(PyThreadState *thread, PyFunctionObject *function, const Positional &given) {
  auto *code = reinterpret_cast<PyCodeObject *>(function->func_code);
  constexpr int plain = CO_OPTIMIZED | CO_NEWLOCALS;
  constexpr int special = CO_VARARGS | CO_VARKEYWORDS | CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR;
  if ((code->co_flags & (plain | special)) != plain || code->co_kwonlyargcount)
    return nullptr;
  size_t count = given.count + (given.self ? 1 : 0), parameters = size_t(code->co_argcount);
  PyObject *const *defaults = nullptr;
  if (count != parameters) {
    PyObject *all = function->func_defaults;
    if (count > parameters || !all || size_t(PyTuple_GET_SIZE(all)) < parameters - count)
      return nullptr;
    defaults = reinterpret_cast<PyTupleObject *>(all)->ob_item + PyTuple_GET_SIZE(all) - (parameters - count);
  }
  size_t variables = size_t(code->co_nlocalsplus), size = variables + size_t(code->co_stacksize) + FRAME_SPECIALS_SIZE;
  if (!_PyThreadState_HasStackSpace(thread, size))
    return nullptr;
  auto *frame = reinterpret_cast<_PyInterpreterFrame *>(thread->datastack_top);
  thread->datastack_top += size;
  Py_INCREF(function);
  _PyFrame_InitializeSpecials(frame, function, nullptr, int(variables));
  PyObject **slot = frame->localsplus;
  if (given.self)
    *slot++ = Py_NewRef(given.self);
  for (size_t i = 0; i < given.count; ++i)
    *slot++ = given.owned ? std::exchange(given.owned[i], nullptr) : Py_NewRef(given.arguments[i]);
  for (size_t i = count; i < parameters; ++i)
    *slot++ = Py_NewRef(*defaults++);
  std::fill(slot, frame->localsplus + variables, nullptr);
  return frame;
}

/// The frame object, which goes on, takes over what the frame holds.
void handOver(_PyInterpreterFrame *frame, PyFrameObject *object);

inline void clearFrame(_PyInterpreterFrame *frame) {
  if (PyFrameObject *object = std::exchange(frame->frame_obj, nullptr)) {
    bool isShared = Py_REFCNT(object) > 1;
    if (isShared)
      handOver(frame, object);
    Py_DECREF(object);
    if (isShared)
      return;
  }
  for (int i = 0; i < frame->stacktop; ++i)
    Py_XDECREF(frame->localsplus[i]);
  Py_XDECREF(frame->f_locals);
  Py_DECREF(frame->f_func);
  Py_DECREF(frame->f_code);
}

/// Lets go of a frame that is not linked in any more, as CPython does.
inline void popFrame(PyThreadState *thread, _PyInterpreterFrame *frame) {
  // What destructors call is a level further in.
  thread->recursion_remaining--;
  clearFrame(frame);
  thread->recursion_remaining++;
  thread->datastack_top = reinterpret_cast<PyObject **>(frame);
}

} // namespace janus::generic

#endif // JANUS_PYTHON_GENERIC_PUSH_H
