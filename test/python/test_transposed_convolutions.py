"""Derivatives of convolutions by the input, which transposed convolutions are, through janus's own kernels."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from native import Entry

TARGETS = ["cpu:haswell", "host"]
# batch, channels, places, channels of the result, kernel, stride, padding, output padding, dilation, groups: tails of every kind, taps
# that no place meets, results that no tap reaches, steps and dilations with common divisors.
SHAPES = [
    (1, 40, (19, 17), 35, (4, 4), (2, 2), (1, 1), (0, 0), (1, 1), 1),
    (2, 24, (14, 14), 37, (3, 3), (1, 1), (1, 1), (0, 0), (1, 1), 1),
    (2, 24, (9, 8), 37, (3, 3), (2, 2), (1, 1), (1, 1), (1, 1), 1),
    (3, 7, (5, 6), 5, (3, 2), (3, 2), (0, 1), (2, 0), (1, 1), 1),
    (2, 6, (7, 5), 4, (3, 3), (2, 1), (1, 2), (1, 0), (2, 3), 1),
    (1, 8, (6, 6), 6, (3, 5), (4, 3), (2, 0), (1, 2), (2, 3), 2),
    (2, 16, (7, 7), 40, (1, 1), (2, 2), (0, 0), (1, 1), (1, 1), 1),
    (1, 300, (2, 2), 33, (4, 4), (2, 2), (1, 1), (0, 0), (1, 1), 1),
    (1, 33, (1, 1), 70, (4, 4), (2, 2), (1, 1), (0, 0), (1, 1), 1),
    (1, 64, (30, 29), 70, (5, 5), (2, 2), (2, 2), (1, 1), (1, 1), 1),
    (2, 3, (20,), 5, (7,), (3,), (2,), (1,), (1,), 1),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("element", "dynamic"), [("f32", False), ("f64", True)])
@pytest.mark.parametrize("shape", SHAPES)
def test_by_the_input(target: str, dynamic: bool, shape: tuple, element: str) -> None:
    batch, inner, places, outer, kernel, stride, padding, more, dilation, groups = shape
    dtype = np.float32 if element == "f32" else np.float64
    numbers = np.random.default_rng(sum(places))
    x = numbers.standard_normal((batch, inner, *places)).astype(dtype)
    weight = numbers.standard_normal((inner, outer // groups, *kernel)).astype(dtype)
    convolve = [torch.nn.functional.conv_transpose1d, torch.nn.functional.conv_transpose2d][len(places) - 1]
    want = convolve(torch.tensor(x).double(), torch.tensor(weight).double(), None, stride, padding, more, groups, dilation).numpy()

    def tensor(array: np.ndarray, opened: bool) -> str:
        sizes = [str(size) for size in array.shape]
        if opened:
            sizes[0] = sizes[-1] = "?"
        return f"tensor<{'x'.join(sizes)}x{element}>"

    types = [tensor(x, dynamic), tensor(weight, False), tensor(want, dynamic)]
    sizes = [str(size) for size in want.shape[2:]]
    if dynamic:
        sizes[-1] = "%size"
    named = f" {{groups = {groups} : i64}}" if groups != 1 else ""
    # Of the places that are open, the result's follow from the operand's.
    last = (1 - places[-1]) * stride[-1] + want.shape[-1]
    entry = Entry(f"""
    func.func @f(%x: {types[0]} {{janus.arg = "x"}}, %w: {types[1]} {{janus.arg = "w"}}) -> ({types[2]} {{janus.result = 0 : i64}}) {{
      %dim = arith.constant {len(places) + 1} : index
      %step = arith.constant {stride[-1]} : index
      %more = arith.constant {last - stride[-1]} : index
      %width = tensor.dim %x, %dim : {types[0]}
      %wide = arith.muli %width, %step : index
      %size = arith.addi %wide, %more : index
      %r = nn.conv_backward_input %x, %w sizes [{', '.join(sizes)}] stride {list(stride)} padding {list(padding)}, {list(padding)}
        dilation {list(dilation)}{named} : ({types[0]}, {types[1]}) -> {types[2]}
      return %r : {types[2]}
    }}""", target=target)
    got = entry(x, weight)[0]
    scale = 1e-12 if element == "f64" else 2e-6
    np.testing.assert_allclose(got, want, rtol=0, atol=scale * max(1.0, np.abs(want).max()) * 8)
