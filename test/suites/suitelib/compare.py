"""Comparing what two runs gave: values, types, dtypes, strides, aliasing, exceptions."""
from __future__ import annotations

import math
import re
import traceback
from collections.abc import Iterator
from typing import Any

import torch

__all__ = ["Outcome", "compare", "difference", "run"]

# Of the output's scale: sums in another order, products fused into additions.
_TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-5, torch.bfloat16: 1.6e-2, torch.float16: 2e-3,
              torch.complex128: 1e-12, torch.complex64: 1e-5, torch.complex32: 2e-3}


class Outcome:
    """What a call gave: a value or an exception, the arguments as they are afterwards, what shares memory."""

    def __init__(self, value: Any, error: BaseException | None, arguments: tuple, file: str) -> None:
        self.value = value
        self.error = None if error is None else _describe_error(error, file)
        self.arguments = arguments
        self.aliases = _aliases(arguments, value)
        self.random = torch.get_rng_state()


def run(function: Any, arguments: tuple, file: str, seed: int = 0) -> Outcome:
    """Calls a function with torch's generator seeded. `file` is where its source is."""
    torch.default_generator.manual_seed(seed)
    try:
        return Outcome(function(*arguments), None, arguments, file)
    except Exception as error:  # noqa: BLE001 - any exception is an outcome
        return Outcome(None, error, arguments, file)


def compare(expected: Outcome, got: Outcome, values: bool = True, arguments: bool = True) -> str | None:
    """The first difference in words, None where there is none. Without `values` tensors are compared by metadata."""
    if expected.error != got.error:
        return f"exception: {_words(got.error)} instead of {_words(expected.error)}"
    found = difference(expected.value, got.value, "result", values)
    if found is None and arguments:
        found = difference(expected.arguments, got.arguments, "arguments")
    if found is None and expected.aliases != got.aliases:
        missing, extra = sorted(expected.aliases - got.aliases), sorted(got.aliases - expected.aliases)
        found = f"aliasing: lost {missing[:3]}, new {extra[:3]}"
    if found is None and not torch.equal(expected.random, got.random):
        found = "random: the generator's state differs"
    return found


def difference(expected: Any, got: Any, where: str, values: bool = True) -> str | None:
    """The first difference between two values, in words."""
    if type(expected) is not type(got):
        return f"type: {where} is {type(got).__name__} instead of {type(expected).__name__}"
    if isinstance(expected, torch.Tensor):
        return _tensor_difference(expected, got, where, values)
    if isinstance(expected, (tuple, list)):
        if len(expected) != len(got):
            return f"length: {where} has {len(got)} elements instead of {len(expected)}"
        pairs = enumerate(zip(expected, got))
        return next(filter(None, (difference(*pair, f"{where}[{i}]", values) for i, pair in pairs)), None)
    if isinstance(expected, dict):
        if list(expected) != list(got):
            return f"keys: {where} has {list(got)} instead of {list(expected)}"
        return next(filter(None, (difference(expected[k], got[k], f"{where}[{k!r}]", values) for k in expected)), None)
    if isinstance(expected, float):
        close = expected == got or math.isnan(expected) and math.isnan(got) or math.isclose(expected, got, rel_tol=1e-5)
        return None if close else f"value: {where} is {got!r} instead of {expected!r}"
    if isinstance(expected, (int, str, bytes, bool, complex, type(None), torch.dtype, torch.device, set, frozenset)):
        return None if expected == got or expected != expected else f"value: {where} is {got!r} instead of {expected!r}"
    return None


def _tensor_difference(expected: torch.Tensor, got: torch.Tensor, where: str, values: bool) -> str | None:
    for name in ("dtype", "layout", "device", "requires_grad"):
        before, now = getattr(expected, name), getattr(got, name)
        if before != now:
            return f"{name}: {where} has {now} instead of {before}"
    if expected.layout is not torch.strided:
        return _tensor_difference(expected.detach().to_dense(), got.detach().to_dense(), where, values)
    if expected.is_nested:
        return None
    if expected.shape != got.shape:
        return f"shape: {where} is {list(got.shape)} instead of {list(expected.shape)}"
    if expected.stride() != got.stride():
        return f"stride: {where} has {got.stride()} instead of {expected.stride()} (shape {list(got.shape)})"
    if expected.is_conj() != got.is_conj() or expected.is_neg() != got.is_neg():
        return f"lazy bit: {where} has another conjugate or negative bit"
    if not values or not expected.numel() or expected.is_meta:
        return None
    return _value_difference(expected.detach(), got.detach(), where)


def _value_difference(expected: torch.Tensor, got: torch.Tensor, where: str) -> str | None:
    if expected.is_quantized:
        expected, got = expected.dequantize(), got.dequantize()
    if not expected.dtype.is_floating_point and not expected.dtype.is_complex:
        wrong = expected != got
    else:
        tolerance = _TOLERANCE.get(expected.dtype, 0.13)
        if expected.dtype.is_complex:
            expected, got = torch.view_as_real(expected.resolve_conj()), torch.view_as_real(got.resolve_conj())
        expected, got = expected.double(), got.double()
        finite = expected[expected.isfinite()]
        scale = finite.abs().max().item() if finite.numel() else 0.0
        close = (expected - got).abs() <= tolerance * scale
        wrong = ~(close | (expected == got) | (expected.isnan() & got.isnan()))
    # Some reductions take at most 64 dimensions.
    if not wrong.flatten().any():
        return None
    first = wrong.nonzero()[0].tolist()
    index = tuple(first)
    return (f"value: {where}{first} is {got[index].item()!r} instead of {expected[index].item()!r} "
            f"({int(wrong.sum())} of {wrong.numel()} differ)")


def _leaves(value: Any, path: str) -> Iterator[tuple[str, torch.Tensor]]:
    if isinstance(value, torch.Tensor):
        yield path, value
    elif isinstance(value, (list, tuple)):
        for index, element in enumerate(value):
            yield from _leaves(element, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, element in value.items():
            yield from _leaves(element, f"{path}[{key!r}]")


def _storage(tensor: torch.Tensor) -> int | None:
    try:
        return tensor.untyped_storage().data_ptr() or None
    except (NotImplementedError, RuntimeError):
        return None


def _aliases(arguments: tuple, value: Any) -> set[tuple[str, str, str]]:
    """Which results are, or share memory with, which arguments and earlier results."""
    known, found = list(_leaves(arguments, "argument")), set()
    for path, tensor in _leaves(value, "result"):
        for name, other in known:
            if tensor is other:
                found.add((path, "is", name))
            elif _storage(tensor) is not None and _storage(tensor) == _storage(other):
                found.add((path, f"shares at {tensor.storage_offset() - other.storage_offset()}", name))
        known.append((path, tensor))
    return found


def _describe_error(error: BaseException, file: str) -> tuple[str, str, int | None]:
    """Type, text and the line of the deepest frame in `file`."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    text = re.sub(r"0x[0-9a-f]+", "0x…", str(error))
    # What follows is where torch's own C++ was, on builds that say so.
    text = text.partition("\nException raised from")[0]
    return f"{type(error).__module__}.{type(error).__qualname__}", text, lines[-1] if lines else None


def _words(error: tuple[str, str, int | None] | None) -> str:
    return "none" if error is None else f"{error[0]}({error[1][:200]!r}) at line {error[2]}"
