"""A picture of everything a program can see: values, types, identity, shared memory, exceptions with their chain."""
from __future__ import annotations

import math
import re
import traceback
import types
from typing import Any

import torch
from suitelib.compare import difference

__all__ = ["compare", "picture", "picture_error"]

_PLAIN = (bool, int, str, bytes, type(None), type(Ellipsis), torch.dtype, torch.device)


def picture(value: Any, memo: dict[Any, Any] | None = None) -> Any:
    """A nested tuple that stays as it is when the value changes. Objects met again are numbers, tensors know the
    storages that they share."""
    memo = {} if memo is None else memo
    if isinstance(value, _PLAIN):
        return type(value).__name__, value
    if isinstance(value, float):
        return "float", repr(value)
    if isinstance(value, type):
        return "class", value.__qualname__
    if isinstance(value, types.FunctionType) or callable(value) and hasattr(value, "__wrapped__"):
        return "function", value.__qualname__
    if id(value) in memo:
        return "again", memo[id(value)][0]
    memo[id(value)] = len(memo), value
    if isinstance(value, torch.Tensor):
        storage = value.untyped_storage()
        shared = memo.setdefault(("storage", storage.data_ptr()), (len(memo), storage))[0] if storage.nbytes() else None
        if not value.numel():
            # Their strides are a known gap (docs/divergences.md).
            return "tensor", type(value).__name__, value.shape, value.requires_grad, value.dtype
        # So are those of dimensions of size 1.
        strides = tuple(stride for size, stride in zip(value.shape, value.stride()) if size > 1)
        return ("tensor", type(value).__name__, shared, value.storage_offset(), strides, value.requires_grad,
                value.detach().clone(memory_format=torch.contiguous_format))
    if isinstance(value, (list, tuple)):
        return type(value).__name__, tuple(picture(element, memo) for element in value)
    if isinstance(value, (set, frozenset)):
        return type(value).__name__, tuple(sorted(map(repr, value)))
    if isinstance(value, dict):
        return type(value).__name__, tuple((picture(k, memo), picture(v, memo)) for k, v in value.items())
    if isinstance(value, BaseException):
        return type(value).__name__, picture(value.args, memo)
    if hasattr(value, "__dict__"):
        return type(value).__name__, picture(dict(vars(value)), memo)
    return type(value).__name__, "?"


def picture_error(error: BaseException | None, file: str, depth: int = 3) -> Any:
    """The exception's class, text, and frames in the file; its cause and context likewise."""
    if error is None or depth == 0:
        return None
    frames = tuple((frame.lineno, frame.name) for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file)
    if isinstance(error, UnboundLocalError) and frames:
        # CPython's own answer changes after some calls: a read that it joined with the store before it has that one's line.
        frames = (*frames[:-1], (0, frames[-1][1]))
    text = re.sub(r"0x[0-9a-f]+", "0x…", str(error)).partition("\nException raised from")[0]
    return (type(error).__qualname__, text, frames, picture_error(error.__cause__, file, depth - 1),
            picture_error(error.__context__, file, depth - 1), error.__suppress_context__)


def compare(expected: Any, got: Any, where: str, *, rounds: bool = False) -> str | None:
    """The first difference between two pictures. rounds: numbers may differ by rounding, in texts, too."""
    if isinstance(expected, torch.Tensor) and isinstance(got, torch.Tensor):
        if rounds and (expected.dtype, expected.shape, expected.stride()) == (got.dtype, got.shape, got.stride()):
            close = torch.allclose(expected, got, rtol=1e-3, atol=1e-5, equal_nan=True)
            return None if close else difference(expected, got, where)
        if _was_single(expected) and expected.dtype == got.dtype:
            # As exact as what was made a double: strides and the like are compared, too.
            return difference(expected.float(), got.float(), where)
        return difference(expected, got, where)
    if isinstance(expected, tuple) and isinstance(got, tuple) and len(expected) == len(got):
        if any(isinstance(part, (tuple, torch.Tensor)) for part in expected):
            return next(filter(None, (compare(a, b, where, rounds=rounds) for a, b in zip(expected, got))), None)
        if rounds and all(a == b or _alike(a, b) for a, b in zip(expected, got)):
            return None
    if expected == got or rounds and _alike(expected, got):
        return None
    return f"{where}: {_short(got)} instead of {_short(expected)}"


def _was_single(tensor: torch.Tensor) -> bool:
    """Whether these are doubles that were computed in 32 bits; of whole numbers that cannot be told, and they are exact."""
    if tensor.dtype is not torch.float64:
        return False
    finite = tensor[tensor.isfinite()]
    return bool((finite.float().double() == finite).all() and (finite != finite.round()).any())


def _alike(a: Any, b: Any) -> bool:
    """Whether two texts, or numbers, are the same words within rounding."""
    if not isinstance(a, str) or not isinstance(b, str):
        return isinstance(a, float) and isinstance(b, float) and math.isclose(a, b, rel_tol=1e-3, abs_tol=1e-3)
    words, others = a.split(), b.split()
    try:
        return len(words) == len(others) and all(
            x == y or math.isclose(float(x), float(y), rel_tol=1e-3, abs_tol=1e-3) for x, y in zip(words, others))
    except ValueError:
        return False


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 240 else text[:237] + "..."
