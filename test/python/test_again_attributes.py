"""Second derivatives of functions that assign to attributes: they run again with the attributes as they were."""
import janusc
import pytest
import torch
from torch import nn


class Recurrent(nn.Module):
    """Keeps what it was given and what it made; steps are counted."""

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([0.3, -0.2, 0.5]))
        self.register_buffer("h", torch.full((3,), 0.1))
        self.last = None
        self.steps = 0
        self.scale = 1.0

    def forward(self, x):
        self.steps += 1
        before = self.h
        self.last = torch.tanh(x * self.w + before * self.scale)
        self.h = self.last.detach() * 0.5
        self.scale = 0.5
        return (self.last * self.last * x).sum()


class Kept:
    """The result is seen through an attribute alone."""

    def __init__(self):
        self.y = None
        self.z = torch.ones(3)

    def run(self, x):
        self.y = torch.sin(x) * self.z
        self.z = self.z + 1
        return self.y.sum().detach()


def state(net):
    return {name: value.tolist() if isinstance(value, torch.Tensor) else value for name, value in
            {**vars(net), **dict(net.named_buffers())}.items() if name in ("h", "last", "steps", "scale")}


def penalty(net, call, x):
    """A gradient penalty, and what of it reaches the parameter."""
    net.zero_grad()
    loss = call(x)
    gradient, = torch.autograd.grad(loss, x, create_graph=True)
    between = state(net)
    (loss + (gradient ** 2).sum()).backward()
    assert state(net) == between
    return loss.detach(), gradient.detach(), net.w.grad.clone(), x.grad.clone(), between


@pytest.mark.filterwarnings("ignore:Using backward")
def test_a_gradient_penalty():
    eager, net = Recurrent(), Recurrent()
    compiled = janusc.compile(net, native=True)
    for seed in range(4):
        points = [torch.randn(3, generator=torch.Generator().manual_seed(seed)).requires_grad_() for _ in range(2)]
        expected, found = penalty(eager, eager, points[0]), penalty(net, compiled, points[1])
        for one, other in zip(found[:-1], expected[:-1]):
            torch.testing.assert_close(one, other)
        assert found[-1]["steps"] == expected[-1]["steps"] == seed + 1
        for name in ("h", "last"):
            torch.testing.assert_close(torch.tensor(found[-1][name]), torch.tensor(expected[-1][name]))


def test_of_a_result_that_is_an_attribute():
    kept = Kept()
    run = janusc.compile(kept.run, native=True)
    x = torch.randn(3, requires_grad=True)
    for call in range(2):
        run(x)
        first, = torch.autograd.grad(kept.y.sum(), x, create_graph=True)
        second, = torch.autograd.grad(first.sum(), x)
        torch.testing.assert_close(second, -x.sin().detach() * (call + 1))
        assert kept.z.tolist() == [call + 2.0] * 3


def test_what_an_attribute_held_may_be_written_since():
    kept = Kept()
    run = janusc.compile(kept.run, native=True)
    x = torch.randn(3, requires_grad=True)
    held = kept.z
    run(x)
    held.add_(1)
    with pytest.raises(RuntimeError, match="changed since it was called|modified by an inplace operation"):
        torch.autograd.grad(kept.y.sum(), x, create_graph=True)
