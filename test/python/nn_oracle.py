"""Runs functions on tensors through convert-nn-to-linalg and MLIR's own lowering, on torch tensors.

Independent of janus's code generator: what is tested is what each nn op means.
"""

from __future__ import annotations

import ctypes
import pathlib
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from build_tree import JANUS_OPT

LLVM = pathlib.Path("/usr/lib/llvm-22")
PIPELINE = (
    "builtin.module(func.func(convert-nn-to-linalg),canonicalize,cse,"
    "func.func(linalg-generalize-named-ops),"
    "one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},"
    "canonicalize,func.func(convert-linalg-to-loops),memref-expand,expand-strided-metadata,lower-affine,"
    "convert-scf-to-cf,func.func(llvm-request-c-wrappers),arith-expand{include-bf16=true},convert-math-to-llvm,convert-math-to-libm,"
    "convert-vector-to-llvm,finalize-memref-to-llvm,convert-cf-to-llvm,"
    "convert-func-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,reconcile-unrealized-casts)"
)
ELEMENTS = {
    torch.float32: "f32",
    torch.float64: "f64",
    torch.bfloat16: "bf16",
    torch.float16: "f16",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.int8: "i8",
    torch.bool: "i1",
}
DTYPES = {name: dtype for dtype, name in ELEMENTS.items()}


def tensor_type(tensor: torch.Tensor, dynamic: Sequence[int] = ()) -> str:
    """The type of a tensor, with the given dimensions left open."""
    sizes = ["?" if i in dynamic else str(size) for i, size in enumerate(tensor.shape)]
    return f"tensor<{'x'.join([*sizes, ELEMENTS[tensor.dtype]])}>"


def _descriptor(tensor: torch.Tensor) -> ctypes.Array[ctypes.c_int64]:
    data, rank = tensor.data_ptr(), tensor.dim()
    return (ctypes.c_int64 * (3 + 2 * rank))(data, data, 0, *tensor.shape, *tensor.stride())


def _parse(result_type: str) -> tuple[int, torch.dtype]:
    *sizes, element = result_type.removeprefix("tensor<").removesuffix(">").split("x")
    return len(sizes), DTYPES[element]


class Module:
    """Functions compiled together."""

    def __init__(self, functions: Sequence[str]) -> None:
        self._directory = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self._directory.name)
        text = "module {\n" + "\n".join(functions) + "\n}\n"
        lowered = self._run([JANUS_OPT, f"--pass-pipeline={PIPELINE}"], text)
        llvm = self._run([self._tool("mlir-translate"), "--mlir-to-llvmir"], lowered)
        (folder / "f.ll").write_text(llvm)
        shared = folder / "f.so"
        libraries = LLVM / "lib"
        command = [self._tool("clang"), "-O1", "-w", "-shared", "-fPIC", folder / "f.ll", "-o", shared, "-lm"]
        command += [f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-lmlir_c_runner_utils"]
        self._run(command, "")
        self.library = ctypes.CDLL(str(shared))

    @staticmethod
    def _tool(name: str) -> str:
        return str(LLVM / "bin" / name)

    @staticmethod
    def _run(command: list[object], text: str) -> str:
        done = subprocess.run([str(part) for part in command], input=text, text=True, capture_output=True)
        if done.returncode:
            raise RuntimeError(done.stderr[:4000])
        return done.stdout

    def call(self, name: str, arguments: Sequence[torch.Tensor | int | float], results: Sequence[str]) -> list[torch.Tensor]:
        """Calls a function that returns tensors of the given types."""
        shapes = [_parse(result) for result in results]
        words = sum(3 + 2 * rank for rank, _ in shapes)
        out = (ctypes.c_int64 * words)()
        passed: list[object] = [out]
        # A function may overwrite what it is given.
        arguments = [a.clone() if isinstance(a, torch.Tensor) else a for a in arguments]
        for argument in arguments:
            if isinstance(argument, torch.Tensor):
                passed.append(_descriptor(argument))
            else:
                passed.append(ctypes.c_float(argument) if isinstance(argument, float) else ctypes.c_int64(argument))
        getattr(self.library, f"_mlir_ciface_{name}")(*passed)
        tensors, at = [], 0
        for rank, dtype in shapes:
            data, offset = out[at + 1], out[at + 2]
            sizes = list(out[at + 3 : at + 3 + rank])
            count = 1
            for size in sizes:
                count *= size
            width = torch.empty((), dtype=dtype).element_size()
            raw = ctypes.string_at(data + offset * width, count * width)
            flat = torch.frombuffer(bytearray(raw), dtype=dtype) if count else torch.empty(0, dtype=dtype)
            tensors.append(flat.reshape(sizes).clone())
            at += 3 + 2 * rank
        return tensors


@dataclass
class Case:
    """One op on given arguments; `$i` stands for the type of argument i, `$ri` for that of result i."""

    name: str
    statement: str
    arguments: list[torch.Tensor | int | float]
    expected: list[torch.Tensor]
    types: list[str]
    results: list[str]
    rtol: float

    def function(self) -> str:
        statement = re.sub(r"\$r(\d+)", lambda match: self.results[int(match[1])], self.statement)
        statement = re.sub(r"\$(\d+)", lambda match: self.types[int(match[1])], statement)
        statement = re.sub(r"%(\d+)", r"%a\1", statement)
        parameters = ", ".join(f"%a{i}: {kind}" for i, kind in enumerate(self.types))
        count = len(self.results)
        returned = ", ".join(f"%y#{i}" for i in range(count)) if count > 1 else "%y"
        bound = f"%y:{count}" if count > 1 else "%y"
        kinds = ", ".join(self.results)
        return (
            f"func.func @{self.name}({parameters}) -> ({kinds}) {{\n  {bound} = {statement}\n"
            f"  return {returned} : {kinds}\n}}"
        )


def collector(cases: list[Case]) -> Callable[..., None]:
    """A function that adds a case to a list."""

    def case(
        statement: str,
        arguments: Sequence[torch.Tensor | int | float],
        expected: torch.Tensor | Sequence[torch.Tensor],
        rtol: float = 1e-5,
        open: dict[int, Sequence[int]] | None = None,
        ropen: dict[int, Sequence[int]] | None = None,
    ) -> None:
        """Adds a case; `open` and `ropen` say which dimensions of which arguments and results are dynamic."""
        wanted = [expected] if isinstance(expected, torch.Tensor) else list(expected)
        op = re.match(r"nn\.(\w+)", statement)
        assert op
        types = [
            tensor_type(argument, (open or {}).get(i, ()))
            if isinstance(argument, torch.Tensor)
            else ("f32" if isinstance(argument, float) else "index")
            for i, argument in enumerate(arguments)
        ]
        results = [tensor_type(result, (ropen or {}).get(i, ())) for i, result in enumerate(wanted)]
        kept = [a.detach().contiguous().clone() if isinstance(a, torch.Tensor) else a for a in arguments]
        cases.append(
            Case(f"{op[1]}_{len(cases)}", statement, kept, [w.detach() for w in wanted], types, results, rtol)
        )

    return case


def check(module: Module, case: Case) -> None:
    """Runs a case and compares with what torch gives."""
    for got, wanted in zip(module.call(case.name, case.arguments, case.results), case.expected, strict=True):
        assert got.dtype == wanted.dtype and got.shape == wanted.shape
        atol = 5e-6 if case.rtol < 1e-3 else case.rtol
        torch.testing.assert_close(got, wanted, rtol=case.rtol, atol=atol, equal_nan=True)
