"""Inference on whole programs: nothing stays dynamic, and the type found for the result is the one that eager gives."""
from __future__ import annotations

import re

import janusc
import pytest
import torch
import typed_programs as programs
from janusc.frontend import lower
from torch import nn

_DTYPES = {torch.float32: "f32", torch.float64: "f64", torch.int64: "i64", torch.int32: "i32", torch.bool: "i1"}


def specialized(function, args, options=None):
    """The typed function of a call, as text: its result type and the reasons why ops stayed dynamic."""
    program = lower(function, args)
    program.module.run("janus-specialize")
    text = str(program.module)
    entry = text[text.index("imperative.func @entry("):]
    result = re.search(r"\) -> (.*?) attributes \{", entry).group(1)
    reasons = re.findall(r'reason = "((?:[^"\\]|\\.)*)"', entry)
    dynamic = int(re.search(r"dynamic_ops = (\d+)", entry).group(1))
    return result, dynamic, reasons, entry


def matches(found: str, value: object) -> bool:
    """Whether the type as text is that of the value; `?` stands for any size."""
    if isinstance(value, torch.Tensor):
        pattern = "!imperative.tensor<" + "".join(rf"(?:\?|{size})x" for size in value.shape) + _DTYPES[value.dtype] + ">"
        return re.fullmatch(pattern, found) is not None
    if isinstance(value, tuple):
        parts, depth, start = [], 0, len("!imperative.tuple<")
        for index in range(start, len(found)):
            depth += (found[index] == "<") - (found[index] == ">")
            if (found[index] == "," and depth == 0) or depth < 0:
                parts.append(found[start:index].strip())
                start = index + 1
            if depth < 0:
                break
        return len(parts) == len(value) and all(map(matches, parts, value))
    names = {int: "int", float: "float", bool: "bool", str: "str", type(None): "none"}
    return found == f"!imperative.{names[type(value)]}"


CASES = {
    "linear": (lambda: (nn.Linear(4, 3), (torch.randn(5, 4),))),
    "stack": (lambda: (programs.Stack(3).eval(), (torch.randn(6, 8),))),
    "conv": (lambda: (programs.ConvNet().eval(), (torch.randn(2, 3, 8, 8),))),
    "shapes": (lambda: (programs.shapes, (torch.randn(3, 4),))),
    "early_return": (lambda: (programs.early_return, (torch.randn(3, 4),))),
    "early_return_mean": (lambda: (programs.early_return, (torch.randn(3, 4), "mean"))),
    "closures": (lambda: (programs.closures, (torch.randn(3, 4),))),
    "loops": (lambda: (programs.loops, (torch.randn(3, 4),))),
    "stars": (lambda: (programs.stars, (torch.randn(3, 4),))),
    "arithmetic": (lambda: (programs.arithmetic, (torch.randn(3, 4),))),
    "tensors": (lambda: (programs.tensors, (torch.randn(4, 4),))),
    "instances": (lambda: (programs.instances, (programs.Gate(torch.randn(4, 2)), torch.randn(3, 4)))),
    "managers": (lambda: (programs.Managed(), (torch.randn(3, 4),))),
    "lstm": (lambda: (nn.LSTM(4, 3, num_layers=2, bidirectional=True), (torch.randn(7, 2, 4),))),
}


@pytest.mark.parametrize("name", CASES)
def test_result_type(name):
    function, args = CASES[name]()
    found, dynamic, reasons, _ = specialized(function, args)
    assert dynamic == 0, reasons
    assert matches(found, function(*args)), found


# These give back, or write to, a tensor that may share memory with an argument: value level leaves them to eager.
_ALIASING = {"shapes", "tensors"}


def same(found: object, value: object) -> None:
    """Values, dtypes, shapes and classes are eager's."""
    assert type(found) is type(value)
    if isinstance(value, torch.Tensor):
        assert (found.dtype, found.shape, found.requires_grad) == (value.dtype, value.shape, value.requires_grad)
        torch.testing.assert_close(found, value, rtol=1e-5, atol=1e-6)
    elif isinstance(value, tuple):
        assert len(found) == len(value)
        for pair in zip(found, value, strict=True):
            same(*pair)
    else:
        assert found == value


@pytest.mark.parametrize("name", sorted(CASES.keys() - _ALIASING))
def test_native_result(name):
    function, args = CASES[name]()
    with torch.no_grad(), janusc.options(profile_calls=0):
        same(janusc.compile(function, native=True)(*args), function(*args))
