"""Sums, greatest elements and elementwise chains against numpy, at sizes that leave tails."""

from __future__ import annotations

import numpy as np
import pytest
from native import Entry


def reduction(element: str, fold: str, start: str, body: str, axis: int) -> str:
    kinds = ["parallel", "parallel"]
    kinds[axis] = "reduction"
    kept = f"d{1 - axis}"
    return f"""
    func.func @f(%x: tensor<?x?x{element}> {{janus.arg = "x"}}) -> (tensor<?x{element}> {{janus.result = 0 : i64}}) {{
      %i = arith.constant {1 - axis} : index
      %n = tensor.dim %x, %i : tensor<?x?x{element}>
      %start = arith.constant {start} : {element}
      %e = tensor.empty(%n) : tensor<?x{element}>
      %f = linalg.fill ins(%start : {element}) outs(%e : tensor<?x{element}>) -> tensor<?x{element}>
      %r = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ({kept})>],
                           iterator_types = ["{kinds[0]}", "{kinds[1]}"]}}
          ins(%x : tensor<?x?x{element}>) outs(%f : tensor<?x{element}>) {{
      ^bb0(%a: {element}, %o: {element}):
        {body}
        %s = {fold} %o, %v : {element}
        linalg.yield %s : {element}
      }} -> tensor<?x{element}>
      return %r : tensor<?x{element}>
    }}"""


SHAPES = [(1, 1), (3, 7), (5, 64), (2, 129), (64, 10), (0, 4), (4, 0)]


@pytest.mark.parametrize("target", ["cpu:x86-64-v3", "host"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("element", ["f32", "f64"])
def test_sum_of_function(target: str, axis: int, element: str) -> None:
    body = f"%w = math.exp %a : {element}\n%v = arith.mulf %w, %a : {element}"
    entry = Entry(reduction(element, "arith.addf", "0.0", body, axis), target=target)
    for shape in SHAPES:
        x = np.random.default_rng(0).standard_normal(shape).astype(element.replace("f", "float"))
        want = (np.exp(x.astype(np.float64)) * x).sum(axis)
        np.testing.assert_allclose(entry(x)[0], want, rtol=3e-6, atol=1e-5)


@pytest.mark.parametrize("axis", [0, 1])
def test_greatest_keeps_nan(axis: int) -> None:
    entry = Entry(reduction("f32", "arith.maximumf", "0xFF800000", "%v = arith.addf %a, %a : f32", axis))
    for shape in SHAPES[:5]:
        x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
        x.flat[x.size // 2] = np.nan
        np.testing.assert_array_equal(entry(x)[0], (x + x).max(axis))


def test_functions_of_special_values() -> None:
    """The polynomials treat NaN, infinities, zeros and the ends of the range as libm does."""
    x = np.array([0.0, -0.0, 1.0, -1.0, 88.0, -88.0, 100.0, -120.0, np.inf, -np.inf, np.nan, 1e-30, 20.0, -20.0], np.float32)
    x = np.concatenate([x, np.linspace(-9, 9, 1001, dtype=np.float32)])
    for name, want in {"exp": np.exp, "tanh": np.tanh, "log": np.log, "log1p": np.log1p}.items():
        text = f"""
        func.func @f(%x: tensor<?xf32> {{janus.arg = "x"}}) -> (tensor<?xf32> {{janus.result = 0 : i64}}) {{
          %y = math.{name} %x : tensor<?xf32>
          return %y : tensor<?xf32>
        }}"""
        with np.errstate(all="ignore"):
            np.testing.assert_allclose(Entry(text)(x)[0], want(x.astype(np.float64)).astype(np.float32), rtol=1e-6, atol=1e-37, err_msg=name)
