//===- python.h - what generic versions and the extension agree on --------===//
//
// Machine code of a generic version (docs/generic.md) calls the functions of
// Python.def, which the extension janusc._dispatch defines over the C API. This
// header has what both sides look into. It needs no Python.h.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_RUNTIME_PYTHON_H
#define JANUS_RUNTIME_PYTHON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct _object;

/// What a body knows of the frame it runs on. Everything is borrowed: the frame,
/// its function and its code outlive the call of the body.
typedef struct janus_python_frame {
  /// The frame's slots, in the order of co_localsplusnames. Null is unbound;
  /// a captured variable's slot holds its cell object.
  struct _object **variables;
  /// The elements that `imperative.constant {index}` and `imperative.speculate` name.
  struct _object *const *constants;
  /// Where CPython keeps the current instruction, and the code's first one.
  void **instruction;
  char *code;
  /// The interpreter's eval_breaker: not zero asks for janus_python_poll.
  const int32_t *breaker;

  // What follows is for the runtime; generated code does not look at it.

  /// The dicts (builtins may be any mapping) that names are looked up in.
  struct _object *globals;
  struct _object *builtins;
  /// The code object.
  struct _object *executable;
} janus_python_frame;

/// What a place of the code remembers from one run to the next, zero at first; what
/// it holds is the runtime's affair (python/src/Generic/Caches.h).
typedef struct janus_python_cache {
  uint64_t words[4];
} janus_python_cache;

/// The machine code of a code object: a new reference, or null with an exception
/// set and this frame in its traceback.
typedef struct _object *(*janus_python_body)(janus_python_frame *frame);

/// What janus_python_speculate gives.
enum janus_python_outcome {
  /// An exception is set.
  JANUS_PYTHON_FAILED = -1,
  /// Nothing has happened: the statements run generically.
  JANUS_PYTHON_NOT_RUN = 0,
  /// The statements have run; the outputs are new references to be bound.
  JANUS_PYTHON_FELL_THROUGH = 1,
  /// The statements have returned outputs[0], a new reference.
  JANUS_PYTHON_RETURNED = 2,
};

/// Runs a version of the unit that is that element of the constants. An unbound
/// input is null; there is room for one output even where m is zero.
int janus_python_speculate(janus_python_frame *frame, struct _object *unit, struct _object *const *inputs, size_t n,
                           struct _object **outputs, size_t m);

#ifdef __cplusplus
}
#endif

#endif // JANUS_RUNTIME_PYTHON_H
