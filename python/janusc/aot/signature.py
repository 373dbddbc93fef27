"""An entry's signature as the text that the runtime reads (see janus_program in janus/Runtime/janus.h)."""
from __future__ import annotations

import json
import re
import struct
from dataclasses import dataclass, field

from janusc.aot.spec import Dim, TensorSpec

ALIGNMENT = 64

# Words of C and C++, and what the generated header calls the program.
_RESERVED = frozenset("""
    alignas alignof and asm auto bool break case catch char class concept const consteval constexpr constinit continue
    decltype default delete do double else enum explicit export extern false float for friend goto if import inline int
    long module mutable namespace new noexcept not nullptr operator or private protected public register
    reinterpret_cast requires restrict return short signed sizeof static struct switch template this throw true try typedef typeid
    typename typeof union unsigned using virtual void volatile wchar_t while xor handle
""".split())


@dataclass
class Value:
    """One line of the signature."""

    kind: str  # input, number, state, value, output, scalar, hidden, update
    name: str
    dtype: str = ""
    shape: list | None = None  # ints, -1 for an open size, or the name of a dim
    offset: int = 0  # of a state in the weights, in bytes
    bits: int = 0  # of a value

    def line(self) -> str:
        if self.kind == "update":
            return f"update {self.name}"
        text = f"{self.kind} {self.name} {self.dtype}"
        if self.kind in ("number", "scalar"):
            return text
        if self.kind == "value":
            return f"{text} {self.bits}"
        sizes = ",".join("?" if size == -1 else str(size) for size in self.shape) or "-"
        return f"{text} {sizes}" + (f" {self.offset}" if self.kind == "state" else "")


@dataclass
class Signature:
    """A program as its C caller sees it."""

    name: str
    values: list[Value] = field(default_factory=list)
    dims: list[Dim] = field(default_factory=list)
    weights: bytes = b""

    def of_kind(self, *kinds: str) -> list[Value]:
        return [value for value in self.values if value.kind in kinds]

    @property
    def inputs(self) -> list[Value]:
        return self.of_kind("input", "number")

    @property
    def outputs(self) -> list[Value]:
        return self.of_kind("output", "scalar")

    @property
    def has_updates(self) -> bool:
        return bool(self.of_kind("update"))

    def text(self) -> str:
        lines = [f"janus 1 {self.name}"]
        lines += [f"dim {dim.name} {dim.min} {dim.max}" for dim in self.dims]
        lines += [value.line() for value in self.values]
        return "\n".join(lines) + "\n"


def build(entry: dict, name: str, specs: dict, read_state, state_name, output_names=None) -> Signature:
    """The signature of an entry.

    entry: what `_compiler.entry_signatures` says of it; specs: parameter -> TensorSpec, for the names of
    sizes; read_state(path): the state's first value (a tensor on the CPU or a number); state_name(path): what it is
    called in C; output_names: the results' names, in order.
    """
    signature = Signature(name)
    blob = bytearray()
    parameters: set[str] = set()

    def unique(text: str) -> str:
        while text in parameters:
            text += "_"
        parameters.add(text)
        return text

    for argument in entry["arguments"]:
        value = Value("input", argument["name"], argument["dtype"], argument["shape"])
        is_number = argument["shape"] is None
        if argument["kind"] == "arg":
            value.kind = "number" if is_number else "input"
            value.name = unique(c_name(value.name))
            _name_sizes(value, specs.get(argument["name"]), signature.dims)
        elif is_number:
            value.kind, value.name = "value", state_name(value.name)
            value.bits = _bits(read_state(argument["name"]), value.dtype)
        else:
            value.kind, value.name = "state", state_name(value.name)
            blob += bytes(-len(blob) % ALIGNMENT)
            value.offset = len(blob)
            blob += _tensor_bytes(read_state(argument["name"]))
        signature.values.append(value)
    for result in sorted(entry["results"], key=_result_order):
        value = Value("output", "", result["dtype"], result["shape"])
        if result["kind"] == "result":
            value.kind = "scalar" if result["shape"] is None else "output"
            number = int(result["name"])
            value.name = unique(output_names[number] if output_names else f"result{number}")
        elif result["kind"] == "update":
            value.kind, value.name = "update", state_name(result["name"])
        else:
            value.kind, value.name = "hidden", state_name(result["name"]) + ".grad"
        signature.values.append(value)
    signature.weights = bytes(blob)
    return signature


def parse(text: str) -> Signature:
    """The signature that a text made by `Signature.text` describes. Raises ValueError if it is none."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("janus 1 "):
        raise ValueError("not a janus program's signature of version 1")
    signature = Signature(lines[0].split()[2])
    for line in lines[1:]:
        kind, name, *rest = line.split()
        if kind == "dim":
            signature.dims.append(Dim(name, int(rest[0]), int(rest[1])))
            continue
        value = Value(kind, name, rest[0] if rest else "")
        if kind == "value":
            value.bits = int(rest[1])
        elif len(rest) > 1:
            sizes = [] if rest[1] == "-" else rest[1].split(",")
            value.shape = [-1 if s == "?" else int(s) if s.isdigit() else s for s in sizes]
            value.offset = int(rest[2]) if len(rest) > 2 else 0
        signature.values.append(value)
    return signature


def _result_order(result: dict) -> tuple:
    """Results are numbered as Python returns them, gradients follow, updates have no number."""
    kinds = ("result", "grad", "update")
    return kinds.index(result["kind"]), int(result["name"]) if result["kind"] == "result" else 0


def c_name(text: str) -> str:
    """The text as a C identifier."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_") or "value"
    if name[0].isdigit():
        return f"_{name}"
    return f"{name}_" if name in _RESERVED else name


def _name_sizes(value: Value, spec: TensorSpec | None, dims: list[Dim]) -> None:
    if spec is None or value.shape is None:
        return
    for axis, size in enumerate(spec.shape):
        if isinstance(size, Dim) and value.shape[axis] == -1:
            if any(known.name == size.name and known != size for known in dims):
                raise ValueError(f"Dim {size.name!r} is used with two different ranges")
            if size not in dims:
                dims.append(size)
            value.shape[axis] = size.name


def _bits(number, dtype: str) -> int:
    if dtype == "f64":
        return struct.unpack("<q", struct.pack("<d", float(number)))[0]
    return int(number)


def _tensor_bytes(tensor) -> bytes:
    import torch

    flat = tensor.detach().cpu().contiguous().reshape(-1)
    return flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""


def load_entries(module) -> dict[str, dict]:
    """What each entry of a module at value level takes and gives, by name."""
    from janusc import _compiler

    return {entry["name"]: entry for entry in json.loads(_compiler.entry_signatures(module))}
