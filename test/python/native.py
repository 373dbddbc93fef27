"""Runs entries written as MLIR on numpy arrays: janus-translate, a linker, ctypes."""

from __future__ import annotations

import ctypes
import functools
import pathlib
import subprocess
import tempfile

import numpy as np
from build_tree import BIN, JANUS_OPT, ROOT

_DTYPES = {(2 << 16) | 32: np.float32, (2 << 16) | 64: np.float64, 64: np.int64, 32: np.int32, (6 << 16) | 8: np.bool_}

_RESULT = ctypes.CFUNCTYPE(
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_int64)
)


class _Host(ctypes.Structure):
    _fields_ = [
        ("user", ctypes.c_void_p),
        ("result", _RESULT),
        ("parallel_for", ctypes.c_void_p),
        ("loop_user", ctypes.c_void_p),
        ("poll", ctypes.c_void_p),
        ("draw", ctypes.c_void_p),
    ]


def differentiate(text: str) -> str:
    """A module at value level with its gradients expanded."""
    command = [JANUS_OPT, "--janus-differentiate", "--janus-simplify"]
    done = subprocess.run(command, input=text, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@functools.cache
def _runtime() -> tuple[tempfile.TemporaryDirectory, pathlib.Path]:
    """The runtime as an object, and what keeps it."""
    directory = tempfile.TemporaryDirectory()
    obj = pathlib.Path(directory.name) / "Context.o"
    source = ["-c", ROOT / "lib/Runtime/Context.c", "-I", ROOT / "include"]
    subprocess.run(["cc", "-O1", "-fPIC", "-o", obj, *source], check=True)
    return directory, obj


class Library:
    """The entries of a module of any level, in this process."""

    def __init__(self, text: str, target: str | None = None) -> None:
        self._directory = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self._directory.name)
        source, obj, shared = folder / "f.mlir", folder / "f.o", folder / "f.so"
        if target:
            command = [JANUS_OPT, f"--janus-set-target=target={target}"]
            text = subprocess.run(command, input=text, text=True, check=True, capture_output=True).stdout
        source.write_text(text)
        command = [BIN / "janus-translate", "--janus-to-object", source, "-o", obj]
        done = subprocess.run(command, text=True, capture_output=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        subprocess.run(["cc", "-shared", "-o", shared, obj, _runtime()[1], "-lm"], check=True)
        self.loaded = ctypes.CDLL(str(shared))


class Entry:
    """The entry `name` of a module of any level, or of a library, callable on arrays and numbers."""

    def __init__(self, module: str | Library, name: str = "f", target: str | None = None) -> None:
        self._kept_library = Library(module, target) if isinstance(module, str) else module
        self.library = self._kept_library.loaded
        self._entry = getattr(self.library, f"janus_entry_{name}")
        self.library.janus_context_create.restype = ctypes.c_void_p
        self.library.janus_context_scalar.restype = ctypes.c_int64
        self.results: dict[int, np.ndarray] = {}
        self._result = _RESULT(self._make_result)
        self._host = _Host(None, self._result, None, None)
        self.context = ctypes.c_void_p(self.library.janus_context_create(ctypes.byref(self._host)))

    def _make_result(self, _user: int, index: int, dtype: int, rank: int, sizes: object) -> int:
        shape = [sizes[i] for i in range(rank)]  # type: ignore[index]
        # The ABI asks for storage at a multiple of 64 bytes, which numpy does not give.
        size = int(np.prod(shape)) * np.dtype(_DTYPES[dtype]).itemsize
        storage = np.empty(size + 64, np.uint8)
        begin = -storage.ctypes.data % 64
        self.results[index] = storage[begin:begin + size].view(_DTYPES[dtype]).reshape(shape)
        return self.results[index].ctypes.data

    def pack(self, *arguments: object) -> ctypes.Array[ctypes.c_void_p]:
        """The array of descriptors the entry takes; kept alive by itself."""
        self._kept = []
        array = (ctypes.c_void_p * len(arguments))()
        for i, value in enumerate(arguments):
            if isinstance(value, np.ndarray):
                assert value.flags.c_contiguous
                data, rank = value.ctypes.data, value.ndim
                strides = [s // value.itemsize for s in value.strides]
                cell = (ctypes.c_int64 * (3 + 2 * rank))(data, data, 0, *value.shape, *strides)
            else:
                kind = {bool: ctypes.c_bool, int: ctypes.c_int64, float: ctypes.c_double}[type(value)]
                cell = kind(value)
            self._kept.append(cell)
            array[i] = ctypes.addressof(cell)
        self._kept.append(array)
        return array

    def run(self, array: ctypes.Array[ctypes.c_void_p]) -> int:
        """One call with packed arguments; returns the status."""
        return self.library.janus_context_run(self.context, self._entry, array)

    def __call__(self, *arguments: object) -> list[np.ndarray]:
        self.results = {}
        status = self.run(self.pack(*arguments))
        assert status == 0, status
        return [self.results[i] for i in sorted(self.results)]
