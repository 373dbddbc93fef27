"""Fault injection: every assumption of a program broken in turn, and a failure inside janus at every stage. The call
must end as eager's does, and leave what eager leaves."""
import copy

import janusc
import pytest
import torch
import torch.nn.functional as F
from janusc import _compiler, _dispatch, pipeline
from janusc.dispatch import versions
from janusc.dispatch.faults import broken_assumption
from janusc.dispatch.plan import Planner
from torch import nn


class Embedded(nn.Module):
    """Indices and classes that must be in range, a buffer that is written."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 6)
        self.norm = nn.BatchNorm1d(6)
        self.out = nn.Linear(6, 4)

    def forward(self, x):
        return self.out(self.norm(self.table(x)))


def training():
    torch.manual_seed(0)
    net = Embedded()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)

    def step(net, optimizer, x, y):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        return loss.item()

    return step, lambda: [net, optimizer, torch.tensor([1, 2, 9]), torch.tensor([0, 3, 1])]


def writing():
    def fill(x, y):
        x.mul_(2)
        if y.shape[0] != x.shape[0]:
            raise ValueError("sizes differ")
        x.add_(y)
        return (x * y).sum()

    return fill, lambda: [torch.arange(4.0), torch.ones(4)]


def dividing():
    def divide(x, y):
        x.add_(1)
        return x // y, x % y

    return divide, lambda: [torch.arange(6), torch.arange(1, 7)]


def selecting():
    def select(x, index, y):
        y.zero_()
        return x[index] + x.gather(0, index), torch.cat([x, y])

    return select, lambda: [torch.arange(5.0), torch.tensor([4, 0, 2]), torch.ones(2)]


PROGRAMS = {make.__name__: make for make in (training, writing, dividing, selecting)}


def state_of(value):
    """What a call may have changed, as something that compares."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone(), None if value.grad is None else value.grad.clone(), value._version
    if isinstance(value, nn.Module):
        return [state_of(v) for v in (*value.parameters(), *value.buffers())]
    if isinstance(value, torch.optim.Optimizer):
        return copy.deepcopy(value.state_dict())
    return value


def run(make, compiled):
    """Result, exception and state after two calls (the first one of an optimiser makes its state)."""
    function, arguments = make()
    called = janusc.compile(function) if compiled else function
    values, results = arguments(), []
    for _ in range(2):
        try:
            results.append(called(*values))
        except Exception as error:  # noqa: BLE001 - compared below
            results.append((type(error), str(error)))
    return results, [state_of(value) for value in values], called


def assert_same_as_eager(make):
    results, state, called = run(make, compiled=True)
    plain, plain_state, _ = run(make, compiled=False)
    torch.testing.assert_close(results, plain)
    torch.testing.assert_close(state, plain_state)
    return called


def assumptions_of(make):
    called = run(make, compiled=True)[2]
    counts = [len(version.data.assumptions) for version in _dispatch.versions(called)]
    assert counts, janusc.explain(called)
    return max(counts)


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_assumption_broken_in_turn(name):
    make = PROGRAMS[name]
    count = assumptions_of(make)
    assert count > 0
    for number in range(count):
        with broken_assumption(number):
            called = assert_same_as_eager(make)
        assert sum(version.broken for version in _dispatch.versions(called)) > 0


class Fault(Exception):
    """No error that janus knows."""


STAGES = {
    "frontend": (versions, "_lower"),
    "lowering": (pipeline, "lower_to"),
    "signature": (_compiler, "entry_signatures"),
    "code": (_compiler, "compile_objects"),
    "linking": (pipeline, "load_objects"),
    "plan": (Planner, "plan"),
    "version": (_dispatch, "Version"),
}


@pytest.mark.parametrize("error, make", [(Fault, training), (MemoryError, writing)],
                         ids=lambda value: value.__name__)
@pytest.mark.parametrize("stage", STAGES)
def test_a_failure_inside_janus(stage, error, make, monkeypatch, tmp_path):
    def fail(*_, **__):
        raise error("injected")

    tmp_path.chmod(0o700)
    monkeypatch.setenv("JANUS_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(*STAGES[stage], fail)
    called = assert_same_as_eager(make)
    assert not _dispatch.versions(called)
    assert any("injected" in reason["reason"] or error.__name__ in reason["reason"]
               for reason in janusc.explain(called).data()["reasons"])
