"""Versions under a thousand calls of changing sizes, types, ranks, branches, callees and values: how many are made, ever."""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import janusc
import pytest
import torch
from janusc.dispatch import generic, versions
from janusc.dispatch.options import current

CALLS = 1000


def sizes(x):
    return (x * 2).relu().sum(-1)


def number(x, n):
    return x * n + 1


def repeated(x, n):
    y = x * 2
    for i in range(n):
        y = y * 1.5 + i
    return y


def branch(x, flag):
    if flag:
        return x + 1
    return x - 1


def branch_on_values(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


def callee(x, g):
    return g(x) + 1


def attribute(x, holder):
    return x * holder.scale


def text(x, mode):
    if mode == "m1":
        return x + 1
    return x * 2


def listed(xs):
    total = xs[0]
    for x in xs[1:]:
        total = total + x
    return total


def keyed(d):
    total = 0
    for value in d.values():
        total = total + value
    return total


def with_effects(x, log):
    y = x * 2
    log.append(float(y.sum()))
    z = y + x
    return z * len(log)


def shaped(x, shape):
    return x.reshape(shape[0], shape[1]) * 2


def starred(*xs):
    return sum(x.sum() for x in xs)


FACTOR = 1


def from_global(x):
    return x * FACTOR


class Holder:
    def __init__(self, scale: float) -> None:
        self.scale = scale


class Switched(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.count, self.beta, self.mode = 0, 0.5, "a"

    def forward(self, x):
        self.count += 1
        if self.mode == "a":
            return self.linear(x) * self.beta
        return self.linear(x) * self.count


class Changing:
    """The arguments of call i of each program, and what changes besides."""

    def __init__(self) -> None:
        self.random = random.Random(0)
        self.holder, self.module = Holder(1.0), Switched()

    def tensor(self, *shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.full(shape, self.random.uniform(-1, 1)).to(dtype)

    def size(self, most: int = 5) -> int:
        return self.random.randint(1, most)

    def programs(self) -> dict[str, tuple[Any, Callable[[int], tuple]]]:
        choice, tensor, size = self.random.choice, self.tensor, self.size
        dtypes = [torch.float32, torch.float64, torch.int64]
        return {
            "sizes": (sizes, lambda i: (tensor(size(), size(), size()),)),
            "ranks": (sizes, lambda i: (tensor(*[size() for _ in range(size(4))]),)),
            "types": (sizes, lambda i: (tensor(*[size() for _ in range(size(4))], dtype=choice(dtypes)),)),
            "number": (number, lambda i: (tensor(3), i)),
            "kinds of number": (number, lambda i: (tensor(3), choice([i, i * 0.5, True, tensor(1)]))),
            "trip count": (repeated, lambda i: (tensor(3), size(40))),
            "branch": (branch, lambda i: (tensor(3), choice([True, False, None, i, "s", [], [1]]))),
            "branch on values": (branch_on_values, lambda i: (tensor(3),)),
            "callee": (callee, lambda i: (tensor(3), choice([torch.relu, torch.sin, torch.cos, torch.exp]))),
            "another callee each time": (callee, lambda i: (tensor(3), lambda x: x * 2)),
            "another object each time": (attribute, lambda i: (tensor(3), Holder(i))),
            "attribute": (attribute, self._attribute),
            "text": (text, lambda i: (tensor(3), f"m{i % 50}")),
            "lists": (listed, lambda i: ([tensor(3) for _ in range(size(30))],)),
            "keys": (keyed, lambda i: ({f"k{j}": tensor(3) for j in self.random.sample(range(30), 3)},)),
            "effects": (with_effects, lambda i: (tensor(size(), 3), [1] * (i % 20))),
            "a tuple of sizes": (shaped, self._shaped),
            "number of arguments": (starred, lambda i: tuple(tensor(3) for _ in range(size(12)))),
            "global": (from_global, self._global),
            "module": (self.module, self._module),
        }

    def _attribute(self, i: int) -> tuple:
        self.holder.scale = i * 0.5
        return self.tensor(3), self.holder

    def _shaped(self, i: int) -> tuple:
        rows, columns = self.size(9), self.size(9)
        return self.tensor(rows * columns), (rows, columns)

    def _global(self, i: int) -> tuple:
        globals()["FACTOR"] = i
        return (self.tensor(3),)

    def _module(self, i: int) -> tuple:
        self.module.mode, self.module.beta = self.random.choice("ab"), i / CALLS
        self.module.train(self.random.random() < 0.5)
        return (self.tensor(self.size(), 4),)


class Counts:
    """How often versions and generic versions were made, or tried to be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.of_functions = self.of_units = self.bodies = 0
        make, make_body = versions._make, generic._make

        def counted(handler: Any, *args: Any) -> Any:
            if hasattr(handler, "unit"):
                self.of_units += 1
            else:
                self.of_functions += 1
            return make(handler, *args)

        def counted_body(*args: Any) -> Any:
            self.bodies += 1
            return make_body(*args)

        monkeypatch.setattr(versions, "_make", counted)
        monkeypatch.setattr(generic, "_make", counted_body)


# After how many versions there is none to be made any more, where relaxing is to end it.
_ENOUGH = {"sizes": 4, "number": 2, "kinds of number": 6, "branch": 8, "branch on values": 1, "callee": 4, "attribute": 2,
           "global": 2, "module": 3}


@pytest.mark.parametrize("name", Changing().programs())
def test_versions_of_a_thousand_calls(name, monkeypatch):
    counts, changing = Counts(monkeypatch), Changing()
    function, arguments = changing.programs()[name]
    compiled = janusc.compile(function)
    with torch.no_grad():
        for i in range(CALLS):
            given = arguments(i)
            count = getattr(function, "count", None)
            expected = function(*(list(value) if type(value) is list else value for value in given))
            if count is not None:
                function.count = count
            assert torch.allclose(compiled(*given), expected, rtol=1e-4, atol=1e-4, equal_nan=True)
            if i == CALLS // 2:
                half = counts.of_functions, counts.of_units, counts.bodies
    most = current()["max_versions"]
    assert counts.of_functions <= _ENOUGH.get(name, 4 * most), vars(counts)
    assert counts.of_units <= 12 * most and counts.bodies <= 8, vars(counts)
    if name in _ENOUGH:
        assert (counts.of_units, counts.bodies) == (0, 0)
    # The second half makes nothing.
    assert (counts.of_functions, counts.of_units, counts.bodies) == half
    assert len(janusc.explain(compiled).data()["versions"]) <= most + 1


def test_versions_that_earn_it_get_room(monkeypatch):
    """What a later version takes, or was made for an object that is gone, makes room."""
    counts = Counts(monkeypatch)

    class Net(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = torch.nn.Parameter(torch.ones(3))

        def forward(self, x):
            return x * self.w

    net = Net()
    compiled = janusc.compile(net, max_versions=2)
    with torch.no_grad():
        for k in range(6):
            net.w = torch.nn.Parameter(torch.full((3,), float(k)))
            for _ in range(80):
                assert torch.equal(compiled(torch.ones(2, 3)), torch.full((2, 3), float(k)))
    assert counts.of_functions == 6


def test_one_shot_versions_are_not_made_for_ever(monkeypatch):
    counts = Counts(monkeypatch)
    holder = Holder(1.0)
    compiled = janusc.compile(attribute, max_versions=2)
    for k in range(100):
        holder.scale = torch.full((3,), float(k))
        assert torch.equal(compiled(torch.ones(3), holder), holder.scale)
    assert counts.of_functions == 2
