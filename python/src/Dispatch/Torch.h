//===- Torch.h - what a call reads of PyTorch -------------------*- C++ -*-===//
//
// Everything here is read without calling into Python and without allocating.
// torch's version is pinned and checked when janusc is imported, so that its
// headers may be trusted; checkLayout() proves the one struct they don't show.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_DISPATCH_TORCH_H
#define JANUS_PYTHON_DISPATCH_TORCH_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "ATen/core/TensorBase.h"
#include "c10/core/TensorImpl.h"
#include <cstdint>
#include <optional>

namespace janus::dispatch {

/// A `torch.Tensor` in Python: THPVariable of
/// torch/csrc/autograd/python_variable.h.
struct TensorObject {
  PyObject_HEAD c10::TensorImpl *impl;
  PyObject *backwardHooks;
  PyObject *postAccumulateGradHooks;
};

inline TensorObject *asTensor(PyObject *object) { return reinterpret_cast<TensorObject *>(object); }

/// Whether the object's class is exactly torch.Tensor or torch.nn.Parameter.
bool isPlainTensor(PyObject *object);

/// Looks up torch's classes and verifies TensorObject on a real tensor. Sets a
/// Python error and returns false where torch is not what it was built for.
bool initTorch();

/// What a thread's and the process's switches are when a call starts. Two equal
/// environments make the same program mean the same.
struct Environment {
  uint64_t included = 0; ///< dispatch keys added by this thread: modes, functorch, tracers
  uint64_t excluded = 0; ///< dispatch keys removed: autocast, inference mode
  uint64_t flags = 0;    ///< grad mode, determinism, default dtype, the options' number

  bool operator==(const Environment &other) const {
    return included == other.included && excluded == other.excluded && flags == other.flags;
  }
};

enum EnvironmentFlag : uint64_t {
  GradMode = 1,
  Deterministic = 2,
  InferenceMode = 4,
  AnomalyMode = 8,
  ForwardMode = 16
};

/// The number of the janusc.options that are in force; equal options, equal
/// numbers.
extern uint32_t optionsNumber;

/// The current environment of this thread.
Environment currentEnvironment();

/// Why no native code may run now, whatever the function: a debugger's trace, a
/// torch function mode. Null when it may.
const char *interpreterReason();

/// Why no native code may run in this environment: autocast, functorch, a
/// dispatch mode. Null when it may.
const char *environmentReason(const Environment &environment);

/// janus's number for a dtype (janus_dtype), 0 where it has none.
int32_t janusDtype(c10::ScalarType type);
std::optional<c10::ScalarType> torchDtype(int32_t dtype);

/// A new contiguous CPU tensor; needs no GIL. Throws c10::Error without memory.
at::TensorBase emptyTensor(int32_t dtype, int32_t rank, const int64_t *sizes);

/// The Python object of a new tensor; null with a Python error set.
PyObject *wrapTensor(at::TensorBase &&tensor);

/// Runs body over [0, n) by as many threads as torch would take, but not by its own: they hold up everybody where
/// others use the machine (docs/cpu.md, "Threads").
void parallelFor(void (*body)(void *, int64_t, int64_t), void *data, int64_t n, int64_t grain);

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_TORCH_H
