"""The database's samples as calls: the text of a function, and the arguments it is called with."""
from __future__ import annotations

import ast
import math
import random
import types
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from janusc.frontend.source import find
from torch.testing._internal import common_utils
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.opinfo import core

__all__ = ["OPERATORS", "Case", "UNINITIALISED", "cases_of", "name_of"]

OPERATORS = op_db
# Among a case's names: a function that its module starts with.
_DEFINITION = "definition of the function"


def _seed_generators(seed: int | None = None) -> None:
    torch.default_generator.manual_seed(common_utils.SEED if seed is None else seed)
    random.seed(common_utils.SEED if seed is None else seed)


# The database walks the stack for the test it is used by, and seeds generators of all devices, for each sample: that
# takes ten times as long as running the samples.
common_utils.extract_test_fn = core.extract_test_fn = lambda: None
common_utils.set_rng_seed = _seed_generators

# What they give is memory as it was found.
UNINITIALISED = frozenset(("empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided"))


@dataclass(frozen=True)
class Case:
    """A call. `text` is a module that defines `call`; `names` are the globals it needs besides torch."""

    id: str
    text: str
    arguments: tuple[Any, ...]
    names: dict[str, Any]

    @property
    def is_plain(self) -> bool:
        """Whether all its tensors are dense, contiguous and real: what native code is made for."""
        return all(map(_is_plain, (self.arguments, *self.names.values())))


def _is_plain(value: Any) -> bool:
    if isinstance(value, torch.Tensor):
        return value.layout is torch.strided and not value.is_complex() and not value.is_quantized and (
            value.is_contiguous() and not value.is_conj() and not value.is_neg())
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    return not isinstance(value, dict) or all(map(_is_plain, value.values()))


def name_of(operator: Any) -> str:
    """The operator's name, with its variant's."""
    return f"{operator.name}.{operator.variant_test_name}" if operator.variant_test_name else operator.name


def seed_of(text: str) -> int:
    """A number that stands for a text."""
    return zlib.crc32(text.encode())


def cases_of(operator: Any, other_samples: int = 3, only: str | None = None) -> Iterator[Case]:
    """The operator's cases in a fixed order: all samples of float32, some of each other dtype, methods, in-place
    methods and operators for some, calls that raise. `only` is the kind to be made."""
    def wanted(kind: str) -> bool:
        return only is None or only == kind

    name = name_of(operator)
    if wanted("float32") and operator.supports_dtype(torch.float32, "cpu"):
        yield from _samples(operator, name, "float32", torch.float32, _spelling(operator), None)
    if wanted("dtypes"):
        for dtype in sorted(operator.dtypes - {torch.float32}, key=str):
            yield from _samples(operator, name, str(dtype).removeprefix("torch."), dtype, _spelling(operator),
                                other_samples)
    first = torch.float32 if torch.float32 in operator.dtypes else min(operator.dtypes, key=str)
    if wanted("variants"):
        for kind, function in (("method", operator.method_variant), ("inplace", operator.inplace_variant),
                               ("operator", operator.operator_variant), ("inplace_operator", operator.inplace_operator_variant)):
            if function is not None:
                spelling = _method(function) if kind in ("method", "inplace") else ("OPERATOR", {"OPERATOR": function})
                yield from _samples(operator, name, kind, first, spelling, other_samples)
    if wanted("errors") and operator.error_inputs_func is not None:
        torch.default_generator.manual_seed(seed_of(name))
        for index, error in enumerate(operator.error_inputs("cpu")):
            yield _case(f"{name}/error/{index}", error.sample_input, _spelling(operator), 0)


def _spelling(operator: Any) -> tuple[str, dict[str, Any]]:
    """How a user names the function, and the globals for that."""
    seeded = _seeded(operator.op)
    if seeded is not None:
        return seeded
    if getattr(torch.Tensor, operator.name, None) is operator.op:
        return f"torch.Tensor.{operator.name}", {}
    if isinstance(operator.op, types.FunctionType) and operator.op.__module__.startswith("torch.testing."):
        return _written_out(operator.op)
    value: Any = torch
    for part in operator.name.split("."):
        value = getattr(value, part, None)
    return (f"torch.{operator.name}", {}) if value is operator.op else ("OPERATOR", {"OPERATOR": operator.op})


def _seeded(function: Any) -> tuple[str, dict[str, Any]] | None:
    """The function inside a lambda that seeds the generator and then calls it, which the runner does for every case."""
    if not isinstance(function, types.FunctionType) or "wrapper_set_seed" not in function.__code__.co_names:
        return None
    node = find(function).node
    call = node.body if isinstance(node, ast.Lambda) else None
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != "wrapper_set_seed":
        return None
    called, *arguments = call.args
    passed = [ast.unparse(argument) for argument in arguments]
    names = [argument.arg for argument in node.args.args]
    if node.args.vararg is not None:
        names.append(f"*{node.args.vararg.arg}")
    if passed != names or [keyword.arg for keyword in call.keywords] != [None] * bool(node.args.kwarg):
        return None
    text = ast.unparse(called)
    return (text, {}) if text.startswith("torch.") else None


def _written_out(function: types.FunctionType) -> tuple[str, dict[str, Any]]:
    """A function that the database itself defines, as the user's code."""
    node, code = find(function).node, function.__code__
    names = {name: function.__globals__[name] for name in _names(code) if name in function.__globals__}
    names.update((name, cell.cell_contents) for name, cell in zip(code.co_freevars, function.__closure__ or ()))
    if isinstance(node, ast.Lambda):
        return f"({ast.unparse(node)})", names
    node.decorator_list.clear()
    return node.name, {**names, _DEFINITION: ast.unparse(node)}


def _names(code: types.CodeType) -> set[str]:
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return set(code.co_names).union(*inner)


def _method(function: Any) -> tuple[str, dict[str, Any]]:
    name = getattr(function, "__name__", "")
    if name.isidentifier() and getattr(torch.Tensor, name, None) is function:
        return f".{name}", {}
    return "OPERATOR", {"OPERATOR": function}


def _samples(operator: Any, name: str, kind: str, dtype: torch.dtype, spelling: tuple[str, dict[str, Any]],
             limit: int | None) -> Iterator[Case]:
    torch.default_generator.manual_seed(seed_of(name + kind))
    samples = operator.sample_inputs("cpu", dtype)
    for index, sample in enumerate(samples):
        if index == limit:
            return
        # Every fourth call takes lists and numbers as arguments; most have them written in the function.
        yield _case(f"{name}/{kind}/{index}", sample, spelling, index % 4 if index > 3 else 0)


def _case(id: str, sample: Any, spelling: tuple[str, dict[str, Any]], style: int) -> Case:
    writer = _Writer(dict(spelling[1]), style)
    arguments = [writer.write(sample.input), *map(writer.write, sample.args)]
    keywords = [f"{key}={writer.write(value)}" for key, value in sample.kwargs.items()]
    function = spelling[0]
    if function.startswith("."):
        function = arguments.pop(0) + function
    parameters = ", ".join(f"a{index}" for index in range(len(writer.arguments)))
    call = f"{function}({', '.join(arguments + keywords)})"
    definition = writer.names.pop(_DEFINITION, "")
    return Case(id, f"import torch\n\n\n{definition and definition + chr(10) * 3}def call({parameters}):\n    return {call}\n", tuple(writer.arguments),
                writer.names)


class _Writer:
    """Writes values as source. style 1: containers are parameters; style 2: numbers are; else both are written out."""

    def __init__(self, names: dict[str, Any], style: int) -> None:
        self.names, self.arguments, self.style = names, [], style

    def write(self, value: Any) -> str:
        """The value as an expression."""
        if isinstance(value, torch.Tensor):
            return self._parameter(value)
        if value is None or value is Ellipsis or type(value) in (bool, str, bytes):
            return repr(value) if value is not Ellipsis else "..."
        if type(value) in (int, float, complex):
            return self._number(value)
        if type(value) in (torch.dtype, torch.layout, torch.memory_format):
            return str(value)
        if type(value) is torch.device:
            return f"torch.device({str(value)!r})"
        if type(value) is slice:
            return f"slice({self.write(value.start)}, {self.write(value.stop)}, {self.write(value.step)})"
        if type(value) in (list, tuple):
            if self.style == 1:
                return self._parameter(value)
            inner = ", ".join(map(self.write, value))
            return f"[{inner}]" if type(value) is list else f"({inner}{',' if len(value) == 1 else ''})"
        if type(value) is dict:
            return "{" + ", ".join(f"{key!r}: {self.write(element)}" for key, element in value.items()) + "}"
        name = f"C{len(self.names)}"
        self.names[name] = value
        return name

    def _number(self, value: Any) -> str:
        if self.style == 2 or type(value) is complex:
            return self._parameter(value) if self.style == 2 else f"complex({value.real!r}, {value.imag!r})" if (
                math.isfinite(value.real) and math.isfinite(value.imag)) else self._parameter(value)
        if type(value) is float and not math.isfinite(value):
            return f"float('{value}')"
        return repr(value)

    def _parameter(self, value: Any) -> str:
        self.arguments.append(value)
        return f"a{len(self.arguments) - 1}"
