"""Attributes that compiled functions assign to: native, one version, and the objects are afterwards what eager leaves."""
import copy

import janusc
import pytest
import torch
from janusc.errors import CompileError
from torch import nn


class Counter:
    """Numbers, a tensor, None and containers, read and written."""

    def __init__(self):
        self.calls = 0
        self.scale = 1.0
        self.last = None
        self.total = torch.zeros(3)
        self.pair = (torch.zeros(3), [torch.ones(3)])

    def step(self, x):
        self.calls += 1
        self.scale = self.scale * 0.5
        self.total = self.total + x * self.scale
        if self.calls > 2:
            self.scale = 1.0
        first, (second,) = self.pair
        self.pair = (second, [first + self.total])
        self.last = self.total
        return self.total * self.calls + self.pair[1][0]


class Recurrent(nn.Module):
    """A buffer and a plain attribute that hold the last state."""

    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(6, 3)
        self.register_buffer("h", torch.zeros(2, 3))
        self.previous = None

    def forward(self, x):
        if self.previous is None:
            self.previous = torch.zeros_like(x)
        self.h = torch.tanh(self.cell(torch.cat([x, self.h], 1)) + self.previous).detach()
        self.previous = x
        return self.h * 2


def equal(got, expected):
    assert type(got) is type(expected)
    if isinstance(expected, torch.Tensor):
        torch.testing.assert_close(got, expected)
    elif isinstance(expected, (tuple, list)):
        assert len(got) == len(expected)
        for one, other in zip(got, expected):
            equal(one, other)
    else:
        assert got == expected


def same_state(got, expected):
    for name, value in vars(expected).items():
        if not name.startswith("_"):
            equal(getattr(got, name), value)


def test_numbers_tensors_and_containers():
    eager, compiled = Counter(), Counter()
    step = janusc.compile(compiled.step, native=True)
    for k in range(5):
        x = torch.arange(3.0) + k
        equal(step(x), eager.step(x))
        same_state(compiled, eager)
    assert len(janusc.explain(step).data()["versions"]) == 1


def test_what_others_assign_between_calls_is_seen():
    eager, compiled = Counter(), Counter()
    step = janusc.compile(compiled.step)
    for change in ("pass", "o.calls = 7", "o.total = torch.ones(3)", "o.total = torch.ones(2, 3)", "o.scale = 3",
                   "o.pair = (torch.ones(3), [torch.ones(3) * 4])", "o.calls = 2 ** 62", "o.calls = True", "o.last = 'text'"):
        for o in (eager, compiled):
            exec(change, {"o": o, "torch": torch})
        x = torch.ones(3)
        equal(step(x), eager.step(x))
        same_state(compiled, eager)


def test_modules_and_buffers():
    eager = Recurrent()
    compiled = janusc.compile(copy.deepcopy(eager))
    with torch.no_grad():
        for _ in range(4):
            x = torch.randn(2, 3)
            equal(compiled(x), eager(x))
            equal(compiled.h, eager.h)
            assert "h" in dict(compiled.named_buffers()) and compiled.previous is x
    # One while there is no previous input, one for the rest.
    data = janusc.explain(compiled).data()
    assert len(data["versions"]) == 2 and not data["reasons"]


class Two:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def swap(self, x):
        self.left, self.right = self.right + x, self.left
        return self.left


def test_one_object_in_two_places_stays_one():
    shared = torch.zeros(3)
    for make in (lambda: Two(shared, shared), lambda: Two(torch.zeros(3), torch.ones(3))):
        eager, compiled = make(), make()
        swap = janusc.compile(compiled.swap)
        for _ in range(4):
            x = torch.ones(3)
            equal(swap(x), eager.swap(x))
            same_state(compiled, eager)
            assert (compiled.left is compiled.right) is (eager.left is eager.right)


class Watched(Two):
    """A setter runs code, and so does __setattr__."""

    def __init__(self, left):
        self.log = []
        self._value = left

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self.log.append("set")
        self._value = new

    def step(self, x):
        self.value = self.value + x
        return self.value


def test_setters_run():
    watched = Watched(torch.zeros(3))
    step = janusc.compile(watched.step)
    for k in range(3):
        equal(step(torch.ones(3)), torch.full((3,), k + 1.0))
    assert watched.log == ["set"] * 3


def test_an_exception_leaves_what_was_assigned_before():
    class Failing:
        def __init__(self):
            self.count = 0

        def step(self, x, index):
            self.count += 1
            return x[index]

    failing = Failing()
    step = janusc.compile(failing.step)
    index = torch.tensor([1])
    for _ in range(2):
        equal(step(torch.ones(3), index), torch.ones(1))
    with pytest.raises(IndexError):
        step(torch.ones(3), torch.tensor([7]))
    assert failing.count == 3


def test_export_says_that_c_has_no_objects(tmp_path):
    module = Recurrent()
    module.previous = torch.zeros(2, 3)
    with pytest.raises(CompileError, match="assigns to"):
        janusc.export(module, [torch.zeros(2, 3)], tmp_path / "a.o")
