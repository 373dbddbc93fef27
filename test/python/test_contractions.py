"""Contractions in every direction against numpy and torch, at sizes that leave tails."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from native import Entry

TARGETS = ["cpu:x86-64-v3", "host"]


def contraction(x: str, y: str, c: str, maps: tuple[str, str, str], kinds: str) -> str:
    """An entry c[...] = sum x * y over f32 or f64 tensors of the given shapes."""
    iterators = ", ".join('"reduction"' if k == "r" else '"parallel"' for k in kinds)
    element = c.split("x")[-1]
    dynamic = [i for i, size in enumerate(c.split("x")[:-1]) if size == "?"]
    dims = "\n".join(f"%i{i} = arith.constant {i} : index\n%d{i} = tensor.dim %c, %i{i} : tensor<{c}>" for i in dynamic)
    sizes = ", ".join(f"%d{i}" for i in dynamic)
    return f"""
    func.func @f(%x: tensor<{x}> {{janus.arg = "x"}}, %y: tensor<{y}> {{janus.arg = "y"}},
                 %c: tensor<{c}> {{janus.arg = "c"}}) -> (tensor<{c}> {{janus.result = 0 : i64}}) {{
      {dims}
      %zero = arith.constant 0.0 : {element}
      %e = tensor.empty({sizes}) : tensor<{c}>
      %init = linalg.fill ins(%zero : {element}) outs(%e : tensor<{c}>) -> tensor<{c}>
      %r = linalg.generic {{indexing_maps = [{", ".join(f"affine_map<{m}>" for m in maps)}], iterator_types = [{iterators}]}}
          ins(%x, %y : tensor<{x}>, tensor<{y}>) outs(%init : tensor<{c}>) {{
      ^bb0(%a: {element}, %b: {element}, %o: {element}):
        %m = arith.mulf %a, %b : {element}
        %s = arith.addf %o, %m : {element}
        linalg.yield %s : {element}
      }} -> tensor<{c}>
      return %r : tensor<{c}>
    }}"""


def random(*shape: int, dtype: type = np.float32) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype)


def close(got: np.ndarray, want: np.ndarray) -> None:
    scale = 1e-12 if got.dtype == np.float64 else 2e-6
    np.testing.assert_allclose(got, want, rtol=0, atol=scale * max(1.0, np.abs(want).max()) * 8)




@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("mnk", [(1, 1, 1), (7, 5, 3), (17, 33, 13), (64, 64, 64), (50, 10, 84), (3, 100, 1), (1, 257, 31),
                                 (37, 161, 1601), (131, 70, 800)])
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("form", ["nn", "nt", "tn"])
def test_matmul(target: str, mnk: tuple[int, int, int], dynamic: bool, form: str) -> None:
    m, n, k = mnk
    x, y = random(m, k), random(k, n)
    maps = {"nn": ("d0, d2", "d2, d1"), "nt": ("d0, d2", "d1, d2"), "tn": ("d2, d0", "d2, d1")}[form]
    full = [f"(d0, d1, d2) -> ({p})" for p in (*maps, "d0, d1")]
    given_x = np.ascontiguousarray(x.T) if form == "tn" else x
    given_y = np.ascontiguousarray(y.T) if form == "nt" else y

    def shape(a: np.ndarray) -> str:
        return "x".join("?" if dynamic else str(s) for s in a.shape) + "xf32"

    c = np.zeros((m, n), np.float32)
    entry = Entry(contraction(shape(given_x), shape(given_y), shape(c), tuple(full), "ppr"), target=target)
    close(entry(given_x, given_y, c)[0], x.astype(np.float64) @ y)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "shape",  # n, c, h, w, f, kh, kw, stride
    [(3, 40, 9, 16, 35, 3, 3, 1), (2, 130, 7, 9, 67, 3, 3, 1), (2, 24, 17, 33, 32, 1, 1, 2), (1, 9, 31, 30, 18, 5, 3, 3),
     (2, 1, 10, 10, 8, 3, 3, 1), (3, 5, 9, 7, 6, 3, 2, 1), (2, 3, 12, 12, 16, 5, 5, 1), (4, 16, 6, 6, 32, 3, 3, 1),
     (2, 4, 11, 13, 7, 3, 3, 2), (1, 2, 64, 1, 20, 16, 1, 4), (5, 6, 4, 4, 3, 1, 1, 1)],
)
@pytest.mark.parametrize("dynamic", [False, True])
def test_convolution(target: str, shape: tuple[int, ...], dynamic: bool) -> None:
    n, c, h, w, f, kh, kw, s = shape
    x, weight = random(n, c, h, w), random(f, c, kh, kw)
    want = torch.nn.functional.conv2d(torch.tensor(x).double(), torch.tensor(weight).double(), stride=s)
    oh, ow = want.shape[2:]
    batch = "?" if dynamic else n
    dims = "(d0, d1, d2, d3, d4, d5, d6)"
    text = contraction(
        f"{batch}x{c}x{h}x{w}xf32",
        f"{f}x{c}x{kh}x{kw}xf32",
        f"{batch}x{f}x{oh}x{ow}xf32",
        (
            f"{dims} -> (d0, d4, d2 * {s} + d5, d3 * {s} + d6)",
            f"{dims} -> (d1, d4, d5, d6)",
            f"{dims} -> (d0, d1, d2, d3)",
        ),
        "pppprrr",
    )
    y = np.zeros((n, f, oh, ow), np.float32)
    close(Entry(text, target=target)(x, weight, y)[0], want.numpy())

    # By the weight: the same loops with other operands summed.
    dy = random(n, f, oh, ow)
    want = torch.nn.grad.conv2d_weight(torch.tensor(x).double(), (f, c, kh, kw), torch.tensor(dy).double(), stride=s)
    text = contraction(
        f"{batch}x{c}x{h}x{w}xf32",
        f"{batch}x{f}x{oh}x{ow}xf32",
        f"{f}x{c}x{kh}x{kw}xf32",
        (
            f"{dims} -> (d4, d1, d5 * {s} + d2, d6 * {s} + d3)",
            f"{dims} -> (d4, d0, d5, d6)",
            f"{dims} -> (d0, d1, d2, d3)",
        ),
        "pppprrr",
    )
    close(Entry(text, target=target)(x, dy, np.zeros((f, c, kh, kw), np.float32))[0], want.numpy())


@pytest.mark.parametrize("target", TARGETS)
def test_reversed_weights(target: str) -> None:
    """A negative stride: the derivative of a convolution by its (padded) input."""
    n, c, size, f, k = 3, 5, 6, 7, 3
    dy, weight = random(n, f, size, size), random(f, c, k, k)
    padded = np.pad(dy, ((0, 0), (0, 0), (k - 1, k - 1), (k - 1, k - 1)))
    out = size + k - 1
    want = torch.nn.functional.conv_transpose2d(torch.tensor(dy).double(), torch.tensor(weight).double())
    dims = "(d0, d1, d2, d3, d4, d5, d6)"
    text = contraction(
        f"{n}x{f}x{size + 2 * k - 2}x{size + 2 * k - 2}xf32",
        f"{f}x{c}x{k}x{k}xf32",
        f"{n}x{c}x{out}x{out}xf32",
        (
            f"{dims} -> (d0, d4, d2 - d5 + {k - 1}, d3 - d6 + {k - 1})",
            f"{dims} -> (d4, d1, d5, d6)",
            f"{dims} -> (d0, d1, d2, d3)",
        ),
        "pppprrr",
    )
    close(Entry(text, target=target)(padded, weight, np.zeros((n, c, out, out), np.float32))[0], want.numpy())


def test_batched_doubles() -> None:
    x, y = random(3, 5, 6, dtype=np.float64), random(3, 6, 7, dtype=np.float64)
    dims = "(d0, d1, d2, d3)"
    maps = (f"{dims} -> (d0, d1, d3)", f"{dims} -> (d0, d3, d2)", f"{dims} -> (d0, d1, d2)")
    text = contraction("3x?x6xf64", "3x6x7xf64", "3x?x7xf64", maps, "pppr")
    close(Entry(text, target="cpu:x86-64-v3")(x, y, np.zeros((3, 5, 7)))[0], x @ y)


@pytest.mark.parametrize("target", TARGETS)
def test_special_values_stay_where_they_are(target: str) -> None:
    """NaN and infinity reach the sums they are in, and no other one; what C had before is not read."""
    m, n, k = 29, 75, 900
    x, y = random(m, k), random(k, n)
    x[7, 830], y[3, 11], y[899, 74] = np.nan, np.inf, -np.inf
    full = tuple(f"(d0, d1, d2) -> ({p})" for p in ("d0, d2", "d2, d1", "d0, d1"))
    text = contraction(f"{m}x{k}xf32", f"{k}x{n}xf32", f"{m}x{n}xf32", full, "ppr")
    got = Entry(text, target=target)(x, y, np.full((m, n), np.nan, np.float32))[0]
    with np.errstate(invalid="ignore"):
        want = x.astype(np.float64) @ y
    np.testing.assert_array_equal(np.isnan(got), np.isnan(want))
    np.testing.assert_array_equal(np.isinf(got), np.isinf(want))
    close(np.where(np.isfinite(want), got, 0), np.where(np.isfinite(want), want, 0))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("channels", [(8, 1024), (24, 600), (1000, 72)])
@pytest.mark.parametrize("pixels", [36, 49])
def test_derivative_by_a_pointwise_weight(target: str, element: str, channels: tuple[int, int], pixels: int) -> None:
    """Rows in blocks of the caches, beside tiles of as many rows as a square of registers has: neither may leave rows out."""
    outer, inner = channels
    dtype = np.float32 if element == "f32" else np.float64
    gradient, x = random(2, outer, pixels, dtype=dtype), random(2, inner, pixels, dtype=dtype)
    c = np.zeros((outer, inner), dtype)
    maps = tuple(f"(d0, d1, d2, d3) -> ({m})" for m in ("d2, d0, d3", "d2, d1, d3", "d0, d1"))
    entry = Entry(contraction(f"?x{outer}x{pixels}x{element}", f"?x{inner}x{pixels}x{element}", f"{outer}x{inner}x{element}",
                              maps, "pprr"), target=target)
    close(entry(gradient, x, c)[0], np.einsum("nop,nip->oi", gradient.astype(np.float64), x))
