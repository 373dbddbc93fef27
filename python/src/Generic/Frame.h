//===- Frame.h - machine code on CPython's own frames -----------*- C++ -*-===//
//
// A body is the machine code of a code object. It runs on a frame that CPython
// pushed: for the moment of one call the frame evaluation hook (PEP 523) is
// ours, and runs the body where the interpreter would run the bytecode.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_GENERIC_FRAME_H
#define JANUS_PYTHON_GENERIC_FRAME_H

#include <Python.h>

namespace janus::generic {

/// While it lives, this thread is in the interpreter's loop, or in code of ours: what `measure_time` takes the time of.
class Phase {
public:
  explicit Phase(bool inside);
  ~Phase();
  Phase(const Phase &) = delete;
  Phase &operator=(const Phase &) = delete;

private:
  bool before;
};

/// How often native code ran inside bodies of this thread.
extern __thread unsigned long long nativeRuns __attribute__((tls_model("initial-exec")));

/// Calls any callable from a body as the interpreter's CALL would: Python
/// functions, bare or bound, whose code has a body run it.
PyObject *call(PyObject *callee, PyObject *const *arguments, size_t nargsf, PyObject *names);

/// The same, but takes over the references to the arguments, as CALL does: once
/// the frame of a body has its own, those that were given are let go of.
PyObject *callConsuming(PyObject *callee, PyObject **arguments, size_t nargsf, PyObject *names);

/// While it lives, this thread has more levels of recursion: janusc's own frames
/// must not fail where the user's recursion is deep.
class Headroom {
public:
  Headroom() : thread(PyThreadState_Get()) { add(frames); }
  ~Headroom() { add(-frames); }
  Headroom(const Headroom &) = delete;
  Headroom &operator=(const Headroom &) = delete;

private:
  static constexpr int frames = 500;
  void add(int n) {
    thread->recursion_limit += n;
    thread->recursion_remaining += n;
  }
  PyThreadState *thread;
};

/// Signals, pending calls, a thread that waits for the interpreter's lock,
/// exceptions from other threads: what the interpreter does where its
/// eval_breaker is set. -1 with an exception.
int poll(PyThreadState *thread);

/// Whether somebody else evaluates this interpreter's frames (PEP 523): torch.compile, some debuggers.
bool hasForeignHook();

/// Whether the interpreter is asked to look up: for signals, above all. Needs no lock.
bool isBreakerSet();

/// Adds the type Body and the functions that give code objects one; false with
/// a Python error.
bool initFrame(PyObject *module);

/// Adds `python`, the functions that generic code calls for instructions
/// without a name, in Builtins.cpp and Matching.cpp.
bool initBuiltins(PyObject *module);
extern PyMethodDef builtinMethods[], groupMethods[], matchingMethods[];

/// Whether such a function was given as many arguments as it takes; TypeError if not.
bool checkCount(const char *name, Py_ssize_t count, Py_ssize_t expected);

} // namespace janus::generic

#endif // JANUS_PYTHON_GENERIC_FRAME_H
