"""Attention in blocks of its scores against eager's: masks, diagonals, lengths, and numbers that are none."""
from __future__ import annotations

import math
from collections.abc import Callable

import janusc
import pytest
import torch
import torch.nn.functional as F

Function = Callable[..., torch.Tensor]


def plain(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]), -1) @ v


def batches(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return torch.softmax(torch.bmm(q, k.transpose(1, 2)), -1).bmm(v)


def matrices(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return F.softmax(q.mm(k.t()) * 0.25, dim=-1).mm(v)


def causal(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return F.scaled_dot_product_attention(q, k, v, is_causal=True)


def masked(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return F.scaled_dot_product_attention(q, k, v, mask, scale=0.3)


def filled(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    scores = (q @ k.transpose(-2, -1)).masked_fill(mask == 0, float("-inf"))
    return scores.softmax(-1) @ v


def tensors(*shape: int, columns: int = 0, dtype: torch.dtype = torch.float32) -> list[torch.Tensor]:
    """Queries, keys and values, of `columns` keys if there are other numbers of them."""
    torch.manual_seed(3)
    others = (*shape[:-2], columns or shape[-2], shape[-1])
    return [torch.randn(size, dtype=dtype) for size in (shape, others, others)]


def check(function: Function, *arguments: torch.Tensor) -> None:
    compiled = janusc.compile(function, native=True)
    with torch.no_grad():
        result, expected = compiled(*arguments), function(*arguments)
    close = 1e-12 if expected.dtype == torch.float64 else 1e-5
    torch.testing.assert_close(result, expected, rtol=close, atol=close, equal_nan=True)


@pytest.mark.parametrize("function, arguments", [
    (plain, tensors(2, 3, 70, 16)),  # two blocks of rows that overlap
    (plain, tensors(2, 3, 5, 16, columns=700)),
    (plain, tensors(1, 2, 65, 8, columns=1009)),  # blocks of columns of two lengths
    (plain, tensors(2, 1, 8, columns=130)),
    (plain, tensors(3, 40, 8, dtype=torch.float64)),
    (batches, tensors(4, 33, 8)),
    (matrices, tensors(90, 24)),
    (causal, tensors(2, 2, 200, 16)),
    (causal, tensors(1, 2, 64, 16, columns=150)),
    (causal, tensors(1, 2, 150, 16, columns=64)),
])
def test_blocks(function: Function, arguments: list[torch.Tensor]) -> None:
    check(function, *arguments)


@pytest.mark.parametrize("shape", [(100, 100), (2, 1, 100, 100), (1, 3, 100, 100), (2, 1, 1, 100)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bool])
def test_masks(shape: tuple[int, ...], dtype: torch.dtype) -> None:
    mask = torch.randn(shape)
    check(masked, *tensors(2, 3, 100, 8), mask > -1 if dtype == torch.bool else mask)


def test_rows_without_a_score() -> None:
    mask = torch.ones(600, 600).tril()
    mask[17] = 0  # no key at all: NaN, as eager's
    mask[300, :580] = 0  # none in the first blocks
    check(filled, *tensors(2, 2, 600, 8), mask)


@pytest.mark.parametrize("nothing", [-math.inf, False])
def test_masks_that_let_nothing_through(nothing: float | bool) -> None:
    mask = torch.zeros(5, 7) if nothing else torch.ones(5, 7, dtype=torch.bool)
    mask[2] = nothing
    arguments = tensors(2, 5, 8, columns=7)
    with torch.no_grad():
        # PyTorch's own kernels say what these rows are.
        torch.testing.assert_close(janusc.compile(masked)(*arguments, mask), masked(*arguments, mask))


def test_numbers_that_are_none() -> None:
    q, k, v = tensors(2, 2, 300, 8)
    q[0, 0, 3, 2], k[0, 1, 250, 1], v[1, 0, 299, 4], v[1, 1, 0, 0] = math.nan, math.inf, math.nan, math.inf
    check(plain, q, k, v)


def test_lengths_that_change() -> None:
    compiled = janusc.compile(plain, native=True)
    with torch.no_grad():
        for rows, columns in ((3, 9), (64, 256), (65, 257), (130, 700), (1, 1)):
            arguments = tensors(2, rows, 8, columns=columns)
            torch.testing.assert_close(compiled(*arguments), plain(*arguments), rtol=1e-5, atol=1e-5)


def test_derivatives() -> None:
    arguments = [x.requires_grad_() for x in tensors(2, 2, 70, 8)]
    result = janusc.compile(causal, native=True)(*arguments)
    expected = causal(*arguments)
    slope = torch.randn_like(expected)
    for mine, eager in zip(torch.autograd.grad(result, arguments, slope), torch.autograd.grad(expected, arguments, slope), strict=True):
        torch.testing.assert_close(mine, eager, rtol=1e-4, atol=1e-5)
