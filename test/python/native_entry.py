"""Hand-written entries of the C ABI for tests of the dispatcher: no compiler of ours is involved."""
from __future__ import annotations

import ctypes
import functools
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import torch
from janusc import _dispatch

_ROOT = Path(__file__).resolve().parents[2]

_SOURCE = r"""
#include "janus/Runtime/janus.h"
typedef struct { float *allocated, *data; int64_t offset, n, stride; } vector;
typedef struct { float *allocated, *data; int64_t offset, rows, columns, s0, s1; } matrix;

typedef struct { /* looked up at load: the runtime lives in the extension */
  void *(*result)(janus_context *, int32_t, int32_t, int32_t, const int64_t *);
} runtime;

int32_t nothing(janus_context *c, void *const *a) { return JANUS_OK; }
int32_t fails(janus_context *c, void *const *a) { return JANUS_OUT_OF_MEMORY; }

/* y = 2 * x */
int32_t twice(janus_context *c, void *const *a) {
  vector *x = a[0];
  float *y = janus_result(c, 0, JANUS_F32, 1, &x->n);
  if (!y) return JANUS_OUT_OF_MEMORY;
  for (int64_t i = 0; i < x->n; ++i) y[i] = 2 * x->data[i];
  return JANUS_OK;
}
/* y = x @ w' summed: columns weighted, one row a result */
int32_t linear(janus_context *c, void *const *a) {
  matrix *x = a[0]; vector *w = a[1];
  float *y = janus_result(c, 0, JANUS_F32, 1, &x->rows);
  if (!y) return JANUS_OUT_OF_MEMORY;
  for (int64_t i = 0; i < x->rows; ++i) {
    y[i] = 0;
    for (int64_t j = 0; j < x->columns; ++j) y[i] += x->data[i * x->columns + j] * w->data[j];
  }
  return JANUS_OK;
}
/* x += number, in place; returns its first element as a float */
int32_t bump(janus_context *c, void *const *a) {
  vector *x = a[0]; double d = *(double *)a[1];
  for (int64_t i = 0; i < x->n; ++i) x->data[i] += d;
  union { double d; int64_t i; } bits = { x->n ? x->data[0] : 0 };
  janus_result_scalar(c, 0, bits.i);
  return JANUS_OK;
}
/* assumes x[0] >= 0 */
int32_t positive(janus_context *c, void *const *a) {
  vector *x = a[0];
  if (x->data[0] < 0) { janus_assumption_broken(c, 7); return JANUS_ASSUMPTION_BROKEN; }
  return twice(c, a);
}
static void half(void *data, int64_t begin, int64_t end) {
  float *y = data;
  for (int64_t i = begin; i < end; ++i) y[i] *= 0.5f;
}
/* halves in parallel */
int32_t halve(janus_context *c, void *const *a) {
  vector *x = a[0];
  float *y = janus_result(c, 0, JANUS_F32, 1, &x->n);
  if (!y) return JANUS_OUT_OF_MEMORY;
  for (int64_t i = 0; i < x->n; ++i) y[i] = x->data[i];
  janus_parallel_for(c, half, y, x->n, 16);
  return JANUS_OK;
}
/* a training step: w -= 1, its gradient is all ones, counts its calls, returns the loss */
int32_t step(janus_context *c, void *const *a) {
  vector *w = a[0];
  int64_t *count = a[1];
  float *loss = janus_result(c, 0, JANUS_F32, 0, 0);
  float *g = janus_result(c, 1, JANUS_F32, 1, &w->n);
  if (!loss || !g) return JANUS_OUT_OF_MEMORY;
  *loss = 0;
  for (int64_t i = 0; i < w->n; ++i) { *loss += w->data[i]; g[i] = 1; w->data[i] -= 1; }
  ++*count;
  return JANUS_OK;
}
/* two tensors and an int */
int32_t three(janus_context *c, void *const *a) {
  vector *x = a[0];
  for (int k = 0; k < 2; ++k) {
    float *y = janus_result(c, k, JANUS_F32, 1, &x->n);
    if (!y) return JANUS_OUT_OF_MEMORY;
    for (int64_t i = 0; i < x->n; ++i) y[i] = x->data[i] + k;
  }
  janus_result_scalar(c, 2, x->n);
  return JANUS_OK;
}
"""


@functools.cache
def _library() -> ctypes.CDLL:
    folder = Path(tempfile.mkdtemp(prefix="janus-entries-"))
    (folder / "entries.c").write_text(_SOURCE)
    subprocess.run(["/usr/lib/llvm-22/bin/clang", "-O1", "-shared", "-fPIC", f"-I{_ROOT / 'include'}", "-o",
                    folder / "entries.so", folder / "entries.c", _ROOT / "lib/Runtime/Context.c"], check=True)
    return ctypes.CDLL(str(folder / "entries.so"))


def address(name: str) -> int:
    """The address of an entry."""
    return ctypes.cast(getattr(_library(), name), ctypes.c_void_p).value


def tensor(slot: int, example: torch.Tensor, sizes: list[int] | None = None, *, written: bool = False,
           grad: bool = True) -> tuple:
    """A description of a tensor argument whose dimension 0 is open."""
    if sizes is None:
        sizes = [-1, *example.shape[1:]] if example.dim() else []
    return "tensor", slot, example, sizes, written, grad


def version(entry: str, parameters: list[tuple], output: tuple, *, states: list[tuple] = (), arguments: int | None = None,
            facts: _dispatch.Facts | None = None, gradients: list[tuple] = (), copy: bool = False,
            data: Any = None) -> _dispatch.Version:
    """A version around an entry, for the environment that is current."""
    return _dispatch.Version({
        "name": entry, "entry": address(entry), "keep": _library(), "data": data,
        "environment": _dispatch.environment(), "facts": facts or _dispatch.Facts(),
        "arguments": len(parameters) + len(states) if arguments is None else arguments,
        "parameters": parameters, "states": list(states), "output": output, "gradients": list(gradients),
        "copy_non_contiguous": copy})


class Missed(Exception):
    """No version took the call; holds what each had against it."""


def compiled(function: Any, *versions: _dispatch.Version) -> Any:
    """A compiled function with these versions; a call that none takes raises Missed."""
    def handler(self: Any, args: tuple, kwargs: dict | None) -> Any:
        raise Missed([v.failure for v in _dispatch.versions(self)])

    result = _dispatch.CompiledFunction(function, handler)
    for item in reversed(versions):
        _dispatch.add_version(result, item)
    return result
