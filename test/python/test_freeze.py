"""`freeze`: what parameters give is computed once, and again when they change."""
from __future__ import annotations

import threading

import janusc
import pytest
import torch
from torch import nn

SETTINGS = {"native": True, "trials": False, "freeze": True}


def assert_same(compiled: nn.Module, net: nn.Module, *images: torch.Tensor) -> None:
    with torch.no_grad():
        for x in images:
            expected = net(x)
            torch.testing.assert_close(compiled(x), expected, rtol=1e-4, atol=2e-5 * float(expected.abs().max()))


def block(inner: int, outer: int, kernel: int = 3, **options: int) -> nn.Sequential:
    norm = nn.BatchNorm2d(outer)
    norm.running_mean.normal_(), norm.running_var.uniform_(0.5, 2)
    return nn.Sequential(nn.Conv2d(inner, outer, kernel, bias=False, **options), norm, nn.ReLU6())


@pytest.mark.parametrize(("net", "shape"), [
    (block(64, 64, padding=1), (64, 14, 14)),
    (block(600, 130), (600, 9, 9)),                 # blocks of columns and of sums that are not whole
    (block(48, 96, 1), (48, 20, 20)),
    (block(3, 32, 7, stride=2, padding=3), (3, 33, 33)),
    (nn.Sequential(block(24, 144, 1), block(144, 144, padding=1, groups=144), block(144, 24, 1)), (24, 14, 14)),
    (nn.Sequential(nn.Linear(700, 300), nn.ReLU(), nn.Linear(300, 10)), (700,)),
])
def test_values(net: nn.Module, shape: tuple[int, ...]) -> None:
    net.eval()
    for options in ({"winograd": False}, {"winograd": True}, {"winograd": False, "depth_first": False}):
        compiled = janusc.compile(net, **SETTINGS, **options)
        images = [torch.randn(batch, *shape) for batch in (1, 1, 9, 1, 40)]
        assert_same(compiled, net, *images)


@pytest.fixture
def net() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(block(64, 64, padding=1), nn.Flatten(), nn.Linear(64 * 64, 10)).eval()


def test_what_is_kept_is_made_again_when_parameters_change(net: nn.Module) -> None:
    x = torch.randn(2, 64, 8, 8)
    compiled = janusc.compile(net, **SETTINGS)
    assert_same(compiled, net, x, x)
    # 1. By an optimiser.
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
    net(x).square().sum().backward()
    optimizer.step()
    assert_same(compiled, net, x, x)
    # 2. In place, a buffer.
    net[0][1].running_var.mul_(3)
    assert_same(compiled, net, x)
    # 3. By a state dict.
    net.load_state_dict({name: torch.rand_like(value) if value.is_floating_point() else value
                         for name, value in net.state_dict().items()})
    assert_same(compiled, net, x)
    # 4. By another tensor's memory, and by another parameter.
    net[0][0].weight.data = torch.randn(64, 64, 3, 3)
    assert_same(compiled, net, x)
    net[2].weight = nn.Parameter(torch.randn(10, 64 * 64))
    assert_same(compiled, net, x)


def test_it_is_kept(net: nn.Module) -> None:
    """Writing through `.data` breaks the promise: nothing tells of it, and the convolution's weights are the old ones."""
    x = torch.randn(2, 64, 8, 8)
    compiled, promises_nothing = (janusc.compile(net, native=True, trials=False, freeze=freeze, winograd=False)
                                  for freeze in (True, False))
    with torch.no_grad():
        before = compiled(x)
        net[0][0].weight.data.mul_(2)
        assert torch.equal(compiled(x), before)
    assert_same(promises_nothing, net, x)


def test_parameters_without_a_version(net: nn.Module) -> None:
    """Of a tensor that was made in inference mode nothing says whether it was written."""
    with torch.inference_mode():
        inner = nn.Conv2d(64, 64, 3)
        x = torch.randn(1, 64, 8, 8)
        compiled = janusc.compile(inner, **SETTINGS)
        for _ in range(3):
            torch.testing.assert_close(compiled(x), inner(x), rtol=1e-4, atol=1e-4)
            inner.weight.mul_(-2)


def test_threads_at_once(net: nn.Module) -> None:
    compiled = janusc.compile(net, **SETTINGS)
    images = [torch.randn(2, 64, 8, 8) for _ in range(4)]
    assert_same(compiled, net, images[0])
    wrong = []

    def run(x: torch.Tensor) -> None:
        with torch.no_grad():
            wrong.extend(number for number in range(20) if not torch.allclose(compiled(x), net(x), rtol=1e-3, atol=1e-3))

    for _ in range(2):
        threads = [threading.Thread(target=run, args=(x,)) for x in images]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        net[0][1].running_mean.add_(1)
    assert not wrong


def test_training_under_it(net: nn.Module) -> None:
    """What a call writes itself is nothing to keep."""
    def step(x: torch.Tensor) -> torch.Tensor:
        optimizer.zero_grad()
        loss = net(x).square().mean()
        loss.backward()
        optimizer.step()
        return loss

    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    x = torch.randn(2, 64, 8, 8)
    compiled = janusc.compile(step, **SETTINGS)
    start = {name: value.clone() for name, value in net.state_dict().items()}
    losses = [float(compiled(x).detach()) for _ in range(4)]
    net.load_state_dict(start)
    expected = [float(step(x).detach()) for _ in range(4)]
    assert losses == pytest.approx(expected, rel=1e-4)
