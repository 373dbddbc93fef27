"""janusc.load: calls an exported shared library from Python, tensors in and out, without the compiler."""
from __future__ import annotations

import ctypes
import struct
from pathlib import Path

from janusc.aot.signature import Signature, c_name, parse

# An ELF file's header: its kind, and where and how many the section headers are, which come last.
_ELF = struct.Struct("<16sH22xQ10xHH2x")
_SHARED = 3

_STATUS = {1: RuntimeError, 2: MemoryError, 3: ValueError, 4: OSError, 5: KeyboardInterrupt}


class _Tensor(ctypes.Structure):
    """janus_tensor of janus/Runtime/tensor.h."""

    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("rank", ctypes.c_int32), ("type_code", ctypes.c_uint8), ("type_bits", ctypes.c_uint8),
                ("type_lanes", ctypes.c_uint16), ("sizes", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class Loaded:
    """A program that `janusc.export` wrote as a shared library, with its own copy of the state.

    Calling it runs it once: tensors (contiguous, on the CPU) in the order of the header; returns a tensor, or a
    tuple of them. Raises ValueError that names a wrong argument.
    """

    def __init__(self, path, weights=None, name=None):
        check_library(Path(path))
        self._library = ctypes.CDLL(str(Path(path).resolve()))
        self.name = c_name(Path(path).stem if name is None else name)
        text = getattr(self._library, f"{self.name}_signature", None)
        if text is None:
            raise ValueError(f"{path}: holds no program that janusc.export wrote under the name {self.name!r}; pass "
                             "name= if it was given another name, or if the file was renamed")
        text.restype = ctypes.c_char_p
        self.signature: Signature = parse(text().decode())
        self._function("message").restype = ctypes.c_char_p
        self._handle = ctypes.c_void_p()
        self._check(self._function("create")(str(weights).encode() if weights else None, ctypes.byref(self._handle)))

    def _function(self, suffix: str):
        return getattr(self._library, f"{self.name}_{suffix}")

    def _check(self, status: int) -> None:
        if status:
            message = self._function("message")(self._handle).decode()
            raise _STATUS.get(status, RuntimeError)(f"{self.name}: {message}")

    def __call__(self, *inputs):
        if len(inputs) != len(self.signature.inputs):
            raise TypeError(f"{self.name} takes {len(self.signature.inputs)} arguments, got {len(inputs)}")
        tensors = [_describe(value, f"{self.name}: {given.name}")
                   for value, given in zip(inputs, self.signature.inputs, strict=True)]
        outputs = [_Tensor() for _ in self.signature.outputs]
        run = self._function("step" if self.signature.has_updates else "run")
        self._check(run(self._handle, *map(ctypes.byref, tensors), *map(ctypes.byref, outputs)))
        results = tuple(_adopt(output) for output in outputs)
        return results[0] if len(results) == 1 else results

    def get(self, name: str):
        """A copy of the state called `name`."""
        tensor = _Tensor()
        self._check(self._function("get")(self._handle, self._encode(name), ctypes.byref(tensor)))
        return _view(tensor).clone()

    def set(self, name: str, value) -> None:
        """Copy a tensor of the same dtype and sizes into the state called `name`."""
        described = _describe(value, f"{self.name}: {name}")
        self._check(self._function("set")(self._handle, self._encode(name), ctypes.byref(described)))

    def _encode(self, name: str) -> bytes:
        if not isinstance(name, str):
            raise TypeError(f"{self.name}: a state's name is a str, got {name!r}")
        return name.encode()

    def save(self, path) -> None:
        """Write the whole state as a safetensors file."""
        self._check(self._function("save")(self._handle, str(path).encode()))

    def load(self, path) -> None:
        """Read the state from a safetensors file."""
        self._check(self._function("load")(self._handle, str(path).encode()))

    def __del__(self):
        if getattr(self, "_handle", None):
            destroy = self._function("destroy")
            destroy.restype = None
            destroy(self._handle)
            self._handle = None


def load(path, weights=None, name=None) -> Loaded:
    """Load a shared library written by `janusc.export`; `weights` names a safetensors file for its state.

    name: that given to export; the file's stem if left out. Loading a library runs its code: load only what you
    trust. Raises OSError if it cannot be loaded, ValueError if it is not a janus program.
    """
    return Loaded(path, weights, name)


def check_library(path: Path) -> None:
    """Raises OSError for what the dynamic loader would die of: it maps a file that was cut off without looking."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(_ELF.size)
    if len(head) < _ELF.size or head[:6] != b"\x7fELF\x02\x01":
        raise OSError(f"{path}: is not a shared library")
    _, kind, sections, section_size, count = _ELF.unpack(head)
    if kind != _SHARED:
        raise OSError(f"{path}: is an object, not a shared library; export to a path that ends in .so")
    if sections + section_size * count > size:
        raise OSError(f"{path}: is cut off: it has {size} of {sections + section_size * count} bytes; export it again")


def _describe(value, role: str) -> _Tensor:
    import torch

    from janusc.aot import dtypes

    if isinstance(value, torch.Tensor):
        if value.layout is not torch.strided:
            raise ValueError(f"{role}: must be a dense tensor, got layout {value.layout}")
        tensor = value.resolve_conj().resolve_neg()
    else:
        try:
            tensor = torch.as_tensor(value, dtype=torch.float64 if isinstance(value, float) else None)
        except (TypeError, ValueError, RuntimeError):
            raise TypeError(f"{role}: must be a tensor or a number, got {value!r}") from None
    if tensor.device.type != "cpu":
        raise ValueError(f"{role}: must be on the CPU, got one on {tensor.device}")
    code, bits = next((key for key, dtype in dtypes.BY_CODE.items() if dtype == tensor.dtype), (255, 0))
    rank = tensor.dim()
    sizes, strides = (ctypes.c_int64 * max(rank, 1))(*tensor.shape), (ctypes.c_int64 * max(rank, 1))(*tensor.stride())
    described = _Tensor(tensor.data_ptr(), 1, 0, rank, code, bits, 1, sizes, strides, 0)
    described.keep = tensor
    return described


def _view(tensor: _Tensor):
    """A torch tensor over the memory that the program handed out."""
    import torch

    from janusc.aot import dtypes

    dtype = dtypes.BY_CODE[tensor.type_code, tensor.type_bits]
    sizes = [tensor.sizes[i] for i in range(tensor.rank)]
    count = 1
    for size in sizes:
        count *= size
    if count == 0:
        return torch.empty(sizes, dtype=dtype)
    memory = (ctypes.c_char * (count * tensor.type_bits // 8)).from_address(tensor.data)
    return torch.frombuffer(memory, dtype=dtype).reshape(sizes)


def _adopt(tensor: _Tensor):
    """A torch tensor of its own; the program's memory is released."""
    copy = _view(tensor).clone()
    free = ctypes.CDLL(None).free
    free.argtypes = [ctypes.c_void_p]
    free(tensor.data)
    return copy
