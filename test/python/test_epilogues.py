"""What follows a product or convolution element by element, done in its kernel: the same as eager, at sizes that leave tails."""

from __future__ import annotations

from collections.abc import Callable

import janusc
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from native import Entry
from torch import nn

TARGETS = ["cpu:x86-64-v3", "host"]
MAPS = {"mn": "(m, n) -> (m, n)", "m": "(m, n) -> (m)", "n": "(m, n) -> (n)", "nm": "(m, n) -> (n, m)", "": "(m, n) -> ()"}


def product(m: int, n: int, k: int, form: str, other: str, result: str, dynamic: bool) -> str:
    """An entry d = max(x @ y * other + other, 0), where `other` has the dimensions it names and `result` may be turned over."""
    sizes = {"m": "?" if dynamic else str(m), "n": str(n)}
    dims = {"nn": ("mk", "kn"), "nt": ("mk", "nk"), "tn": ("km", "kn")}[form]
    shape = lambda names: "x".join([*({**sizes, "k": str(k)}[name] for name in names), "f32"])  # noqa: E731
    x, y, e, d = shape(dims[0]), shape(dims[1]), shape(other), shape(result)
    maps = ", ".join(f"affine_map<(m, n, k) -> ({', '.join(names)})>" for names in (*dims, "mn"))
    outer = ", ".join(f"affine_map<{MAPS[names]}>" for names in ("mn", other, result))
    return f"""
    func.func @f(%x: tensor<{x}> {{janus.arg = "x"}}, %y: tensor<{y}> {{janus.arg = "y"}}, %e: tensor<{e}> {{janus.arg = "e"}})
        -> (tensor<{d}> {{janus.result = 0 : i64}}) {{
      %at = arith.constant {dims[0].index("m")} : index
      %m = tensor.dim %x, %at : tensor<{x}>
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty({"%m" if dynamic else ""}) : tensor<{shape("mn")}>
      %turned = tensor.empty({"%m" if dynamic else ""}) : tensor<{d}>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<{shape("mn")}>) -> tensor<{shape("mn")}>
      %c = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "reduction"]}}
          ins(%x, %y : tensor<{x}>, tensor<{y}>) outs(%init : tensor<{shape("mn")}>) {{
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %o, %p : f32
        linalg.yield %s : f32
      }} -> tensor<{shape("mn")}>
      %d = linalg.generic {{indexing_maps = [{outer}], iterator_types = ["parallel", "parallel"]}}
          ins(%c, %e : tensor<{shape("mn")}>, tensor<{e}>) outs(%turned : tensor<{d}>) {{
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %p, %b : f32
        %r = arith.maximumf %s, %zero : f32
        linalg.yield %r : f32
      }} -> tensor<{d}>
      return %d : tensor<{d}>
    }}"""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("mnk", [(1, 1, 1), (7, 5, 3), (1, 257, 31), (17, 33, 13), (64, 96, 64), (37, 161, 1601)])
@pytest.mark.parametrize(("form", "other", "result", "dynamic"),
                         [("nn", "n", "mn", True), ("nt", "n", "mn", True), ("nn", "m", "mn", False), ("tn", "mn", "mn", True),
                          ("nt", "m", "mn", False), ("nn", "mn", "nm", False), ("nt", "n", "nm", False), ("nn", "", "mn", True)])
def test_product(target: str, mnk: tuple[int, int, int], form: str, other: str, result: str, dynamic: bool) -> None:
    m, n, k = mnk
    rng = np.random.default_rng(m + n + k)
    x, y = rng.standard_normal((m, k), np.float32), rng.standard_normal((k, n), np.float32)
    e = rng.standard_normal(tuple({"m": m, "n": n}[name] for name in other), np.float32)
    entry = Entry(product(m, n, k, form, other, result, dynamic), target=target)
    given = (np.ascontiguousarray(x.T) if form == "tn" else x, np.ascontiguousarray(y.T) if form == "nt" else y, e)
    wide = e[:, None] if other == "m" else e
    want = np.maximum((x @ y) * wide + wide, 0)
    got = entry(*given)[0]
    np.testing.assert_allclose(got, want.T if result == "nm" else want, rtol=0, atol=2e-5 * np.abs(want).max() + 1e-6)


@pytest.mark.parametrize("target", TARGETS)
def test_few_and_many_rows(target: str) -> None:
    rng = np.random.default_rng(0)
    y, e = rng.standard_normal((1000, 900), np.float32), rng.standard_normal(1000, np.float32)
    entry = Entry(product(0, 1000, 900, "nt", "n", "mn", True), target=target)
    for rows in (1, 2, 3, 8, 9, 40):
        x = rng.standard_normal((rows, 900), np.float32)
        want = np.maximum((x @ y.T) * e + e, 0)
        np.testing.assert_allclose(entry(x, y, e)[0], want, rtol=0, atol=2e-5 * np.abs(want).max())


class Residual(nn.Module):
    """Two normalised convolutions, and the way around, which may be one, too."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.a, self.b = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.Conv2d(outputs, outputs, 3, 1, 1)
        self.first, self.second = nn.BatchNorm2d(outputs), nn.BatchNorm2d(outputs)
        self.around = nn.Identity() if inputs == outputs else nn.Conv2d(inputs, outputs, 1, stride)
        for norm in (self.first, self.second):
            nn.init.normal_(norm.running_mean), nn.init.uniform_(norm.running_var, 0.5, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out = self.second(self.b(F.relu(self.first(self.a(x)))))
        out += self.around(x)
        return F.relu(out)


def convolution(inputs: int, outputs: int, size: int, activation: Callable[[], nn.Module], **more: int) -> nn.Module:
    return nn.Sequential(nn.Conv2d(inputs, outputs, size, padding=size // 2, **more), nn.BatchNorm2d(outputs), activation())


NETS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "residual": (lambda: Residual(8, 8, 1), (2, 8, 9, 9)),
    "downsampled": (lambda: Residual(8, 24, 2), (2, 8, 14, 13)),
    "sums in blocks": (lambda: Residual(200, 200, 1), (1, 200, 7, 7)),
    "mobile": (lambda: nn.Sequential(convolution(8, 24, 1, nn.ReLU6), convolution(24, 24, 3, nn.ReLU6, groups=24, stride=2),
                                     nn.Conv2d(24, 8, 1, bias=False), nn.BatchNorm2d(8)), (3, 8, 15, 15)),
    "steps of two": (lambda: nn.Sequential(convolution(6, 6, 3, nn.ReLU, groups=6, stride=2), convolution(6, 6, 5, nn.ReLU, groups=6, stride=2),
                                           nn.Conv2d(6, 9, 1, 2)), (2, 6, 70, 75)),
    "silu": (lambda: nn.Sequential(convolution(8, 16, 3, nn.SiLU), convolution(16, 16, 5, nn.Hardswish, groups=16)), (1, 8, 12, 12)),
    "two kernels a channel": (lambda: convolution(8, 16, 3, nn.GELU, groups=8), (1, 8, 12, 12)),
    "linear": (lambda: nn.Sequential(nn.Linear(70, 50), nn.GELU(), nn.Linear(50, 33), nn.Tanh()), (5, 70)),
}


@pytest.mark.parametrize("name", NETS)
def test_net(name: str) -> None:
    make, shape = NETS[name]
    torch.manual_seed(0)
    net, x = make().eval(), torch.randn(shape)
    compiled = janusc.compile(net)
    with torch.no_grad():
        want = net(x)
        for _ in range(2):
            got = compiled(x)
            assert (got - want).abs().max() <= 2e-5 * want.abs().max()


def test_nan_and_infinity_go_through() -> None:
    net = convolution(4, 8, 3, nn.ReLU).eval()
    x = torch.randn(1, 4, 10, 10)
    x[0, 1, 2, 3], x[0, 2, 7, 7] = float("nan"), float("inf")
    with torch.no_grad():
        torch.testing.assert_close(janusc.compile(net)(x), net(x), rtol=1e-5, atol=1e-5, equal_nan=True)


def test_result_written_over_what_was_multiplied() -> None:
    def step(w: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        w -= 0.5 * (x @ w)
        return w

    x, w = torch.randn(33, 33), torch.randn(33, 33)
    want = w - 0.5 * (x @ w)
    torch.testing.assert_close(janusc.compile(step)(w, x), want, rtol=1e-5, atol=1e-5)
