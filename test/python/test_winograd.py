"""3x3 convolutions with fewer multiplications: values, what is not finite, and when they are used."""
from __future__ import annotations

from typing import Any

import janusc
import pytest
import torch
from janusc.dispatch import log
from torch import nn


class Net(nn.Module):
    """A convolution, and what may follow it."""

    def __init__(self, inner: int, outer: int, padding: int | tuple[int, int] = 1, after: str = "", **options: int) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.conv = nn.Conv2d(inner, outer, options.pop("kernel", 3), padding=padding, **options)
        self.norm = nn.BatchNorm2d(outer).eval()
        self.norm.running_mean.normal_()
        self.norm.running_var.uniform_(0.5, 2)
        self.after = after

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.conv(x)
        if self.after == "relu":
            return torch.relu(y)
        if self.after == "block":
            return torch.relu(self.norm(y) + x)
        return y


def count_layers(net: nn.Module, x: torch.Tensor, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture,
                 grad: bool = False, **options: Any) -> int:
    """How many layers of the compiled net are done by Winograd's algorithm."""
    monkeypatch.setattr(log, "_enabled", frozenset({"passes"}))
    with torch.set_grad_enabled(grad):
        janusc.compile(net, native=True, **options)(x)
    return capfd.readouterr().err.count("winograd: ")


@pytest.mark.parametrize(("batch", "inner", "outer", "height", "width", "padding", "after"), [
    (2, 64, 64, 56, 56, 1, "relu"),     # blocks of a thread's own, the last one smaller
    (3, 96, 128, 14, 14, 1, ""),        # shared blocks
    (2, 256, 32, 7, 7, 1, "relu"),      # weights in parts
    (2, 48, 48, 9, 13, 1, "block"),     # odd sizes; another image in what follows
    (3, 20, 33, 15, 7, (1, 0), "relu"),  # channels that are no whole vectors
    (1, 17, 5, 3, 3, 2, ""),            # more padding than an image has pixels beside its middle
    (5, 16, 16, 4, 4, 0, ""),           # tiles of 2x2
    (1, 1, 1, 5, 40, 0, ""),
])
def test_values(batch: int, inner: int, outer: int, height: int, width: int, padding: int | tuple[int, int],
                after: str) -> None:
    net = Net(inner, outer, padding, after)
    x = torch.randn(batch, inner, height, width)
    with torch.no_grad():
        result = janusc.compile(net, native=True, winograd=True)(x)
        exact = net.double()(x.double())
    assert result.shape == exact.shape
    assert (result - exact).abs().max() < 2e-5 * exact.abs().max()


def test_derivatives() -> None:
    net = Net(32, 48, 1, "relu")
    x = torch.randn(2, 32, 10, 10, requires_grad=True)
    expected = torch.autograd.grad(net(x).square().sum(), [x, net.conv.weight])
    result = torch.autograd.grad(janusc.compile(net, native=True, winograd=True)(x).square().sum(), [x, net.conv.weight])
    for got, want in zip(result, expected, strict=True):
        assert (got - want).abs().max() < 2e-5 * want.abs().max()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_pixels_that_are_not_finite(value: float) -> None:
    net = Net(32, 32, 1, "relu")
    x = torch.randn(2, 32, 12, 12)
    x[1, 5, 6, 7] = x[0, 3, 0, 0] = x[0, 0, 11, 3] = value
    with torch.no_grad():
        result, expected = janusc.compile(net, native=True, winograd=True)(x), net(x)
    torch.testing.assert_close(result, expected, rtol=1e-4, atol=1e-5, equal_nan=True)


def test_pixels_near_the_end_of_the_range() -> None:
    net = Net(32, 32)
    x = torch.randn(1, 32, 12, 12)
    x[0, 5, 6, 7] = 3e38
    with torch.no_grad():
        result, expected = janusc.compile(net, native=True, winograd=True)(x), net(x)
    assert torch.isfinite(expected).all() and torch.isfinite(result).all()
    assert (result.double() - expected).abs().max() < 2e-5 * expected.double().abs().max()


def test_weights_that_are_not_finite() -> None:
    net = Net(16, 20)
    with torch.no_grad():
        net.conv.weight[3, 2, 1, 1] = float("inf")
        net.conv.weight[19, 0, 0, 2] = float("nan")
        x = torch.rand(2, 16, 9, 9)
        # Eager leaves taps out that fall on padding; zeros are multiplied here, either way.
        result, expected = (janusc.compile(net, native=True, winograd=way)(x) for way in (True, False))
    torch.testing.assert_close(result, expected, rtol=1e-4, atol=1e-5, equal_nan=True)


def test_when_it_is_used(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture) -> None:
    net, x = Net(64, 64), torch.randn(1, 64, 28, 28)
    assert count_layers(net, x, monkeypatch, capfd) == 1
    assert count_layers(net, x, monkeypatch, capfd, winograd=False) == 0
    with janusc.options(winograd=False):
        assert count_layers(net, x, monkeypatch, capfd) == 0
    # What saves something for derivatives is computed by the definition.
    assert count_layers(net, x, monkeypatch, capfd, grad=True) == 0
    assert count_layers(net, x, monkeypatch, capfd, grad=True, winograd=True) == 1
    torch.use_deterministic_algorithms(True)
    try:
        assert count_layers(net, x, monkeypatch, capfd) == 0
    finally:
        torch.use_deterministic_algorithms(False)


@pytest.mark.parametrize("options", [{"stride": 2}, {"dilation": 2}, {"groups": 2}, {"kernel": 5}])
def test_other_convolutions(options: dict[str, int], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture) -> None:
    net, x = Net(16, 16, **options), torch.randn(1, 16, 12, 12)
    assert count_layers(net, x, monkeypatch, capfd, winograd=True) == 0


@pytest.mark.parametrize(("inner", "outer", "width"), [(8, 8, 6000), (256, 64, 3000)])
def test_rows_that_do_not_fit_on_the_stack(inner: int, outer: int, width: int, monkeypatch: pytest.MonkeyPatch,
                                           capfd: pytest.CaptureFixture) -> None:
    assert count_layers(Net(inner, outer), torch.randn(1, inner, 4, width), monkeypatch, capfd, winograd=True) == 0
